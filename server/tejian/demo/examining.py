"""Examinations of the demo city: a body, supervisors, candidates at each step, classes, and certificates in hand."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import make_idcard
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.persons.certificates import api as certificates
from tejian.persons.classes import api as classes
from tejian.persons.exams import api as exams
from tejian.persons.models.bodies import ExamBody, ExamBodyItem, MonitorCert
from tejian.persons.models.certificates import CertCase
from tejian.persons.models.classes import ClassStudent, TrainingClass
from tejian.persons.models.exams import ExamApplication, ExamScore
from tejian.system.models.accounts import SysUser

from .actors import Actors
from .charges import carry

UNIT, BUREAU, SECOND, LEADER = "qiye", "jianguan", "jianguan2", "juzhang"
CLERK, EXAMINER, TEACHER = "kaoshi", "kaoshi2", "kaoshi3"
ITEMS = ("A", "G1", "R1", "T", "Q1", "Q2", "N1", "Y2")
CHAIN = ("submit", "accept", "seat", "T", "P", "audit")


@dataclass(frozen=True)
class Candidate:
    """Who applies for what, how many days ago, how far it came, and the scores of both parts."""

    name: str
    serial: int
    item: str
    ago: int
    last: str = ""
    theory: int = 0
    practice: int = 0
    limits: str = ""
    born: date = date(1991, 5, 12)
    ends: str = ""  # a last move of its own, with its reason
    reason: str = ""


CANDIDATES = (
    Candidate("沈建军", 601, "N1", 40, "audit", 92, 85),
    Candidate("毛丽娟", 602, "A", 38, "audit", 88),
    Candidate("施海波", 603, "Q2", 33, "audit", 79, 81, "01,02"),
    Candidate("乐国强", 605, "N1", 20, "P", 74, 83),
    Candidate("竺小敏", 604, "A", 18, "T", 91),
    Candidate("葛卫东", 607, "Q2", 16, "T", 71, 0, "02"),
    Candidate("应志刚", 609, "N1", 14, "T", 58),
    Candidate("邬春燕", 606, "N1", 9, "seat"),
    Candidate("励勇", 611, "G1", 8, "seat", ends="cheat", reason="理论考试中使用手机传递答案"),
    Candidate("忻志远", 613, "Q1", 6, "accept"),
    Candidate("洪亮", 615, "T", 4, "submit"),
    Candidate("贺文彬", 617, "N1", 3, "submit", ends="refuse", reason="所附照片不是申请人本人"),
    Candidate("戎美芳", 608, "N1", 1),
)


def make() -> None:
    """The body and its people, then each story by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(ExamBody)):
            return
        actors = Actors(db)
    body: str = actors.do(BUREAU, _at(120, 9), partial(_body, org=actors.users[CLERK].org_id))
    actors.do(BUREAU, _at(110, 9), partial(_monitors, actors=actors))
    made = [(one, _candidate(actors, one, body)) for one in CANDIDATES]
    _classes(actors, {one.name: key for one, key in made})
    _cases(actors)


def _at(ago: int, hour: int, minute: int = 0) -> datetime:
    return datetime.combine(clock.today() - timedelta(days=ago), time(hour, minute), clock.SHANGHAI)


def _body(db: Session, me: User, *, org: str) -> str:
    until = clock.today() + timedelta(days=900)
    row = ExamBody(name="宁波市特种设备作业人员考试中心", org_id=org, areacode="330200", validto=until, createby=me.id)
    row.approvalno, row.address = "甬市监特设〔2025〕17号", "宁波市鄞州区考试路 8 号"
    row.contact, row.tel = "江考务", "0574-87186100"
    db.add(row)
    db.flush()
    for n, item in enumerate(ITEMS):
        db.add(ExamBodyItem(body_id=row.id, item=item, validto=until - timedelta(days=60 * n)))
    return row.id


def _monitors(db: Session, me: User, *, actors: Actors) -> None:
    user = actors.users[LEADER]  # who leads the bureau does not check: his warrant has run out
    row = MonitorCert(user_id=user.id, org_id=user.org_id, areacode="330200", createby=me.id)
    row.certno, row.issueorg = "浙监察330200-009", "浙江省市场监督管理局"
    row.issued = clock.today() - timedelta(days=1500)
    row.validto = row.issued + timedelta(days=1460)
    db.add(row)


def _candidate(actors: Actors, one: Candidate, body: str) -> str:
    key: str = actors.do(UNIT, _at(one.ago, 9), partial(_written, one=one, body=body))
    steps = CHAIN[: CHAIN.index(one.last) + 1] if one.last else ()
    for n, step in enumerate(steps):
        moment = _at(max(one.ago - n * 2, 0), 10 + n)
        if step in ("T", "P"):
            score = one.theory if step == "T" else one.practice
            if score:
                _score(actors, key, step, score, moment)
            continue
        who = {"submit": UNIT, "audit": BUREAU}.get(step, CLERK)
        sits = {"examday": str(moment.date() + timedelta(days=2)), "examtime": "09:00—10:30", "room": "第一考场"}
        actors.do(who, moment, carry(exams.EXAM, step, key, **(sits if step == "seat" else {})))
    if one.ends:
        actors.do(CLERK, _at(max(one.ago - 5, 0), 15), carry(exams.EXAM, one.ends, key, reason=one.reason))
    return key


def _written(db: Session, me: User, *, one: Candidate, body: str) -> str:
    said: dict[str, Any] = {"name": one.name, "idtype": "01", "idno": make_idcard("330212", one.born, one.serial)}
    said |= {"education": "5", "mobile": f"1390574{one.serial:04}", "item": one.item, "limits": one.limits}
    said |= {"body_id": body, "healthy": True, "work": "在本单位从事相关辅助工作两年"}
    row = ExamApplication()
    put(db, me, row, said, exams.HOOKS, exams.FORM)
    db.flush()
    return row.id


def _score(actors: Actors, key: str, part: str, score: int, moment: datetime) -> None:
    people = {"examiner_id": actors.users[CLERK].id, "second_id": actors.users[EXAMINER].id}
    told = {"application_id": key, "part": part, "score": score, "examday": moment.date(), **people}

    def enter(db: Session, me: User) -> str:
        made: ExamScore = exams.enter(db, me, Input(told))
        return made.id

    sitting: str = actors.do(CLERK, moment, enter)
    actors.do(EXAMINER, moment + timedelta(hours=1), carry(exams.SCORE, "confirm", sitting))


def _classes(actors: Actors, keys: dict[str, str]) -> None:
    """A class that is over, and one that takes students."""
    over: str = actors.do(
        CLERK, _at(60, 9), partial(_class, title="叉车司机取证班", item="N1", ago=50, teacher=TEACHER)
    )
    actors.do(CLERK, _at(55, 9), carry(classes.CLASS, "open", over))
    actors.do(CLERK, _at(38, 9), partial(_join, of=over, application=keys["沈建军"]))
    actors.do(CLERK, _at(37, 9), carry(classes.CLASS, "start", over))
    actors.do(CLERK, _at(35, 16), partial(_attend, of=over))
    actors.do(CLERK, _at(34, 16), carry(classes.CLASS, "finish", over))
    coming = partial(_class, title="起重机司机取证班", item="Q2", ago=-20, teacher=TEACHER)
    key: str = actors.do(CLERK, _at(5, 9), coming)
    actors.do(CLERK, _at(4, 9), carry(classes.CLASS, "open", key))
    actors.do(CLERK, _at(3, 9), partial(_join, of=key, application=keys["葛卫东"]))


def _class(db: Session, me: User, *, title: str, item: str, ago: int, teacher: str) -> str:
    begin = clock.today() + timedelta(days=10 if ago > 0 else -ago)
    who = _user(db, teacher)
    lessons = [
        {"lessonday": begin + timedelta(days=n), "topic": topic, "hours": 8, "teacher_id": who}
        for n, topic in enumerate(("法规与安全知识", "设备构造与操作", "实操训练"))
    ]
    values = {"title": title, "item": item, "place": "考试中心培训楼 301", "quota": 40, "hours": 24}
    values |= {"planfrom": begin, "planto": begin + timedelta(days=3), "lessons": lessons}
    row = TrainingClass()
    put(db, me, row, values, classes.HOOKS, classes.FORM)
    db.flush()
    return row.id


def _user(db: Session, login: str) -> str:
    return db.scalars(select(SysUser.id).where(SysUser.login == login)).one()


def _join(db: Session, me: User, *, of: str, application: str) -> None:
    person = db.scalars(select(ExamApplication.person_id).where(ExamApplication.id == application)).one()
    put(db, me, ClassStudent(), {"class_id": of, "person_id": person}, classes.STUDENT_HOOKS, classes.STUDENT_FORM)


def _attend(db: Session, me: User, *, of: str) -> None:
    for one in db.scalars(select(ClassStudent).where(ClassStudent.class_id == of)):
        put(db, me, one, {"attended": 24}, classes.STUDENT_HOOKS, classes.STUDENT_FORM)


def _cases(actors: Actors) -> None:
    """Two renewals of certificates that end this half year: one decided, one in hand."""
    with kit_db.new_session() as db:
        today = clock.today()
        ends = PersonCert.validto.between(today + timedelta(days=45), today + timedelta(days=150))
        query = select(PersonCert.id).join(Person, Person.id == PersonCert.person_id)
        query = query.join(Unit, Unit.id == Person.unit_id).where(ends, PersonCert.held == "")
        query = query.where(Unit.areacode.startswith("3302"), PersonCert.item.in_(ITEMS))
        keys = list(db.scalars(query.order_by(PersonCert.validto, PersonCert.id).limit(2)))
    for n, key in enumerate(keys):
        actors.do(BUREAU, _at(7 - n * 4, 9), partial(_asked, key=key))
        if n == 0:
            actors.do(SECOND, _at(5, 10), partial(_agreed, key=key))


def _asked(db: Session, me: User, *, key: str) -> None:
    said = {"kind": "R", "noaccident": True, "why": "有效期将满，继续从事本作业"}
    certificates.ask(db, me, Input(said, [key]))


def _agreed(db: Session, me: User, *, key: str) -> None:
    case = db.scalars(select(CertCase.id).where(CertCase.cert_id == key)).one()
    certificates.CASE.do(db, me, "agree", [case])
