"""Reading declarations: the page, what may be chosen, what is missing, and the flow log."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.ledgers.inspected.api import Device, by_ids
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.flow import api as guards
from tejian.inspection.flow.api import DECLARATION, STEP_NAMES, Material, arrears
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.onsite import NO_PLACE, OnsitePlace
from tejian.inspection.records import api as book
from tejian.inspection.rules.api import (
    OF_DEVICE,
    OF_PRODUCT,
    OF_VALVE,
    REINSPECTION,
    allowed_rules,
    refuse_combination,
    works_of,
)
from tejian.kit.catalogue.screens import require_screen
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.flowlog import FlowLog, since_made
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.shapes import Check, Move, RecordNotice, Row
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.moves import offered, standing
from tejian.kit.records.crud import record, shaped
from tejian.system.models.organisations import Org

from . import fees

MOST = 500  # devices offered at once


class OnsiteWhere(TypedDict):
    """Where a declaration was made on site; without a place, `noplace` says why there is none."""

    latitude: str | None
    longitude: str | None
    accuracy: int | None
    located: datetime | None
    noplace: str
    distance: int | None
    warning: str


class DeclarationDetail(TypedDict):
    """A declaration and its devices, each with the business item that came of it."""

    main: Row
    equipment: list[Row]
    materials: list[Material]
    checks: list[Check]
    moves: list[Move]
    standing: RecordNotice | None
    place: OnsiteWhere | None


class Combination(TypedDict):
    seisort: str
    seisortName: str
    testsort: str
    testsortName: str
    nature: str
    subject: str


class DeviceChoice(TypedDict):
    """What may be declared (`subject`: device, valve or product), its fee, `why` it cannot, that it is `early`."""

    subject: str
    equdatasysid: str
    equname: str
    equcode: str
    regcode: str
    usecertno: str
    prono: str
    model: str
    equclass: str
    equclacode: str
    useplace: str
    ninspdate: str | None
    insresult: str
    insreportno: str
    overdue: bool
    fee: str | None
    feelines: list[fees.FeeLine]
    feenote: str
    why: str
    early: str
    state: str  # what the device is doing, in words; '' of valves and products
    stopped: bool


def detail(db: Session, me: User, app_id: str) -> DeclarationDetail:
    """A declaration with its devices, business items and attachments."""
    main = visible_or_refuse(db, me, AppMain, app_id)
    items = guards.items_of(db, main)
    inspected = by_ids(db, {i.equdatasysid for i in items})
    business = db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.seisn)).all()
    known = words(db, me.dict_version)
    steps = {
        b.appitem_id: {"id": b.id, "seisn": b.seisn, "step": b.step, "status": b.status, "reportno": b.reportno}
        | {"statusName": known.get("C609", {}).get(b.status, b.status), "inspectornames": b.inspectornames}
        for b in business
    }
    depts = {o.id: o.name for o in db.scalars(select(Org).where(Org.id.in_([main.chedept, main.cheorg])))}
    head = record(main)
    names = {"seisort": "C603", "testsort": "C604", "equclass": "C601", "equclacode": "C602", "status": "C609"}
    for name, kind in {**names, "usertype": "C614", "chargestate": "C643"}.items():
        head[name + "Name"] = known.get(kind, {}).get(head[name], head[name])
    head["payunitNote"] = arrears(db, main.payunitsysid or main.unitsysid)
    head |= {"appmainsysid": main.id, "taskId": main.id}
    head |= {"chedeptName": depts.get(main.chedept, ""), "cheorgName": depts.get(main.cheorg, "")}
    return {
        "main": head,
        "equipment": [
            {
                **record(i),
                "subject": guards.subject_of(inspected[i.equdatasysid]),
                "business": steps.get(i.id),
                "equclacodeName": known.get("C602", {}).get(i.equclacode, i.equclacode),
                "lastresultName": known.get("C605", {}).get(i.lastresult, i.lastresult),
                "overdue": bool(i.ninspdate and i.ninspdate < clock.today()),
                "stopped": guards.is_stopped(inspected[i.equdatasysid]),
            }
            for i in items
        ],
        "materials": guards.materials_of(db, main),
        "checks": checks(db, me, main, items),
        "moves": offered(DECLARATION, main),
        "standing": standing(db, DECLARATION, main),
        "place": _place(db, main),
    }


def _place(db: Session, main: AppMain) -> OnsiteWhere | None:
    row = db.scalars(select(OnsitePlace).where(OnsitePlace.appmain_id == main.id)).first()
    if row is None:
        return None
    where = {"latitude": plain(row.latitude), "longitude": plain(row.longitude)}
    return shaped(OnsiteWhere, row, **where, noplace=NO_PLACE.get(row.noplace, ""))


def checks(db: Session, me: User, main: AppMain, items: Sequence[AppItem]) -> list[Check]:
    """What stops the submission (`ok` false) and what is in order: the list 提交前 of the form."""
    d = Doing(db, me, main)
    rows = [
        ("equipment", "至少一台设备", guards.has_equipment(d)),
        ("INSCONTACTTEL", "联系人与联系电话已填", guards.has_contact(d)),
        ("seisort", "类别与检验类别可组合", guards.combination_allowed(d)),
        ("equipment", "设备都可申报，停用的写明停用后重新检验", guards.devices_declarable(d)),
        ("earlyreason", "检验临期，或已写明提前申报的原因", guards.early_has_reason(d)),
        ("equipment", "设备没有未办结的同类业务", guards.no_open_business(d)),
    ]
    out: list[Check] = [{"field": f, "ok": refusal is None, "text": refusal or text} for f, text, refusal in rows]
    foreign = [one.equcode for one in guards.own_devices(d).values() if one.useorgsysid != main.unitsysid]
    warn = f"{'、'.join(foreign[:3])}的使用单位不是受检单位，请核对" if foreign else "设备均属本单位"
    out.append({"field": "equipment", "ok": not foreign, "warn": True, "text": warn})
    owes = arrears(db, main.payunitsysid or main.unitsysid)
    return [*out, {"field": "payunitsysid", "ok": not owes, "warn": True, "text": owes or "缴费单位没有到期未缴的收费"}]


def selectable(db: Session, me: User, unit_id: str, seisort: str, testsort: str) -> list[DeviceChoice]:
    """Devices of a unit for the picker, with what each would cost and why one cannot be chosen; at most 500."""
    unit = visible_or_refuse(db, me, Unit, unit_id)
    devices = _of_unit(db, me, unit.id, book.subjects_for(db, seisort, testsort))
    whys = reasons(db, devices, seisort, testsort)
    states = words(db, me.dict_version).get("C637", {})
    agreed = fees.agreements(db, unit.id)
    out: list[DeviceChoice] = []
    for e in devices:
        why = whys.get(e.id)
        fee = fees.preview(db, e, testsort, None, [], "", agreed) if testsort and not why else fees.Fee(None)
        out.append(
            shaped(
                DeviceChoice,
                e,
                equdatasysid=e.id,
                subject=guards.subject_of(e),
                overdue=bool(e.ninspdate and e.ninspdate < clock.today()),
                fee=plain(fee.total),
                feelines=fee.lines,
                feenote=fee.note,
                why=why or "",
                early=guards.too_early(db, e, seisort, testsort) or "" if testsort else "",
                state=states.get(e.equstatus, "") if isinstance(e, Equipment) else "",
                stopped=guards.is_stopped(e),
            )
        )
    return out


def _of_unit(db: Session, me: User, unit_id: str, subjects: Collection[str]) -> Sequence[Device]:
    """What a unit may declare: products, its safety valves or its devices; what falls due first comes first."""
    devices: list[Device] = []
    if OF_PRODUCT in subjects:
        made = select(Product).where(Product.makersysid == unit_id, Product.visible(me))
        devices += db.scalars(made.order_by(Product.createtime.desc(), Product.id).limit(MOST))
    if OF_VALVE in subjects:
        V = SafetyValve
        valves = select(V).where(V.useorgsysid == unit_id, V.visible(me))
        devices += db.scalars(valves.order_by(V.nextcaldate.asc().nulls_first(), V.id).limit(MOST))
    if OF_DEVICE in subjects:
        query = select(Equipment).where(Equipment.useorgsysid == unit_id, Equipment.visible(me))
        devices += db.scalars(query.order_by(Equipment.ninspdate.asc().nulls_last(), Equipment.id).limit(MOST))
    return devices


def reasons(db: Session, devices: Sequence[Device], seisort: str, testsort: str) -> dict[str, str]:
    """Device → why it cannot be declared for the inspection; those that can be are not in it."""
    busy = _busy(db, [e.id for e in devices], seisort)
    out = {}
    for e in devices:
        rows = book.offered(db, e.equclacode)
        why = refuse_combination(rows, e.equclacode, seisort, testsort) if seisort and testsort else None
        wrong = guards.wrong_subject(db, e, seisort, testsort) if seisort and testsort else None
        if why := why or wrong or guards.not_declarable(e, seisort) or busy.get(e.id):
            out[e.id] = why
    return out


def _busy(db: Session, ids: Sequence[str], seisort: str) -> dict[str, str]:
    """Device → sentence for those with an open declaration or item of the category; two statements for all."""
    running = select(AppBuss.equdatasysid, AppBuss.seisn).where(
        AppBuss.equdatasysid.in_(ids), AppBuss.seisort == seisort, AppBuss.step.not_in(at.ENDS)
    )
    waiting = (
        select(AppItem.equdatasysid, AppMain.appno)
        .join(AppMain, AppMain.id == AppItem.appmain_id)
        .where(AppItem.equdatasysid.in_(ids), AppMain.seisort == seisort)
        .where(AppMain.step.in_(at.WAITING))
    )
    return {e: f"有在办业务（{no}）" for q in (running, waiting) for e, no in db.execute(q)}


def combinations(db: Session, kind: str) -> list[Combination]:
    """The allowed pairs of category and type for a kind of device, of which a declaration at the counter may begin."""
    notified = book.notice_sorts(db)
    return [
        {
            "seisort": r.seisort,
            "seisortName": r.seisort_label,
            "testsort": r.testsort,
            "testsortName": r.testsort_label,
            "nature": r.fee_nature,
            "subject": book.subjects(db, kind, r.seisort, r.testsort)[0],
        }
        for r in allowed_rules(book.offered(db, kind), kind)
        if r.testsort != REINSPECTION  # begins with the report that failed
        and not works_of(notified, r.equclass, r.testsort)  # begins with the notice of construction
    ]


def last_of_unit(db: Session, me: User, unit_id: str) -> dict[str, Any] | None:
    """The unit's last declaration, so that the form can be filled like it."""
    query = select(AppMain).where(AppMain.unitsysid == unit_id, AppMain.visible(me), AppMain.step != at.VOID)
    main = db.scalars(query.order_by(AppMain.appdate.desc(), AppMain.id.desc()).limit(1)).first()
    return record(main) if main else None


class Chargeable(TypedDict):
    appnos: list[str]
    unitname: str


def charge_check(db: Session, me: User, ids: Sequence[str]) -> Chargeable:
    """The contract's checks before a charge is registered, in its order and words."""
    if not ids:
        raise Refused("请选择")
    rows = many_visible_or_refuse(db, me, AppMain, ids)
    if len({r.unitsysid for r in rows}) > 1:
        raise Refused("所选申报登记受检单位不同")
    if any(not r.appno for r in rows):
        raise Refused("所选数据申报单号不可为空")
    if any(r.chargestate not in at.UNCHARGED for r in rows):
        raise Refused("所选数据已进行过收费登记")
    return {"appnos": [r.appno for r in rows], "unitname": rows[0].unitname}


def is_registered(db: Session, me: User, appno: str) -> dict[str, bool]:
    """valiIsRegisterByAppno: whether the devices are in the archive, and whether a charge is registered."""
    main = db.scalars(select(AppMain).where(AppMain.appno == appno, AppMain.visible(me))).first()
    if main is None:
        raise NoPermission()
    ids = [i.equdatasysid for i in guards.items_of(db, main)]
    found = [one for one in by_ids(db, ids).values() if one.equDel == 0]
    return {"archived": len(found) == len(ids), "charged": main.chargestate not in at.UNCHARGED}


class FlowLine(TypedDict):
    """A move that was made; `seconds` since the one before it."""

    seisn: str
    at: datetime
    userName: str
    moveLabel: str
    fromStep: str
    fromStepName: str
    toStep: str
    toStepName: str
    opinion: str
    reason: str
    seconds: int | None


class FlowCourse(TypedDict):
    appno: str
    equclacode: str
    equdatasysid: str
    seisn: str
    rows: list[FlowLine]


def flow_log(db: Session, me: User, appno: str, seisn: str) -> FlowCourse:
    """The whole way of a declaration, or of one item of it."""
    require_screen(me, AppMain, AppBuss)
    if seisn:
        item = db.scalars(select(AppBuss).where(AppBuss.seisn == seisn, AppBuss.visible(me))).first()
        if item is None:
            raise NoPermission()
        appno = item.appno
    main = db.scalars(select(AppMain).where(AppMain.appno == appno)).first()
    first = db.scalars(select(AppBuss).where(AppBuss.appno == appno).order_by(AppBuss.seisn)).first()
    if main is None or not (seisn or db.scalar(select(AppMain.id).where(AppMain.id == main.id, AppMain.visible(me)))):
        raise NoPermission()
    query = select(FlowLog).where(FlowLog.parent_no == appno, since_made(main))
    if seisn:
        query = query.where(FlowLog.subject_no.in_((seisn, appno)))
    logs = list(db.scalars(query.order_by(FlowLog.id)))
    rows: list[FlowLine] = []
    before: dict[str, Any] = {}
    inside = not me.unit_id  # what the steps of the institute say to each other is not for the applicant
    for log in logs:
        last = before.get(log.subject_id)
        rows.append(
            {
                "seisn": log.subject_no if log.process == "business" else "",
                "at": log.at.astimezone(clock.SHANGHAI),
                "userName": log.user_name,
                "moveLabel": log.move_label,
                "fromStep": log.from_step,
                "fromStepName": STEP_NAMES.get(log.from_step, log.from_step),
                "toStep": log.to_step,
                "toStepName": STEP_NAMES.get(log.to_step, log.to_step),
                "opinion": log.opinion if inside or log.process == "declaration" else "",
                "reason": log.reason if inside or log.process == "declaration" else "",
                "seconds": int((log.at - last).total_seconds()) if last else None,
            }
        )
        before[log.subject_id] = log.at
    return {
        "appno": appno,
        "equclacode": first.equclacode if first else main.equclacode,
        "equdatasysid": first.equdatasysid if first else "",
        "seisn": seisn or (first.seisn if first else ""),
        "rows": rows,
    }
