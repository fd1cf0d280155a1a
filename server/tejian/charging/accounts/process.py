"""预存款 as a process of one step: money comes in at the counter, and what is left goes back by a second person."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.money import api as money
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody

from . import forms

CALLS = "/api/chamain/account"
LIST = "/assistMng/payMng/accountSearch"
PAGE = f"{LIST}/detail?id={{id}}"

OPEN = add_form(
    FormView(
        "cha_form_account_open",
        "预存款登记",
        f"{CALLS}/open",
        [
            Group(
                "",
                [
                    Field(
                        "unitsysid",
                        "单位",
                        "unit",
                        True,
                        span=24,
                        refers=Refers(Unit, alone="whoever pays in advance"),
                    ),
                    *forms.TAKE_IN.groups[0].fields,
                ],
            )
        ],
        width=560,
        ok="收款",
        done="已登记预存款",
    )
)


def something_left(d: Doing) -> str | None:
    """有余额"""
    return None if d.subject.balance > 0 else f"{d.subject.unitname}没有预存款余额"


def given_back_by_another(d: Doing) -> str | None:
    """退还人没有收过该单位的预存款"""
    own = select(AccountEntry.id).where(AccountEntry.account_id == d.subject.id, AccountEntry.kind == at.PAID_IN)
    took = d.db.scalar(own.where(AccountEntry.userid == d.me.id).limit(1))
    return "自己收的预存款须由他人退还" if took else None


def take_in(d: Doing) -> None:
    """写入预存款，取单据号"""
    form = d.form
    ref, note = form["ref"] or "", form["note"] or ""
    way, amount, given = form["way"], form["amount"], form["given"]
    money.post_to_account(d.db, d.me, d.subject, at.PAID_IN, amount, way=way, ref=ref, note=note, given=given)


def give_back_rest(d: Doing) -> None:
    """退还全部余额，写安全日志"""
    s, form = d.subject, d.form
    amount, why = s.balance, f"退还余额：{d.reason.text}"
    money.post_to_account(d.db, d.me, s, at.GIVEN_BACK, -amount, way=form["way"], ref=form["ref"] or "", note=why)
    security_event(d.db, "预存款退还", s.unitname, f"{amount} 元：{d.reason.text}")


ACCOUNT = add_process(
    Process(
        name="deposit_account",
        title="预存款",
        model=Account,
        start=at.IN_USE,
        ends=[],
        numbers=lambda s: (s.unitname, ""),
        steps=[Step(at.IN_USE, "在用", nobody, tone="go")],
        moves=[
            Move(
                "take",
                "预存",
                [at.IN_USE],
                STAY,
                p.RECEIVE,
                batch=False,
                anyone=True,
                guards=[charges.given_covers, charges.voucher_unused],
                effects=[take_in],
                call=f"{CALLS}/take",
                form=forms.TAKE_IN,
                buttons=[Button("row")],
            ),
            Move(
                "give_back",
                "退还余额",
                [at.IN_USE],
                STAY,
                p.REFUND,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[something_left, given_back_by_another, charges.voucher_unused],
                effects=[give_back_rest],
                call=f"{CALLS}/giveBack",
                form=forms.GIVE_BACK,
                buttons=[Button("row")],
            ),
        ],
    )
)


def open_account(db: Session, me: User, sent: Input) -> Account:
    """Take money in advance from a unit; its account is made with the first."""
    unit = visible_or_refuse(db, me, Unit, sent["unitsysid"])
    if not me.org_id:
        raise Refused("只有检验机构的收费员可以收预存款")
    if wrong := charges.known_voucher(db, sent["way"], sent["ref"] or ""):
        raise BadInput(wrong, field="ref")
    if short := charges.why_short(sent["given"], sent["amount"]):
        raise BadInput(short, field="given")
    account = money.opened_account(db, me, unit, me.org_id)
    take_in(Doing(db, me, account, sent))
    ACCOUNT.log(Doing(db, me, account), "take", "预存", account.step, account.step)
    return account
