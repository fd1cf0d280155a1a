"""The page of a correction of a report."""

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.reissue import APPROVE, DONE, UNDERWAY, VOID, ReportChange
from tejian.inspection.models.reports import Report
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, RecordView, Shown

from .forms import ACTS, CHANGE_FORM
from .process import CHANGE


def _state_of(shown: Shown, number: str) -> str:
    return shown.db.scalar(select(Report.state).where(Report.reportno == number)) or ""


def _notices(shown: Shown) -> list[Notice]:
    opinion = [Notice(f"审批意见：{shown.row.opinion}")] if shown.row.opinion else []
    return [*stands(CHANGE)(shown), *opinion]


CHANGE_PAGE = RecordView(
    no="report_change",
    title="报告更正",
    permission=p.CHANGE_QUERY,
    model=ReportChange,
    url="/api/reportChange/record",
    form=CHANGE_FORM,
    heading=lambda s: f"报告更正 {s.row.changeno or '草稿'}",
    name=lambda s: s.row.changeno or "报告更正草稿",
    subtitle=lambda s: s.row.reportno,
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.equname, s.row.equcode])),
    facts=[
        state(CHANGE),
        Fact("kind"),
        Fact(
            label="原报告",
            text=lambda s: s.row.reportno,
            note=lambda s: _state_of(s, s.row.reportno),
            link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}",
        ),
        Fact(label="新报告", text=lambda s: s.row.newno or "尚未取号", note=lambda s: _state_of(s, s.row.newno)),
        Fact("applicant", note=lambda s: s.text("submitted")),
        Fact("auditor", note=lambda s: s.text("audited_at")),
        Fact("approver", note=lambda s: s.text("approved_at")),
    ],
    notices=_notices,
    parts=[course(CHANGE)],
    actions=[
        ACTS.edit,
        *page_buttons(CHANGE),
    ],
    prints={"BGGZD": "打印申请单"},
    files=Files("reportChange", until=(APPROVE, UNDERWAY, DONE, VOID)),
    history=True,
)
