"""Lists and the page of units' accounts: who has how much left, and every entry with the balance after it."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import said
from tejian.charging.models.accounts import Account as A
from tejian.charging.models.accounts import AccountEntry as E
from tejian.charging.models.charges import not_a_units
from tejian.charging.places import BASE
from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, course
from tejian.kit.records.recordview import Fact, Listed, RecordView, Shown
from tejian.system.permissions import EXPORT

from .process import ACCOUNT, CALLS, PAGE

STATEMENT, RECEIPT = "YCDZD", "YCSJ"
OF_CHARGE = "/assistMng/payMng/payConfirm/payConfirmDetail?id={charge_id}"
PRINT = Action("print", "对账单", p.ACCOUNTS, place="row", kind="print", needs="one", print=STATEMENT)

account_list = add_list(
    ListView(
        no="cha_account_list",
        title="预存款",
        permission=p.ACCOUNTS,
        export_permission=EXPORT,
        source=select(A),
        key=A.id,
        visible=A.visible,
        url=f"{CALLS}/findList",
        sort="unitname",
        columns=[
            col(A.unitname, 260, fixed="left", link=PAGE),
            col(A.balance, 130, type="money"),
            col(A.entrycount, 80, link="/assistMng/payMng/accountEntries?account_id={id}"),
            col(A.moved, 140),
            col(A.createtime, 140, label="开户时间"),
            Col("step", "", A.step),
        ],
        search=[like("unitname", "单位", A.unitname, quick=True)],
        segments=[Segment("left", "有余额", lambda me: A.balance > 0)],
        actions=[
            Action("open", "预存款登记", p.RECEIVE, kind="form", form="cha_form_account_open", shortcut="Alt+N"),
            *buttons(ACCOUNT),
            PRINT,
        ],
    )
)


def _of_units(_db: Session, name: str) -> Any:
    """The entries of units whose name says this."""
    return E.account_id.in_(select(A.id).where(A.unitname.icontains(name, autoescape=True)))


entry_list = add_list(
    ListView(
        no="cha_account_entries",
        title="预存款明细",
        permission=p.ACCOUNTS,
        export_permission=EXPORT,
        source=select(E).join(A, A.id == E.account_id),
        key=E.id,
        visible=A.visible,
        indexed=lambda me: [],  # by another column they are sorted when few are left
        ordered=not_a_units,
        url=f"{CALLS}/findEntries",
        sort="-at",
        columns=[
            col(E.at, 140, fixed="left"),
            Col("unitname", "单位", A.unitname, 200),
            col(E.kind, 90, type="dict", words=at.ACCOUNT_KINDS),
            col(E.amount, 110, type="money"),
            col(E.balance, 110, type="money"),
            col(E.way, 80, type="dict", words=at.WAYS),
            col(E.ref, 160, type="code"),
            col(E.entryno, 150, type="code"),
            col(E.chargesysid, 150, type="code", link=OF_CHARGE),
            col(E.username, 80),
            col(E.note, 200),
            Col("seq", "", E.seq),
            Col("account_id", "", E.account_id),
            Col("charge_id", "", E.charge_id),
        ],
        search=[
            replace(like("unitname", "单位", A.unitname, quick=True), indexed=_of_units),
            same("kind", "类别", E.kind, widget="select", options=at.ACCOUNT_KINDS, quick=True),
            said("entryno", "单据号", E.entryno, E.searchtext),
            said("ref", "凭证号", E.ref, E.searchtext),
            same("way", "方式", E.way, widget="select", options=at.METHODS),
            same("userid", "经办人", E.userid, widget="user"),
            same("account_id", "选定账户", E.account_id),
            Search("day", "日期", lambda v: E.day == as_date(v, "日期"), widget="date"),
            dates("at", "时间", E.at, moment=True),
        ],
        actions=[
            Action("receipt", "收据", p.ACCOUNTS, place="row", kind="print", needs="one", print=RECEIPT),
        ],
    )
)


def _sum(kind: str) -> Any:
    def text(shown: Shown) -> str:
        rows = [one.amount for one in shown.more if one.kind == kind]
        return f"{abs(sum(rows)):,.2f} 元" if rows else "0.00 元"

    return text


def _of_kind(kind: str) -> Any:
    """The entries of a kind of the account."""
    return lambda s: f"{BASE}/accountEntries?account_id={s.row.id}&kind={kind}"


def _moved(shown: Shown) -> str:
    return clock.minute(shown.row.moved) if shown.row.moved else ""


def _entries(db: Any, _me: Any, row: A) -> Any:
    return db.scalars(select(E).where(E.account_id == row.id)).all()


ACCOUNT_VIEW = RecordView(
    no="cha_account",
    title="预存款账户",
    permission=p.ACCOUNTS,
    model=A,
    url=f"{CALLS}/record",
    more=_entries,
    heading=lambda s: f"预存款 {s.row.unitname}",
    name=lambda s: f"预存款 {s.row.unitname}",
    facts=[
        Fact(label="余额", text=lambda s: f"{s.row.balance:,.2f} 元", note=_moved, link="#entries"),
        Fact(label="预存合计", text=_sum(at.PAID_IN), link=_of_kind(at.PAID_IN)),
        Fact(label="抵扣合计", text=_sum(at.USED), link=_of_kind(at.USED)),
        Fact(
            label="抵扣退回",
            text=_sum(at.RETURNED),
            link=_of_kind(at.RETURNED),
            when=lambda s: any(one.kind == at.RETURNED for one in s.more),
        ),
        Fact(label="退还合计", text=_sum(at.GIVEN_BACK), link=_of_kind(at.GIVEN_BACK)),
    ],
    parts=[
        Listed("entries", "预存款明细", "cha_account_entries", lambda s: {"account_id": s.row.id}),
        course(ACCOUNT),
    ],
    actions=[PRINT, *buttons(ACCOUNT)],
    history=True,
)
