"""The instruments of a record: those really used, by the word of the inspector, and those its items ask for."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import ItemResult, Need, may_measure, proposal
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import Option
from tejian.kit.records.crud import shaped
from tejian.system.settings.api import version

from . import book

STATES, NORMAL = "C733", "1"  # the state of an instrument before and after use
# what each code of C733 says of the time before use, and of that after it: what was not in order was not used
BEFORE_USE = {NORMAL: "正常", "2": "异常", "3": "正常"}
AFTER_USE = {NORMAL: "正常", "2": "未使用", "3": "异常"}


_NAMES = ("id", "instno", "name", "model", "serial", "certno", "insttype", "status", "nextcal")
_TOOLS = select(*(getattr(Instrument, name) for name in _NAMES))
_NAMED = _TOOLS.where(Instrument.id.in_(bindparam("keys", expanding=True)))
_READY = _TOOLS.where(Instrument.org_id == bindparam("org"), Instrument.status.in_(USABLE)).order_by(Instrument.instno)


class InstrumentLine(TypedDict):
    id: str
    instno: str
    name: str
    model: str
    serial: str
    certno: str
    validto: str | None
    state: str  # before and after use (C733); '' until somebody said it


class ToolUse(TypedDict):
    """The items for which an instrument is used, by their numbers."""

    id: str
    items: str


class Tools(TypedDict):
    """`proposed` are those of the box that the items need beside those that the inspector named."""

    proposed: list[InstrumentLine]
    uses: list[ToolUse]
    states: list[Option]


def instrument_lines(
    db: Session, ids: Sequence[str], states: Mapping[str, str] = MappingProxyType({})
) -> list[InstrumentLine]:
    """Instruments as the record and the report state them, with what is known of their state before and after use."""
    rows = _of_keys(db, ids)
    return [_line(rows[i], states.get(i, "")) for i in ids if i in rows]


def write_instruments(db: Session, record: OriginalRecord, ids: Sequence[str] | None, sent: Mapping[str, str]) -> None:
    """Name the instruments (None: those that are named already) and their states; what was said of one stays."""
    named = [one["id"] for one in record.instruments] if ids is None else ids
    known = _states(db)
    if foreign := sorted(set(sent) - set(named)):
        raise BadInput("使用前后状态：所填的仪器不在本记录的检验仪器中", field=foreign[0])
    if any(state and state not in known for state in sent.values()):
        raise BadInput("使用前后状态：请从选项中选择")
    before = {one["id"]: one.get("state", "") for one in record.instruments}
    record.instruments = instrument_lines(db, named, before | dict(sent))


def _states(db: Session) -> dict[str, str]:
    return dictionary.words(db, version(db, "dict")).get(STATES, {})


def named_instruments(record: OriginalRecord) -> list[InstrumentLine]:
    """The instruments of a record; one written by an earlier version says nothing of the state."""
    return [cast(InstrumentLine, {"state": ""} | one) for one in record.instruments]


def not_in_order(record: OriginalRecord) -> list[str]:
    """The instruments whose state is stated and not good: nothing may rest on what they measured."""
    return [f"{one['name']}{one['instno']}" for one in record.instruments if one.get("state", "") not in ("", NORMAL)]


def toolbox(db: Session, org_id: str) -> list[InstrumentLine]:
    """The instruments of an institute that are ready to use."""
    return [_line(one) for one in db.execute(_READY, {"org": org_id})]


def _of_keys(db: Session, ids: Sequence[str]) -> dict[str, Any]:
    return {one.id: one for one in db.execute(_NAMED, {"keys": ids})}


def _line(row: Any, state: str = "") -> InstrumentLine:
    return shaped(InstrumentLine, row, validto=plain(row.nextcal), state=state)


def needs_of(db: Session, row: AppBuss, items: Sequence[ItemResult]) -> dict[int, list[dict[str, Any]]]:
    """The types of instrument that the items presuppose which were measured or still may be, by their number."""
    known = book.instrument_needs(db, row.templateday)
    return {one.seq: known.get(f"{one.template}:{one.item_no}", []) for one in items if may_measure(one)}


def tools_of(db: Session, row: AppBuss, record: OriginalRecord, items: Sequence[ItemResult]) -> Tools:
    """What the items ask for beside what the record names, of the box of the task; and what each is used for."""
    needs = needs_of(db, row, items)
    named = [one["id"] for one in record.instruments]
    rows = _of_keys(db, [*named, *row.instruments])
    tools = {key: {"id": key, "type": one.insttype} for key, one in rows.items()}
    on = record.inspdate or clock.today()
    box = [tools[key] for key in row.instruments if key in rows and _is_ready(rows[key], on)]
    held = [tools[key] for key in named if key in rows]
    chosen = proposal([need for own in needs.values() for need in own], held, box)
    return {
        "proposed": [_line(rows[one["id"]]) for one in chosen],
        "uses": [{"id": one["id"], "items": items_for(needs, one["type"])} for one in (*held, *chosen)],
        "states": [{"value": value, "label": label, "why": ""} for value, label in sorted(_states(db).items())],
    }


def _is_ready(row: Any, on: Any) -> bool:
    return row.status in USABLE and row.nextcal is not None and row.nextcal >= on


def items_for(needs: Mapping[int, Sequence[Need]], kind: str) -> str:
    """The items that an instrument of a type is for: `8、14`; '' when none asks for it."""
    return "、".join(str(seq) for seq, own in needs.items() if any(kind in need["any"] for need in own))
