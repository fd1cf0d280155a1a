"""Charges as tests make them: every call goes over HTTP."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.charging.codes import NOTES
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import (
    CashDay,
    CashMonth,
    Charge,
    ChargeEntry,
    ChargeItem,
    ChargeLine,
    Invoice,
    PayOrder,
)
from tejian.charging.models.surplus import Surplus
from tejian.charging.money.days import sums_of_day
from tejian.charging.online.platform import signature
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.system.models.settings import Param
from tejian.system.settings.cache import bump
from tests.inspection.conftest import Office, office

__all__ = ["Cash", "office"]
CALLS = "/api/chamain/chaMain"
ACCOUNT = "/api/chamain/account"
COUNT = "/api/chamain/cashDay/count"
KEPT: tuple[Any, ...] = (Charge, ChargeItem, ChargeLine, ChargeEntry, PayOrder, Invoice, CashDay, CashMonth)
KEPT += (Account, AccountEntry, BillRequest, Surplus)


@dataclass
class Cash:
    """The cashier and the finance of the institute."""

    office: Office

    def items(self, count: int = 1) -> list[AppBuss]:
        return self.office.accepted(count)

    def form(self, items: list[AppBuss], **more: Any) -> dict[str, Any]:
        return {"items": [{"id": one.id} for one in items]} | more

    def saved(self, count: int = 1, **more: Any) -> Charge:
        made = self.office.good("shoufei", f"{CALLS}/save", **self.form(self.items(count), **more))
        return self.charge(made[0]["id"])

    def committed(self, count: int = 1, **more: Any) -> Charge:
        charge = self.saved(count, **more)
        self.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
        return self.charge(charge.id)

    def confirmed(self, count: int = 1, **more: Any) -> Charge:
        charge = self.committed(count, **more)
        self.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
        return self.charge(charge.id)

    def paid(self, count: int = 1) -> Charge:
        charge = self.confirmed(count)
        self.receive(charge, charge.amount)
        return self.charge(charge.id)

    def billed(self) -> Charge:
        charge = self.paid()
        self.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
        return self.charge(charge.id)

    def receive(self, charge: Charge, amount: Decimal, **more: Any) -> None:
        form = {"amount": str(amount), "way": "cash"} | more
        self.office.good("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, **form)

    def account(self, amount: str, login: str = "shoufei") -> Account:
        """The account of the unit of the first lift, with money on it."""
        return self.paid_ahead(self.office.lifts()[0].useorgsysid, amount, login)

    def paid_ahead(self, unit: str, amount: str, login: str = "shoufei", **more: Any) -> Account:
        form = {"unitsysid": unit, "amount": amount, "way": "cash"} | more
        made = self.office.good(login, f"{ACCOUNT}/open", **form)
        return self.of_key(made["id"])

    def of_key(self, key: str) -> Account:
        query = select(Account).where(Account.id == key).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def refund(self, charge: Charge, amount: Any, **more: Any) -> Any:
        form = {"status": "6", "amount": str(amount), "way": "transfer", "ref": "T1", "reason": "重复缴费"} | more
        return self.office.post("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, **form)

    def day(self, login: str = "shoufei") -> CashDay:
        """The day of a cashier on which this test is."""
        wanted = select(CashDay).where(CashDay.userid == self.office.user(login).id, CashDay.day == clock.today())
        return self.office.db.scalars(wanted.execution_options(populate_existing=True)).one()

    def count(self, amount: Decimal, **more: Any) -> dict[str, Any]:
        """The notes that come to an amount of whole tenths of a yuan."""
        form: dict[str, Any] = {}
        left = amount
        for value in NOTES:
            form[f"n{value.replace('.', '')}"], left = int(left // Decimal(value)), left % Decimal(value)
        assert not left
        return form | more

    def closed(self, login: str = "shoufei", off: Decimal = Decimal(0), **more: Any) -> CashDay:
        """The day, counted with a difference."""
        day = self.day(login)
        cash = sums_of_day(self.office.db, day.userid, day.day).of("cash")
        self.office.good(login, COUNT, ids=day.id, **self.count(cash + off, **more))
        return self.day(login)

    def charge(self, key: str) -> Charge:
        return self.office.db.scalars(select(Charge).where(Charge.id == key)).one()

    def item(self, key: str) -> AppBuss:
        return self.office.item(key)

    def counts(self) -> list[int]:
        """How many rows every table of charging has: a refusal leaves them as they were."""
        return [self.office.db.scalar(select(func.count()).select_from(one)) or 0 for one in KEPT]

    def refused(self, login: str, path: str, **form: Any) -> str:
        """The sentence of a refusal that stored nothing."""
        before = self.counts()
        sentence = self.office.refused(login, path, **form)
        assert self.counts() == before
        return sentence

    def secret(self) -> None:
        """The platform and the institute agree on a secret."""
        self.office.db.scalars(select(Param).where(Param.key == "charge.platform_secret")).one().value = "pay-secret"
        bump(self.office.db, "param")
        self.office.db.commit()

    def callback(self, orderno: str, amount: str, **changed: str) -> dict[str, Any]:
        """What the platform calls back, signed."""
        values = {"orderno": orderno, "amount": amount, "platformno": "P0001", "paidat": "2026-11-23T10:00:00+08:00"}
        values |= changed
        return values | {"sign": changed.get("sign") or signature(self.office.db, values)}


@pytest.fixture
def cash(office: Office) -> Iterator[Cash]:
    yield Cash(office)
