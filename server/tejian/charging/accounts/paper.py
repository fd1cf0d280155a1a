"""Prints of a unit's account: the statement with all entries, and the receipt of one payment."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.money.api import ZERO
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org


def statement(db: Session, me: User, ids: list[str]) -> File:
    """YCDZD: every entry of an account and the balance after it."""
    require(me, p.ACCOUNTS)
    account = visible_or_refuse(db, me, Account, _one(ids, "对账单"))
    query = select(AccountEntry).where(AccountEntry.account_id == account.id).order_by(AccountEntry.seq)
    entries = db.scalars(query).all()
    page = {
        "title": "预存款对账单",
        **_head(db, account),
        "balance": f"{account.balance:.2f}",
        "balancewords": pdf.rmb_words(account.balance),
        "paidin": f"{sum((one.amount for one in entries if one.amount > 0), ZERO):.2f}",
        "used": f"{-sum((one.amount for one in entries if one.amount < 0), ZERO):.2f}",
        "rows": [
            {
                "day": one.day,
                "kind": at.ACCOUNT_KINDS[one.kind],
                "number": one.entryno or one.chargesysid,
                "amount": f"{one.amount:.2f}",
                "balance": f"{one.balance:.2f}",
                "username": one.username,
            }
            for one in entries
        ],
    }
    return File(pdf.render("account_statement", page), "application/pdf", f"预存款{account.unitname}.pdf", inline=True)


def receipt(db: Session, me: User, ids: list[str]) -> File:
    """YCSJ: the receipt of money that came in or went back over the counter."""
    require(me, p.ACCOUNTS)
    entry = visible_or_refuse(db, me, AccountEntry, _one(ids, "收据"))
    if not entry.entryno:
        raise Refused(f"{at.ACCOUNT_KINDS[entry.kind]}没有收据，以收费单的票据为准")
    account = visible_or_refuse(db, me, Account, entry.account_id)
    page = {
        "title": "预存款收据" if entry.amount > 0 else "预存款退还凭证",
        **_head(db, account),
        "entryno": entry.entryno,
        "amount": f"{abs(entry.amount):.2f}",
        "amountwords": pdf.rmb_words(abs(entry.amount)),
        "way": at.WAYS[entry.way],
        "ref": entry.ref,
        "day": entry.day,
        "balance": f"{entry.balance:.2f}",
        "note": entry.note,
        "username": entry.username,
        **charges.cash_words(entry),
    }
    return File(pdf.render("account_receipt", page), "application/pdf", f"收据{entry.entryno}.pdf", inline=True)


def _one(ids: list[str], what: str) -> str:
    if len(ids) != 1:
        raise Refused(f"{what}一次打印一份")
    return ids[0]


def _head(db: Session, account: Account) -> dict[str, Any]:
    return {
        "unitname": account.unitname,
        "orgname": db.scalar(select(Org.name).where(Org.id == account.orgid)) or "",
        "today": clock.today(),
        "printTime": pdf.print_time(),
    }
