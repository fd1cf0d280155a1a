"""The lists of applications: what is applied for, who sits, what waits for the audit, and all; and that of scores."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from tejian.archives.models.persons import Person as P
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.persons import permissions as p
from tejian.persons.models.exams import (
    ACCEPTED,
    APPLIED,
    AUDITING,
    CONFIRMED,
    DRAFT,
    ENTERED,
    FAILED,
    ISSUED,
    NOT_TAKEN,
    PARTS,
    SITTING,
    VOID,
    ExamScore,
)
from tejian.persons.models.exams import ExamApplication as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE, SCORE_API, SCORE_FORM, SCORE_PAGE
from .process import EXAM, SCORE

LATE = C.step.in_((APPLIED, AUDITING)) & (C.limit_at < func.now())
ADMISSION = Action("admission", "打印准考证", p.EXAM_QUERY, place="batch", kind="print", needs="many", print="ZKZ")
REVIEW = Action("review", "审核表", p.EXAM_QUERY, place="batch", kind="print", needs="many", print="ZYSHB")


def _columns(*more: Col) -> list[Col]:
    return [
        col(C.applyno, 140, type="code", fixed="left", link=PAGE),
        col(C.step, 104, label="状态", type="state", words=EXAM.names, tones=EXAM.tones),
        Col("name", "姓名", P.name, 80),
        Col("idno", "证件号码", P.idno, 146, "code", sortable=False),
        col(C.item, 150),
        col(C.unitname, 200, label="用人单位"),
        *more,
        col(C.createtime, 140, shown=False),
    ]


APPLYING = [col(C.body_id, 180), col(C.applied, 140), col(C.limit_at, 122, label="办理期限", type="deadline")]
APPLYING += [col(C.acceptor_id, 80)]
SAT = [col(C.examday, 104), col(C.examtime, 120), col(C.room, 140), col(C.seat, 80)]
MARKS = [col(C.theory, 84), col(C.practice, 84)]
AUDITED = [col(C.limit_at, 122, label="办理期限", type="deadline"), col(C.auditor_id, 80), col(C.issued, 104)]


def _list(
    no: str, title: str, name: str, steps: Sequence[str], more: list[Col], segments: list[Segment], acts: list[Action]
) -> ListView:
    """A list of the applications at some steps; () is all."""
    known = {code: EXAM.names[code] for code in steps} if steps else EXAM.names
    return own_listing(
        EXAM,
        no=no,
        title=title,
        permission=p.EXAM_QUERY,
        export_permission=EXPORT,
        source=select(C).join(P, P.id == C.person_id),
        fixed=[C.step.in_(steps)] if steps else [],
        url=f"{API}/{name}",
        late=LATE,
        due=["limit_at"] if any(c.name == "limit_at" for c in more) else ["createtime"],
        columns=_columns(*more),
        search=[
            like("text", "编号、姓名、单位", C.applyno, P.name, C.unitname, quick=True),
            same("item", "作业项目", C.item, widget="select", dict="C622", quick=True),
            same("step", "状态", C.step, widget="select", options=known, quick=True),
            dates("applied", "提交时间", C.applied, moment=True),
            dates("examday", "考试日期", C.examday),
        ],
        segments=segments,
        actions=acts,
    )


def _view() -> Action:
    return Action("view", "查看", p.EXAM_QUERY, place="row", kind="route", needs="one", route=PAGE)


def _moves(*names: str) -> list[Any]:
    return [one for one in buttons(EXAM) if one.code.rpartition("_")[0] in names]


apply_list = _list(
    *("exam_application_list", "预报名管理", "findList"),
    (DRAFT, APPLIED, NOT_TAKEN, VOID),
    APPLYING,
    [
        Segment("draft", "草稿", lambda me: C.step == DRAFT),
        Segment("applied", "待受理", lambda me: C.step == APPLIED),
        Segment("late", "超期未受理", lambda me: LATE),
    ],
    [
        ACTS.add,
        Action("importRows", "导入", p.EXAM_APPLY),
        _view(),
        ACTS.edit,
        *_moves("submit", "accept", "refuse", "withdraw"),
        ACTS.delete,
    ],
)
candidate_list = _list(
    *("exam_candidate_list", "预报名人员管理", "findCandidates"),
    (ACCEPTED, *SITTING, FAILED),
    [*SAT, *MARKS],
    [
        Segment("seat", "待安排考试", lambda me: C.step == ACCEPTED),
        Segment("sit", "待考试、补考", lambda me: C.step.in_(SITTING)),
        Segment("failed", "不合格", lambda me: C.step == FAILED),
    ],
    [
        ADMISSION,
        Action("scores", "成绩", p.SCORE_QUERY, kind="route", route="/personMng/scoreList"),
        _view(),
        *_moves("seat", "reseat", "cheat"),
    ],
)
audit_list = _list(
    *("exam_audit_list", "审核管理", "findAudit"),
    (AUDITING,),
    [*MARKS, col(C.limits, 180), *AUDITED[:1], col(C.acceptor_id, 80)],
    [Segment("late", "超期未审", lambda me: LATE)],
    [REVIEW, _view(), *_moves("audit", "back")],
)
all_list = _list(
    *("exam_all_list", "审核列表", "findAll"),
    (),
    [*MARKS, *AUDITED, col(C.body_id, 180, shown=False), col(C.applied, 140, shown=False)],
    [
        Segment("audit", "待审核", lambda me: C.step == AUDITING),
        Segment("issued", "已发证", lambda me: C.step == ISSUED),
        Segment("failed", "不合格", lambda me: C.step == FAILED),
    ],
    [REVIEW, _view()],
)

score_list = own_listing(
    SCORE,
    no="exam_score_list",
    title="考试成绩",
    permission=p.SCORE_QUERY,
    export_permission=EXPORT,
    source=select(ExamScore).join(C, C.id == ExamScore.application_id).join(P, P.id == C.person_id),
    url=f"{SCORE_API}/findList",
    sort="-examday",
    columns=[
        col(ExamScore.applyno, 140, type="code", fixed="left", link=SCORE_PAGE),
        Col("name", "姓名", P.name, 80),
        Col("item", "作业项目", C.item, 160, "dict", dict="C622"),
        col(ExamScore.part, 70, type="dict", words=PARTS),
        col(ExamScore.score, 70),
        col(ExamScore.step, 84, label="状态", type="state", words=SCORE.names, tones=SCORE.tones),
        col(ExamScore.attempt, 76),
        col(ExamScore.examday, 104),
        col(ExamScore.examiner_id, 90),
        col(ExamScore.second_id, 110),
        col(ExamScore.enterer_id, 80),
        col(ExamScore.confirmer_id, 80),
        col(ExamScore.confirmed, 140),
    ],
    search=[
        like("text", "申请编号、姓名", ExamScore.applyno, P.name, quick=True),
        same("part", "科目", ExamScore.part, widget="select", options=PARTS, quick=True),
        same("step", "状态", ExamScore.step, widget="select", options=SCORE.names, quick=True),
        dates("examday", "考试日期", ExamScore.examday),
    ],
    segments=[
        Segment("entered", "待确认", lambda me: ExamScore.step == ENTERED),
        Segment("confirmed", "已确认", lambda me: ExamScore.step == CONFIRMED),
    ],
    actions=[
        Action("add", "录入成绩", p.SCORE_SAVE, kind="form", form=SCORE_FORM.no, shortcut="Alt+N", route=SCORE_PAGE),
        Action("view", "查看", p.SCORE_QUERY, place="row", kind="route", needs="one", route=SCORE_PAGE),
        *buttons(SCORE),
    ],
)
