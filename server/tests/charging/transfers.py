"""Transfers as tests make them, and charges of one payer that wait for their money."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian.charging.models.charges import Charge
from tejian.charging.models.transfers import BankTransfer
from tejian.kit.ground import clock

from .conftest import CALLS, Cash
from .files import two

TRANSFER = "/api/chamain/transfer"
TAXED = "应税"


def taxed(cash: Cash, *amounts: str) -> list[Charge]:
    """Charges of 应税 of one payer, in the order in which they are due."""
    made = []
    for item, amount in zip(cash.items(len(amounts)), amounts, strict=True):
        hand = {"seisn": item.seisn, "item": "协议服务费", "nature": TAXED, "amount": amount}
        form = {
            "items": [{"id": item.id, "byhand": True}],
            "manual": [{**hand, "reason": "按协议", "document": "协议1"}],
        }
        key = cash.office.good("shoufei", f"{CALLS}/save", **form)[0]["id"]
        cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
        cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=key, status="2")
        made.append(cash.charge(key))
    return made


def one(cash: Cash, key: str) -> BankTransfer:
    query = select(BankTransfer).where(BankTransfer.id == key).execution_options(populate_existing=True)
    return cash.office.db.scalars(query).one()


def form(charge: Charge, amount: Any, ref: str = "BANK1", **more: Any) -> dict[str, Any]:
    place = "bank" if charge.nature == TAXED else "fiscal"
    sent = {"payunitsysid": charge.payunitsysid, "place": place, "amount": str(amount), "ref": ref}
    return sent | {"arrived": str(clock.today())} | more


def arrived(cash: Cash, charge: Charge, amount: Any, ref: str = "BANK1", **more: Any) -> BankTransfer:
    """A transfer of who pays a charge that waits to be booked."""
    return one(cash, cash.office.good("shoufei", f"{TRANSFER}/save", **form(charge, amount, ref, **more))["id"])


def parts(*shares: tuple[Charge, Any]) -> list[dict[str, str]]:
    return [{"id": charge.id, "amount": str(amount)} for charge, amount in shares]


def booked(cash: Cash, amount: Any, *shares: tuple[Charge, Any], ahead: str = "0", ref: str = "BANK1") -> BankTransfer:
    row = arrived(cash, shares[0][0], amount, ref)
    cash.office.good("shoufei", f"{TRANSFER}/allot", ids=row.id, shares=parts(*shares), ahead=ahead)
    return one(cash, row.id)


def of_two(cash: Cash) -> BankTransfer:
    """A transfer that waits and pays two public fees of a payer."""
    first, second = two(cash)
    return arrived(cash, first, first.amount + second.amount)


def of_two_booked(cash: Cash) -> BankTransfer:
    """The same, booked, with ten yuan that are an advance."""
    first, second = taxed(cash, "300", "200")
    return booked(cash, "510", (first, "300"), (second, "200"), ahead="1")


def left(charge: Charge) -> Decimal:
    return charge.owed - charge.received


def owed_by_payer(subject: Any) -> list[dict[str, str]]:
    """All that is owed, for the transfer or the line of the bank that pays all of it."""
    db = object_session(subject)
    assert db
    owing = db.scalars(select(Charge).where(Charge.step.in_(("DUE", "PART"))).order_by(Charge.chargesysid))
    return parts(*((one, left(one)) for one in owing))
