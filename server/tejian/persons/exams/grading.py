"""What scores make of an application (person_items, person_rules; TSG Z6001).

Both parts at the mark; a part that was passed stays for its term, also into a later application for the item; so many
sittings of a part in one application and no more.
"""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.persons.classes.api import teachers_of
from tejian.persons.models.exams import (
    AUDITING,
    CONFIRMED,
    FAILED,
    ISSUED,
    PARTS,
    PRACTICE,
    PRACTICE_IN,
    THEORY,
    THEORY_IN,
    VOID,
    WAITING,
    ExamScore,
    ScoreChange,
)
from tejian.persons.models.exams import ExamApplication as C
from tejian.persons.terms.api import Item, item_rule, number_of_rule, rule

S = ExamScore


def marks_of(need: Item) -> dict[str, int]:
    """The marks by the parts that an item has."""
    return {THEORY: need.pass_theory} | ({PRACTICE: need.pass_practice} if need.practice else {})


def passed(db: Session, row: C, marks: Mapping[str, int]) -> dict[str, int]:
    """The best confirmed passing score of each part that still counts, by part."""
    keeps = clock.add_months(clock.today(), -number_of_rule(db, "exam.keep_part_months"))
    same = C.person_id == row.person_id, C.item == row.item, C.step.not_in((ISSUED, VOID)) | (C.id == row.id)
    query = select(S.part, S.score).join(C, C.id == S.application_id)
    query = query.where(*same, S.step == CONFIRMED, S.examday >= keeps)
    best: dict[str, int] = {}
    for part, score in db.execute(query):
        if part in marks and score >= marks[part]:
            best[part] = max(score, best.get(part, 0))
    return best


def outcome(db: Session, row: C) -> str:
    """The step to which the confirmed scores bring an application."""
    need = item_rule(db, row.item)
    if need is None:
        return WAITING
    marks = marks_of(need)
    good = passed(db, row, marks)
    if good.keys() == marks.keys():
        return AUDITING
    sat = select(S.part).where(S.application_id == row.id, S.step == CONFIRMED)
    sittings = list(db.scalars(sat))
    most = 1 + number_of_rule(db, "exam.retake_max")
    if any(sittings.count(part) >= most for part in marks if part not in good):
        return FAILED
    return THEORY_IN if THEORY in good else PRACTICE_IN if PRACTICE in good else WAITING


def refuse_part(db: Session, row: C, part: str) -> str | None:
    """Why a score of this part cannot be entered now."""
    need = item_rule(db, row.item)
    marks = marks_of(need) if need else {}
    if part not in marks:
        return f"该项目没有{PARTS[part]}考试"
    if part in passed(db, row, marks):
        return f"{PARTS[part]}已合格，不用再考"
    waits = select(S.id).where(S.application_id == row.id, S.part == part, S.step != CONFIRMED)
    if db.scalar(waits.limit(1)):
        return f"{PARTS[part]}已录入成绩，待另一人确认"
    return None


def refuse_examiners(db: Session, row: C, part: str, first: str, second: str) -> str | None:
    """Why these two do not examine this candidate."""
    if part == PRACTICE and (not second or second == first):
        return f"实操考评人员应为{number_of_rule(db, 'exam.practice_examiners')}人"
    if {first, second} & teachers_of(db, row.person_id):
        return rule(db, "examiner.not_teacher")["sentence"]
    return None


def application_of(db: Session, score: S, *, lock: bool = False) -> C:
    query = select(C).where(C.id == score.application_id)
    return db.scalars(query.with_for_update() if lock else query).one()


def changes_of(db: Session, score: S) -> list[ScoreChange]:
    own = select(ScoreChange).where(ScoreChange.score_id == score.id)
    return list(db.scalars(own.order_by(ScoreChange.changed)))


# -- guards and effects of an application ---------------------------------------------------------------------------


def to_outcome(d: Doing) -> str:
    """按已确认的成绩"""
    return outcome(d.db, d.subject)


def note_marks(d: Doing) -> None:
    """记两科有效成绩"""
    s = d.subject
    need = item_rule(d.db, s.item)
    good = passed(d.db, s, marks_of(need)) if need else {}
    last = {one.part: one.score for one in _confirmed(d.db, s)} | good
    s.theory, s.practice = last.get(THEORY), last.get(PRACTICE)


def _confirmed(db: Session, row: C) -> list[S]:
    own = select(S).where(S.application_id == row.id, S.step == CONFIRMED)
    return list(db.scalars(own.order_by(S.part, S.attempt)))
