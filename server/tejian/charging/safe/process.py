"""现金 as a process: kept by one person, handed over between two, carried to the bank, seen on its statement."""

from decimal import Decimal
from typing import Any

from sqlalchemy import String as Text
from sqlalchemy import and_, cast, exists, func, literal, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import words
from tejian.charging.models.cash import CashLot as L
from tejian.charging.models.checks import Statement, StatementLine
from tejian.charging.money import api as money
from tejian.charging.places import BASE
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold
from tejian.kit.forms.formview import Field, dialog
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser

LIST, CALLS = f"{BASE}/cashSearch", "/api/chamain/cashLot"
PAGE = f"{LIST}/detail?id={{id}}"
COLLEAGUE = Refers(SysUser, among=lambda me: SysUser.org_id == me.org_id, alone="any other cashier may take it")

DEPOSIT = dialog(
    "cha_form_deposit",
    "解款",
    Field("ref", "解款单号", required=True, span=12, size=64, help="银行进账单、现金缴款单或缴款书上的流水号"),
    Field("depositday", "存款日期", "date", True, span=12),
    words("opinion", "说明"),
    note="所选各日的现金整笔存入；财政专户的与本单位账户的分开解款",
    ok="解款",
    done="已解款，待到账",
)
OFFER = dialog(
    "cha_form_offer_cash",
    "移交现金",
    Field("toid", "接收人", "user", True, span=24, refers=COLLEAGUE),
    words("opinion", "说明"),
    note="接收人点清并确认后，现金由其保管",
    ok="移交",
    done="已移交，待接收人确认",
)
ARRIVE = dialog(
    "cha_form_cash_arrived",
    "确认到账 {ref}",
    words("opinion", "依据", True, help="对账单由文件导入时自动确认；没有文件的，写明所见的回单"),
    note="{placeName} {amount} 元，{depositby} {depositday} 解款",
    ok="确认到账",
    done="已确认到账",
)


def who_keeps_it(me: User) -> Any:
    """保管人本人"""
    return L.holderid == me.id


def not_who_carried_it(me: User) -> Any:
    """解款人、保管人以外有此权限的人"""
    return and_(L.depositid != me.id, L.holderid != me.id)


# -- guards -------------------------------------------------------------------------------------------------------


def one_account(d: Doing) -> str | None:
    """所选现金存入同一账户，合计为正"""
    if d.subject is not d.batch[0]:
        return None
    if len({one.place == at.FISCAL for one in d.batch}) > 1:
        return "财政专户的现金与本单位账户的现金须分开解款"
    total = sum((one.amount for one in d.batch), Decimal(0))
    return None if total > 0 else f"所选现金合计{total}元，不能解款"


def slip_unused(d: Doing) -> str | None:
    """解款单号没有登记过，存款日期不早于收款日期、不晚于今天"""
    ref, day, s = d.form["ref"].strip(), d.form["depositday"], d.subject
    if not s.day <= day <= clock.today():
        return f"存款日期：应在收款日期{s.day}和今天之间"
    if s is d.batch[0]:
        hold(d.db, f"voucher transfer {ref}")
    used = d.db.scalar(select(L.id).where(L.ref == ref, L.id.not_in([one.id for one in d.batch])).limit(1))
    known = used or any(money.voucher_known(d.db, way, ref) for way in ("transfer", "pos"))
    return f"解款单号{ref}已登记过" if known else None


def to_another_cashier(d: Doing) -> str | None:
    """接收人是本机构另一名办理日结的人"""
    to = d.form["toid"]
    if to == d.me.id:
        return "现金须移交他人"
    return None if to in who_may(d.db, p.CLOSE, d.subject.orgid) else "接收人没有日结的权限，不能接收现金"


def offered_by_me(d: Doing) -> str | None:
    """撤回的是自己移交的现金"""
    return None if d.subject.holderid == d.me.id else "只有移交人可以撤回"


# -- effects ------------------------------------------------------------------------------------------------------


def note_deposit(d: Doing) -> None:
    """记解款单号、解款人、存款日期，写安全日志"""
    s = d.subject
    s.ref, s.depositday, s.depositid = d.form["ref"].strip(), d.form["depositday"], d.me.id
    s.depositby, s.deposited = d.me.name, clock.now()
    s.note = (d.form["opinion"] or "")[:500]
    security_event(d.db, "现金解款", f"{s.username}{s.day}", f"{at.CASH_PLACES[s.place]}{s.amount}元，{s.ref}")


def note_offer(d: Doing) -> None:
    """记接收人"""
    d.subject.toid = d.form["toid"]
    d.subject.toname = d.db.scalar(select(SysUser.name).where(SysUser.id == d.subject.toid)) or ""


def keep_it(d: Doing) -> None:
    """接收人成为保管人，写安全日志"""
    s = d.subject
    before, s.holderid, s.holder = s.holder, d.me.id, d.me.name
    security_event(d.db, "现金交接", f"{s.username}{s.day}", f"{s.amount}元，{before}移交，{s.holder}接收")


def note_arrival(d: Doing) -> None:
    """记到账确认人与依据"""
    d.subject.note = (d.form["opinion"] or "")[:500]
    security_event(d.db, "现金到账", d.subject.ref, f"{d.subject.amount}元：{d.subject.note}")


def note_missing(d: Doing) -> None:
    """现金退回保管人，写安全日志"""
    s = d.subject
    s.note = f"解款单{s.ref}未存入：{d.reason.text}"[:500]
    security_event(d.db, "现金未到账", f"{s.username}{s.day}", s.note)
    s.ref, s.depositday = "", None


CASH = add_process(
    Process(
        name="cash_lot",
        title="现金去向",
        model=L,
        start=at.IN_SAFE,
        ends=[at.ARRIVED],
        numbers=lambda s: (s.username, ""),
        about=lambda m: (literal(""), cast(m.day, Text)),
        api=CALLS,
        steps=[
            Step(
                *(at.IN_SAFE, "库存", who_keeps_it),
                tone="ca",
                route=LIST,
                page=PAGE,
                verb="解款",
                waits="现金解款",
                refusal="只能办理自己保管的现金",
            ),
            Step(
                *(at.OFFERED, "交接中", named_in(L.toid)),
                named=True,
                tone="ca",
                route=LIST,
                page=PAGE,
                verb="接收",
                waits="现金接收",
                refusal="移交给他人的现金由接收人确认",
            ),
            Step(
                *(at.CARRIED, "待到账", not_who_carried_it),
                tone="ca",
                route=LIST,
                page=PAGE,
                verb="确认到账",
                waits="现金到账",
                refusal="自己解款或保管的现金须由他人确认到账",
            ),
            Step(at.ARRIVED, "已到账", nobody, tone="go"),
        ],
        moves=[
            Move(
                *("deposit", "解款", [at.IN_SAFE], at.CARRIED, p.CLOSE),
                signed=True,
                guards=[one_account, slip_unused],
                effects=[note_deposit],
                form=DEPOSIT,
                buttons=[Button("batch")],
            ),
            Move(
                *("offer", "移交", [at.IN_SAFE], at.OFFERED, p.CLOSE),
                signed=True,
                guards=[to_another_cashier],
                effects=[note_offer],
                form=OFFER,
                buttons=[Button("batch")],
            ),
            Move(
                *("accept", "接收", [at.OFFERED], at.IN_SAFE, p.CLOSE),
                signed=True,
                effects=[keep_it],
                forgets=["toid", "toname"],
                buttons=[Button("batch", confirm="点清现金后确认接收，接收后由您保管")],
            ),
            Move(
                *("refuse", "不接收", [at.OFFERED], at.IN_SAFE, p.CLOSE),
                needs_reason=True,
                forgets=["toid", "toname"],
            ),
            Move(
                *("take_back", "撤回移交", [at.OFFERED], at.IN_SAFE, p.CLOSE),
                anyone=True,
                guards=[offered_by_me],
                forgets=["toid", "toname"],
                buttons=[Button("more", confirm="撤回移交，现金仍由您保管？")],
            ),
            Move(
                *("arrive", "确认到账", [at.CARRIED], at.ARRIVED, p.REVIEW),
                signed=True,
                batch=False,
                stamps=["seenby", "seen"],
                effects=[note_arrival],
                form=ARRIVE,
            ),
            Move(
                *("missing", "未存入", [at.CARRIED], at.IN_SAFE, p.REVIEW),
                needs_reason=True,
                batch=False,
                signed=True,
                effects=[note_missing],
                forgets=["depositid", "depositby", "deposited"],
            ),
        ],
    )
)


def arrived(db: Session, org: str) -> None:
    """Cash whose slip stands on a statement of the bank with its sum has arrived."""
    X = StatementLine
    line = exists().where(
        *(X.number == L.ref, X.result == at.MATCHED, X.statement_id == Statement.id, Statement.orgid == org)
    )
    slips = select(L.ref).where(L.orgid == org, L.step == at.CARRIED, L.ref != "", line).group_by(L.ref)
    whole = slips.having(func.sum(L.amount) > 0)
    rows = db.scalars(
        select(L).where(L.orgid == org, L.step == at.CARRIED, L.ref.in_(whole)).order_by(L.id).with_for_update()
    ).all()
    for row in rows:
        CASH.put(db, row, at.ARRIVED)
        row.seenby, row.seen = "银行对账单", clock.now()
        CASH.log(Doing(db, db.info.get("me", SYSTEM), row), "seen", "对账单到账", at.CARRIED, row.step)
    db.flush()
