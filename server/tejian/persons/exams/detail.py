"""The page of an application: who applies for what, what stands against it, its sittings and scores."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, due, of
from tejian.persons import permissions as p
from tejian.persons.bodies.api import item_words
from tejian.persons.certificates.api import limit_words
from tejian.persons.models.exams import (
    APPLIED,
    AUDITING,
    DRAFT,
    FAILED,
    ISSUED,
    NOT_TAKEN,
    PARTS,
    SITTING,
    VOID,
    ExamApplication,
    ExamScore,
    ScoreChange,
)
from tejian.persons.terms.api import item_rule

from .conditions import judged, person_of
from .forms import ACTS, API, SCORE_API
from .grading import application_of, changes_of, marks_of
from .process import EXAM, SCORE

OVER = (NOT_TAKEN, FAILED, ISSUED, VOID)
SAT = (*SITTING, AUDITING, FAILED, ISSUED)


def _notices(shown: Shown) -> list[Notice]:
    out = list(stands(EXAM)(shown))
    if shown.row.step in (DRAFT, APPLIED):
        refuse, warn = judged(shown.db, shown.row)
        out += [Notice(one, "no") for one in refuse] + [Notice(one) for one in warn]
        need = item_rule(shown.db, shown.row.item)
        if need and need.unread and (refuse or warn):
            out.append(
                Notice(f"依据{need.source.split('：')[0]}；{need.unread}的数值未核对原文，可在业务规则中改为只提示")
            )
    return out


def _marks(shown: Shown) -> str:
    need = item_rule(shown.db, shown.row.item)
    marks = marks_of(need) if need else {}
    own = {"T": shown.row.theory, "P": shown.row.practice}
    return "　".join(f"{PARTS[k]} {'—' if own[k] is None else own[k]}/{v}" for k, v in marks.items())


def _scores(shown: Shown) -> list[dict[str, Any]]:
    own = select(ExamScore).where(ExamScore.application_id == shown.row.id)
    rows = shown.db.scalars(own.order_by(ExamScore.part.desc(), ExamScore.attempt))
    return [worded(shown.db, one) | {"scoreLink": f"/personMng/scoreDetail?id={one.id}"} for one in rows]


def _paper(code: str, label: str, *steps: str) -> Action:
    when = {"step": steps} if steps else {}
    return Action(code, label, p.EXAM_QUERY, kind="print", needs="one", print=code, when=when)


PAPERS = [
    _paper("KSSQB", "申请表"),
    _paper("ZKZ", "准考证", *SITTING),
    _paper("CJD", "成绩单", *SAT),
    _paper("ZYSHB", "审核表", AUDITING, ISSUED),
]


APPLICATION = RecordView(
    no="exam_application",
    title="考试申请",
    permission=p.EXAM_QUERY,
    model=ExamApplication,
    url=f"{API}/record",
    heading=lambda s: f"考试申请 {s.row.applyno or '草稿'}",
    subtitle=lambda s: f"{person_of(s.db, s.row).name}　{item_words(s.db).get(s.row.item, s.row.item)}",
    facts=[
        state(EXAM),
        Fact("person_id", note=lambda s: person_of(s.db, s.row).idno),
        Fact("item", note=lambda s: limit_words(s.db, s.row.limits)),
        Fact("unitname"),
        Fact("body_id"),
        due("limit_at", (APPLIED, AUDITING)),
        Fact("examday", note=lambda s: f"{s.row.examtime} {s.row.room} {s.row.seat}号" if s.row.examday else ""),
        Fact(label="成绩", text=_marks),
        Fact("acceptor_id", note=lambda s: s.text("accepted")),
        Fact("auditor_id", note=lambda s: s.text("issued")),
        Fact("reason"),
        Fact("barreduntil"),
    ],
    notices=_notices,
    parts=[
        Part(
            "scores",
            "成绩",
            [
                of(ExamScore.part, 80, type="dict", words=PARTS),
                of(ExamScore.attempt, 80),
                of(ExamScore.score, 80),
                of(ExamScore.step, 90, label="状态", type="dict", words=SCORE.names),
                of(ExamScore.examday, 110),
                of(ExamScore.examiner_id, 100),
                of(ExamScore.second_id, 120),
                of(ExamScore.enterer_id, 90),
                of(ExamScore.confirmer_id, 90),
            ],
            _scores,
            noun="成绩",
            empty="还没有成绩",
        ),
        course(EXAM),
    ],
    actions=[*PAPERS, ACTS.edit, *(one for one in page_buttons(EXAM) if one.place != "batch")],
    own=is_own(EXAM),
    files=Files("examApply", ["24", "26", "99"], "照片与证明", until=OVER, right=p.EXAM_APPLY),
    history=True,
)


def _kept(shown: Shown) -> list[dict[str, Any]]:
    return [worded(shown.db, one) for one in changes_of(shown.db, shown.row)]


SCORE_VIEW = RecordView(
    no="exam_score",
    title="成绩详情",
    permission=p.SCORE_QUERY,
    model=ExamScore,
    url=f"{SCORE_API}/record",
    heading=lambda s: f"{PARTS.get(s.row.part, '')}成绩 {application_of(s.db, s.row).applyno}",
    subtitle=lambda s: person_of(s.db, application_of(s.db, s.row)).name,
    facts=[
        state(SCORE),
        Fact("score", note=lambda s: f"第 {s.row.attempt} 次"),
        Fact("examday"),
        Fact("examiner_id"),
        Fact("second_id"),
        Fact("enterer_id", note=lambda s: s.text("createtime")),
        Fact("confirmer_id", note=lambda s: s.text("confirmed")),
        Fact(
            "application_id",
            link=lambda s: f"/personMng/preapplyDetail?id={s.row.application_id}",
        ),
    ],
    notices=stands(SCORE),
    parts=[
        Part(
            "changes",
            "更正",
            [
                of(ScoreChange.changed, 140),
                of(ScoreChange.before, 80),
                of(ScoreChange.after, 80),
                of(ScoreChange.reason),
                of(ScoreChange.changer_id, 100),
            ],
            _kept,
            empty="没有更正过",
        ),
        course(SCORE),
    ],
    actions=page_buttons(SCORE),
    own=is_own(SCORE),
    history=True,
)
