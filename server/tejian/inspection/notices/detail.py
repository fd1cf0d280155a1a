"""The page of a notice: its state and term, the problems with their answers, proof, the way it took."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import CLOSED, DRAFT, MEND, OPEN, PASSED_ON, VOID, InspectionNotice
from tejian.inspection.models.notices import NoticeProblem as P
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of

from .forms import ACTS, NOTICE_FORM
from .process import NOTICE, problems_of


def _problems(shown: Shown) -> list[dict[str, Any]]:
    step = shown.row.step
    return [record(one) | {"step": step} for one in problems_of(shown.db, shown.row)]


def _due_tone(shown: Shown) -> str:
    return tone_of(shown.days_to("due")) if shown.row.step in OPEN else ""


def _due_note(shown: Shown) -> str:
    return remaining(shown.days_to("due")) if shown.row.step in OPEN else ""


def _report(shown: Shown) -> str:
    row = shown.db.scalars(select(AppBuss).where(AppBuss.id == shown.row.appbuss_id)).one()
    return row.reportno or row.seisn


def _received(shown: Shown) -> str:
    row = shown.row
    if row.refused:
        return f"拒签（见证人 {row.witnesses}）"
    return row.receiver or "未签收"


def _notices(shown: Shown) -> list[Notice]:
    row, out = shown.row, stands(NOTICE)(shown)
    if row.refused:
        out.append(Notice(f"{row.receivedate} 单位拒绝签收：{row.refusal}"))
    if row.copied:
        out.append(Notice(f"已抄送{row.copied}"))
    return out


NOTICE_PAGE = RecordView(
    no="opinion",
    title="检验意见通知书",
    permission=p.NOTICE_QUERY,
    model=InspectionNotice,
    url="/api/opinion/record",
    form=NOTICE_FORM,
    heading=lambda s: f"{s.text('kind').split('（严')[0]} {s.row.noticeno or '待签发'}",
    name=lambda s: s.row.noticeno or "通知书草稿",
    subtitle=lambda s: s.row.equname,
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.equcode, s.row.useplace])),
    facts=[
        state(NOTICE),
        Fact("due", "整改反馈期限", tone=_due_tone, note=_due_note),
        Fact(label="报告", text=_report, link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}"),
        Fact(label="签收", text=_received, note=lambda s: s.text("receivedate")),
        Fact("feedbackdate", "反馈", note=lambda s: s.row.feedbackman),
        Fact("confirmdate", "确认", note=lambda s: s.row.confirmby),
    ],
    notices=_notices,
    opens="problems",  # who opens a notice asks what is wrong and what became of it
    parts=[
        Part(
            "problems",
            "问题与整改",
            columns=[
                of(P.seq, 52),
                of(P.place, 150),
                of(P.problem, 220),
                of(P.level, 70),
                of(P.advice, 200),
                of(P.deadline, 100),
                of(P.measure),
                of(P.donedate, 100),
                of(P.doneby, 80),
            ],
            rows=_problems,
            noun="问题",
            owner=lambda s: {"notice_id": s.row.id},
            actions=[
                Action("addProblem", "新增问题", p.NOTICE, kind="form", form="opinion_problem_form"),
                Action(
                    "editProblem",
                    "编辑",
                    p.NOTICE,
                    place="row",
                    kind="form",
                    needs="one",
                    form="opinion_problem_form",
                    when={"step": [DRAFT]},
                ),
                Action(
                    "deleteProblem",
                    "删除",
                    p.NOTICE,
                    place="row",
                    kind="call",
                    needs="one",
                    url="/api/opinion/problem/delete",
                    confirm="删除后不能恢复，变更记录仍保留",
                    when={"step": [DRAFT]},
                ),
                Action(
                    "answerProblem",
                    "反馈",
                    p.NOTICE_ANSWER,
                    place="row",
                    kind="form",
                    needs="one",
                    form="opinion_answer_form",
                    when={"step": [MEND, PASSED_ON]},
                ),
            ],
        ),
        course(NOTICE),
    ],
    actions=[
        ACTS.edit,
        Action(
            "rectify",
            "开具整改通知书",
            p.NOTICE,
            place="more",
            kind="move",
            needs="one",
            form="opinion_rectify_form",
            when={"step": [MEND, PASSED_ON], "kind": ["01", "02"]},
        ),
        *page_buttons(NOTICE),
    ],
    prints={"YJTZS": "打印"},
    files=Files("notice", until=(CLOSED, VOID), right=p.NOTICE_ANSWER),
    history=True,
)
