"""快递单: 制单 → 寄出, and what comes back is posted again under another number."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS, POST, send_number
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.posting import AGAIN, BACK, MADE, SENT, VOID, PostedReport, Waybill
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody

from . import forms, service

LIST = "/assistMng/matExpressBillPrint"
PAGE = f"{LIST}/detail?id={{id}}"


def _reports(d: Doing) -> list[PostedReport]:
    query = select(PostedReport).where(PostedReport.bill_id == d.subject.id).order_by(PostedReport.seisn)
    return list(d.db.scalars(query))


def _items(d: Doing) -> list[AppBuss]:
    keys = [one.appbuss_id for one in _reports(d)]
    return list(d.db.scalars(select(AppBuss).where(AppBuss.id.in_(keys)).order_by(AppBuss.seisn)))


def reports_wait(d: Doing) -> str | None:
    """单上的报告都待发放；重寄的已经发放"""
    ready = (at.RELEASE, at.DONE) if d.subject.insteadof else (at.RELEASE,)
    gone = next((row for row in _items(d) if row.step not in ready), None)
    if gone is None:
        return None
    return f"{gone.seisn}当前环节为{BUSINESS.name_of(gone.step)}，请先从快递单{d.subject.expressno}中取出"


def release_reports(d: Doing) -> None:
    """按邮寄发放报告，写入快递单号并以短信告知"""
    bill, rows = d.subject, _items(d)
    bill.sentat = clock.now()
    _free(d)
    waiting = [row.id for row in rows if row.step == at.RELEASE]
    sent = {"releaseway": POST, "receiver": bill.receiver, "receivertel": bill.receivertel}
    if waiting:
        move = BUSINESS.by_name["release"]
        form = move.read(d.db, d.me, {"ids": waiting, **sent, "expressno": bill.expressno})
        BUSINESS.do(d.db, d.me, move.name, waiting, form)
    for row in rows:
        if row.id not in waiting:
            row.expressno = bill.expressno
            send_number(d.db, row)


def note_back(d: Doing) -> None:
    """记退回原因"""
    d.subject.why = d.reason.text[:500]


def let_go(d: Doing) -> None:
    """记作废原因，单上的报告可以另行制单"""
    note_back(d)
    _free(d)


def _free(d: Doing) -> None:
    """From now on another parcel may carry the reports."""
    for one in _reports(d):
        one.live = False


def post_again(d: Doing) -> None:
    """为退回的报告制新单"""
    form = d.form
    to = {"receiver": form["receiver"], "receivertel": form["receivertel"], "address": form["address"]}
    how = {"company": form["company"], "expressno": form["expressno"], "remark": form["remark"]}
    service.make_again(d.db, d.me, d.subject, to | how)


WAITS: dict[str, Any] = {"tone": "ca", "route": LIST, "page": PAGE}
WAYBILL = add_process(
    Process(
        name="express",
        title="快递单",
        model=Waybill,
        start=MADE,
        ends=[SENT, AGAIN, VOID],
        numbers=lambda s: (s.expressno, s.expressno),
        about=lambda m: (m.unitname, m.receiver),
        steps=[
            Step(MADE, "待寄出", anybody, waits="快递待寄出", verb="寄出", **WAITS),
            Step(SENT, "已寄出", nobody, tone="go"),
            Step(BACK, "已退回", anybody, waits="快递退回待重寄", verb="重寄", **{**WAITS, "tone": "no"}),
            Step(AGAIN, "已重寄", nobody, tone="ok"),
            Step(VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "send",
                "寄出",
                [MADE],
                SENT,
                p.RELEASE,
                guards=[reports_wait],
                effects=[release_reports],
                call=f"{forms.CALLS}/send",
                form=forms.SEND,
                buttons=[Button("batch")],
            ),
            Move(
                "come_back",
                "退回登记",
                [SENT],
                BACK,
                p.RELEASE,
                batch=False,
                anyone=True,
                needs_reason=True,
                effects=[note_back],
                call=f"{forms.CALLS}/back",
                form=forms.CAME_BACK,
                buttons=[Button("row")],
            ),
            Move(
                "again",
                "重寄",
                [BACK],
                AGAIN,
                p.RELEASE,
                batch=False,
                effects=[post_again],
                call=f"{forms.CALLS}/again",
                form=forms.AGAIN,
                buttons=[Button("row")],
            ),
            Move(
                "void",
                "作废",
                [MADE, BACK],
                VOID,
                p.RELEASE,
                batch=False,
                anyone=True,
                needs_reason=True,
                effects=[let_go],
                call=f"{forms.CALLS}/void",
                form=forms.VOIDED,
                buttons=[Button("more")],
            ),
        ],
    )
)
