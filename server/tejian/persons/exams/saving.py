"""Whose application it is, that its person is who the number says, and scores that are entered."""

from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit
from tejian.archives.persons import api as archive
from tejian.kit.database.db import hold, new_id
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put
from tejian.persons.bodies.api import bodies_for, body_of, item_words
from tejian.persons.models.exams import DRAFT, ENTERED, SITTING, ExamApplication, ExamScore

from .conditions import person_of
from .forms import FORM
from .grading import refuse_examiners, refuse_part
from .process import EXAM, SCORE

OF_PERSON = ("name", "idtype", "idno", "sex", "birth", "mobile")
OPERATOR = "11"  # C741
SAME_PERSON = "申请人不能改为他人，请删除后另填"


def _before(db: Session, me: User, row: ExamApplication, values: dict[str, Any]) -> None:
    personal = {name: values.pop(name) for name in OF_PERSON if name in values}
    if me.unit_id:
        values["unitsysid"] = me.unit_id
    unit = db.scalars(select(Unit).where(Unit.id == (values.get("unitsysid") or row.unitsysid or ""))).first()
    if unit is None:
        raise BadInput("用人单位：必填", field="unitsysid")
    values["unitsysid"], row.unitname, row.areacode = unit.id, unit.name, unit.areacode
    if key := values.get("body_id"):
        body = body_of(db, key)
        row.org_id = body.org_id if body else ""
    if row.id:
        _same(db, row, personal)
        return
    row.createby = me.id
    EXAM.put(db, row, DRAFT)
    row.person_id = _person(db, me, unit, personal, values.get("education") or "").id


def _same(db: Session, row: ExamApplication, personal: dict[str, Any]) -> None:
    """The person of an application stays; what the form gives back of him is what it was shown."""
    person = person_of(db, row)
    for name in ("name", "idno"):
        if personal.get(name) not in (None, getattr(person, name)):
            raise BadInput(SAME_PERSON, field=name)


def _person(db: Session, me: User, unit: Unit, personal: dict[str, Any], education: str) -> Person:
    """The person of a number: him of the archive, or a new one of this unit."""
    number = archive.normalised(personal["idtype"], personal["idno"])
    _agrees(personal, number)
    key = archive.holder_of(db, personal["idtype"], number)
    if key is None:
        person = Person(status="0", post=OPERATOR)
        values = {name: personal.get(name) for name in OF_PERSON} | {"unit_id": unit.id, "education": education}
        put(db, me, person, values, archive.HOOKS)
        return person
    person = db.scalars(select(Person).where(Person.id == key).with_for_update()).one()
    if person.name != personal["name"]:
        raise BadInput("姓名：与该证件号码登记的姓名不符", field="name")
    if person.unit_id == unit.id:
        return person
    if person.unit_id and person.status != codes.LEFT:
        raise Refused("该证件号码登记在其他单位，请先办理变更聘用单位")
    person.unit_id, person.status = unit.id, "0"
    return person


def _agrees(personal: dict[str, Any], number: str) -> None:
    """Sex and birthday that were filled in are those of the number; of other papers both have to be said."""
    sex, birth = personal.get("sex"), personal.get("birth")
    if personal["idtype"] != archive.IDCARD:
        for name, label in (("sex", "性别"), ("birth", "出生日期")):
            if not personal.get(name):
                raise BadInput(f"{label}：不是身份证的必填", field=name)
        return
    card = identifiers.parse_idcard(number, clock.today())
    assert card is not None
    if sex and sex != ("1" if card.male else "2"):
        raise BadInput("性别：与身份证号码不符", field="sex")
    if birth and birth != card.birth:
        raise BadInput(f"出生日期：与身份证号码不符（{card.birth}）", field="birth")


def _beside(db: Session, row: ExamApplication) -> dict[str, Any]:
    person = person_of(db, row)
    personal = {name: getattr(person, name) for name in ("name", "idtype", "idno", "sex", "mobile")}
    return personal | {"birth": person.birth.isoformat() if person.birth else None}


HOOKS = Hooks(_before, beside=_beside)


def save_row(db: Session, me: User, values: dict[str, Any]) -> None:
    """A row of an import: a draft of one person, the body named by its name."""
    body = next((one for one in bodies_for(db, values["item"]) if one["label"] == values["bodyname"]), None)
    if body is None:
        word = item_words(db).get(values["item"], values["item"])
        raise BadInput(f"考试机构：没有名称为{values['bodyname']}、可考{word}的机构", field="bodyname")
    if not me.unit_id:
        unit = db.scalar(select(Unit.id).where(Unit.name == (values.get("unitname") or ""), Unit.unitDel == 0))
        if unit is None:
            raise BadInput("用人单位：没有该名称的单位", field="unitname")
        values = values | {"unitsysid": unit}
    put(db, me, ExamApplication(), values | {"body_id": body["value"]}, HOOKS, FORM)


def candidates(db: Session, me: User) -> list[Option]:
    """Who sits an examination of one's body, by number and name."""
    if not me.org_id:
        return []
    words = item_words(db)
    query = select(ExamApplication, Person.name).join(Person, Person.id == ExamApplication.person_id)
    query = query.where(ExamApplication.org_id == me.org_id, ExamApplication.step.in_(SITTING))
    rows = db.execute(query.order_by(ExamApplication.applyno).limit(2_000))
    return [{"value": a.id, "label": f"{a.applyno} {name} {words.get(a.item, a.item)}"} for a, name in rows]


def enter(db: Session, me: User, sent: Input) -> ExamScore:
    """A score of a part, that another has to confirm. Refused for who has passed it, sits no more, or is taught by the
    examiner."""
    values = sent.values
    key = values["application_id"]
    row = db.scalars(select(ExamApplication).where(ExamApplication.id == key).with_for_update()).one()
    _refuse_day(row, values["examday"])
    part, second = values["part"], values.get("second_id") or ""
    if sentence := refuse_part(db, row, part) or refuse_examiners(db, row, part, values["examiner_id"], second):
        raise Refused(f"{row.applyno}：{sentence}")
    hold(db, f"score {row.id}")
    last = select(func.max(ExamScore.attempt)).where(ExamScore.application_id == row.id, ExamScore.part == part)
    score = ExamScore(id=new_id(), application_id=row.id, org_id=row.org_id, areacode=row.areacode, part=part)
    score.attempt, score.score, score.examday = (db.scalar(last) or 0) + 1, values["score"], values["examday"]
    score.examiner_id, score.second_id, score.applyno = values["examiner_id"], second, row.applyno
    score.enterer_id, score.createby = me.id, me.id
    SCORE.put(db, score, ENTERED)
    db.add(score)
    db.flush()
    return score


def _refuse_day(row: ExamApplication, day: date) -> None:
    if day > clock.today():
        raise BadInput("考试日期：不得晚于今天", field="examday")
    if row.accepted and day < row.accepted.astimezone(clock.SHANGHAI).date():
        raise BadInput("考试日期：不得早于受理日期", field="examday")
