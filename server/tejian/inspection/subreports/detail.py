"""The page of a sub-report: what it states, its file, who wrote and audited it."""

from tejian.inspection import permissions as p
from tejian.inspection.models.subreports import SubReport
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView

from . import saving
from .forms import ACTS, FORM
from .process import SUB_REPORT
from .service import OWNER, PART_FILE

SUB_REPORT_PAGE = RecordView(
    no="sub_report",
    title="分项报告",
    permission=p.QUERY,
    model=SubReport,
    url="/api/subreport/record",
    form=FORM,
    heading=lambda s: f"分项报告 {s.row.subno}",
    name=lambda s: s.row.subno,
    subtitle=lambda s: s.row.subname,
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.equname, s.row.equcode])),
    facts=[
        state(SUB_REPORT),
        Fact("subresult"),
        Fact(label="检测", text=lambda s: s.row.tester, note=lambda s: s.text("testdate")),
        Fact(label="编制", text=lambda s: s.row.writer),
        Fact(label="审核", text=lambda s: s.row.auditor, note=lambda s: s.text("auditedon")),
        Fact(label="页数", text=lambda s: str(s.row.pages or "")),
        Fact(label="业务", text=lambda s: s.row.seisn, link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}"),
    ],
    notices=lambda s: [*stands(SUB_REPORT)(s)],
    parts=[course(SUB_REPORT)],
    actions=[ACTS.edit, *page_buttons(SUB_REPORT)],
    files=Files(OWNER, [PART_FILE], "分项报告文件", refuses=saving.refuse_others, right=p.ENTER),
    history=True,
)
