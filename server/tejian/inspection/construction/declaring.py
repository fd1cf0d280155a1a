"""From a received notice to its supervised inspections, and from their reports back to the notice."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, refuse_past, save
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.construction import RECEIVED, ConstructionDevice, ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import sorts_after
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .judging import archived, devices_of
from .process import NOTIFICATION, finished

SUPERVISION = "01"  # C603
BASED = ("01", "02", "05")  # C640: works whose supervised inspection the periods of a device are counted from


class NoticeOfDevice(TypedDict):
    """A notice as the archive of its device names it."""

    id: str
    notifyno: str
    notifydate: str | None
    worktype: str
    contractorname: str
    licno: str
    startdate: str | None
    enddate: str | None
    stepName: str


def _day(value: date | None) -> str | None:
    return value.isoformat() if value else None


def extent_of(db: Session, me: User, key: str) -> list[NoticeOfDevice]:
    """findSgGzExtent: the notices of construction that a device stands on, the newest first."""
    device = visible_or_refuse(db, me, Equipment, key)
    query = (
        select(ConstructionNotice)
        .join(ConstructionDevice, ConstructionDevice.notice_id == ConstructionNotice.id)
        .where(ConstructionDevice.equdatasysid == device.id, ConstructionNotice.visible(me))
    )
    return [
        {
            "id": one.id,
            "notifyno": one.notifyno,
            "notifydate": _day(one.notifydate),
            "worktype": one.worktype,
            "contractorname": one.contractorname,
            "licno": one.licno,
            "startdate": _day(one.startdate),
            "enddate": _day(one.enddate),
            "stepName": NOTIFICATION.name_of(one.step),
        }
        for one in db.scalars(query.order_by(ConstructionNotice.createtime.desc(), ConstructionNotice.id).limit(100))
    ]


def _sort_of(db: Session, notice: ConstructionNotice, device: Equipment) -> str:
    """The supervised inspection that the work presupposes for the kind of a device; '' for none."""
    for sort in sorts_after(records.notice_sorts(db), notice.equclass, notice.worktype):
        rule = records.rule_of(db, device.equclacode, SUPERVISION, sort)
        if rule is not None:
            return sort
    return ""


def declare(db: Session, me: User, form: Input) -> list[str]:
    """Declare and hand in the supervised inspections of a notice; gives the numbers of the declarations."""
    if len(form.ids) != 1:
        raise Refused("请选择一份施工告知")
    notice = visible_or_refuse(db, me, ConstructionNotice, form.id, lock=True)
    if notice.step != RECEIVED:
        name = NOTIFICATION.name_of(notice.step)
        raise Refused(f"施工告知{notice.notifyno or notice.contractorname}{name}，不能申报监督检验")
    refuse_past(form["plandate"])
    rows = devices_of(db, notice)
    devices = archived(db, rows)
    groups: dict[str, list[ConstructionDevice]] = {}
    for one in rows:
        groups.setdefault(_sort_of(db, notice, devices[one.equdatasysid]), []).append(one)
    if left := groups.get(""):
        name = left[0].equcode or left[0].equname
        raise Refused(f"{name}：该类设备的此项施工不实施监督检验")
    return [_declared(db, me, notice, sort, group, form) for sort, group in sorted(groups.items())]


def _declared(
    db: Session, me: User, notice: ConstructionNotice, sort: str, group: list[ConstructionDevice], form: Input
) -> str:
    application = ApplicationForm(
        seisort=SUPERVISION,
        testsort=sort,
        unitsysid=notice.unitsysid,
        inscontactname=form["inscontactname"] or notice.headman,
        INSCONTACTTEL=form["INSCONTACTTEL"] or notice.headtel,
        plandate=form["plandate"],
        equipment=[ItemForm(equdatasysid=one.equdatasysid, contractprice=one.contractprice) for one in group],
    )
    main = save(db, me, application, notice=notice)
    DECLARATION.do(db, me, "submit", [main.id])
    return main.appno


def note_issue(db: Session, row: AppBuss, report: Report) -> None:
    """A qualified report of a supervised inspection: its device leaves the notice, which ends with its last one."""
    notify_id = db.scalar(select(AppMain.notify_id).where(AppMain.id == row.appmain_id))
    if not notify_id or row.unqualcode:
        return
    query = select(ConstructionNotice).where(ConstructionNotice.id == notify_id).with_for_update()
    notice = db.scalars(query).one()
    device = db.scalars(select(Equipment).where(Equipment.id == row.equdatasysid).with_for_update()).one()
    finished(device)
    if notice.worktype in BASED:
        device.insinspdate = row.inspdate
    device.params = {**device.params, "insinspcertno": report.reportno}
    done = (
        select(AppBuss.equdatasysid)
        .join(AppMain, AppMain.id == AppBuss.appmain_id)
        .where(AppMain.notify_id == notice.id, AppBuss.unqualcode == "", AppBuss.step.in_((*at.ISSUED, at.APPROVE)))
        .where(AppBuss.approvedat.is_not(None))
    )
    passed = {*db.scalars(done), row.equdatasysid}
    if {one.equdatasysid for one in devices_of(db, notice)} <= passed:
        me: User = db.info["me"]
        NOTIFICATION.follow(Doing(db, me, notice), "complete", [notice])
