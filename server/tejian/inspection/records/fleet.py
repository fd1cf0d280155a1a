"""A machine of a fleet is filled as the one before it: what was not measured is taken over, and its source is named."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import NONE, PASS
from tejian.kit.ground.errors import Refused

from .beside import DISTRICT
from .checking import conditions_of
from .declared import AFTER_STOP
from .entry import kind_of, measures_of
from .examined import Examined, examine
from .proofs import impossible
from .reading import items_of_row
from .service import ItemForm, RecordForm, write
from .taken import SOURCE

ALIKE = (PASS, NONE)  # what was found wrong was so at the other machine
CHOSEN = ("choice", "flag")  # of what is stated: a number, a day and words are of the machine itself


class Former(TypedDict):
    """The machine before this one."""

    seisn: str
    equcode: str


def former_of(db: Session, row: AppBuss, record: OriginalRecord) -> tuple[AppBuss, OriginalRecord] | None:
    """The last machine of the same kind at the same site that the same main inspector has filled: of one declaration
    (so of one unit), in one district, by one edition of one template."""
    query = (
        select(AppBuss, OriginalRecord)
        .join(OriginalRecord, OriginalRecord.appbuss_id == AppBuss.id)
        .where(AppBuss.appmain_id == row.appmain_id, AppBuss.id != row.id, AppBuss.equclacode == row.equclacode)
        .where(AppBuss.areacode.startswith(row.areacode[:DISTRICT]), AppBuss.scinspector == row.scinspector)
        .where(AppBuss.testsort == row.testsort, AppBuss.templateday == row.templateday)
        .where(OriginalRecord.template == record.template, OriginalRecord.conclusion != "")
        .order_by(OriginalRecord.updatetime.desc(), AppBuss.seisn.desc())
        .limit(1)
    )
    pair = db.execute(query).first()
    return (pair[0], pair[1]) if pair else None


def former(db: Session, row: AppBuss, record: OriginalRecord) -> Former | None:
    """What the page says of the machine before this one; None when there is none."""
    pair = former_of(db, row, record)
    return {"seisn": pair[0].seisn, "equcode": pair[0].equcode or pair[0].equname} if pair else None


def fill_as_before(db: Session, row: AppBuss, record: OriginalRecord) -> Examined:
    """Fill what is still empty as at the machine before: marks of items that are neither measured nor key and can be
    true here, choices, conditions that are no numbers, instruments.

    Measured values, tables, days, words, photos, states of instruments and signatures are never taken over, and a fault
    is not: each is of one machine. Refused when there is no such machine, or nothing is left to fill.
    """
    pair = former_of(db, row, record)
    if pair is None:
        raise Refused(f"{row.seisn}：本申报单中没有同类、同地点、已填结论的上一台")
    other, before = pair
    sent = _to_send(db, row, record, before)
    if not sent:
        raise Refused(f"{row.seisn}：没有可以照{other.seisn}填写的空项，测量值、重点项目和不符合须逐台填写")
    form = RecordForm.model_validate({"id": row.id, "version": record.version, **sent})
    with db.no_autoflush:  # the answers and whose they are, one version
        examined = write(db, row, record, form)
        source = f"{other.seisn}（{other.equcode or other.equname}）"
        own = {one.seq for one in form.results}
        record.results = {seq: one | {SOURCE: source} if seq in own else one for seq, one in record.results.items()}
    return examined


def _to_send(db: Session, row: AppBuss, record: OriginalRecord, before: OriginalRecord) -> dict[str, Any]:
    """The parts of a record that the former one can fill, as a form sends them."""
    examined = examine(db, row, record)
    choices = {one.name for one in examined.judgement.asked if kind_of(one) in CHOSEN and not one.conclusions}
    conditions = {one.code for one in conditions_of(db, row, record) if not one.is_measured}
    parts: dict[str, Any] = {
        "results": _marks(db, row, record, before, examined),
        "facts": _empty(choices - {AFTER_STOP}, record.facts, before.facts),
        "conditions": _empty(conditions, record.conditions, before.conditions),
    }
    if parts["conditions"]:
        parts["conditions"] = record.conditions | parts["conditions"]  # a save says all of them
    if not record.instruments:
        parts["instruments"] = [one["id"] for one in before.instruments]
    return {name: part for name, part in parts.items() if part}


def _marks(
    db: Session, row: AppBuss, record: OriginalRecord, before: OriginalRecord, examined: Examined
) -> list[ItemForm]:
    names = examined.judgement.found.limits
    refused = impossible(db, row, examined.judgement.found)
    marks = []
    for item in items_of_row(db, row):
        seq = item["seq"]
        result = before.results.get(seq, {}).get("r", "")
        free = not record.results.get(seq, {}).get("r") and item["key_item"] != "Y"
        if not free or result not in ALIKE or result in refused.get(str(int(seq)), {}):
            continue
        if item["value_type"] != "measure" and not measures_of(db, item, names, (), row.templateday):
            marks.append(ItemForm(seq=seq, r=result))
    return marks


def _empty(names: set[str], mine: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    return {name: before[name] for name in sorted(names) if before.get(name) and not mine.get(name)}
