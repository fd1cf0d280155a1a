"""The lists of loans: one's own applications, and all of the institute."""

from dataclasses import replace

from sqlalchemy import and_, func, select

from tejian.instruments import permissions as p
from tejian.instruments.models import AGREED, ASKED, CONDITIONS, OUT, Instrument
from tejian.instruments.models import InstrumentLoan as L
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import LOAN

LATE = and_(L.step == OUT, L.dueday < func.current_date())
VIEW = Action("view", "查看", p.LOAN_APPLY, place="row", kind="route", needs="one", route=PAGE)
DROP = [one for one in buttons(LOAN) if one.code.startswith("drop_")]
SEGMENTS = [
    Segment("asked", "待批准", lambda me: L.step == ASKED),
    Segment("agreed", "待借出", lambda me: L.step == AGREED),
    Segment("out", "借出", lambda me: L.step == OUT),
    Segment("late", "超期未还", lambda me: LATE),
]
all_list = own_listing(
    LOAN,
    no="instrument_loan_list",
    title="仪器借用查询",
    permission=p.LOAN_HANDLE,
    export_permission=EXPORT,
    source=select(L).join(Instrument, Instrument.id == L.instrument_id),
    url=f"{API}/findList",
    late=LATE,
    due=["dueday"],
    columns=[
        col(L.loanno, 130, type="code", fixed="left", link=PAGE),
        col(Instrument.instno, 110, type="code"),
        col(Instrument.name, 140, label="仪器名称"),
        col(L.step, 90, label="状态", type="state", words=LOAN.names, tones=LOAN.tones),
        col(L.borrower_id, 80),
        col(L.fromday, 100),
        col(L.dueday, 100),
        col(Instrument.nextcal, 100, label="检定有效期至"),
        col(L.purpose, 200),
        col(L.lent, 140),
        col(L.returned, 140),
        col(L.condition, 90, type="dict", words=CONDITIONS),
        col(L.approver_id, 80, shown=False),
        col(L.lender_id, 80, shown=False),
        col(L.receiver_id, 80, shown=False),
        col(L.conditionnote, 160, shown=False),
        col(L.createtime, 140, label="申请时间", shown=False),
    ],
    search=[
        like("text", "单号、仪器、用途", L.loanno, Instrument.instno, Instrument.name, L.purpose, quick=True),
        same("step", "状态", L.step, widget="select", options=LOAN.names, quick=True),
        dates("fromday", "借用日期", L.fromday),
        dates("dueday", "应还日期", L.dueday),
    ],
    segments=SEGMENTS,
    actions=[replace(VIEW, permission=p.LOAN_HANDLE), *(one for one in buttons(LOAN) if one not in DROP)],
)
own_list = add_list(
    replace(
        all_list,
        no="instrument_loan_own_list",
        title="仪器借用申请",
        permission=p.LOAN_APPLY,
        visible=lambda me: and_(L.visible(me), L.borrower_id == me.id),
        url=f"{API}/findOwn",
        actions=[ACTS.add, VIEW, ACTS.edit, *DROP, ACTS.delete],
    )
)
