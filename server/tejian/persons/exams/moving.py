"""Who handles an application or a score, what stands against its moves, and what they do."""

from datetime import datetime, time

from sqlalchemy import ColumnElement, and_, false, func, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.persons import permissions as p
from tejian.persons.certificates.api import Grant, issue
from tejian.persons.classes.api import has_finished
from tejian.persons.models.exams import (
    ACCEPTED,
    APPLIED,
    AUDITING,
    ISSUED,
    NOT_TAKEN,
    VOID,
    ExamScore,
    ScoreChange,
)
from tejian.persons.models.exams import ExamApplication as C
from tejian.persons.terms.api import number_of_rule
from tejian.system.accounts.api import users_of, who_may
from tejian.system.models.organisations import in_scope
from tejian.system.organisations.api import add_working_days

from . import grading
from .conditions import LATER, judged, person_of
from .forms import PAGE

SHOWN = 5  # sentences of a refusal


def applicant(me: User) -> ColumnElement[bool]:
    """申请的单位，或代填的人员"""
    return C.unitsysid == me.unit_id if me.unit_id else C.createby == me.id


def body_staff(me: User) -> ColumnElement[bool]:
    """考试机构的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def auditor(me: User) -> ColumnElement[bool]:
    """发证机关未填写、未受理此件的人员"""
    mine = in_scope(me, area=C.areacode) if me.scope in ("area", "all") and not me.unit_id else false()
    return and_(mine, C.acceptor_id != me.id, C.createby != me.id)


def other_scorer(me: User) -> ColumnElement[bool]:
    """考试机构录入人以外的人员"""
    own = ExamScore.org_id == me.org_id if me.org_id and not me.unit_id else false()
    return and_(own, ExamScore.enterer_id != me.id)


def limit(db: Session, row: C) -> datetime | None:
    """受理五个工作日，审核发证二十个工作日"""
    days = {APPLIED: "apply.accept_days", AUDITING: "cert.issue_days"}.get(row.step)
    if days is None:
        return None
    return datetime.combine(add_working_days(db, clock.today(), number_of_rule(db, days)), time.max, clock.SHANGHAI)


# -- guards ---------------------------------------------------------------------------------------------------------


def conditions_met(d: Doing) -> str | None:
    """符合报考条件"""
    s = d.subject
    hold(d.db, f"examination {s.person_id} {s.item}")  # of two at once the second sees the first
    refuse, _warn = judged(d.db, s)
    if any(one.id != s.id and (one.person_id, one.item) == (s.person_id, s.item) for one in d.batch):
        refuse.append("同一项目一次只能提交一份申请")
    return f"{person_of(d.db, s).name}：{'；'.join(refuse[:SHOWN])}" if refuse else None


def still_free(d: Doing) -> str | None:
    """没有同一项目的证书，也不在禁止申请期内"""
    refuse, _warn = judged(d.db, d.subject, LATER)
    return f"{person_of(d.db, d.subject).name}：{'；'.join(refuse)}" if refuse else None


def exam_ahead(d: Doing) -> str | None:
    """考试日期未过"""
    return None if d.form["examday"] >= clock.today() else f"考试日期{d.form['examday']}已过"


def trained(d: Doing) -> str | None:
    """规则要求培训的，已结业"""
    if not number_of_rule(d.db, "class.required") or has_finished(d.db, d.subject.person_id, d.subject.item):
        return None
    return f"{person_of(d.db, d.subject).name}没有本项目的结业记录，不能安排考试"


def both_passed(d: Doing) -> str | None:
    """两科成绩合格且在保留期内"""
    stands = grading.outcome(d.db, d.subject)
    return None if stands == AUDITING else f"{d.subject.applyno}的成绩不全，或已过保留期，不能发证"


def still_open(d: Doing) -> str | None:
    """申请尚未办结"""
    row = grading.application_of(d.db, d.subject, lock=True)
    over = {ISSUED: "已发证", VOID: "已作废", NOT_TAKEN: "不予受理"}
    return f"{row.applyno}{over[row.step]}，成绩不能再改" if row.step in over else None


def no_teacher(d: Doing) -> str | None:
    """考评人员没有教过该考生"""
    s = d.subject
    row = grading.application_of(d.db, s)
    return grading.refuse_examiners(d.db, row, s.part, s.examiner_id, s.second_id)


# -- effects --------------------------------------------------------------------------------------------------------


def give_seats(d: Doing) -> None:
    """按申请编号排座位"""
    taken = d.shared.get("seats")
    if taken is None:
        same = C.examday == d.form["examday"], C.examtime == d.form["examtime"], C.room == d.form["room"]
        here = *same, C.org_id == d.subject.org_id, C.id.not_in([one.id for one in d.batch])
        taken = d.db.scalar(select(func.max(C.seat)).where(*here)) or 0
    d.shared["seats"] = d.subject.seat = taken + 1


def bar(d: Doing) -> None:
    """记不得报名的期限"""
    months = number_of_rule(d.db, "exam.cheat_bar_months")
    d.subject.barreduntil = clock.add_months(clock.today(), months)


def give_certificate(d: Doing) -> None:
    """核发作业人员证"""
    s = d.subject
    issue(d.db, d.me, Grant(s.person_id, s.item, s.limits, s.unitsysid, s.unitname, s.areacode))


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step in (APPLIED, ACCEPTED):
        whom = who_may(d.db, p.EXAM_ACCEPT, s.org_id)
    else:
        whom = [one for one in (*users_of(d.db, s.unitsysid), s.createby) if one]
    title = f"{s.applyno} {s.unitname}：{WORDS.get(s.step, '考试申请有新进展')}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "人员考核", title, d.reason.text, PAGE.format(id=s.id))


WORDS = {APPLIED: "待受理", ACCEPTED: "已受理", NOT_TAKEN: "不予受理", ISSUED: "已发证", VOID: "已作废"}


def keep_both(d: Doing) -> None:
    """保留原成绩、新成绩和原因"""
    s = d.subject
    change = ScoreChange(score_id=s.id, before=s.score, after=d.form["newscore"], reason=d.reason.text)
    change.changer_id, change.changed = d.me.id, clock.now()
    d.db.add(change)
    s.score, s.enterer_id, s.confirmer_id, s.confirmed = d.form["newscore"], d.me.id, "", None
