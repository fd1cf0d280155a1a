"""收费标准: drafted from a file → submitted → published by another person with its date, or withdrawn before that day.

What was charged is never touched: rows that ruled a day keep ruling it, they only get a last day.
"""

from datetime import date
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as charging
from tejian.charging import permissions as p
from tejian.charging.models import Charge, ChargeItem
from tejian.kit import clock
from tejian.kit.actions import Button
from tejian.kit.audit import security_event
from tejian.kit.db import hold
from tejian.kit.doing import Doing
from tejian.kit.process import Move, Process, Step, add_process, anybody, nobody
from tejian.kit.user import User
from tejian.messages.api import tell
from tejian.system.rules.api import RuleRow
from tejian.system.settings.api import bump

from . import codes as at
from . import forms
from .models import FeeTable, FeeTableRow

LIST = "/assistMng/payMng/feeTable"
PAGE = f"{LIST}/detail?id={{id}}"
LOCK = "publishing fee tables"
R = RuleRow


def not_the_drafter(me: User) -> Any:
    """起草人以外有此权限的人"""
    return FeeTable.drafter_id != me.id


# -- guards -------------------------------------------------------------------------------------------------------


def has_document(d: Doing) -> str | None:
    """有文件依据"""
    return None if d.subject.document else f"{d.subject.name}没有文件依据，请先填写"


def not_past(d: Doing) -> str | None:
    """生效日期不早于今天"""
    effective = d.subject.effective
    if effective is None:
        return f"{d.subject.name}没有生效日期，请先填写"
    return f"生效日期{effective}已过，请改为今天或以后" if effective < clock.today() else None


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


def not_yet_effective(d: Doing) -> str | None:
    """尚未生效"""
    if d.subject.effective > clock.today():
        return None
    return f"{d.subject.name}已于{d.subject.effective}生效，不能撤回，请另行起草"


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
    s = d.subject
    words = {at.PUBLISHED: f"已发布，{s.effective}起执行", at.DRAFT: f"被退回：{d.reason.text}"}
    said = words.get(s.step, f"已撤回：{d.reason.text}")
    tell(d.db, [s.drafter_id], "收费标准", f"{s.name} {said}"[:200], route=PAGE.format(id=s.id))


FEE_TABLE = add_process(
    Process(
        name="fee_table",
        title="收费标准",
        model=FeeTable,
        start=at.DRAFT,
        ends=[at.WITHDRAWN, at.VOID],
        numbers=lambda s: (s.tableno, s.tableno),
        about=lambda m: (m.name, m.document),
        steps=[
            Step(at.DRAFT, "草案", anybody, tone="ca", route=LIST, page=PAGE, verb="查看", waits="收费标准草案"),
            Step(
                at.CHECKED,
                "待发布",
                not_the_drafter,
                tone="ca",
                route=LIST,
                page=PAGE,
                verb="查看",
                waits="收费标准待发布",
                refusal="自己起草的收费标准须由他人发布",
            ),
            Step(at.PUBLISHED, "已发布", nobody, tone="go"),
            Step(at.WITHDRAWN, "已撤回", nobody, tone="ok"),
            Step(at.VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "submit",
                "提交",
                [at.DRAFT],
                at.CHECKED,
                p.DRAFT_FEES,
                batch=False,
                guards=[has_document, not_past],
                call=f"{forms.CALLS}/submit",
                buttons=[Button("row", confirm="提交后由他人核对差异并发布，确定提交吗？")],
                done="已提交，等待发布",
            ),
            Move(
                "publish",
                "发布",
                [at.CHECKED],
                at.PUBLISHED,
                p.PUBLISH_FEES,
                batch=False,
                signed=True,
                guards=[not_past, date_free, nothing_charged],
                effects=[put_in_force, tell_drafter],
                call=f"{forms.CALLS}/publish",
                form=forms.PUBLISH,
                buttons=[Button("row")],
            ),
            Move(
                "send_back",
                "退回",
                [at.CHECKED],
                at.DRAFT,
                p.PUBLISH_FEES,
                batch=False,
                needs_reason=True,
                effects=[tell_drafter],
                call=f"{forms.CALLS}/back",
                form=forms.BACK,
                buttons=[Button("row")],
            ),
            Move(
                "withdraw",
                "撤回",
                [at.PUBLISHED],
                at.WITHDRAWN,
                p.PUBLISH_FEES,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[not_yet_effective],
                effects=[take_back, tell_drafter],
                call=f"{forms.CALLS}/withdraw",
                form=forms.WITHDRAW,
                buttons=[Button("row")],
            ),
            Move(
                "void",
                "作废",
                [at.DRAFT],
                at.VOID,
                p.DRAFT_FEES,
                batch=False,
                anyone=True,
                needs_reason=True,
                call=f"{forms.CALLS}/void",
                form=forms.VOID,
                buttons=[Button("more")],
            ),
        ],
    )
)
