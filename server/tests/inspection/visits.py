"""Visits that a unit books, as tests use them; every call over HTTP."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.visits import UnitVisit
from tejian.kit.ground import clock
from tejian.system.organisations import api as calendar
from tests.inspection import online

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

YEARLY = "2000-08-0801"


def working(office: "Office", count: int, start: int = 3) -> list[date]:
    """The next working days, from so many days on."""
    days = (clock.today() + timedelta(days=n) for n in range(start, 60))
    return [one for one in days if calendar.is_working(office.db, one)][:count]


def own(office: "Office", count: int) -> list[Equipment]:
    """Lifts of the unit that are due in a month."""
    lifts = online.own(office, count)
    for one in lifts:
        one.ninspdate = clock.today() + timedelta(days=30)
    office.db.commit()
    return lifts


def vessel(office: "Office") -> Equipment:
    """A pressure vessel of the unit."""
    unit = office.user("qiye").unit_id
    query = select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclass == "2000")
    return office.db.scalars(query.order_by(Equipment.id).limit(1)).one()


def form(days: Sequence[date], devices: Sequence[Equipment], **more: Any) -> dict[str, Any]:
    head = {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234", "wished": [str(one) for one in days]}
    return {**head, "items": [{"id": one.id, "project": online.LIFTS} for one in devices], **more}


def booked(
    office: "Office",
    days: Sequence[date],
    devices: Sequence[Equipment],
    others: Sequence[tuple[Equipment, str]] = (),
    closed: Sequence[date] = (),
    **more: Any,
) -> UnitVisit:
    sent = form(days, devices, closed=[str(one) for one in closed], **more)
    sent["items"] += [{"id": one.id, "project": project} for one, project in others]
    sent.setdefault("earlyreason", "随停车一并检验")
    number = office.good("qiye", "/api/visit/book", **sent)
    return office.db.scalars(select(UnitVisit).where(UnitVisit.visitno == number)).one()


def accepted(office: "Office", visit: UnitVisit) -> list[AppBuss]:
    """The items of a visit, confirmed and accepted at the counter."""
    items: list[AppBuss] = []
    for one in office.db.scalars(select(OnlineApplication).where(OnlineApplication.visit_id == visit.id)).all():
        office.good("shouli", online.CONFIRM, ids=one.id)
        office.good("shouli", "/api/appmain/submitAppMainAccept", ids=one.appmain_id)
        own = select(AppBuss).where(AppBuss.appmain_id == one.appmain_id).order_by(AppBuss.seisn)
        items += office.db.scalars(own).all()
    return items


def arrangement(office: "Office", item: AppBuss, day: date) -> dict[str, Any]:
    return office.plan(plandate=str(day)) | {"ids": item.id}


def asked(office: "Office", day: date, **more: Any) -> UnitVisit:
    """A visit of which the unit is asked whether the day suits it."""
    visit = booked(office, [day], own(office, 1), **more)
    [item] = accepted(office, visit)
    office.good("diaodu", "/api/appmain/taskSchedCommit", **arrangement(office, item, day))
    return visit


def withdrawn(office: "Office", item: AppBuss) -> None:
    """The task is sent back to be arranged anew."""
    office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, toStep="RWAP", **BACK)


BACK = {"reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "单位要求改到次日"}


def day(office: "Office") -> date:
    return working(office, 1, 1)[0]


def accepted_one(office: "Office") -> UnitVisit:
    """A visit of one lift that waits to be arranged."""
    visit = booked(office, [day(office)], own(office, 1))
    accepted(office, visit)
    return visit


def waiting(office: "Office") -> AppBuss:
    """The item of a visit that waits to be arranged."""
    A = OnlineApplication
    query = select(AppBuss).join(A, A.appmain_id == AppBuss.appmain_id).where(A.visit_id != "", AppBuss.step == "RWAP")
    return office.db.scalars(query).one()


def agreed(office: "Office") -> UnitVisit:
    visit = asked(office, day(office))
    office.good("qiye", "/api/visit/agree", id=visit.id, version=visit.version)
    return visit


def named_another(office: "Office") -> UnitVisit:
    visit = asked(office, day(office))
    form = {"newday": str(working(office, 1, 9)[0]), "reason": "当日停电检修"}
    office.good("qiye", "/api/visit/another", id=visit.id, version=visit.version, **form)
    return visit


def arranging(office: "Office") -> dict[str, Any]:
    """What the dispatcher sends to arrange it."""
    return arrangement(office, waiting(office), day(office))
