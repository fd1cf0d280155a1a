"""Construction as tests use it: a new lift, a licensed contractor, a notice at each step; every call over HTTP."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit, UnitLicence
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.supervised import LiaisonSheet, Supervision, SupervisionPaper, SupervisionPoint
from tejian.kit.ground import clock

if TYPE_CHECKING:
    from tests.inspection.conftest import Office


def new_lift(office: "Office") -> Equipment:
    """A lift that was never in use; it is called by its maker's number."""
    lift = office.lifts(2)[1]
    lift.equstatus = lift.regstatus = "0"
    lift.usecertno, lift.insinspdate, lift.cyclebasedate = "", None, None
    office.db.commit()
    return lift


def contractor(office: "Office", items: str = "DTAZ-A1", days: int = 400, held: str = "") -> Unit:
    """A contractor whose one licence is as said."""
    unit = office.db.scalars(select(Unit).where(Unit.isinstall, Unit.enabled).order_by(Unit.code)).first()
    assert unit is not None
    for old in office.db.scalars(select(UnitLicence).where(UnitLicence.unit_id == unit.id)):
        office.db.delete(old)
    office.db.flush()
    today = clock.today()
    own = {"items": items, "held": held, "issuedate": today - timedelta(days=900)}
    until = today + timedelta(days=days)
    office.db.add(UnitLicence(unit_id=unit.id, licno="TS33-2026", lictype="1", validto=until, **own))
    office.db.commit()
    return unit


def head(office: "Office", device: Equipment, **more: Any) -> dict[str, Any]:
    """What the form of a notice says; the contractor is licensed unless another one is named."""
    today = clock.today()
    unit = more.pop("contractor_id", None) or contractor(office).id
    return {
        **{"worktype": "01", "equclass": device.equclass, "contractor_id": unit, "unitsysid": device.useorgsysid},
        **{"place": device.useplace or "鄞州区", "areacode": "330212", "headman": "马班长", "headtel": "13805741234"},
        **{"startdate": str(today + timedelta(days=3)), "enddate": str(today + timedelta(days=60))},
        **more,
    }


def drafted(office: "Office", device: Equipment | None = None, **more: Any) -> ConstructionNotice:
    device = device or new_lift(office)
    made = office.good("shouli", "/api/construction/save", **head(office, device, **more))["id"]
    office.good("shouli", "/api/construction/device/save", notice_id=made, equdatasysid=device.id)
    return office.db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == made)).one()


def filed(office: "Office", device: Equipment | None = None, **more: Any) -> ConstructionNotice:
    notice = drafted(office, device, **more)
    office.good("shouli", "/api/construction/file", ids=notice.id)
    return notice


def returned(office: "Office") -> ConstructionNotice:
    notice = filed(office)
    office.good("jianguan", "/api/construction/return", ids=notice.id, reason="施工方案不全")
    return notice


def received(office: "Office", device: Equipment | None = None, **more: Any) -> ConstructionNotice:
    notice = filed(office, device, **more)
    office.good("jianguan", "/api/construction/receive", ids=notice.id)
    return notice


def declared(office: "Office", notice: ConstructionNotice) -> AppMain:
    number = office.good("shouli", "/api/construction/declare", ids=notice.id)[0]
    return office.db.scalars(select(AppMain).where(AppMain.appno == number)).one()


def item_of(notice: ConstructionNotice) -> AppBuss | None:
    """The business item of the device of a notice."""
    db = object_session(notice)
    assert db is not None
    query = select(AppBuss).join(AppMain, AppMain.id == AppBuss.appmain_id).where(AppMain.notify_id == notice.id)
    return db.scalars(query).first()


def accepted(office: "Office", notice: ConstructionNotice) -> AppBuss:
    """Declared, assigned, its materials reviewed, accepted."""
    main = declared(office, notice)
    department = office.user("diaodu").dept_id
    office.good("yewu", "/api/appmain/reviewAssign", ids=main.id, chedept=department, reviewer="")
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, result="pass", materials=office.papers(main))
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    item = item_of(notice)
    assert item is not None
    return item


def built(office: "Office", notice: ConstructionNotice) -> AppBuss:
    """Accepted, arranged, confirmed, its record made."""
    item = accepted(office, notice)
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    return office.item(item.id)


def audited(office: "Office", notice: ConstructionNotice) -> AppBuss:
    """Filled, submitted and audited: it waits for its approval."""
    item = built(office, notice)
    office.filled(item)
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, facts={"openliaison": "0"})
    form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **form)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
    return office.item(item.id)


def case_of(office: "Office", item: AppBuss) -> Supervision:
    return office.db.scalars(select(Supervision).where(Supervision.appbuss_id == item.id)).one()


def points_of(office: "Office", case: Supervision) -> list[SupervisionPoint]:
    query = select(SupervisionPoint).where(SupervisionPoint.supervision_id == case.id)
    return list(office.db.scalars(query.order_by(SupervisionPoint.seq)))


def main_of(case: Supervision) -> str:
    """The declaration of a supervision."""
    db = object_session(case)
    assert db is not None
    return str(db.scalars(select(AppBuss.appmain_id).where(AppBuss.id == case.appbuss_id)).one())


def people(office: "Office") -> dict[str, str]:
    names = {"inspector1": office.user("jianyan1").id, "inspector2": office.user("jianyan2").id}
    return names | {"visitdate": str(clock.today())}


def tasked(office: "Office") -> Supervision:
    """A supervision that waits for its inspectors."""
    return case_of(office, accepted(office, received(office)))


def assigned(office: "Office", case: Supervision | None = None) -> Supervision:
    case = case or tasked(office)
    office.good("diaodu", "/api/supervision/assign", ids=case.id, **people(office))
    return case


FIRST = {"attendants": "施工单位马班长、物业胡斌", "firstnote": "已开首次会议，现场具备条件"}


def begun(office: "Office", case: Supervision | None = None) -> Supervision:
    case = assigned(office, case)
    office.good("jianyan1", "/api/supervision/first", ids=case.id, firstdate=str(clock.today()), **FIRST)
    return case


def found(office: "Office", point: SupervisionPoint, result: str = "1", **more: str) -> None:
    """What an inspector writes at a point."""
    form = {"id": point.id, "version": point.version, "result": result, "pointdate": str(clock.today()), **more}
    if point.loadtest and result == "1":
        form |= {"medium": "砝码", "pressure": "125", "holdmin": "10"}
    office.good("jianyan1", "/api/supervision/point/save", **form)


def witnessed(office: "Office", case: Supervision | None = None) -> Supervision:
    """Every point conforms."""
    case = begun(office, case)
    for one in points_of(office, case):
        found(office, one)
    return case


def handed_in(office: "Office", case: Supervision | None = None) -> Supervision:
    """The papers are there and wait for their review."""
    case = witnessed(office, case)
    query = select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)
    for one in office.db.scalars(query).all():
        form = {"id": one.id, "version": one.version, "state": "1", "pages": "3"}
        office.good("jianyan1", "/api/supervision/paper/save", **form)
    office.good("jianyan1", "/api/supervision/handIn", ids=case.id)
    return case


def examined(office: "Office", case: Supervision | None = None) -> Supervision:
    case = handed_in(office, case)
    office.good("jianyan1", "/api/supervision/pass", ids=case.id)
    return case


def sheet(office: "Office", case: Supervision | None = None) -> LiaisonSheet:
    """A liaison sheet about the first stop point."""
    case = case or begun(office)
    point = next(one for one in points_of(office, case) if one.hold == "H")
    due = str(clock.today() + timedelta(days=7))
    made = office.good("jianyan1", "/api/liaison/make", point_id=point.id, problem="限速器未张紧", due=due)["id"]
    return office.db.scalars(select(LiaisonSheet).where(LiaisonSheet.id == made)).one()


def answered(office: "Office", one: LiaisonSheet | None = None) -> LiaisonSheet:
    one = one or sheet(office)
    form = {"answer": "已调整", "answerer": "马班长", "answered": str(clock.today())}
    office.good("shouli", "/api/liaison/answer", ids=one.id, **form)
    return one


def ready_to_complete(office: "Office") -> ConstructionNotice:
    """A received notice whose supervised inspection waits for its approval, everything witnessed."""
    notice = received(office)
    examined(office, case_of(office, audited(office, notice)))
    return notice


def ready_to_issue(office: "Office") -> Supervision:
    item = item_of(ready_to_complete(office))
    assert item is not None
    return case_of(office, item)


def ready_for_approval(office: "Office") -> AppBuss:
    """The business item itself."""
    item = item_of(ready_to_complete(office))
    assert item is not None
    return item
