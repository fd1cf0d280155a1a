"""Agreeing that a charge is paid in parts: what may keep it from that, what is written, who is told before a part."""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeLine
from tejian.charging.models.parts import ChargePart
from tejian.charging.money import api as money
from tejian.charging.parts import api as plans
from tejian.charging.terms.api import instalments_of
from tejian.kit.database.audit import security_event
from tejian.kit.database.jobs import job
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of
from tejian.system.settings.api import number

LEAST, MOST = 2, 6  # parts
LONGEST = 180  # days from the confirmation
DAYS_BEFORE = 7


def longest(db: Session, charge: Charge) -> Any:
    """The last day that a part may be due on."""
    begin = (charge.confirmed or clock.now()).astimezone(clock.SHANGHAI).date()
    return begin + timedelta(days=number(db, "charge.instalment_last_days", LONGEST))


# -- guards -------------------------------------------------------------------------------------------------------


def planned_by_another(d: Doing) -> str | None:
    """约定人不是登记人"""
    return "自己登记的收费须由他人约定分期" if d.subject.createby == d.me.id else None


def no_plan_of_contract(d: Doing) -> str | None:
    """合同没有付款计划"""
    own = select(ChargeLine.agreement_id).where(ChargeLine.charge_id == d.subject.id, ChargeLine.agreement_id != "")
    if instalments_of(d.db, *d.db.scalars(own.distinct())):
        return f"{d.subject.chargesysid}按合同的付款计划缴费，不能另行约定分期"
    return None


def parts_in_order(d: Doing) -> str | None:
    """两期以上，应付日期不早于今天，依次往后"""
    rows = d.form["instalments"]
    if len(rows) < LEAST:
        return f"分期至少{LEAST}期"
    if rows[0]["dueday"] < clock.today():
        return f"第1期应付日期{rows[0]['dueday']}早于今天"
    n = plans.out_of_order(rows)
    return f"第{n}期应付日期应晚于前一期" if n else None


def within_limits(d: Doing) -> str | None:
    """期数和最后一期不超过规定"""
    rows, most = d.form["instalments"], number(d.db, "charge.instalment_most", MOST)
    if len(rows) > most:
        return f"分期最多{most}期"
    last, day = longest(d.db, d.subject), max((one["dueday"] for one in rows), default=clock.today())
    return f"最后一期{day}晚于期限{last}" if day > last else None


def parts_add_up(d: Doing) -> str | None:
    """各期合计等于未缴金额"""
    total = sum((one["amount"] for one in d.form["instalments"]), plans.ZERO)
    left = d.subject.owed - d.subject.received
    return f"各期合计{total:.2f}元，与未缴金额{left}元不符" if total != left else None


# -- effects ------------------------------------------------------------------------------------------------------


def write_parts(d: Doing) -> None:
    """写入各期，非税各期取缴款码，写安全日志"""
    s, rows = d.subject, d.form["instalments"]
    d.db.execute(delete(ChargePart).where(ChargePart.charge_id == s.id))
    for seq, one in enumerate(rows, 1):
        part = ChargePart(charge_id=s.id, seq=seq, dueday=one["dueday"], amount=one["amount"], note=one["note"] or "")
        part.paycode = take_number(d.db, "paycode") if s.nature == at.NON_TAX else ""
        d.db.add(part)
    s.parts = len(rows)
    money.settle(d.db, s)
    security_event(d.db, "约定分期", s.chargesysid, f"{len(rows)} 期，{rows[-1]['dueday']} 缴清：{d.reason.text}")


def tell_parts(d: Doing) -> None:
    """告知缴费单位"""
    _tell(d.db, d.subject, "缴费通知", plans.words(plans.parts_of(d.db, d.subject), d.subject))


def _tell(db: Session, charge: Charge, kind: str, title: str) -> None:
    page = f"/assistMng/payMng/payConfirm/payConfirmDetail?id={charge.id}"
    tell(db, users_of(db, charge.payunitsysid), kind, title, route=page)


def remind(db: Session) -> int:
    """Tell the payer some days before a part is due that is not paid yet; gives of how many."""
    day, count = clock.today() + timedelta(days=number(db, "charge.instalment_days", DAYS_BEFORE)), 0
    query = select(Charge, ChargePart.seq).join(ChargePart, ChargePart.charge_id == Charge.id)
    for charge, seq in db.execute(query.where(ChargePart.dueday == day, Charge.step.in_(at.OPEN)).order_by(Charge.id)):
        part = next(one for one in plans.plan(plans.parts_of(db, charge), charge) if one.seq == seq)
        if part.rest > 0:
            _tell(db, charge, "缴费提醒", f"{charge.chargesysid} 第{seq}期应于{day}前缴，未缴{part.rest}元")
            count += 1
    return count


@job("charge_parts.day", daily="02:35")
def every_night(db: Session) -> None:
    """What comes is told."""
    remind(db)
