"""What is printed of an application: the form, the admission card, the sheet of scores, the review before the audit."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import Person
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import qr
from tejian.persons.bodies.api import body_of, item_words
from tejian.persons.certificates.api import ends_on, limit_words
from tejian.persons.models.exams import AUDITING, CONFIRMED, ISSUED, PARTS, SITTING, ExamScore
from tejian.persons.models.exams import ExamApplication as C
from tejian.persons.terms.api import item_rule
from tejian.system.settings.api import version

from .conditions import judged, person_of
from .grading import marks_of
from .process import EXAM

SEX = {"1": "男", "2": "女"}
RULES = (
    "凭本证和有效身份证件入场，开考15分钟后不得入场。",
    "不得携带通讯工具和资料，按座位号就座。",
    "作弊的成绩无效，并在规定期限内不得报名。",
)


def _holder(db: Session, row: C) -> dict[str, Any]:
    person: Person = person_of(db, row)
    words = dictionary.words(db, version(db, "dict"))
    return {
        "name": person.name,
        "number": person.idno,
        "sex": SEX.get(person.sex, ""),
        "birth": plain(person.birth),
        "education": words.get("C671", {}).get(row.education, ""),
        "item": f"{row.item} {item_words(db).get(row.item, '')}".strip(),
        "limitwords": limit_words(db, row.limits) or "/",
        "stateName": EXAM.name_of(row.step),
    }


def application(db: Session, row: C) -> dict[str, Any]:
    """The form of an application (TSG Z6001 appendix B)."""
    need = item_rule(db, row.item)
    return _holder(db, row) | {"pledge": need.health if need else "", "draft": not row.applyno}


def admission(db: Session, row: C) -> dict[str, Any]:
    """The card with which somebody is let in. Refused before a sitting is arranged."""
    if row.step not in SITTING or row.examday is None:
        raise Refused(f"{row.applyno or '草稿'}{EXAM.name_of(row.step)}，没有准考证")
    body = body_of(db, row.body_id)
    place = f"{body.address} {row.room}".strip() if body else row.room
    return _holder(db, row) | {"place": place, "rules": list(RULES), "qr": qr.svg(row.applyno)}


def _scores(db: Session, row: C) -> list[dict[str, Any]]:
    own = select(ExamScore).where(ExamScore.application_id == row.id, ExamScore.step == CONFIRMED)
    need = item_rule(db, row.item)
    marks = marks_of(need) if need else {}
    rows = db.scalars(own.order_by(ExamScore.part.desc(), ExamScore.attempt)).all()
    return [
        {
            "part": PARTS[one.part],
            "attempt": str(one.attempt),
            "score": str(one.score),
            "mark": str(marks.get(one.part, "")),
            "day": plain(one.examday),
            "verdict": "合格" if one.score >= marks.get(one.part, 101) else "不合格",
        }
        for one in rows
    ]


def scores(db: Session, row: C) -> dict[str, Any]:
    """The confirmed scores of an application. Refused while there is none."""
    lines = _scores(db, row)
    if not lines:
        raise Refused(f"{row.applyno or '草稿'}没有已确认的成绩")
    return _holder(db, row) | {"scores": lines, "printed": clock.today().isoformat()}


def review(db: Session, row: C) -> dict[str, Any]:
    """What the audit is about to issue, and what stands against it. Refused before both parts were passed."""
    if row.step not in (AUDITING, ISSUED):
        raise Refused(f"{row.applyno or '草稿'}{EXAM.name_of(row.step)}，没有待审核的内容")
    need = item_rule(db, row.item)
    begin = row.issued or clock.today()
    until = ends_on(begin, need.valid_months).isoformat() if need else ""
    refuse, warn = ([], []) if row.step == ISSUED else judged(db, row)
    sayings = [f"不符合：{one}" for one in refuse if "未办结" not in one] + [f"提示：{one}" for one in warn]
    return _holder(db, row) | {
        "scores": _scores(db, row),
        "begin": begin.isoformat(),
        "until": until,
        "against": sayings or ["没有"],
    }
