"""An application from its draft to the certificate (C672), and a score from its entry to its confirmation.

The steps are the codes of C672; 待审核 stands between the passed examination and the certificate, for which C672 has no
word of its own. Confirmed scores move an application, nobody by hand.
"""

from typing import Any

from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
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
    PRACTICE_IN,
    SITTING,
    THEORY_IN,
    VOID,
    WAITING,
    ExamScore,
)
from tejian.persons.models.exams import ExamApplication as C

from . import forms, grading
from . import moving as g
from .forms import API, PAGE, SCORE_API, SCORE_PAGE

WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE}
APPLYING, CANDIDATES, AUDIT = "/personMng/preapplyMng", "/personMng/prePersonMng", "/personMng/auditMng"
BATCH = [Button("row"), Button("batch")]
WHEN = ["examday", "examtime", "room"]
EXAM = add_process(
    Process(
        name="exam_application",
        title="考试申请",
        model=C,
        api=API,
        start=DRAFT,
        ends=[NOT_TAKEN, FAILED, ISSUED, VOID],
        always=[g.tell_who_waits],
        numbers=lambda s: (s.applyno, s.applyno),
        about=lambda m: (m.unitname, m.item),
        limit=g.limit,
        steps=[
            Step(DRAFT, "草稿", g.applicant, waits="考试申请待提交", verb="提交", route=APPLYING, **WAITS),
            Step(APPLIED, "待受理", g.body_staff, waits="考试申请待受理", verb="受理", route=APPLYING, **WAITS),
            Step(ACCEPTED, "受理", g.body_staff, waits="待安排考试", verb="安排考试", route=CANDIDATES, **WAITS),
            Step(NOT_TAKEN, "不予受理", nobody, tone="no"),
            Step(WAITING, "待考试", nobody, tone="go"),
            Step(THEORY_IN, "理论合格", nobody, tone="go"),
            Step(PRACTICE_IN, "实操合格", nobody, tone="go"),
            Step(
                *(AUDITING, "待审核", g.auditor),
                waits="考试申请待审核发证",
                verb="审核发证",
                route=AUDIT,
                refusal="由所在区域的发证机关审核，且不能审核自己填写、受理的申请",
                **WAITS,
            ),
            Step(FAILED, "成绩不合格", nobody, tone="no"),
            Step(ISSUED, "已发证", nobody, tone="ok"),
            Step(VOID, "作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "提交", [DRAFT], APPLIED, p.EXAM_APPLY),
                guards=[g.conditions_met],
                stamps=["applyno", "applied"],
                buttons=BATCH,
            ),
            Move(
                *("accept", "受理", [APPLIED], ACCEPTED, p.EXAM_ACCEPT),
                guards=[g.conditions_met],
                stamps=["acceptor_id", "accepted"],
                buttons=BATCH,
            ),
            Move(
                *("refuse", "不予受理", [APPLIED], NOT_TAKEN, p.EXAM_ACCEPT),
                needs_reason=True,
                batch=False,
                form=forms.REFUSE,
                takes=["reason"],
                stamps=["acceptor_id", "accepted"],
            ),
            Move(
                *("withdraw", "撤回", [APPLIED], VOID, p.EXAM_APPLY),
                needs_reason=True,
                batch=False,
                takes=["reason"],
                anyone=True,
            ),
            Move(
                *("seat", "安排考试", [ACCEPTED], WAITING, p.EXAM_ACCEPT),
                guards=[g.exam_ahead, g.trained],
                takes=WHEN,
                effects=[g.give_seats],
                form=forms.SEAT,
                buttons=BATCH,
            ),
            Move(
                *("reseat", "安排补考", SITTING, STAY, p.EXAM_ACCEPT),
                guards=[g.exam_ahead],
                takes=WHEN,
                effects=[g.give_seats],
                form=forms.RESEAT,
                anyone=True,
                buttons=[Button("more"), Button("batch")],
            ),
            Move(
                *("graded", "成绩确认", [*SITTING, AUDITING, FAILED], grading.to_outcome, p.SCORE_SAVE),
                choices=[WAITING, THEORY_IN, PRACTICE_IN, AUDITING, FAILED],
                effects=[grading.note_marks],
                follows=True,
            ),
            Move(
                *("cheat", "作弊作废", [*SITTING], VOID, p.EXAM_ACCEPT),
                needs_reason=True,
                batch=False,
                form=forms.CHEAT,
                takes=["reason"],
                effects=[g.bar],
                anyone=True,
            ),
            Move(
                *("audit", "审核发证", [AUDITING], ISSUED, p.EXAM_AUDIT),
                guards=[g.both_passed, g.still_free],
                stamps=["auditor_id", "issued"],
                effects=[g.give_certificate],
                form=forms.AUDIT,
                buttons=BATCH,
                signed=True,
            ),
            Move(
                *("back", "退回考试机构", [AUDITING], WAITING, p.EXAM_AUDIT),
                needs_reason=True,
                batch=False,
            ),
        ],
    )
)


def grade(d: Doing) -> None:
    """按已确认的成绩推进考试申请"""
    d.db.flush()
    EXAM.follow(d, "graded", [grading.application_of(d.db, d.subject, lock=True)])


SCORE = add_process(
    Process(
        name="exam_score",
        title="考试成绩",
        model=ExamScore,
        api=SCORE_API,
        one_by_one=True,
        start=ENTERED,
        ends=[CONFIRMED],
        numbers=lambda s: (s.applyno, s.applyno),
        about=lambda m: (m.applyno, m.part),
        steps=[
            Step(
                *(ENTERED, "待确认", g.other_scorer),
                tone="ca",
                waits="考试成绩待确认",
                verb="确认",
                route="/personMng/scoreList",
                page=SCORE_PAGE,
                refusal="成绩须由录入人以外的考试机构人员确认",
            ),
            Step(CONFIRMED, "已确认", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("confirm", "确认", [ENTERED], CONFIRMED, p.SCORE_SAVE),
                guards=[g.still_open, g.no_teacher],
                stamps=["confirmer_id", "confirmed"],
                effects=[grade],
            ),
            Move(
                *("amend", "更正", [ENTERED], STAY, p.SCORE_SAVE),
                needs_reason=True,
                guards=[g.still_open],
                effects=[g.keep_both],
                form=forms.AMEND,
                anyone=True,
            ),
            Move(
                *("change", "更正", [CONFIRMED], ENTERED, p.SCORE_SAVE),
                needs_reason=True,
                guards=[g.still_open],
                effects=[g.keep_both, grade],
                form=forms.CHANGE,
                anyone=True,
            ),
        ],
    )
)
