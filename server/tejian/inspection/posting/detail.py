"""The page of a waybill: where it goes, and the reports on it."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.posting import MADE, PostedReport, Waybill
from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, of

from .forms import CALLS
from .process import WAYBILL


def _reports(shown: Shown) -> list[dict[str, Any]]:
    found = select(PostedReport).where(PostedReport.bill_id == shown.row.id).order_by(PostedReport.seisn)
    return [record(one) | {"seisnLink": f"/businessPro/applyInfo?seisn={one.seisn}"} for one in shown.db.scalars(found)]


def _notices(shown: Shown) -> list[Notice]:
    instead = shown.row.insteadof
    return [*stands(WAYBILL)(shown), *([Notice(f"代替退回的快递单{instead}")] if instead else [])]


def _out(shown: Shown) -> list[Action]:
    if shown.row.step != MADE or shown.row.reports == 1:
        return []
    url, why = f"{CALLS}/takeOut", "取出后报告回到待寄报告"
    return [Action("takeOut", "取出", p.RELEASE, place="row", kind="call", needs="one", url=url, confirm=why)]


BILL_PAGE = RecordView(
    no="express",
    title="快递单",
    permission=p.RELEASE,
    model=Waybill,
    url=f"{CALLS}/record",
    heading=lambda s: f"快递单 {s.row.expressno}",
    name=lambda s: s.row.expressno,
    subtitle=lambda s: s.text("company"),
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.receiver, s.row.address])),
    facts=[
        state(WAYBILL),
        Fact("reports", note=lambda s: s.row.remark),
        Fact("receiver", note=lambda s: s.text("receivertel")),
        Fact("madeby", note=lambda s: s.text("createtime")),
        Fact("sentat"),
        Fact("printcount"),
    ],
    notices=_notices,
    parts=[
        Part(
            "reports",
            "报告",
            columns=[
                of(PostedReport.seisn, 140, type="code"),
                of(PostedReport.reportno, 190, type="code"),
                of(PostedReport.equname, 160),
                of(PostedReport.equcode),
            ],
            rows=_reports,
            noun="报告",
            permission=p.RELEASE,
            actions=_out,
        ),
        course(WAYBILL),
    ],
    actions=page_buttons(WAYBILL),
    prints={"KDD": "打印快递单"},
    history=True,
)
