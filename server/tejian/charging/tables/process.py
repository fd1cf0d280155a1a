"""收费标准: drafted from a file → submitted → published by another person with its date, or withdrawn before that day.

What was charged is never touched: rows that ruled a day keep ruling it, they only get a last day.
"""

from datetime import date
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as charging
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge, ChargeItem
from tejian.charging.models.tables import FeeTable, FeeTableRow
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import add_process
from tejian.messages.api import tell
from tejian.system.rules.api import RuleRow, edition_moves, edition_process, edition_steps, outcome_words
from tejian.system.settings.api import bump

from . import codes as at
from . import forms

LIST = "/assistMng/payMng/feeTable"
PAGE = f"{LIST}/detail?id={{id}}"
LOCK = "publishing fee tables"
R = RuleRow


def not_the_drafter(me: User) -> Any:
    """起草人以外有此权限的人"""
    return FeeTable.drafter_id != me.id


# -- guards -------------------------------------------------------------------------------------------------------


def date_free(d: Doing) -> str | None:
    """同一生效日期没有已发布的标准"""
    hold(d.db, LOCK)
    query = select(FeeTable.name).where(FeeTable.effective == d.subject.effective, FeeTable.step == at.PUBLISHED)
    other = d.db.scalar(query.where(FeeTable.id != d.subject.id).limit(1))
    return f"{other}已定于{d.subject.effective}生效，同一天不能有两份标准" if other else None


def nothing_charged(d: Doing) -> str | None:
    """生效日期起受理的业务没有确认过收费"""
    query = select(func.count(func.distinct(Charge.id))).join(ChargeItem, ChargeItem.charge_id == Charge.id)
    confirmed = Charge.step.not_in((*charging.INSIDE, charging.VOID))
    count = d.db.scalar(query.where(ChargeItem.acceptdate >= d.subject.effective, ChargeItem.live, confirmed))
    return f"{d.subject.effective}受理的业务已有{count}笔收费按原标准确认，生效日期请往后" if count else None


# -- effects ------------------------------------------------------------------------------------------------------


def put_in_force(d: Doing) -> None:
    """各行自生效日期起执行，原有各行到前一日为止，写安全日志"""
    s = d.subject
    s.publisher, s.published = d.me.name, clock.now()
    until = _next_start(d.db, s.effective)
    for row in _ruling(d.db, s.effective):
        row.validto = s.effective
    query = select(FeeTableRow).where(FeeTableRow.table_id == s.id).order_by(FeeTableRow.seq)
    d.db.add_all(_rule(row, s, until) for row in d.db.scalars(query))
    _changed(d, "收费标准发布")


def _rule(row: FeeTableRow, table: FeeTable, until: date | None) -> RuleRow:
    return RuleRow(
        tbl=at.TABLE,
        rowkey=f"{row.data['feecode']}|{table.effective}",
        seq=row.seq,
        data=row.data,
        validfrom=table.effective,
        validto=until,
        source=f"{table.document}；{row.data['source']}"[:512],
        check_state="local",
    )


def _ruling(db: Session, day: date) -> list[RuleRow]:
    """The rows that would rule a day; those that only explain stay."""
    query = select(R).where(R.tbl == at.TABLE, R.data["line_role"].astext != at.NOTE)
    query = query.where(or_(R.validfrom.is_(None), R.validfrom <= day), or_(R.validto.is_(None), R.validto > day))
    return list(db.scalars(query.with_for_update()))


def _next_start(db: Session, day: date) -> date | None:
    """When the table after this one begins, if one was published already."""
    query = select(func.min(FeeTable.effective))
    return db.scalar(query.where(FeeTable.step == at.PUBLISHED, FeeTable.effective > day))


def take_back(d: Doing) -> None:
    """各行不再执行，原有各行恢复，写安全日志"""
    day = d.subject.effective
    own = select(R).where(R.tbl == at.TABLE, R.validfrom == day, R.data["line_role"].astext != at.NOTE)
    for row in d.db.scalars(own.with_for_update()):
        d.db.delete(row)
    until = _next_start(d.db, day)
    for row in d.db.scalars(select(R).where(R.tbl == at.TABLE, R.validto == day).with_for_update()):
        row.validto = until
    _changed(d, "收费标准撤回")


def _changed(d: Doing, what: str) -> None:
    d.db.flush()
    security_event(d.db, what, d.subject.name, f"{d.subject.document}，{d.subject.effective}，{d.subject.rowcount}行")
    bump(d.db, "rule")


def tell_drafter(d: Doing) -> None:
    """告知起草人"""
    tell(d.db, [d.subject.drafter_id], "收费标准", outcome_words(d), route=PAGE.format(id=d.subject.id))


FEE_TABLE = add_process(
    edition_process(
        "fee_table",
        "收费标准",
        FeeTable,
        "tableno",
        edition_steps("收费标准", not_the_drafter, LIST, PAGE),
        edition_moves(
            forms.CALLS,
            (p.DRAFT_FEES, p.PUBLISH_FEES),
            forms.DIALOGS,
            submit=[],
            publish=([date_free, nothing_charged], [put_in_force]),
            withdraw=[take_back],
            tell=tell_drafter,
        ),
    )
)
