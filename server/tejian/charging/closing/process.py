"""日结 and 月结 as two processes: cash is counted and signed for, a difference is seen by another, then all is locked.

Source: supervision D, payMng (daily cut, handling of differences); cash rules of institutes (counted each day).
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import String, and_, cast, func, literal, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import words
from tejian.charging.models.charges import CashDay, CashMonth, ChargeEntry
from tejian.charging.money.api import ZERO, sums_of_day
from tejian.charging.safe import api as safe
from tejian.kit.database.audit import security_event
from tejian.kit.forms.formview import Field, FormView, Group
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import number

BASE = "/assistMng/payMng"
DAYS, EVERY_DAY, MONTHS = f"{BASE}/dayClose", f"{BASE}/daySearch", f"{BASE}/monthClose"
PAGE, MONTH_PAGE = f"{DAYS}/detail?id={{id}}", f"{MONTHS}/detail?id={{id}}"
CALLS, MONTH_CALLS = "/api/chamain/cashDay", "/api/chamain/cashMonth"
LIMIT, STAND_IN_AFTER = "charge.close_difference", "charge.close_stand_in"


NAMES = {f"n{v.replace('.', '')}": v for v in at.NOTES}  # the input for the number of notes of each value


def _count_form(no: str, title: str, reason: Field, ok: str) -> FormView:
    """The notes of a till by value, and why it differs."""
    notes = [Field(name, f"{v}元 张数", "int", low=0, high=100_000, span=6, default="0") for name, v in NAMES.items()]
    cash = "应有现金 {cash} 元，刷卡 {pos} 元，转账 {transfer} 元，共 {entrycount} 笔。日结后当日不能再登记收付款"
    return FormView(no, title, "", [Group("", [*notes, reason])], width=900, note=cash, ok=ok, done="已日结")


COUNT = _count_form(
    "cha_form_count",
    "日结 {username} {day}",
    words("reason", "差额原因", help="实点现金与应有现金不符时必填"),
    "日结",
)
STAND_IN = _count_form(
    "cha_form_stand_in",
    "代为盘点 {username} {day}",
    words("reason", "代盘原因", True, help="收费员为何不能自己日结；实点现金与应有现金不符的，写明差额原因"),
    "代为日结",
)
AGREE = FormView("cha_form_review", "复核日结 {username} {day}", "", [Group("", [words("opinion", "意见")])], width=520)
RECOUNT = FormView(
    "cha_form_recount", "退回重盘 {username} {day}", "", [Group("", [words("reason", "退回原因", True)])], width=520
)
MONTH = FormView("cha_form_month", "月结 {month}", "", [Group("", [words("opinion", "意见")])], width=520, ok="月结")


def the_cashier(me: User) -> Any:
    """收费员本人"""
    return CashDay.userid == me.id


def not_the_cashier(me: User) -> Any:
    """收费员和盘点人以外有此权限的人"""
    return and_(CashDay.userid != me.id, CashDay.countedby != me.id)


# -- guards -------------------------------------------------------------------------------------------------------


def counts(d: Doing) -> dict[str, int]:
    """How many notes there are of each value."""
    f = d.form
    notes = (f["n100"], f["n50"], f["n20"], f["n10"], f["n5"], f["n1"], f["n05"], f["n01"])
    return {value: number or 0 for value, number in zip(at.NOTES, notes, strict=True)}


def counted(d: Doing) -> Decimal:
    """The cash that was counted, in yuan."""
    return sum((Decimal(value) * number for value, number in counts(d).items()), ZERO)


def difference(d: Doing) -> Decimal:
    """What was counted less what the entries say; the day is locked, so that nothing is added meanwhile."""
    return counted(d) - sums_of_day(d.db, d.subject.userid, d.subject.day).of("cash")


def earlier_days_closed(d: Doing) -> str | None:
    """以前各日已日结"""
    s = d.subject
    open_days = select(CashDay.day).where(CashDay.userid == s.userid, CashDay.day < s.day, CashDay.step == at.OPEN_DAY)
    first = d.db.scalar(open_days.order_by(CashDay.day).limit(1))
    return f"{s.username}{first}尚未日结，请先办理" if first else None


def cashier_away(d: Doing) -> str | None:
    """本人不能日结：账户已停用，或者该日已过参数规定的天数"""
    s, days = d.subject, number(d.db, STAND_IN_AFTER, 3)
    if s.userid == d.me.id:
        return "自己的收款由自己日结"
    enabled = d.db.scalar(select(SysUser.enabled).where(SysUser.id == s.userid))
    if not enabled or (clock.today() - s.day).days >= days:
        return None
    return f"{s.username}{s.day}的收款满{days}日或其账户停用后，才能由他人代为盘点"


def difference_explained(d: Doing) -> str | None:
    """现金差额已写明原因"""
    off = difference(d)
    return f"实点现金与应有现金相差{off}元，请写明原因" if off and not d.reason.text else None


def month_over(d: Doing) -> str | None:
    """月份已结束"""
    return f"{d.subject.month}尚未结束，不能月结" if d.subject.end > clock.today() else None


def days_closed(d: Doing) -> str | None:
    """本月各收费员均已日结"""
    s = d.subject
    query = select(CashDay.username, CashDay.day).where(_of_month(s), CashDay.step != at.CLOSED_DAY)
    rows = d.db.execute(query.order_by(CashDay.day, CashDay.username)).all()
    named = "、".join(f"{name}{day}" for name, day in rows[:3])
    return f"{s.month}有{len(rows)}日未日结（{named}{'等' if len(rows) > 3 else ''}），不能月结" if rows else None


def _of_month(row: CashMonth) -> Any:
    return (CashDay.orgid == row.orgid) & (CashDay.day >= row.begins) & (CashDay.day < row.end)


# -- effects ------------------------------------------------------------------------------------------------------


def write_count(d: Doing) -> None:
    """记各方式金额、盘点券别、差额与签名"""
    s, sums = d.subject, sums_of_day(d.db, d.subject.userid, d.subject.day)
    s.cash, s.pos, s.transfer = sums.of("cash"), sums.of("pos"), sums.of("transfer")
    s.entrycount = sums.entrycount
    s.counts, s.counted = counts(d), counted(d)
    s.difference, s.reason = s.counted - s.cash, d.reason.text[:500]
    s.closedby, s.countedby, s.closed = d.me.name, d.me.id, clock.now()
    if s.countedby != s.userid:
        security_event(d.db, "代为盘点", f"{s.username}{s.day}", s.reason)
    if s.difference:
        security_event(d.db, "日结差额", f"{s.username}{s.day}", f"{s.difference} 元：{s.reason}")


def put_counted_in_safe(d: Doing) -> None:
    """当日现金列入现金去向"""
    if after_count(d) == at.CLOSED_DAY:
        safe.put_in_safe(d.db, d.subject)


def put_in_safe(d: Doing) -> None:
    """当日现金列入现金去向"""
    safe.put_in_safe(d.db, d.subject)


def write_month(d: Doing) -> None:
    """记本月各方式金额与签名"""
    s, sums = d.subject, sums_of_month(d.db, d.subject)
    s.daycount, s.entrycount = sums.daycount, sums.entrycount
    s.cash, s.pos, s.transfer = sums.cash, sums.pos, sums.transfer
    s.online, s.difference = sums.online, sums.difference
    s.closedby, s.closed = d.me.name, clock.now()


@dataclass(frozen=True)
class MonthSums:
    """What came in during a month: at the counter, of days that are counted as was signed, and online."""

    daycount: int
    closeddays: int
    entrycount: int
    cash: Decimal
    pos: Decimal
    transfer: Decimal
    online: Decimal
    difference: Decimal


def sums_of_month(db: Session, month: CashMonth) -> MonthSums:
    """The sums of a month; a day that is not counted yet has those of its entries."""
    days = db.scalars(select(CashDay).where(_of_month(month))).all()
    counted = [one for one in days if one.step != at.OPEN_DAY]
    amounts = {way: sum((getattr(one, way) for one in counted), ZERO) for way in at.METHODS}
    entries = sum(one.entrycount for one in counted)
    for one in days:
        if one.step == at.OPEN_DAY:
            sums = sums_of_day(db, one.userid, one.day)
            amounts = {way: yuan + sums.of(way) for way, yuan in amounts.items()}
            entries += sums.entrycount
    N = ChargeEntry
    online = select(func.coalesce(func.sum(N.amount), ZERO), func.count()).where(N.orgid == month.orgid)
    online = online.where(N.day >= month.begins, N.day < month.end, N.way == at.ONLINE, N.kind == at.RECEIVED)
    amount, count = db.execute(online).one()
    closed = sum(one.step == at.CLOSED_DAY for one in days)
    off = sum((one.difference for one in counted), ZERO)
    return MonthSums(len(days), closed, entries + count, **amounts, online=amount, difference=off)


def after_count(d: Doing) -> str:
    """A difference above the limit waits for another."""
    return at.REVIEW_DAY if abs(difference(d)) > number(d.db, LIMIT, 10) else at.CLOSED_DAY


# -- the processes ------------------------------------------------------------------------------------------------

DAY = add_process(
    Process(
        name="cash_day",
        title="日结",
        model=CashDay,
        start=at.OPEN_DAY,
        ends=[at.CLOSED_DAY],
        numbers=lambda s: (s.username, ""),
        about=lambda m: (literal(""), cast(m.day, String)),
        steps=[
            Step(
                at.OPEN_DAY,
                "待日结",
                the_cashier,
                tone="ca",
                route=DAYS,
                page=PAGE,
                verb="日结",
                waits="日结",
                refusal="只能日结自己的收款",
            ),
            Step(
                at.REVIEW_DAY,
                "待复核",
                not_the_cashier,
                tone="ca",
                route=EVERY_DAY,
                page=PAGE,
                verb="复核",
                waits="日结复核",
                refusal="自己的日结差额须由他人复核",
            ),
            Step(at.CLOSED_DAY, "已日结", nobody, tone="go"),
        ],
        moves=[
            Move(
                "count",
                "日结",
                [at.OPEN_DAY],
                after_count,
                p.CLOSE,
                choices=[at.REVIEW_DAY, at.CLOSED_DAY],
                batch=False,
                signed=True,
                guards=[earlier_days_closed, difference_explained],
                effects=[write_count, put_counted_in_safe],
                call=f"{CALLS}/count",
                form=COUNT,
                buttons=[Button("row")],
            ),
            Move(
                "stand_in",
                "代为盘点",
                [at.OPEN_DAY],
                after_count,
                p.REVIEW,
                choices=[at.REVIEW_DAY, at.CLOSED_DAY],
                batch=False,
                needs_reason=True,
                anyone=True,
                signed=True,
                guards=[cashier_away, earlier_days_closed],
                effects=[write_count, put_counted_in_safe],
                call=f"{CALLS}/standIn",
                form=STAND_IN,
                buttons=[Button("row")],
            ),
            Move(
                "review",
                "复核",
                [at.REVIEW_DAY],
                at.CLOSED_DAY,
                p.REVIEW,
                batch=False,
                signed=True,
                stamps=["reviewby", "reviewed"],
                effects=[put_in_safe],
                call=f"{CALLS}/review",
                form=AGREE,
                buttons=[Button("row")],
            ),
            Move(
                "recount",
                "退回重盘",
                [at.REVIEW_DAY],
                at.OPEN_DAY,
                p.REVIEW,
                batch=False,
                needs_reason=True,
                call=f"{CALLS}/recount",
                form=RECOUNT,
                buttons=[Button("row")],
            ),
        ],
    )
)
MONTHLY = add_process(
    Process(
        name="cash_month",
        title="月结",
        model=CashMonth,
        start=at.OPEN_MONTH,
        ends=[at.CLOSED_DAY],
        numbers=lambda s: (s.month, ""),
        about=lambda m: (literal(""), m.month),
        steps=[
            Step(at.OPEN_MONTH, "待月结", anybody, tone="ca", route=MONTHS, page=MONTH_PAGE, verb="月结", waits="月结"),
            Step(at.CLOSED_DAY, "已月结", nobody, tone="go"),
        ],
        moves=[
            Move(
                "close",
                "月结",
                [at.OPEN_MONTH],
                at.CLOSED_DAY,
                p.MONTH,
                batch=False,
                signed=True,
                guards=[month_over, days_closed],
                effects=[write_month],
                call=f"{MONTH_CALLS}/close",
                form=MONTH,
                buttons=[Button("row")],
            )
        ],
    )
)
