"""The journal of a month (凭证) for the books: each entry of money with the accounts that it moves and its document.

Which accounts those are is data (journal_accounts.csv), so an institute whose books differ changes rows, no code.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import data
from tejian.charging import codes as at
from tejian.charging.models.accounts import Account
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.cash import CashLot as L
from tejian.charging.models.charges import CashMonth
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeEntry as N
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.user import User
from tejian.kit.lists.excel import MIME
from tejian.kit.papers import sheet
from tejian.kit.web.edge import File

HEADS = ("日期", "摘要", "科目", "借方", "贷方", "单据", "单位")
WIDTHS = (12.0, 30.0, 22.0, 14.0, 14.0, 26.0, 34.0)
ANY = "*"


@dataclass(frozen=True)
class Moved:
    """Money that moved, or that is owed since: what of the books it touches."""

    event: str
    nature: str
    way: str
    day: date
    amount: Decimal
    document: str
    unit: str


@dataclass(frozen=True)
class Line:
    """A line of the journal: one side of an entry. What is taken back is negative on its side."""

    day: date
    words: str
    account: str
    debit: Decimal | None
    credit: Decimal | None
    document: str
    unit: str


@cache
def _rows() -> Sequence[Mapping[str, str]]:
    return tuple(data.rows("journal_accounts"))


def accounts_of(event: str, nature: str, way: str) -> Mapping[str, str]:
    """The row that says which accounts an event moves: the first that fits. Raises LookupError where none does."""
    for row in _rows():
        if row["event"] == event and row["nature"] in (ANY, nature) and row["way"] in (ANY, way):
            return row
    raise LookupError(f"no accounts for {event} {nature} {way}")


def moved(db: Session, org: str, first: date, end: date) -> Iterator[Moved]:
    """What moved at an institute from a day to before another, in the order of the days."""
    charged = select(N.kind, C.nature, N.way, N.day, N.amount, func.coalesce(func.nullif(N.ref, ""), C.chargesysid))
    charged = charged.add_columns(C.payunitname).join(C, C.id == N.charge_id)
    charged = charged.where(N.orgid == org, N.day >= first, N.day < end, N.amount != 0).order_by(N.day, N.at, N.id)
    for row in db.execute(charged):
        yield Moved(*row)
    ahead = select(A.way, A.day, A.amount, A.entryno, Account.unitname).join(Account, Account.id == A.account_id)
    ahead = ahead.where(Account.orgid == org, A.day >= first, A.day < end, A.kind.in_((at.PAID_IN, at.GIVEN_BACK)))
    for row in db.execute(ahead.order_by(A.day, A.at, A.id)):
        yield Moved("advance", "", *row)
    slips = select(L.place, L.depositday, func.sum(L.amount), L.ref).where(L.orgid == org, L.step.in_(at.IN_BANK))
    slips = slips.where(L.depositday >= first, L.depositday < end).group_by(L.place, L.depositday, L.ref)
    for place, day, amount, ref in db.execute(slips.order_by(L.depositday, L.ref, L.place)):
        assert day  # the range has asked for it
        yield Moved("slip", place, "", day, amount, ref, "")


def lines_of(db: Session, org: str, first: date, end: date) -> list[Line]:
    """Both sides of each, by day."""
    lines = []
    for one in sorted(moved(db, org, first, end), key=lambda one: one.day):
        row = accounts_of(one.event, one.nature, one.way)
        same = (one.document, one.unit)
        lines.append(Line(one.day, row["words"], row["debit"], one.amount, None, *same))
        lines.append(Line(one.day, row["words"], row["credit"], None, one.amount, *same))
    return lines


def journal(db: Session, me: User, form: OneId) -> File:
    """The workbook of a month."""
    month = visible_or_refuse(db, me, CashMonth, form.id)
    rows = [
        [sheet.day(one.day), one.words, one.account, _yuan(one.debit), _yuan(one.credit), one.document, one.unit]
        for one in lines_of(db, month.orgid, month.begins, month.end)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.xlsx"
        sheet.write_apart(path, sheet.Head(f"凭证{month.month}", HEADS, WIDTHS), rows)
        content = path.read_bytes()
    return File(content, MIME, f"凭证{month.month}.xlsx")


def _yuan(amount: Decimal | None) -> float | str:
    return "" if amount is None else float(amount)
