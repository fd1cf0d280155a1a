"""How much a unit has on credit, how much it may have, and why the next report is not released unpaid.

Without a limit of its own a unit has that of the parameters, one report at a time.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.arrears.api import overdue
from tejian.charging.models.charges import Charge
from tejian.charging.models.credit import CreditLine
from tejian.charging.parts.api import OVERDUE
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.system.settings.api import number

B, M, L = AppBuss, AppMain, CreditLine
LIMIT, TERM = "charge.credit_limit", "charge.credit_days"
ZERO = Decimal("0.00")
PAYER: Any = case((M.payunitsysid != "", M.payunitsysid), else_=B.unitsysid)
ON_CREDIT = (B.arrearsby != "", B.chargestate.not_in(steps.PAID), B.step.not_in((steps.VOID, steps.ENDED)))


@dataclass(frozen=True)
class Limit:
    """What a unit may owe of released reports: its own agreed limit, or that of the parameters."""

    amount: Decimal
    days: int
    own: CreditLine | None


def limit_of(db: Session, org: str, unit: str) -> Limit:
    """The limit that counts today."""
    query = select(L).where(L.orgid == org, L.unitsysid == unit, L.step == at.COUNTS)
    own = db.scalars(query.where(L.validto >= clock.today())).first()
    if own:
        return Limit(own.amount, own.termdays, own)
    return Limit(Decimal(number(db, LIMIT, 5000)), number(db, TERM, 30), None)


def used(db: Session, org: str, unit: str) -> Decimal:
    """What of a unit stands on credit: approved for release and not paid."""
    query = select(func.sum(B.fee)).join(M, M.id == B.appmain_id)
    return db.scalar(query.where(B.cheorg == org, unit == PAYER, *ON_CREDIT)) or ZERO


def late(db: Session, org: str, unit: str) -> str:
    """Why a unit gets no further credit: it is late with what it owes; '' when it is not."""
    query = select(func.count(), func.min(B.arrearsuntil)).join(M, M.id == B.appmain_id)
    count, since = db.execute(
        query.where(B.cheorg == org, unit == PAYER, *ON_CREDIT, B.arrearsuntil < clock.today())
    ).one()
    if count:
        return f"有{count}件欠费发放的报告逾期未缴，最早应于{since}缴清"
    owed = select(func.count(), func.sum(OVERDUE), func.min(Charge.duedate)).where(overdue())
    count, amount, since = db.execute(owed.where(Charge.orgid == org, Charge.payunitsysid == unit)).one()
    return f"欠费{count}笔共{amount}元逾期，最早应于{since}缴清" if count else ""


def _payers(db: Session, ids: Sequence[str]) -> list[Any]:
    query = select(B.id, B.cheorg, B.fee, PAYER.label("payer"), B.arrearsby, B.arrearsuntil)
    return list(db.execute(query.join(M, M.id == B.appmain_id).where(B.id.in_(ids)).order_by(B.seisn)))


def refused(db: Session, ids: Sequence[str]) -> Mapping[str, str]:
    """Why reports may not be released on credit, each of those together."""
    groups: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for row in _payers(db, ids):
        groups[row.cheorg, row.payer].append(row)
    words_of: dict[str, str] = {}
    for (org, unit), rows in sorted(groups.items()):
        hold(db, f"credit of {unit} at {org}")
        if words := _refused(db, org, unit, rows, many=len(ids) > 1):
            words_of |= {row.id: words for row in rows}
    return words_of


def _refused(db: Session, org: str, unit: str, rows: list[Any], *, many: bool) -> str:
    if words := late(db, org, unit):
        return f"缴费单位{words}，不能再欠费发放"
    limit = limit_of(db, org, unit)
    if many and limit.own is None:
        return "缴费单位没有批准的欠费发放额度，只能逐件批准"
    before = used(db, org, unit)
    more = sum((row.fee or ZERO for row in rows if not row.arrearsby), ZERO)
    if before + more <= limit.amount:
        return ""
    whose = "批准的" if limit.own else "未单独批准单位的"
    return f"{whose}欠费发放额度{limit.amount:.2f}元，已用{before:.2f}元，本次{more:.2f}元超出"


def until(db: Session, item: str) -> date:
    """By when a report that is released on credit now is to be paid."""
    rows = _payers(db, [item])
    days = limit_of(db, rows[0].cheorg, rows[0].payer).days if rows else number(db, TERM, 30)
    return clock.today() + timedelta(days=days)


def stopped(db: Session, ids: Sequence[str]) -> Mapping[str, str]:
    """Why reports whose release on credit was approved are kept none the less: their payer is late since."""
    words_of: dict[str, str] = {}
    why: dict[tuple[str, str], str] = {}
    for row in _payers(db, ids):
        key = (row.cheorg, row.payer)
        if row.arrearsby and key not in why:
            why[key] = late(db, *key)
        if row.arrearsby and why[key]:
            words_of[row.id] = f"已批准欠费发放，但缴费单位{why[key]}，须先缴费"
    return words_of
