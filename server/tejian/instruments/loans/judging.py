"""Who may do what with a loan, what stands against it, and what becomes of the instrument."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from tejian.instruments.models import (
    DAMAGED,
    IN_STORE,
    LENT,
    OUT,
    PASSED,
    PROMISED,
    USABLE,
    Instrument,
)
from tejian.instruments.models import InstrumentLoan as L
from tejian.instruments.overhauls.api import begin
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.models.accounts import SysUser

from .forms import PAGE


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return L.orgid == me.org_id


def not_borrower(me: User) -> Any:
    """借用人以外的人"""
    return and_(L.orgid == me.org_id, L.borrower_id != me.id)


def limit(db: Session, row: L) -> datetime | None:
    """The end of the day on which a lent instrument must be back."""
    return datetime.combine(row.dueday, time.max, clock.SHANGHAI) if row.step == OUT else None


# -- what is asked of an instrument --------------------------------------------------------------------------------


def named(one: Instrument) -> str:
    return f"{one.name}（{one.instno}）"


def unfit(db: Session, me: User, one: Instrument, until: date) -> str | None:
    """Why an instrument cannot be used until a day: its state, or its calibration."""
    if one.status not in USABLE:
        word = dictionary.words(db, me.dict_version).get("C647", {}).get(one.status, "不可用")
        return f"{named(one)}现为{word}，不能借用"
    if one.nextcal is None or one.nextcal < until:
        return f"{named(one)}将在借用期内到期"
    return None


def taken(db: Session, one: Instrument, begins: date, ends: date, but: Sequence[str] = ()) -> str | None:
    """To whom an instrument is promised in these days; what is out counts until it is back."""
    meets = and_(L.fromday <= ends, L.dueday >= begins)
    if begins <= clock.today():
        meets = or_(meets, and_(L.step == OUT, L.dueday < clock.today()))
    other = (L.instrument_id == one.id, L.step.in_(PROMISED), L.id.not_in(but), meets)
    query = select(L.fromday, L.dueday, L.step, SysUser.name).join(SysUser, SysUser.id == L.borrower_id).where(*other)
    row = db.execute(query.order_by(L.fromday).limit(1)).first()
    if row is None:
        return None
    return f"{named(one)}{row.fromday}至{row.dueday}已借给{row.name}{'，尚未归还' if row.step == OUT else ''}"


# -- guards ---------------------------------------------------------------------------------------------------------


def instruments(d: Doing) -> Mapping[str, Instrument]:
    """The instruments of the loans of a move by key, locked in the order of their keys."""
    if "instruments" not in d.shared:
        keys = [one.instrument_id for one in d.batch or [d.subject]]
        query = select(Instrument).where(Instrument.id.in_(keys)).order_by(Instrument.id)
        locked = d.db.scalars(query.with_for_update().execution_options(populate_existing=True))
        d.shared["instruments"] = {one.id: one for one in locked}
    found: Mapping[str, Instrument] = d.shared["instruments"]
    return found


def one_at_a_time(d: Doing) -> None:
    """同一仪器一次借给一人"""
    instruments(d)


def can_be_used(d: Doing) -> str | None:
    """仪器可用，检定有效期包括借用期"""
    return unfit(d.db, d.me, instruments(d)[d.subject.instrument_id], d.subject.dueday)


def not_lent_twice(d: Doing) -> str | None:
    """这些日子没有借给别人"""
    s = d.subject
    one = instruments(d)[s.instrument_id]
    for other in d.batch:  # of two in one batch neither is promised yet
        if other.id != s.id and other.instrument_id == s.instrument_id and _meet(other, s):
            return f"{named(one)}在所选的申请中重复，请逐份办理"
    return taken(d.db, one, s.fromday, s.dueday, [s.id])


def _meet(one: L, other: L) -> bool:
    return one.fromday <= other.dueday and one.dueday >= other.fromday


def not_past(d: Doing) -> str | None:
    """借用期没有过去"""
    on = d.subject.dueday
    return f"借用期到{on}，已经过去，请重新申请" if on < clock.today() else None


def has_begun(d: Doing) -> str | None:
    """借用期已经开始"""
    on = d.subject.fromday
    return f"借用自{on}起，不能提前借出" if on > clock.today() else None


def is_in_store(d: Doing) -> str | None:
    """仪器在库"""
    one = instruments(d)[d.subject.instrument_id]
    return None if one.status in (IN_STORE, PASSED) else f"{named(one)}不在库，不能借出"


def damage_told(d: Doing) -> str | None:
    """损坏的写明故障"""
    told = d.form["condition"] != DAMAGED or str(d.form["conditionnote"] or "").strip()
    return None if told else "仪器损坏，请写明故障"


def own(d: Doing) -> str | None:
    """本人的申请"""
    return None if d.subject.borrower_id == d.me.id else "只能撤回本人的借用申请"


# -- effects --------------------------------------------------------------------------------------------------------


def hand_out(d: Doing) -> None:
    """仪器借出"""
    instruments(d)[d.subject.instrument_id].status = LENT


def take_back(d: Doing) -> None:
    """完好的入库，损坏的开始检修"""
    s = d.subject
    one = instruments(d)[s.instrument_id]
    if s.condition == DAMAGED:
        begin(d.db, d.me, one, s.conditionnote, clock.today(), s.id)
    elif one.status == LENT:
        one.status = IN_STORE


def told(d: Doing) -> None:
    """告知借用人"""
    s = d.subject
    if s.borrower_id == d.me.id:
        return
    one = d.db.get_one(Instrument, s.instrument_id)
    words = {"DJ": "已批准，请领取", "BP": "没有批准", "JC": f"已借出，{s.dueday}前归还", "GH": "已归还"}
    title = f"{s.loanno} {named(one)}：{words[s.step]}"
    tell(d.db, [s.borrower_id], "仪器借用", title, d.reason.text, PAGE.format(id=s.id))
