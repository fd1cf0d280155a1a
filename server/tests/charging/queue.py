"""The receipts' queue as tests use it: the simulated platform with one of its faults, and its jobs run by hand."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Charge, Invoice
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.system.settings.api import set_value

from .conftest import CALLS, Cash

QUEUE = "/api/chamain/billRequest"


@dataclass
class Queue:
    """A cashier whose receipts come from a platform."""

    cash: Cash

    def platform(self, fault: str = "") -> None:
        """From now on the simulated platform issues, with this fault."""
        self.put("charge.invoice_platform", "simulator")
        self.put("charge.invoice_fault", fault)

    def put(self, key: str, value: str) -> None:
        db = self.cash.office.db
        db.info.setdefault("me", self.cash.office.user("caiwu"))
        set_value(db, key, value)
        db.commit()

    def brake(self, why: str) -> None:
        self.put("charge.invoice_brake", why)

    def bill(self, charge: Charge, **more: Any) -> Charge:
        form = {"title": charge.invoicetitle} | more
        self.cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, **form)
        return self.cash.charge(charge.id)

    def asked(self, fault: str = "", **more: Any) -> BillRequest:
        """A request that nobody was asked for yet."""
        self.platform(fault)
        return self.of(self.bill(self.cash.paid(), **more))

    def waiting(self) -> BillRequest:
        return self.asked()

    def held(self) -> BillRequest:
        row = self.asked()
        self.cash.office.good("shoufei", f"{QUEUE}/hold", ids=row.id, reason="抬头待核实")
        return self.row(row)

    def failed(self) -> BillRequest:
        return self.run(self.asked("refused"))

    def charge_waiting(self) -> Charge:
        return self.cash.charge(self.waiting().charge_id)

    def billed(self) -> Charge:
        """A charge whose receipt the platform has issued."""
        return self.cash.charge(self.run(self.waiting()).charge_id)

    def charge_reversing(self) -> Charge:
        charge = self.billed()
        assert self.cash.red(charge, charge.amount)["isSuccess"]
        return self.cash.charge(charge.id)

    def of(self, charge: Charge) -> BillRequest:
        """The last request of a charge."""
        query = select(BillRequest).where(BillRequest.charge_id == charge.id).order_by(BillRequest.requestno.desc())
        return self.cash.office.db.scalars(query).first() or BillRequest()

    def row(self, row: BillRequest) -> BillRequest:
        db = self.cash.office.db
        return db.scalars(
            select(BillRequest).where(BillRequest.id == row.id).execution_options(populate_existing=True)
        ).one()

    def run(self, row: BillRequest, late: bool = False) -> BillRequest:
        """Its job, now or when its next try is due."""
        self.cash.office.db.commit()
        moment = row.nexttry if late and row.nexttry else clock.now()
        with clock.at(moment):
            jobs.run("charge.bill", {"request_id": row.id})
        self.cash.office.db.expire_all()
        return self.row(row)

    def bills(self, row: BillRequest) -> list[Invoice]:
        query = select(Invoice).where(Invoice.charge_id == row.charge_id).order_by(Invoice.issued, Invoice.billno)
        return list(self.cash.office.db.scalars(query))
