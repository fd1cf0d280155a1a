"""The page of a problem: what was found by which rule, who mends it until when, and what came of it."""

from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, due, of
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import CASE, CLOSED, DRAFT, SOURCES, WITH_OWNER, Defect
from tejian.supervision.models.defects import DefectReminder as R

from .forms import API, FORM
from .judging import FILES
from .process import DEFECT

EDIT = Action("edit", "编辑", p.CHECK_DO, place="row", kind="form", needs="one", form=FORM.no, when={"step": (DRAFT,)})


def _notices(shown: Shown) -> list[Notice]:
    s, out = shown.row, list(stands(DEFECT)(shown))
    if s.stops and s.step not in (CASE, CLOSED):
        out.append(Notice("责令停止使用，尚未解除", "no"))
    if s.is_listed:
        out.append(Notice(f"{s.listed}挂牌督办，期限{s.listedto}", "no"))
    if s.clause:
        out.append(Notice(f"按 GB 45067-2024 第{s.clause}条提示为重大事故隐患", "no"))
    return out


DEFECT_PAGE = RecordView(
    no="supervision_defect",
    title="现场问题",
    permission=p.DEFECT_QUERY,
    model=Defect,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"现场问题 {s.row.defectno or '待下达'}",
    subtitle=lambda s: f"{s.row.unitname}　{s.text('equdatasysid')}",
    facts=[
        state(DEFECT),
        Fact("level"),
        Fact("handling", note=lambda s: f"{s.text('lifted')}解除" if s.row.lifted else ""),
        due("deadline", WITH_OWNER),
        Fact("org_id", note=lambda s: s.text("issued")),
        Fact("sourceno", note=lambda s: SOURCES.get(s.row.sourcekind, "")),
        Fact("itemtext", note=lambda s: s.row.item),
        Fact("mender", note=lambda s: s.row.plan),
        Fact("measure", note=lambda s: f"{s.text('answerer_id')} {s.text('donedate')}".strip()),
        Fact("confirmer_id", note=lambda s: s.text("confirmed")),
        Fact("second_id"),
        Fact("listed", note=lambda s: f"期限{s.text('listedto')}" if s.row.listed else ""),
        Fact("delisted"),
        Fact("reason"),
    ],
    notices=_notices,
    parts=[
        course(DEFECT),
        Part(
            "reminders",
            "督促记录",
            [of(R.sent, 100), of(R.said, 200), of(R.whom, 320), of(R.people, 70), of(R.deadline, 100)],
            children(R.defect_id),
            noun="督促记录",
            empty="没有督促",
        ),
    ],
    actions=[EDIT, *page_buttons(DEFECT)],
    own=is_own(DEFECT),
    files=Files(FILES, until=(CLOSED, CASE), right=p.DEFECT_ANSWER),
    history=True,
)
