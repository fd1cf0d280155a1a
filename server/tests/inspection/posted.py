"""Reports that are posted as tests use them, at each step; every call over HTTP."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.posting import Waybill

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

CALLS = "/api/express"
SF, EMS = "02", "01"
TO = {"receiver": "王海燕", "receivertel": "13812345678", "address": "滨江路 8 号物业中心"}


def waiting(office: "Office", count: int = 1) -> list[AppBuss]:
    """Reports of one declaration whose unit wants them by post, archived and free to be released."""
    items = office.accepted(count)
    main = office.main(items[0].appmain_id)
    main.reportget, main.mailaddress = "02", TO["address"]
    for n, item in enumerate(items):
        BUSINESS.put(office.db, item, at.RELEASE)
        item.reportno, item.arrearsby = f"POST{n}", "徐海燕"
    office.db.commit()
    return items


def ranged(office: "Office", firstno: str = "SF1000000001", lastno: str = "SF1000000009", **more: Any) -> str:
    form = {"company": SF, "firstno": firstno, "lastno": lastno, **more}
    return str(office.good("shouli", f"{CALLS}/range/save", **form)["id"])


def bill(office: "Office", expressno: str) -> Waybill:
    return office.db.scalars(select(Waybill).where(Waybill.expressno == expressno)).one()


def made(office: "Office") -> Waybill:
    """A waybill of one report."""
    (item,) = waiting(office)
    ranged(office)
    office.good("shouli", f"{CALLS}/make", ids=item.id, company=SF)
    return bill(office, "SF1000000001")


def sent(office: "Office") -> Waybill:
    row = made(office)
    office.good("shouli", f"{CALLS}/send", ids=row.id)
    return bill(office, row.expressno)


def returned(office: "Office") -> Waybill:
    row = sent(office)
    office.good("shouli", f"{CALLS}/back", ids=row.id, reason="无人签收")
    return bill(office, row.expressno)
