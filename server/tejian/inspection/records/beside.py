"""What stands beside a record and is read for the checks of its report: people, instruments, photos, other reports.

Each statement is made once and asked with its values: to build one costs as much as to ask it.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, or_, select
from sqlalchemy.orm import Session, aliased

from tejian.archives.models.files import Attachment
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.absence.api import away_on
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import REVIEWED, STEP_NAMES, UNDER_WAY, LabSample
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.rules.api import RESULT, at_once, refuse_inspector
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.accounts.api import is_valid
from tejian.system.models.accounts import StaffQual, SysUser

from . import book, history

BEFORE = 3  # last reports that a value is compared with
LAST = 20  # last reports among which that of the last inspection is found
DISTRICT = 6  # digits of the code of an area that name the district
SISTERS = 50  # records of a day that a record is compared with

_OWN = aliased(Report)
_ITEM: BindParameter[Any] = bindparam("item")
_DEVICE: BindParameter[Any] = bindparam("device")
_DAY: BindParameter[Any] = bindparam("day")
_KEYS: BindParameter[Any] = bindparam("keys", expanding=True)
_QUALIFIED = (
    select(SysUser.id, SysUser.name, SysUser.signature, StaffQual.item, StaffQual.issuedate, StaffQual.validto)
    .outerjoin(StaffQual, and_(StaffQual.user_id == SysUser.id, StaffQual.status == "有效"))
    .where(SysUser.id.in_(_KEYS))
)
_SAME_DAY = (
    select(AppBuss.id, AppBuss.seisn, AppBuss.inspectors, AppBuss.scinspector, OriginalRecord.instruments)
    .add_columns(OriginalRecord.begunat, OriginalRecord.endedat)
    .add_columns(AppBuss.unitsysid, AppBuss.areacode, AppBuss.unitname, AppBuss.useplace)
    .join(OriginalRecord, OriginalRecord.appbuss_id == AppBuss.id)
    .where(AppBuss.cheorg == bindparam("org"), AppBuss.inspdate == _DAY, AppBuss.id != _ITEM)
)
_SAMPLES = (
    select(LabSample.sampleno, LabSample.itemseq, LabSample.itemname, LabSample.edition, LabSample.step)
    .where(LabSample.appbuss_id == _ITEM)
    .order_by(LabSample.sampleno)
)
_INSTRUMENTS = select(
    Instrument.id, Instrument.nextcal, Instrument.lastcal, Instrument.insttype, Instrument.status
).where(Instrument.id.in_(_KEYS))
_CALIBRATED = (
    select(AuditLog.entity_id, AuditLog.changes)
    .where(AuditLog.entity == Instrument.__tablename__, AuditLog.entity_id.in_(_KEYS))
    .where(AuditLog.changes.has_key("lastcal"))
    .order_by(AuditLog.id)
)
_SISTERS = (
    select(OriginalRecord.results, AppBuss.seisn)
    .join(AppBuss, AppBuss.id == OriginalRecord.appbuss_id)
    .where(OriginalRecord.appbuss_id.in_(_KEYS), OriginalRecord.template == bindparam("template"))
    .order_by(AppBuss.seisn)
    .limit(SISTERS)
)
_VALVES = select(SafetyValve.valveno, SafetyValve.nextcaldate).where(SafetyValve.hostequid == _DEVICE)
_OTHERS = select(AppBuss.seisn, AppBuss.reportno).where(
    AppBuss.id != _ITEM,
    or_(
        AppBuss.reportno == bindparam("number"),
        and_(
            AppBuss.equdatasysid == _DEVICE,
            AppBuss.testsort == bindparam("sort"),
            AppBuss.inspdate.is_not_distinct_from(_DAY),  # two without a day are of one day
            AppBuss.step.in_(at.ISSUED),
        ),
    ),
)
_BEFORE = (
    select(Report.reportno, Report.content, AppBuss.inspdate, AppBuss.conclusion, AppBuss.unqualcode)
    .join(AppBuss, AppBuss.id == Report.appbuss_id)
    .where(AppBuss.equdatasysid == _DEVICE, AppBuss.testsort == bindparam("sort"), AppBuss.id != _ITEM)
    .where(~Report.content.has_key("supplementof"), Report.replacedby == "")
    .where(or_(AppBuss.inspdate.is_(None), AppBuss.inspdate <= _DAY))
    .order_by(AppBuss.inspdate.desc().nulls_last(), Report.issuedat.desc())
    .limit(BEFORE)
)
_OWN_BEFORE = select(_OWN.id).where(_OWN.appbuss_id == _ITEM, _OWN.issuedat < Report.issuedat)
_LAST = (
    select(Report.reportno, AppBuss.mother_id, AppBuss.equclacode, AppBuss.testsort)
    .add_columns(AppBuss.step, AppBuss.inspdate, AppBuss.conclusion)
    .join(AppBuss, AppBuss.id == Report.appbuss_id)
    .where(AppBuss.equdatasysid == _DEVICE, AppBuss.id != _ITEM, ~_OWN_BEFORE.exists())
    .where(~Report.content.has_key("supplementof"), Report.replacedby == "")
    .order_by(AppBuss.inspdate.desc().nulls_last(), Report.issuedat.desc())
    .limit(LAST)
)
_OWNER, _IMAGE = "business", "image/"
_ALIVE = (Attachment.owner == _OWNER, Attachment.deleted.is_(False), Attachment.mime.startswith(_IMAGE))
_PHOTOS_ELSEWHERE = (
    select(Attachment.key, AppBuss.seisn)
    .join(AppBuss, AppBuss.id == Attachment.attrefsysid)
    .where(Attachment.key.in_(_KEYS), Attachment.attrefsysid != _ITEM, *_ALIVE)
)


def people(db: Session, row: AppBuss, record: OriginalRecord, actor: User | None) -> dict[str, Any]:
    """The inspectors with their qualification on the day, and why the one who acts may not audit."""
    on = record.inspdate or clock.today()
    wanted = [*row.inspectors, *([actor.id] if actor else [])]
    users: dict[str, Any] = {}
    held: dict[str, list[Any]] = {}
    for one in db.execute(_QUALIFIED, {"keys": wanted}):
        users[one.id] = one
        if one.item is not None:
            held.setdefault(one.id, []).append(one)
    rule = book.rule_of(db, row.equclacode, row.seisort, row.testsort)
    covers = book.covers(db)

    def refusal(key: str, day: date) -> str:
        valid = [q.item for q in held.get(key, []) if is_valid(q, day)]
        name = users[key].name if key in users else ""
        return (refuse_inspector(rule, name, valid, covers) or "") if rule else ""

    away = away_on(db, row.inspectors, on, row.timeslot)
    wanted_items = "或".join(rule.qualifications) if rule else ""
    inspectors = []
    for key in row.inspectors:
        user = users.get(key)
        own = [q for q in held.get(key, []) if rule and not refuse_inspector(rule, "", [q.item], covers)]
        until = max((q.validto for q in own), default=None)
        inspectors.append(
            {
                "id": key,
                "name": user.name if user else "",
                "qualified": not refusal(key, on),
                "item": wanted_items,
                "validto": until,
                "days_left": Decimal((until - on).days) if until else None,
                "state": away.get(key, ""),
                "signature": bool(user and user.signature),
            }
        )
    auditor = wanted_items if actor and refusal(actor.id, clock.today()) else ""
    return {"inspectors": inspectors, "auditor": auditor}


def day_of(
    db: Session, row: AppBuss, record: OriginalRecord, states: Mapping[str, str]
) -> dict[str, list[dict[str, Any]]]:
    """The instruments of the record, and what else the same people and instruments did on that day. `states` are the
    words of the states of instruments (C647)."""
    on = record.inspdate
    others = list(db.execute(_SAME_DAY, {"org": row.cheorg, "day": on, "item": row.id})) if on else []
    mine = [one for one in others if one.scinspector == row.scinspector]
    ids = [one["id"] for one in record.instruments]
    stored = {one.id: one for one in db.execute(_INSTRUMENTS, {"keys": ids})} if ids else {}
    since = [key for key, one in stored.items() if on and one.lastcal and one.lastcal > on]
    earlier = _certificates(db, since, on) if on and since else {}
    instruments: list[dict[str, Any]] = []
    for line in record.instruments:
        one = stored.get(line["id"])
        instruments.append(
            {
                "id": line["id"],
                "name": line["name"],
                "instno": line["instno"],
                "nextcal": one.nextcal if one else None,
                "lastcal": one.lastcal if one else None,
                "earlier": earlier.get(line["id"], ""),
                "type": one.insttype if one else "",
                "usable": bool(one and one.status in USABLE),
                "status": states.get(one.status, one.status) if one else "",
                "in_box": line["id"] in row.instruments,
            }
        )
    used = [(other, _both(instruments, other.instruments)) for other in others]
    # the day goes on while the report is audited: a reason for many holds for one more
    days = [{"name": row.scinspectorname, "count": Decimal(len(mine) + 1), "grows": ("count",)}] if mine else []
    return {
        "instruments": instruments,
        "shared": [line for other, both in used if both and (line := _shared(row, record, other, both))],
        "days": days,
        "typed": [_typed_values(record.results)],
        "sisters": _sisters(db, record, [one.id for one in mine]),
    }


def _certificates(db: Session, ids: Sequence[str], on: date) -> dict[str, str]:
    """The calibrations before the present ones that were valid on a day, as their instruments said them."""
    found: dict[str, str] = {}
    for one in db.execute(_CALIBRATED, {"keys": ids}):
        begun, until = (one.changes.get(name, [None])[0] for name in ("lastcal", "nextcal"))
        if begun and until and begun <= on.isoformat() <= until:
            found[one.entity_id] = f"{begun}检定、有效期至{until}"
    return found


def _both(mine: Sequence[dict[str, Any]], others: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The instruments that two records name."""
    known = {one["id"] for one in others}
    return [one for one in mine if one["id"] in known]


def _shared(
    row: AppBuss, record: OriginalRecord, other: Any, instruments: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """The instruments that another record of the day names too, in one sentence; None where that can be.

    They are in two places when the sites differ (unit or district) and the times of both records overlap. Of records
    without times only those of other people are asked about: who takes his box along uses it one after the other.
    """
    times = at_once(record.begunat, record.endedat, other.begunat, other.endedat)
    if times is None and set(other.inspectors) & set(row.inspectors):
        return None
    one_site = (other.unitsysid, other.areacode[:DISTRICT]) == (row.unitsysid, row.areacode[:DISTRICT])
    if times is not None and (not times or one_site):
        return None
    first = f"{instruments[0]['name']}{instruments[0]['instno']}"
    return {
        "id": other.seisn,
        "other": other.seisn,
        "names": f"{first}等{n}件仪器" if (n := len(instruments)) > 1 else first,
        "times": times or "",
        "place": other.useplace or other.unitname,
    }


def _sisters(db: Session, record: OriginalRecord, items: Sequence[str]) -> list[dict[str, Any]]:
    """The measured values of the other records of the day made by the same template, by item and field."""
    rows = db.execute(_SISTERS, {"keys": items, "template": record.template}) if items else ()
    return [{"other": one.seisn, "values": _typed_values(one.results)} for one in rows]


def _typed_values(results: Mapping[str, Any]) -> dict[str, Decimal]:
    return {
        f"{seq}.{name}": Decimal(text)
        for seq, item in results.items()
        for name, text in (item.get("v") or {}).items()
        if text
    }


def valves(db: Session, row: AppBuss) -> list[dict[str, Any]]:
    """The safety valves of the device, where a check of its report runs over them."""
    checks = book.checks_for(db, row.equclacode, row.seisort, row.testsort)
    if row.seisort == at.CALIBRATION or not any("valves" in one.of for one in checks):
        return []
    rows = db.execute(_VALVES, {"device": row.equdatasysid})
    return [{"valveno": one.valveno, "nextcaldate": one.nextcaldate} for one in rows]


def samples(db: Session, row: AppBuss) -> list[dict[str, Any]]:
    """The samples of the record: `waits` is 1 without a result that stands, 0 with one that nobody has taken over."""
    if not any("samples" in one.of for one in book.checks_for(db, row.equclacode, row.seisort, row.testsort)):
        return []
    return [
        {
            **{"sampleno": one.sampleno, "seq": str(one.itemseq), "itemname": one.itemname},
            **{"stepname": STEP_NAMES[one.step], "edition": str(one.edition)},
            "waits": "1" if one.step in UNDER_WAY else "0" if one.step == REVIEWED else "",
        }
        for one in db.execute(_SAMPLES, {"item": row.id})
    ]


def other_reports(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    """Other items with this report number, or with a report of this device, sort and day."""
    known = {"device": row.equdatasysid, "sort": row.testsort, "day": record.inspdate, "item": row.id}
    rows = list(db.execute(_OTHERS, known | {"number": row.reportno})) if row.reportno else []
    same = [one.seisn for one in rows if one.reportno == row.reportno]
    other = [one.reportno or one.seisn for one in rows if one.reportno != row.reportno]
    return {"number_of_other": same[0] if same else "", "report_of_day": other[0] if other else ""}


def before(db: Session, row: AppBuss, record: OriginalRecord) -> list[Any]:
    """The last issued reports of the device and sort up to the day of this inspection, the newest first: each
    inspection once, as it was corrected."""
    on = record.inspdate or clock.today()
    return list(db.execute(_BEFORE, {"device": row.equdatasysid, "sort": row.testsort, "item": row.id, "day": on}))


def last_inspection(db: Session, row: AppBuss, number: str) -> dict[str, Any]:
    """The last report before this one that is an inspection to the archive, or is the one that the archive names.

    While that report is being corrected its number alone is known.
    """
    for one in db.execute(_LAST, {"device": row.equdatasysid, "item": row.id}):
        if one.reportno == number or history.writes(db, one) == RESULT:
            valid = one.step in at.ISSUED
            own = {"inspdate": one.inspdate, "conclusion": one.conclusion} if valid else {}
            return {f"latest_{name}": value for name, value in {"reportno": one.reportno, **own}.items()}
    return {}


def values(content: Mapping[str, Any]) -> dict[str, Decimal]:
    """The measured values that a report states, typed or given by its tables, by item and field."""
    values: dict[str, Decimal] = {}
    for item in content.get("items", []):
        for name, value in {**(item.get("values") or {}), **(item.get("given") or {})}.items():
            try:
                values[f"{item['item_no']}.{name}"] = Decimal(str(value))
            except InvalidOperation:
                continue
    return values


def photos(db: Session, row: AppBuss, attached: Sequence[Any]) -> dict[str, Any]:
    """Which items have a photo, of what is attached, and which photos stand in another record as well."""
    own = [one for one in attached if one.owner == _OWNER and one.mime.startswith(_IMAGE)]
    names = {one.key: one.name for one in own}
    same = db.execute(_PHOTOS_ELSEWHERE, {"keys": list(names), "item": row.id}) if names else ()
    return {
        "items": {one.item for one in own if one.item},
        "same": [{"id": one.key, "name": names[one.key], "other": one.seisn} for one in same],
    }
