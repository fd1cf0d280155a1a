"""The same person's phone is hidden everywhere: lists, exports, pages, forms, histories; whole for a reason alone."""

import re
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook
from sqlalchemy import Text, cast, inspect, select

from tejian import areas
from tejian.archives.ledgers.labels import prints
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit, UnitContact
from tejian.charging.models.accounts import Account
from tejian.kit.database import jobs, phones
from tejian.kit.database.audit import SecurityLog
from tejian.kit.database.db import Base
from tejian.kit.database.sealed import MARK, Sealed
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.papers import pdf
from tejian.kit.records.recordview import RECORDS
from tejian.kit.web.edge import CALLS
from tejian.messages.models import Message
from tejian.system.models.settings import Param
from tejian.system.settings.cache import bump
from tests.conftest import Caller
from tests.kept import Kept
from tests.test_declarations import everything

from .test_unseen import own, parents_of, row_of
from .world import filled

areas.load()
MODELS = sorted((m.class_ for m in Base.registry.mappers if phones.names(m.class_)), key=lambda m: m.__name__)
NAMED = sorted((m.class_ for m in Base.registry.mappers if phones.contacts(m.class_)), key=lambda m: m.__name__)
WHOLE = re.compile(r"1399990\d{4}")
CONTACT = re.compile(r"1388880\d{4}")  # named for one business: whole where it is in hand, in no list
SEEN, HINTED = "139****", "138****"

# Columns that look like a phone and are shown, each with its reason.
SHOWN = {
    "exam_body.tel": "the public telephone of an examination body",
    "unit.tel": "the telephone of the unit, offered to its declarations",
    "unit_branch.tel": "the telephone of the branch",
    "sys_org.tel": "the telephone of an institute",
    "sms_gateway.number": "the simulator's own",
}


@pytest.fixture
def city(call: Caller, db: Any, kept: Kept) -> Any:
    """A number of its own in every column that holds one."""
    kept.begin(db, "phones", lambda: numbered(db))
    return db


def numbered(db: Any) -> Any:
    number = 13999900000
    for model in MODELS:
        row_of(db, model)
        for one in db.scalars(select(model)):
            for name in phones.names(model):
                number += 1
                setattr(one, name, str(number))
    number = 13888800000
    for model in NAMED:
        row_of(db, model)
        for one in db.scalars(select(model)):
            for name in phones.contacts(model):
                number += 1
                setattr(one, name, str(number))
    db.commit()
    return row_of(db, Unit)


def test_a_column_that_holds_phones_says_so_or_why_it_is_shown() -> None:
    told = {f"{m.__tablename__}.{n}" for m in MODELS for n in phones.names(m)}
    named = {f"{m.__tablename__}.{n}" for m in NAMED for n in phones.contacts(m)}
    for model in {*MODELS, *NAMED}:
        for name in phones.names(model) | phones.contacts(model):
            kind = inspect(model).column_attrs[name].columns[0].type
            assert isinstance(kind, Sealed) and kind.place == f"{model.__tablename__}.{name}"
    for mapper in Base.registry.mappers:
        for name, column in mapper.columns.items():
            full = f"{mapper.class_.__tablename__}.{name}"
            if str(column.type).startswith("VARCHAR(32)") and re.search(r"tel$|phone|mobile", name, re.IGNORECASE):
                assert (full in told) != (full in SHOWN), full
    assert len(told) >= 9 and len(named) >= 10
    security = (Path(__file__).parents[3] / "docs/security.md").read_text()
    listed = security[security.index("## 显示全部号码的电话") :].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+\.\w+)`", listed)) - {"phones.py"} == SHOWN.keys() | named


@pytest.mark.parametrize("model", NAMED, ids=lambda m: m.__name__)
def test_the_trail_takes_no_number_down_that_was_named_for_one_business(db: Any, model: Any) -> None:
    name = next(iter(phones.contacts(model)))
    changes = phones.hide_changes(model, {name: ["", "13888800001"], "id": ["a", "b"]})
    assert changes == {name: ["", "138****0001"], "id": ["a", "b"]}


@pytest.mark.parametrize("model", [*MODELS, *(m for m in NAMED if m not in MODELS)], ids=lambda m: m.__name__)
def test_who_reads_the_database_reads_none(city: Any, model: Any) -> None:
    row_of(city, model)
    for name in phones.names(model) | phones.contacts(model):
        column = inspect(model).column_attrs[name].columns[0]
        lying = set(city.scalars(select(cast(column, Text)))) - {""}
        assert lying and all(one.startswith(MARK) for one in lying), column


@pytest.mark.parametrize("no", sorted(LISTS))
def test_no_list_and_no_export_shows_one(call: Caller, city: Any, no: str) -> None:
    view = LISTS[no]
    answer = call(view.url, _as=everything(), _method="GET", pageSize="200", **view.params)
    assert not WHOLE.search(answer.text) and not CONTACT.search(answer.text), no
    columns = [c.name for c in view.columns if c.label and phones.is_phone(c.expr)]
    if not columns:
        return
    # the walk looks where there is something to see
    assert SEEN in answer.text or HINTED in answer.text or not answer.json()["data"]["list"], no
    names = ",".join(c.name for c in view.columns if c.label)
    file = call("/api/layout/export", _as=everything(), _method="GET", viewNo=no, columns=names, **view.params)
    cells = str(CalamineWorkbook.from_filelike(BytesIO(file.content)).get_sheet_by_index(0).to_python())
    assert not WHOLE.search(cells) and not CONTACT.search(cells), no


def shown_of(call: Caller, model: Any, key: str) -> list[str]:
    """Everything that pages and forms answer of one row."""
    paths = [v.url for v in RECORDS.values() if v.model is model]
    paths += [p for p in CALLS if p.endswith("/load") and CALLS[p].reads]
    answers = [call(p, _as=everything(), _method="GET", id=key).text for p in paths]
    history = call("/api/common/history", _as=everything(), entity=model.__tablename__, id=key).text
    return [*answers, history]


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.__name__)
def test_no_page_no_form_and_no_history_shows_one(call: Caller, city: Any, model: Any) -> None:
    row = row_of(city, model)
    answers = shown_of(call, model, row.id)
    assert not [text for text in answers if WHOLE.search(text)]
    assert SEEN in answers[-1] or not getattr(model, "audited", None)  # the history says that it was changed
    assert any(SEEN in text for text in answers[:-1])


def test_no_call_that_reads_a_device_shows_one(call: Caller, city: Any) -> None:
    """Whatever answers about a device by its key: pages by class, as of a day, forms, comparisons, prints as data."""
    row = city.scalars(select(Equipment).where(Equipment.equclass == "3000", Equipment.equDel == 0)).first()
    row.usetel = "13999909999"
    city.commit()
    answered = 0
    for path, one in sorted(CALLS.items()):
        if not one.reads:
            continue
        for name in ("id", "ids", "equdatasysid", "equipmentid"):
            answer = call(path, _as=everything(), _method="GET", **{name: row.id}, on=str(clock.today()))
            assert not WHOLE.search(answer.text), (path, name)
            answered += answer.status_code == 200 and row.useplace in answer.text
    assert answered >= 10


@pytest.mark.parametrize("kind", sorted(prints.NAMES))
def test_no_card_and_no_label_of_a_device_shows_one(
    call: Caller, city: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    row = city.scalars(select(Equipment).where(Equipment.equclass == "3000", Equipment.equDel == 0)).first()
    row.usetel = "13999909999"
    city.commit()
    given: list[str] = []
    monkeypatch.setattr(pdf, "render", lambda template, data, **_more: given.append(pdf.to_json(data)) or b"%PDF-1.7")
    call("/api/common/commonPrint", _as=everything(), printType=kind, ids=row.id)
    assert not WHOLE.search("".join(given))
    assert SEEN in "".join(given) or kind != "SBKP"


def test_a_unit_as_of_a_day_and_its_people_hide_them(call: Caller, city: Any) -> None:
    unit = row_of(city, Unit)
    paths = [p for p in CALLS if re.search(r"(asOf|AsOf|queryUsers|userList|staff)", p) and CALLS[p].reads]
    assert paths
    for path in paths:
        text = call(path, _as=everything(), _method="GET", id=unit.id, unitsysid=unit.id).text
        assert not WHOLE.search(text), path


PRINTED = {(a.print, v.source.column_descriptions[0]["entity"]) for v in LISTS.values() for a in v.actions if a.print}
PRINTED |= {(code, v.model) for v in RECORDS.values() for code in v.prints}
PAPERS = sorted(PRINTED, key=lambda one: (one[0], one[1].__name__))
# the other papers need more than a bare row
OWED: dict[Any, dict[str, Any]] = {Account: {"balance": Decimal(0)}}
TO_A_COURIER = {"KDD"}  # who brings a parcel has to call its receiver
OF_A_BARE_ROW = {"CJH", "DWSBQD", "GZQRQD", "HTXY", "KDD", "SFPJ", "SGGZS", "YCDZD"}


def new_row(db: Any, model: Any) -> Any:
    """A row that no other test has touched, with a number of its own in every column that holds a phone."""
    row = filled(model, "paper", {**parents_of(db, model), **own(model), **OWED.get(model, {})})
    for at, name in enumerate(phones.names(model)):
        setattr(row, name, f"139999099{at:02d}")
    db.add(row)
    db.flush()
    if model is Unit:  # whose devices are on its paper
        db.add(filled(Equipment, "paper", {"useorgsysid": row.id}))
    db.commit()
    return row


def test_no_paper_shows_one(call: Caller, city: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What every button of a list or a record that prints hands to its template, for a new row and the first one."""
    given: list[str] = []
    monkeypatch.setattr(pdf, "render", lambda template, data, **_more: given.append(pdf.to_json(data)) or b"%PDF-1.7")
    keys = {model: {row_of(city, model).id} for _code, model in PAPERS}
    for model in {model: 0 for code, model in PAPERS if code in OF_A_BARE_ROW}:
        keys[model].add(new_row(city, model).id)
    papers: dict[str, str] = {}
    for code, model in PAPERS:
        for key in keys[model]:  # each by itself: one that refuses takes no other with it
            given.clear()
            call("/api/common/commonPrint", _as=everything(), printType=code, ids=key)
            papers[code] = papers.get(code, "") + "".join(given)
    assert {code for code, text in papers.items() if WHOLE.search(text)} == TO_A_COURIER
    assert {code for code, text in papers.items() if text} >= OF_A_BARE_ROW


def save(call: Caller, row: Any, **changes: Any) -> Any:
    loaded = call("/api/unitcontact/load", _as=everything(), _method="GET", id=row.id).json()["data"]
    return call("/api/unitcontact/save", _as=everything(), **{**loaded, **changes}).json()


def test_a_form_that_is_saved_as_it_was_shown_keeps_the_number(call: Caller, city: Any) -> None:
    row = row_of(city, UnitContact)
    before = row.mobile
    assert save(call, row, post="安全员")["isSuccess"]
    city.refresh(row)
    assert (row.mobile, row.post) == (before, "安全员") and phones.MOBILE.fullmatch(before)
    assert save(call, row, mobile="13812345678")["isSuccess"]
    city.refresh(row)
    assert row.mobile == "13812345678"


def test_a_hidden_number_of_somebody_else_is_refused(call: Caller, city: Any) -> None:
    row = row_of(city, UnitContact)
    before = row.mobile
    said = save(call, row, mobile="138****0000", post="x")
    assert said["errorMsg"] == "手机：请填写完整号码"
    new = call("/api/unitcontact/save", _as=everything(), unit_id=row.unit_id, name="新人", mobile="138****0000")
    assert new.json()["errorMsg"] == "手机：请填写完整号码"
    city.refresh(row)
    assert row.mobile == before


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.__name__)
def test_the_whole_number_is_given_for_a_reason_and_noted(call: Caller, city: Any, model: Any) -> None:
    row = row_of(city, model)
    sent = {"entity": model.__tablename__, "id": row.id}
    assert "至少4个字" in call("/api/phone/reveal", _as=everything(), **sent, reason="看").json()["errorMsg"]
    assert not city.scalars(select(SecurityLog).where(SecurityLog.kind == "查看电话")).all()
    given = call("/api/phone/reveal", _as=everything(), **sent, reason="联系检验时间").json()["data"]["phones"]
    whole = {getattr(row, a.key) for a in inspect(model).column_attrs if a.key in phones.names(model)} - {""}
    assert {one["number"] for one in given} == whole
    (line,) = city.scalars(select(SecurityLog).where(SecurityLog.kind == "查看电话")).all()
    assert line.detail == "联系检验时间" and row.id in line.target and line.user_id == "tester"


def test_who_makes_a_list_of_them_is_stopped_and_told_of(call: Caller, city: Any) -> None:
    """585 persons were revealed in fourteen seconds by one reason."""
    city.scalars(select(Param).where(Param.key == "reading.phones_per_hour")).one().value = "3"
    bump(city, "param")
    city.commit()
    me = everything()
    people = city.scalars(select(Person.id).where(Person.mobile_blind != "").limit(5)).all()
    if len(people) < 5:
        city.add_all(Person(id=f"list{n}", name=f"人{n}", mobile=f"1399998{n:04d}") for n in range(5))
        city.commit()
        people = [f"list{n}" for n in range(5)]

    def asked(key: str, who: User = me) -> Any:
        return call("/api/phone/reveal", _as=who, entity="person", id=key, reason="联系检验时间")

    assert [asked(key).status_code for key in people] == [200] * 3 + [429] * 2
    assert asked(people[0]).json()["errorMsg"] == "查看电话过于频繁，请60分钟后再试"
    lines = city.scalars(select(SecurityLog).where(SecurityLog.kind == "查看电话过量")).all()
    assert [one.detail for one in lines] == ["一小时内查看了3份档案的电话，已暂停"]
    jobs.run("watch.refusals", {})
    told = city.scalars(select(Message.title).where(Message.kind == "安全告警")).all()
    assert told and set(told) == {"查看电话过量"}
    other = User(id="other", name="他人", scope="all", permissions=me.permissions)
    assert asked(people[4], other).status_code == 200
    with clock.at(clock.now() + timedelta(minutes=61)):
        assert asked(people[4]).status_code == 200


def test_nobody_opens_one_without_the_right_or_the_screen(call: Caller, city: Any) -> None:
    row = row_of(city, Person)
    sent = {"entity": "person", "id": row.id, "reason": "联系检验时间"}
    for rights in (set(), {"system:phone:reveal"}):
        me = User(id="x", name="某人", scope="all", permissions=frozenset(rights))
        assert call("/api/phone/reveal", _as=me, **sent).status_code == 403
    assert call("/api/phone/reveal", _as=everything(), **{**sent, "entity": "appmain"}).status_code == 422
