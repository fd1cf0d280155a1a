"""The list and the page of transfers: what each paid, what of it is an advance, whether the bank's file has it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeEntry as N
from tejian.charging.models.checks import Statement, StatementLine
from tejian.charging.models.transfers import BankTransfer as T
from tejian.charging.places import BASE, OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, course, is_own, own_listing, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of
from tejian.system.permissions import EXPORT

from . import shares
from .forms import CALLS, PAGE
from .process import TRANSFER

transfer_list = own_listing(
    TRANSFER,
    no="cha_transfer_list",
    title="转账收款",
    permission=p.DAYS,
    export_permission=EXPORT,
    url=f"{CALLS}/findList",
    columns=[
        col(T.transferno, 150, type="code", fixed="left", link=PAGE),
        col(T.payunitname, 220),
        col(T.place, 150, type="dict", words=at.BANK_PLACES),
        col(T.amount, 120, type="money"),
        col(T.step, 90, label="状态", type="state", words=TRANSFER.names, tones=TRANSFER.tones),
        col(T.chargecount, 100),
        col(T.paid, 120, type="money"),
        col(T.rest, 120, type="money"),
        col(T.ref, 180, type="code"),
        col(T.arrived, 110),
        col(T.payer, 180, shown=False),
        col(T.registerby, 90),
        col(T.bookedby, 90),
        col(T.booked, 140),
        col(T.createtime, 140, label="登记时间"),
        col(T.undoneby, 90, shown=False),
        col(T.note, 180, shown=False),
    ],
    search=[
        like("payunitname", "缴费单位", T.payunitname, quick=True),
        like("ref", "银行流水号", T.ref, quick=True),
        same("step", "状态", T.step, widget="select", options=TRANSFER.names, quick=True),
        same("place", "到账账户", T.place, widget="select", options=at.BANK_PLACES),
        like("transferno", "转账单号", T.transferno),
        dates("arrived", "到账日期", T.arrived),
    ],
    segments=[Segment("wait", "待入账", lambda me: T.step == at.WAITING_TRANSFER)],
    actions=[
        Action(
            *("add", "登记转账", p.RECEIVE),
            kind="form",
            form="cha_form_transfer",
            route=PAGE,
            shortcut="Alt+N",
        ),
        *buttons(TRANSFER),
    ],
)


def values(_db: Session, _me: User, row: T) -> dict[str, Any]:
    """With the account in words, as the dialogs say it."""
    return record(row) | {"placeName": at.BANK_PLACES.get(row.place, "")}


def _booked(shown: Shown) -> list[dict[str, Any]]:
    """The shares as they were written, and those that took them back."""
    query = select(N, C).join(C, C.id == N.charge_id).where(N.transfer_id == shown.row.id).order_by(N.at, N.id)
    rows = shown.db.execute(query).all()
    undone = select(N).where(N.undoes.in_([entry.id for entry, _ in rows])) if rows else None
    back = {one.undoes for one in shown.db.scalars(undone)} if undone is not None else set()
    return [
        {
            "id": entry.id,
            "charge_id": charge.id,
            "chargesysid": charge.chargesysid,
            "amount": f"{entry.amount:.2f}",
            "owed": f"{charge.owed:.2f}",
            "received": f"{charge.received:.2f}",
            "said": "已冲销" if entry.id in back else "",
        }
        for entry, charge in rows
    ]


def _waiting(shown: Shown) -> list[dict[str, Any]]:
    return [one | {"charge_id": one["id"]} for one in shares.proposed(shown.db, shown.row)]


def _seen(shown: Shown) -> str:
    """Whether a file of the bank has its number."""
    query = select(StatementLine.amount).join(Statement, Statement.id == StatementLine.statement_id)
    query = query.where(StatementLine.number == shown.row.ref, StatementLine.lineno > 0)
    amounts = shown.db.scalars(query.where(Statement.orgid == shown.row.orgid)).all()
    if not amounts:
        return "对账单还没有"
    return "对账单已有" if shown.row.amount in amounts else f"对账单为 {amounts[0]:,.2f} 元"


def _advance(shown: Shown) -> str:
    key = shown.db.scalar(select(A.account_id).where(A.transfer_id == shown.row.id).limit(1))
    return f"{BASE}/accountSearch/detail?id={key}" if key else ""


TRANSFER_VIEW = RecordView(
    no="cha_transfer",
    title="转账收款",
    permission=p.DAYS,
    model=T,
    url=f"{CALLS}/record",
    values=values,
    heading=lambda s: f"转账 {s.row.transferno}",
    name=lambda s: s.row.transferno,
    identity=lambda s: f"{s.row.payunitname}　银行流水号 {s.row.ref}",
    facts=[
        state(TRANSFER),
        Fact(
            label="转账金额",
            text=lambda s: f"{s.row.amount:,.2f} 元",
            note=lambda s: at.BANK_PLACES.get(s.row.place, ""),
        ),
        Fact(label="付收费单", text=lambda s: f"{s.row.paid:,.2f} 元", note=lambda s: f"{s.row.chargecount} 张"),
        Fact(label="转入预存款", text=lambda s: f"{s.row.rest:,.2f} 元", link=_advance),
        Fact(label="到账", text=lambda s: str(s.row.arrived), note=_seen),
        Fact(
            label="登记与入账",
            text=lambda s: f"{s.row.registerby}　{s.row.bookedby or '未入账'}",
            note=lambda s: s.row.payer,
        ),
    ],
    own=is_own(TRANSFER),
    notices=stands(TRANSFER),
    parts=[
        Part(
            "owing",
            "待缴收费单",
            columns=[
                of(C.chargesysid, 150, type="code", link=OF_CHARGE),
                of(C.duedate, 110),
                of(C.owed, 120, name="left", label="未缴金额", type="money"),
                of(C.amount, 120, label="拟支付", type="money"),
            ],
            rows=_waiting,
            noun="待缴收费单",
            when=lambda s: s.row.step == at.WAITING_TRANSFER,
        ),
        Part(
            "shares",
            "分付明细",
            columns=[
                of(C.chargesysid, 150, type="code", link=OF_CHARGE),
                of(N.amount, 120, label="本次支付", type="money"),
                of(C.owed, 120, type="money"),
                of(C.received, 120, type="money"),
                of(N.note, name="said", label="说明"),
            ],
            rows=_booked,
            noun="分付",
            when=lambda s: s.row.step not in (at.WAITING_TRANSFER, at.VOID_TRANSFER),
        ),
        course(TRANSFER),
    ],
    actions=[*page_buttons(TRANSFER)],
    history=True,
)
