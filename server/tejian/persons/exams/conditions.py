"""What stands against an application: the body, the item's conditions, another application, a time without the right.

The conditions are rows of person_items and person_rules. Whether one of them refuses or only warns is a row as well
(`guard.…`): the wording of TSG Z6001 was not read for every number, and the authority decides what it relies on.
"""

from collections.abc import Collection, Iterator
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import Person, PersonCert
from tejian.kit.ground import clock
from tejian.persons.bodies.api import item_words
from tejian.persons.certificates.api import revoked_on
from tejian.persons.models.bodies import ExamBody, may_examine
from tejian.persons.models.certificates import WorkCertificate
from tejian.persons.models.classes import ClassStudent
from tejian.persons.models.exams import RUNNING
from tejian.persons.models.exams import ExamApplication as C
from tejian.persons.terms.api import Item, item_rule, number_of_rule, rule

LATER = ("guard.open", "guard.barred")  # what may have come about since the acceptance
REFUSES = "拒绝"  # of a `guard.…` rule; any other word warns


class Against(NamedTuple):
    """A sentence against an application, and the rule by which it refuses or warns; '' refuses always."""

    rule: str
    sentence: str


def person_of(db: Session, row: C) -> Person:
    return db.scalars(select(Person).where(Person.id == row.person_id)).one()


def age_on(birth: date, day: date) -> int:
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def against(db: Session, row: C) -> Iterator[Against]:
    """Everything that stands against an application today."""
    words, today = item_words(db), clock.today()
    name = words.get(row.item, row.item)
    need = item_rule(db, row.item)
    if need is None:
        yield Against("", f"没有{name}的考核规则，请联系发证机关")
        return
    if not db.scalar(select(ExamBody.id).where(ExamBody.id == row.body_id, may_examine(row.item, today))):
        yield Against("", f"所选考试机构不能考{name}，或已过有效期")
    if row.item == "Q2" and not row.limits:
        yield Against("", "起重机司机请选择限定范围")
    yield from _of_person(person_of(db, row), row, need)
    yield from _elsewhere(db, row, name)


def _of_person(person: Person, row: C, need: Item) -> Iterator[Against]:
    if person.birth is None:
        yield Against("", "人员档案没有出生日期")
    else:
        age = age_on(person.birth, clock.today())
        if age < need.min_age:
            yield Against("guard.age", f"申请人{age}周岁，该项目须年满{need.min_age}周岁")
        if age > need.max_age:
            yield Against("guard.max_age", f"申请人{age}周岁，首次申请该项目一般不超过{need.max_age}周岁")
    if not row.education or int(row.education) > int(need.education):  # C671 counts downwards
        yield Against("guard.education", "学历低于该项目的要求")
    if not row.healthy:
        yield Against("guard.health", f"没有健康承诺：{need.health}")


def _elsewhere(db: Session, row: C, name: str) -> Iterator[Against]:
    own = C.person_id == row.person_id, C.id != row.id
    if number := db.scalar(select(C.applyno).where(*own, C.item == row.item, C.step.in_(RUNNING)).limit(1)):
        yield Against("guard.open", f"{name}已有未办结的申请{number}")
    P = PersonCert
    held = P.person_id == row.person_id, P.item == row.item, P.held == "", P.validto >= clock.today()
    if until := db.scalar(select(func.max(P.validto)).where(*held)):
        yield Against("guard.open", f"已持有{name}证书，有效期至{until}，请办理复审")
    if (until := db.scalar(select(func.max(C.barreduntil)).where(*own))) and until > clock.today():
        yield Against("guard.barred", rule(db, "exam.cheat_bar_months")["sentence"].format(date=until))
    if day := revoked_on(db, row.person_id):
        until = clock.add_months(day, number_of_rule(db, "cert.revoke_bar_months"))
        if until > clock.today():
            yield Against("guard.barred", rule(db, "cert.revoke_bar_months")["sentence"].format(date=until))


def judged(db: Session, row: C, only: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """The sentences that refuse an application, and those that only warn; `only` by some rules, or by all."""
    refuse: list[str] = []
    warn: list[str] = []
    for one in (a for a in against(db, row) if not only or a.rule in only):
        refuses = not one.rule or rule(db, one.rule)["value"] == REFUSES
        (refuse if refuses else warn).append(one.sentence)
    return refuse, warn


def why_person_stays(db: Session, person: Person) -> str | None:
    """Why a person is not deleted: who applied, learned or holds a certificate is on record."""
    for model in (C, WorkCertificate, ClassStudent):
        if db.scalar(select(model.id).where(model.person_id == person.id).limit(1)):
            return f"{person.name}有考试、培训或证书记录，不能删除"
    return None
