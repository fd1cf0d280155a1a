"""收款收据: the receipt of one payment of a charge, by its nature. Fiscal and tax receipts are others."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.money import api as money
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org

N = ChargeEntry
RECEIPT = "SKSJ"


def entries_of(db: Session, charge: Charge) -> Sequence[ChargeEntry]:
    """The money of a charge in the order in which it was written."""
    return db.scalars(select(N).where(N.charge_id == charge.id).order_by(N.at, N.id)).all()


def receipt_numbers(charge: Charge, entries: Sequence[ChargeEntry]) -> dict[str, str]:
    """The receipt of each payment by its entry: the number of the charge and which of its payments it is.

    Entries are only added, so a number stays; one that was taken back keeps its own.
    """
    paid = [one for one in entries if one.kind == at.RECEIVED and one.amount > 0]
    return {one.id: f"{charge.chargesysid}-{place:02}" for place, one in enumerate(paid, 1)}


def why_no_receipt(entry: ChargeEntry, entries: Sequence[ChargeEntry]) -> str | None:
    """Why an entry has no receipt; none when it has one."""
    if entry.kind != at.RECEIVED or entry.amount <= 0:
        return "只有收款有收据"
    if entry.way == at.DEPOSIT:
        return "预存款抵扣没有收据，以预存款的收据为准"
    if any(one.undoes == entry.id for one in entries):
        return "这笔收款已冲销，不能打印收据"
    return None


def payment_receipt(db: Session, me: User, ids: list[str]) -> File:
    """SKSJ: what came in with one payment, what was paid before it and what is still owed after it."""
    require(me, p.QUERY)
    if len(ids) != 1:
        raise Refused("收据一次打印一份")
    entry = visible_or_refuse(db, me, ChargeEntry, ids[0])
    charge = visible_or_refuse(db, me, Charge, entry.charge_id)
    entries = entries_of(db, charge)
    if why := why_no_receipt(entry, entries):
        raise Refused(why)
    number = receipt_numbers(charge, entries)[entry.id]
    owed, before = _until(entries, entry)
    kinds = words(db, me.dict_version).get("C642", {})
    page: dict[str, Any] = {
        "title": f"收款收据（{charge.nature}）",
        "receiptno": number,
        "payer": charge.payunitname,
        "chargesysid": charge.chargesysid,
        "natureName": at.NATURES[charge.nature],
        "amount": f"{entry.amount:.2f}",
        "amountwords": pdf.rmb_words(entry.amount),
        "way": at.WAYS[entry.way],
        "ref": entry.ref,
        "owed": f"{owed:.2f}",
        "before": f"{before:.2f}",
        "rest": f"{owed - before - entry.amount:.2f}",
        "day": entry.day,
        "note": entry.note,
        "username": entry.username,
        "orgname": db.scalar(select(Org.name).where(Org.id == charge.orgid)) or "",
        "billtypeName": kinds.get(at.RECEIPT_OF[charge.nature], "票据"),
        "printTime": pdf.print_time(),
        **cash_words(entry),
    }
    return File(pdf.render("payment_receipt", page), "application/pdf", f"收据{number}.pdf", inline=True)


def _until(entries: Sequence[ChargeEntry], entry: ChargeEntry) -> tuple[Decimal, Decimal]:
    """What was owed when a payment came in, and what had been paid before it."""
    earlier = entries[: entries.index(entry)]
    owed = sum((one.amount for one in earlier if one.kind == at.OWED), money.ZERO)
    return owed, sum((one.amount for one in earlier if one.kind == at.RECEIVED), money.ZERO)


def cash_words(entry: Any) -> dict[str, str]:
    """What was handed over and given back, of cash that was counted so."""
    if entry.given is None:
        return {"given": "", "change": ""}
    return {"given": f"{entry.given:.2f}", "change": f"{entry.given - entry.amount:.2f}"}


def paid_rows(db: Session, charge: Charge) -> list[dict[str, str]]:
    """The payments so far as a notice lists them, with their receipts; what went back or was taken back is negative.
    They add up to what was paid."""
    entries = entries_of(db, charge)
    numbers = receipt_numbers(charge, entries)
    return [
        {
            "day": str(one.at.astimezone(clock.SHANGHAI).date()),
            "way": at.WAYS[one.way],
            "number": numbers.get(one.id, ""),
            "amount": f"{one.amount:.2f}",
        }
        for one in entries
        if one.kind == at.RECEIVED
    ]
