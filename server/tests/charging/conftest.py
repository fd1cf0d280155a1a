"""Charges as tests make them: every call goes over HTTP."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.charging.codes import BASIS_PAPER, FILES, NOTES, OUT_PAPER, POLICY_FILES
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
    ReliefPolicy,
)
from tejian.charging.models.outlays import ChargeOut
from tejian.charging.models.surplus import Surplus
from tejian.charging.models.transfers import BankTransfer
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
POLICIES = "/api/chareliefpolicy/chaReliefPolicy"
COUNT = "/api/chamain/cashDay/count"
UPLOAD = "/api/equipment-documents/attachments"
KEPT: tuple[Any, ...] = (Charge, ChargeItem, ChargeLine, ChargeEntry, PayOrder, Invoice, CashDay, CashMonth)
KEPT += (Account, AccountEntry, BillRequest, Surplus, ChargeOut, BankTransfer)


@dataclass
class Cash:
    """The cashier and the finance of the institute."""

    office: Office

    def items(self, count: int = 1) -> list[AppBuss]:
        return self.office.accepted(count)

    def relief(self, **form: Any) -> str:
        """A policy of relief that finance keeps and another agrees to; its key."""
        key = self.relief_kept(**form)
        self.office.good("yewu", f"{POLICIES}/agree", ids=key)
        return key

    def policy(self, key: str) -> ReliefPolicy:
        query = select(ReliefPolicy).where(ReliefPolicy.id == key).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def relief_kept(self, **form: Any) -> str:
        """A policy with its document that waits for somebody else; its key."""
        office, form = self.office, {"validfrom": "2020-01-01", "backreason": "按文件自发布之日起执行"} | form
        key = str(office.good("caiwu", f"{POLICIES}/save", **form)["id"])
        file = {"files": ("文件.pdf", b"%PDF-1.4 paper", "application/pdf")}
        sent = {"attrefsysid": key, "owner": POLICY_FILES, "type": BASIS_PAPER}
        assert office.call(UPLOAD, _as=office.user("caiwu"), _files=file, **sent).json()["isSuccess"]
        return key

    def items_of(self, charge: Charge) -> list[AppBuss]:
        """The business items of a charge."""
        keys = select(ChargeItem.appbuss_id).where(ChargeItem.charge_id == charge.id)
        return list(self.office.db.scalars(select(AppBuss).where(AppBuss.id.in_(keys)).order_by(AppBuss.seisn)))

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
        self.offsets_public()
        form = {"unitsysid": unit, "amount": amount, "way": "cash"} | more
        made = self.office.good(login, f"{ACCOUNT}/open", **form)
        return self.of_key(made["id"])

    def offsets_public(self, says: str = "1") -> None:
        """Whether the fiscal authority lets advances pay public fees, as the lifts of these tests are."""
        self.office.db.scalars(select(Param).where(Param.key == "charge.offset_public")).one().value = says
        bump(self.office.db, "param")
        self.office.db.commit()

    def of_key(self, key: str) -> Account:
        query = select(Account).where(Account.id == key).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def paper(self, charge: Charge, kind: str = OUT_PAPER, login: str = "shoufei") -> str:
        """A document of a kind on a charge; its key."""
        sent = {"attrefsysid": charge.id, "owner": FILES, "type": kind}
        file = {"files": ("单位来函.pdf", b"%PDF-1.4 paper", "application/pdf")}
        said = self.office.call(UPLOAD, _as=self.office.user(login), _files=file, **sent).json()
        assert said["isSuccess"], said
        self.office.db.expire_all()
        return str(said["data"][0]["attsysid"])

    def ask(self, charge: Charge, kind: str, amount: Any, login: str = "shoufei", **more: Any) -> Any:
        """Ask with a paper for a refund or a red receipt."""
        self.paper(charge)
        form = {"amount": str(amount), "reason": "重复缴费"} | more
        return self.office.post(login, f"{CALLS}/{'askRed' if kind == 'red' else 'askRefund'}", ids=charge.id, **form)

    def refund(self, charge: Charge, amount: Any, ref: str = "", **more: Any) -> Any:
        """What the second person is told who refunds what was asked for, or the first when asking was refused."""
        asked = self.ask(charge, "refund", amount, **{"way": "cash"} | more)
        if not asked["isSuccess"]:
            return asked
        return self.office.post("yewu", f"{CALLS}/modifyStatus", ids=charge.id, status="6", ref=ref)

    def red(self, charge: Charge, amount: Any, confirmation: str = "", **more: Any) -> Any:
        """As a refund: a receipt asked to be reversed, and reversed by finance."""
        asked = self.ask(charge, "red", amount, **{"reason": "抬头有误"} | more)
        if not asked["isSuccess"]:
            return asked
        form = {"confirmation": confirmation} if confirmation else {}
        return self.office.post("caiwu", f"{CALLS}/downCreateEinvoiceScarlet", ids=charge.id, **form)

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
