"""Receipts that are issued by file, as tests do it: what goes out, and the answers of the client of the authority."""

import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.charging.models.bills import BillFile, BillRequest
from tejian.kit.files import blobs

from .conftest import Cash
from .queue import Queue
from .transfers import taxed

CALLS = "/api/chamain/billFile"
CODE, CHECK = "33010126", "a1B2c3"


@dataclass
class Carried:
    """A cashier whose receipts are issued by the client of the authority."""

    cash: Cash

    @property
    def queue(self) -> Queue:
        return Queue(self.cash)

    def by_file(self) -> None:
        for key, text in (
            ("charge.invoice_platform", "exchange"),
            ("charge.issuer_code", "101001"),
            ("charge.item_code", "103042708"),
            ("charge.tax_percent", "6"),
        ):
            self.queue.put(key, text)

    def public(self) -> BillRequest:
        """A receipt of a public fee that waits for the next file."""
        self.by_file()
        return self.queue.of(self.queue.bill(self.cash.paid()))

    def of_services(self, *amounts: str) -> list[BillRequest]:
        """Invoices of taxed services that wait for the next file."""
        self.by_file()
        rows = []
        for charge in taxed(self.cash, *amounts):
            self.cash.receive(charge, charge.amount)
            rows.append(self.queue.of(self.queue.bill(self.cash.charge(charge.id))))
        return rows

    def out(self, kind: str = "01", form: str = "json", login: str = "shoufei") -> BillFile:
        answer = self.cash.office.good(login, f"{CALLS}/export", kind=kind, form=form)
        return self.file(answer["id"])

    def waiting(self) -> BillFile:
        self.public()
        return self.out()

    def request_out(self) -> BillRequest:
        row = self.public()
        self.out()
        return self.queue.row(row)

    def file(self, key: str) -> BillFile:
        query = select(BillFile).where(BillFile.id == key).execution_options(populate_existing=True)
        return self.cash.office.db.scalars(query).one()

    def contents(self, file: BillFile) -> list[bytes]:
        query = select(Attachment).where(Attachment.attrefsysid == file.id).order_by(Attachment.createtime)
        return [blobs.read_checked(one.key) for one in self.cash.office.db.scalars(query)]

    def sent(self, file: BillFile, content: bytes, name: str = "结果.json", login: str = "shoufei") -> Any:
        office = self.cash.office
        office.call.user = office.user(login)
        office.db.commit()
        form = {"id": file.id, "version": file.version}
        parts = {"file": (name, content, "application/octet-stream")}
        answer = office.call.client.post(f"{CALLS}/result", files=parts, data=form)
        office.call.user = None
        office.db.expire_all()
        return answer.json()


def issued(row: BillRequest, n: int = 1, **more: Any) -> dict[str, Any]:
    """What the client says of a fiscal receipt that it has issued."""
    own = {"code": CODE, "billno": f"{n:010d}", "check": CHECK}
    return {"requestno": row.requestno, "state": "issued", "amount": f"{row.amount:.2f}"} | own | more


def invoice(row: BillRequest, n: int = 1, **more: Any) -> dict[str, Any]:
    """The same of an invoice of the tax authority, which has a number alone."""
    return issued(row, n, code="", check="", billno=f"26332000{n:012d}") | more


def result(file: BillFile, *rows: dict[str, Any]) -> bytes:
    return json.dumps({"fileno": file.fileno, "results": rows}, ensure_ascii=False).encode()


def as_xml(file: BillFile, *rows: dict[str, Any]) -> bytes:
    root = ET.Element("results", {"fileno": file.fileno})
    for one in rows:
        ET.SubElement(root, "bill", one)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return content
