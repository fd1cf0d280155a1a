"""The page of a serious report: what was found, who stands for it, when the bureau knew, and what it did."""

from dataclasses import replace

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, due, of
from tejian.supervision import permissions as p
from tejian.supervision.defects import api as defects
from tejian.supervision.models.defects import Defect
from tejian.supervision.models.serious import BEFORE, BY_HAND, CLOSED, SOURCES, WITH_BUREAU, SeriousReport

from .forms import ACTS, API, FORM
from .process import SERIOUS


def _ordered(shown: Shown) -> list[dict[str, object]]:
    """The problem that the bureau made of it, with the way to its page."""
    out = []
    for one in defects.of_source(shown.db, shown.row.id):
        name = defects.DEFECT.name_of(one.step)
        out.append(worded(shown.db, one) | {"state": name, "defectnoLink": defects.PAGE.format(id=one.id)})
    return out


SERIOUS_PAGE = RecordView(
    no="serious_report",
    title="重大问题报告",
    permission=p.SERIOUS_QUERY,
    model=SeriousReport,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"重大问题报告 {s.row.seriousno or '草稿'}",
    subtitle=lambda s: f"{s.row.unitname}　{s.text('equdatasysid')}",
    facts=[
        state(SERIOUS),
        Fact("level"),
        Fact("found", note=lambda s: s.row.latereason),
        due("limit_at", (*BEFORE, *WITH_BUREAU)),
        Fact("sourceno", note=lambda s: SOURCES.get(s.row.sourcekind, "") if s.row.sourcekind != BY_HAND else ""),
        Fact("org_id", note=lambda s: s.text("sent")),
        Fact("toorg", note=lambda s: f"{s.text('receiver_id')} {s.text('received')}".strip()),
        Fact("author_id", note=lambda s: s.text("submitted")),
        Fact("auditor_id", note=lambda s: s.text("audited_at")),
        Fact("approver_id", note=lambda s: s.text("approved")),
        Fact("feedback", note=lambda s: f"{s.text('answerer_id')} {s.text('answered')}".strip()),
        Fact("closed"),
    ],
    notices=stands(SERIOUS),
    parts=[
        Part(
            "orders",
            "责令整改",
            [
                of(Defect.defectno, 130, type="code"),
                of(Defect.content, 260),
                of(Defect.handling, 90),
                of(Defect.deadline, 100),
                replace(of(Defect.step, 100), label="状态", words=defects.DEFECT.names),
            ],
            _ordered,
            noun="问题",
            empty="没有责令整改",
        ),
        course(SERIOUS),
    ],
    actions=[ACTS.edit, *page_buttons(SERIOUS)],
    own=is_own(SERIOUS),
    prints={"ZDWTBG": "打印"},
    files=Files("seriousReport", until=(CLOSED,), right=p.SERIOUS_SAVE),
    history=True,
)
