"""Construction as tests use it: a new lift, a licensed contractor, a notice at each step; every call over HTTP."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import Unit, UnitLicence
from tejian.inspection.construction.models import ConstructionNotice
from tejian.inspection.models import AppBuss, AppMain
from tejian.kit import clock

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
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, result="pass")
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
    for login, call in (("fenxiang", "auditReportFx"), ("shenhe", "auditReport")):
        office.good(login, f"/api/appbuss/{call}", ids=item.id)
    return office.item(item.id)


def ready_to_complete(office: "Office") -> ConstructionNotice:
    """A received notice whose supervised inspection waits for its approval."""
    notice = received(office)
    audited(office, notice)
    return notice
