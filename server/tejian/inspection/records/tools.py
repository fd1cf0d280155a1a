"""The instruments of a record: those really used, by the word of the inspector, and those its items ask for."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models import AppBuss, OriginalRecord
from tejian.inspection.rules.api import ItemResult, Need, may_measure, proposal
from tejian.instruments.models import USABLE, Instrument
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.crud import shaped

from . import book


class InstrumentLine(TypedDict):
    id: str
    instno: str
    name: str
    model: str
    serial: str
    certno: str
    validto: str | None


class ToolUse(TypedDict):
    """The items for which an instrument is used, by their numbers."""

    id: str
    items: str


class Tools(TypedDict):
    """`proposed` are those of the box that the items need beside those that the inspector named."""

    proposed: list[InstrumentLine]
    uses: list[ToolUse]


def instrument_lines(db: Session, ids: Sequence[str]) -> list[InstrumentLine]:
    """Instruments as the record and the report state them."""
    rows = {r.id: r for r in db.scalars(select(Instrument).where(Instrument.id.in_(ids)))}
    return [_line(rows[i]) for i in ids if i in rows]


def toolbox(db: Session, org_id: str) -> list[InstrumentLine]:
    """The instruments of an institute that are ready to use."""
    ready = select(Instrument).where(Instrument.org_id == org_id, Instrument.status.in_(USABLE))
    return [_line(one) for one in db.scalars(ready.order_by(Instrument.instno))]


def _line(row: Instrument) -> InstrumentLine:
    return shaped(InstrumentLine, row, validto=plain(row.nextcal))


def needs_of(db: Session, row: AppBuss, items: Sequence[ItemResult]) -> dict[int, list[dict[str, Any]]]:
    """The types of instrument that the items presuppose which were measured or still may be, by their number."""
    known = book.instrument_needs(db, row.templateday)
    return {one.seq: known.get(f"{one.template}:{one.item_no}", []) for one in items if may_measure(one)}


def tools_of(db: Session, row: AppBuss, record: OriginalRecord, items: Sequence[ItemResult]) -> Tools:
    """What the items ask for beside what the record names, of the box of the task; and what each is used for."""
    needs = needs_of(db, row, items)
    named = [one["id"] for one in record.instruments]
    rows = {r.id: r for r in db.scalars(select(Instrument).where(Instrument.id.in_([*named, *row.instruments])))}
    tools = {key: {"id": key, "type": one.insttype} for key, one in rows.items()}
    on = record.inspdate or clock.today()
    box = [tools[key] for key in row.instruments if key in rows and _is_ready(rows[key], on)]
    held = [tools[key] for key in named if key in rows]
    chosen = proposal([need for own in needs.values() for need in own], held, box)
    return {
        "proposed": [_line(rows[one["id"]]) for one in chosen],
        "uses": [{"id": one["id"], "items": items_for(needs, one["type"])} for one in (*held, *chosen)],
    }


def _is_ready(row: Instrument, on: Any) -> bool:
    return row.status in USABLE and row.nextcal is not None and row.nextcal >= on


def items_for(needs: Mapping[int, Sequence[Need]], kind: str) -> str:
    """The items that an instrument of a type is for: `8、14`; '' when none asks for it."""
    return "、".join(str(seq) for seq, own in needs.items() if any(kind in need["any"] for need in own))
