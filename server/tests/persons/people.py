"""An examination body, its candidates and their certificates as tests begin with them."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian.archives.common.api import make_idcard
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.persons.models.bodies import ExamBody
from tejian.persons.models.certificates import CertCase
from tejian.persons.models.classes import ClassStudent, TrainingClass
from tejian.persons.models.exams import ExamApplication, ExamScore
from tests.inspection.conftest import Office

BODY, API, SCORE = "/api/checkUnit", "/api/personMng/preapply", "/api/personMng/score"
CLASS, STUDENT = "/api/personMng/trainingClass", "/api/personMng/trainingClass/student"
CERT, CASE = "/api/personMng/certificate", "/api/personMng/certCase"
TODAY = clock.today()
BORN = date(1990, 3, 7)
SITS = {"examday": str(TODAY), "examtime": "09:00—10:30", "room": "第一考场"}


def card(serial: int = 741, born: date = BORN) -> str:
    """A number whose last digit but one says the sex: odd is a man."""
    return make_idcard("330212", born, serial)


def a_body(office: Office) -> ExamBody:
    """The body of the account kaoshi, for forklifts, cranes and managers."""
    found = office.db.scalars(select(ExamBody)).first()
    if found:
        return found
    form = {"name": "宁波市特种设备作业人员考试中心", "org_id": office.user("kaoshi").org_id, "address": "考试路8号"}
    form |= {"areacode": "330200", "validto": str(TODAY + timedelta(days=700))}
    ends = str(TODAY + timedelta(days=600))
    rows = [{"item": item, "validto": ends} for item in ("N1", "Q2", "A", "T")]
    key = office.good("jianguan", f"{BODY}/save", **form, items=rows)["id"]
    return office.db.scalars(select(ExamBody).where(ExamBody.id == key)).one()


def asked(office: Office, **more: Any) -> dict[str, Any]:
    """What is filled in for a candidate of the unit of the account qiye."""
    unit = office.db.scalars(select(Unit).where(Unit.id == office.user("qiye").unit_id)).one()
    if not unit.areacode.startswith("3302"):
        unit.areacode = "330212"
        office.db.commit()
    form = {"name": "王小明", "idtype": "01", "idno": card(), "education": "5", "mobile": "13805741234"}
    return form | {"item": "N1", "body_id": a_body(office).id, "healthy": "1"} | more


def application_of(office: Office, key: str) -> ExamApplication:
    office.db.expire_all()
    return office.db.scalars(select(ExamApplication).where(ExamApplication.id == key)).one()


def drafted(office: Office, **more: Any) -> ExamApplication:
    """A draft of the unit for a new person."""
    return application_of(office, office.good("qiye", f"{API}/save", **asked(office, **more))["id"])


def accepted(office: Office, **more: Any) -> ExamApplication:
    row = drafted(office, **more)
    office.good("qiye", f"{API}/submit", ids=row.id)
    office.good("kaoshi", f"{API}/accept", ids=row.id)
    return application_of(office, row.id)


def seated(office: Office, **more: Any) -> ExamApplication:
    row = accepted(office, **more)
    office.good("kaoshi", f"{API}/seat", ids=row.id, **SITS)
    return application_of(office, row.id)


def score_form(office: Office, row: ExamApplication, part: str, score: int, **more: Any) -> dict[str, Any]:
    form = {"application_id": row.id, "part": part, "score": str(score), "examday": str(TODAY)}
    form |= {"examiner_id": office.user("kaoshi").id, "second_id": office.user("kaoshi2").id}
    return form | more


def entered(office: Office, row: ExamApplication, part: str = "T", score: int = 88, **more: Any) -> ExamScore:
    """A score that nobody has confirmed yet."""
    key = office.good("kaoshi", f"{SCORE}/save", **score_form(office, row, part, score, **more))["id"]
    return office.db.scalars(select(ExamScore).where(ExamScore.id == key)).one()


def scored(office: Office, row: ExamApplication, part: str = "T", score: int = 88) -> ExamScore:
    """A score that another has confirmed."""
    made = entered(office, row, part, score)
    office.good("kaoshi2", f"{SCORE}/confirm", id=made.id)
    office.db.refresh(made)
    return made


def a_score(office: Office) -> ExamScore:
    return entered(office, seated(office))


def a_confirmed_score(office: Office) -> ExamScore:
    return scored(office, seated(office))


def with_score(office: Office) -> ExamApplication:
    """An application with a score that waits to be confirmed."""
    row = seated(office)
    entered(office, row)
    return row


def waiting_score(row: ExamApplication) -> str:
    """The key of the score of an application that waits to be confirmed."""
    db = object_session(row)
    assert db is not None
    return (
        db.scalars(select(ExamScore.id).where(ExamScore.application_id == row.id, ExamScore.step == "D")).first() or ""
    )


def passed(office: Office, **more: Any) -> ExamApplication:
    """Both parts passed: it waits for the audit."""
    row = seated(office, **more)
    scored(office, row, "T", 88)
    scored(office, row, "P", 76)
    return application_of(office, row.id)


def certified(office: Office, **more: Any) -> PersonCert:
    """The certificate that the audit issued."""
    row = passed(office, **more)
    office.good("jianguan", f"{API}/audit", ids=row.id)
    return cert_of(office, row.person_id)


def cert_of(office: Office, person: str) -> PersonCert:
    office.db.expire_all()
    return office.db.scalars(select(PersonCert).where(PersonCert.person_id == person)).one()


def person_of(office: Office, key: str) -> Person:
    return office.db.scalars(select(Person).where(Person.id == key)).one()


def ending(office: Office, days: int, **more: Any) -> PersonCert:
    """A certificate that ends in so many days."""
    cert = certified(office, **more)
    cert.firstdate, cert.validto = TODAY - timedelta(days=1460 - days), TODAY + timedelta(days=days)
    office.db.commit()
    return cert


RENEWS = {"kind": "R", "noaccident": "1", "why": "有效期将满，申请复审"}


def asks(office: Office, cert: PersonCert, login: str = "qiye", **more: Any) -> CertCase:
    """A case about a certificate that the unit asked for."""
    office.good(login, f"{CERT}/ask", ids=cert.id, **RENEWS | more)
    own = select(CertCase).where(CertCase.cert_id == cert.id).order_by(CertCase.caseno.desc())
    return office.db.scalars(own).first()  # type: ignore[return-value]


def a_case(office: Office) -> CertCase:
    return asks(office, ending(office, 60))


def planned(office: Office, **more: Any) -> TrainingClass:
    """A class whose lessons are over today, taught by kaoshi3."""
    a_body(office)
    form = {"title": "叉车司机取证班", "item": "N1", "place": "培训楼", "quota": "2", "hours": "16"}
    form |= {"planfrom": str(TODAY - timedelta(days=9)), "planto": str(TODAY)}
    lessons = [
        {"lessonday": str(TODAY - timedelta(days=n)), "topic": f"第{n}课", "hours": "8", "teacher_id": teacher}
        for n, teacher in ((9, office.user("kaoshi3").id), (8, office.user("kaoshi3").id))
    ]
    key = office.good("kaoshi", f"{CLASS}/save", **form | {"lessons": lessons} | more)["id"]
    return class_of(office, key)


def class_of(office: Office, key: str) -> TrainingClass:
    office.db.expire_all()
    return office.db.scalars(select(TrainingClass).where(TrainingClass.id == key)).one()


def joins(office: Office, of: TrainingClass, person: str, **more: Any) -> str:
    return str(office.good("kaoshi", f"{STUDENT}/save", class_id=of.id, person_id=person, **more)["id"])


def opened(office: Office) -> TrainingClass:
    """A class with a student, ready to begin."""
    of = planned(office)
    row = office.db.scalars(select(ExamApplication)).first() or accepted(office)
    office.good("kaoshi", f"{CLASS}/open", id=of.id)
    joins(office, of, row.person_id)
    return class_of(office, of.id)


def started(office: Office) -> TrainingClass:
    """A class that runs, with the hours of its student."""
    of = opened(office)
    office.good("kaoshi", f"{CLASS}/start", id=of.id)
    student = office.db.scalars(select(ClassStudent).where(ClassStudent.class_id == of.id)).one()
    office.good("kaoshi", f"{STUDENT}/save", id=student.id, version=str(student.version), attended="16")
    return class_of(office, of.id)


def finished(office: Office) -> TrainingClass:
    of = started(office)
    office.good("kaoshi", f"{CLASS}/finish", id=of.id)
    return class_of(office, of.id)
