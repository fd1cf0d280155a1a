"""Reminders of problems that are not mended: at half of the term, before its end, on it and after, each a level higher.

The moments, whom each reaches and its words are rules (defect_reminders). Each is sent once for a deadline: where a
deadline was extended its reminders come anew. After nights without the job the highest that is due is sent alone, and
those below it are noted as passed over.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.records.api import supervisors_of
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.messages.api import tell
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import WITH_OWNER, Defect, DefectReminder
from tejian.system.accounts.api import users_of, who_may
from tejian.system.rules import api as rulestore

from .forms import PAGE

TABLE = "defect_reminders"
PASSED_OVER = "已由更高一级的督促代替"
Rule = dict[str, str]


def _of_area(db: Session, s: Defect, right: str) -> set[str]:
    return set(who_may(db, right)) & set(supervisors_of(db, s.areacode))


# whom a rule reaches, by its word
ROLES: Mapping[str, Callable[[Session, Defect], Iterable[str]]] = {
    "责任单位": lambda db, s: users_of(db, s.unitsysid),
    "下达人员": lambda db, s: [s.createby],
    "下达机构": lambda db, s: who_may(db, p.DEFECT_HANDLE, s.org_id),
    "监管部门": lambda db, s: _of_area(db, s, p.DEFECT_ORDER),
    "监管部门负责人": lambda db, s: _of_area(db, s, p.DEFECT_LEAD),
}


def read_rule(row: dict[str, str]) -> tuple[int, int | None, int]:
    """The level, the share of the term in percent or none, and the days from its end. Raises ValueError."""
    if row["role"] not in ROLES:
        raise ValueError(f"告知谁：应为{'、'.join(ROLES)}之一")
    share = int(row["share"]) if row["share"] else None
    if share is not None and not 0 < share < 100:
        raise ValueError("期限的比例：应在0和100之间")
    if (share is None) == (row["days"] == ""):
        raise ValueError("期限的比例和期限前后天数填写其中一项")
    return int(row["level"]), share, int(row["days"] or 0)


def day_of(rule: Rule, issued: date, deadline: date) -> date:
    """The day on which a rule reminds of a problem."""
    _level, share, days = read_rule(rule)
    if share is None:
        return deadline + timedelta(days=days)
    return issued + timedelta(days=(deadline - issued).days * share // 100)


def whom(db: Session, s: Defect, rules: Sequence[Rule], level: int) -> tuple[set[str], list[str]]:
    """The people of a level and of all below it, with what they are called."""
    words = [rule["role"] for rule in rules if int(rule["level"]) <= level]
    people = {one for word in words for one in ROLES[word](db, s)}
    return people - {""}, words


@jobs.job("supervision.reminders", retry=1, daily="07:10")
def every_morning(db: Session) -> None:
    """Remind of every problem whose day has come."""
    hold(db, "supervision.reminders")
    today = clock.today()
    rules = sorted(rulestore.rows(db, TABLE, today), key=lambda rule: int(rule["level"]))
    R = DefectReminder
    sent = {tuple(row) for row in db.execute(select(R.defect_id, R.deadline, R.code))}
    waiting = select(Defect).where(
        Defect.step.in_(WITH_OWNER), Defect.issued.is_not(None), Defect.deadline.is_not(None)
    )
    for s in db.scalars(waiting.order_by(Defect.id)):
        assert s.issued and s.deadline
        begun, end = s.issued, s.deadline
        due = [rule for rule in rules if begun < day_of(rule, begun, end) <= today]
        left = [rule for rule in due if (s.id, end, rule["code"]) not in sent]
        if left:
            _remind(db, s, rules, left, today)


def _remind(db: Session, s: Defect, rules: Sequence[Rule], left: Sequence[Rule], today: date) -> None:
    highest = left[-1]
    for rule in left:
        known = {"defect_id": s.id, "code": rule["code"], "level": int(rule["level"]), "deadline": s.deadline}
        row = DefectReminder(**known, sent=today, said=rule["sentence"], whom=PASSED_OVER)
        if rule is highest:
            people, words = whom(db, s, rules, row.level)
            row.whom, row.people = "、".join(words), len(people)
            title = f"{s.defectno} {s.unitname}：{rule['sentence']}"
            tell(db, sorted(people), "现场问题", title, f"{s.content}，整改期限{s.deadline}", PAGE.format(id=s.id))
        db.add(row)
