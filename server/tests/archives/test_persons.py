"""Registered persons: numbers parsed, masked and guarded; certificates; the devices that they look after."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from tejian.archives.common.identifiers import make_idcard, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person, PersonCert, PersonDevice
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import AuditLog, SecurityLog
from tejian.kit.ground import clock

from .conftest import Archive

SAVE, CERT = "/api/person/save", "/api/personcert/save"
BORN = date(1988, 3, 8)


def form(archive: Archive, **more: Any) -> dict[str, Any]:
    unit = archive.units(Unit.ismaintain)[0]
    sent = {"name": "赵建国", "idtype": "01", "idno": make_idcard("330212", BORN, 7), "mobile": "13805741234"}
    return sent | {"unit_id": unit.id, "post": "12", "status": "0"} | more


def registered(archive: Archive, **more: Any) -> Person:
    made = archive.office.good("yewu", SAVE, **form(archive, **more))
    return archive.db.scalars(select(Person).where(Person.id == made["id"])).one()


def masked(number: str) -> str:
    return f"{number[:6]}{'*' * 10}{number[-2:]}"


def test_birthday_and_sex_follow_from_the_number(archive: Archive) -> None:
    man, woman = make_idcard("330212", BORN, 7), make_idcard("330212", BORN, 8)
    one = registered(archive, idno=man.lower(), birth="1970-01-01", sex="2")
    two = registered(archive, idno=woman, name="钱丽华")
    assert (one.birth, one.sex, one.idno, one.pinyin) == (BORN, "1", masked(man), "zjg")
    assert (two.birth, two.sex) == (BORN, "2")


def test_an_old_number_is_kept_with_18_characters(archive: Archive) -> None:
    number = make_idcard("330212", date(1966, 5, 4), 3)
    person = registered(archive, idno=number[:6] + number[8:17])
    kept = archive.db.scalars(select(IdentityNumber).where(IdentityNumber.ref_id == person.id)).one()
    assert (kept.idno, kept.kind, kept.idtype) == (number, "person", "01")
    assert (person.birth, person.idno) == (date(1966, 5, 4), masked(number))


@pytest.mark.parametrize(
    ("idno", "sentence"),
    [
        (make_idcard("330212", BORN, 7)[:17], "证件号码：身份证号应为18位（旧证15位）"),
        (make_idcard("330212", BORN, 7)[:16] + "00", "证件号码：请输入有效的身份证号"),
        ("33021219880308007", "证件号码：身份证号应为18位（旧证15位）"),
        ("330212990230001", "证件号码：请输入有效的身份证号"),
        ("", "证件号码：必填"),
    ],
)
def test_a_wrong_number_is_refused_and_nothing_is_stored(archive: Archive, idno: str, sentence: str) -> None:
    assert archive.office.refused("yewu", SAVE, **form(archive, idno=idno)) == sentence
    assert archive.db.scalar(select(func.count()).select_from(Person)) == 0
    assert archive.db.scalar(select(func.count()).select_from(IdentityNumber)) == 0


@pytest.mark.parametrize(
    ("kind", "typed", "kept"),
    [
        ("01", "", None),
        ("03", "h１２３４５６７８", "H12345678"),
        ("03", "M1234567801", "M1234567801"),
        ("04", "12345678", "12345678"),
        ("04", "0012345678（B）", "0012345678(B)"),
        ("05", "军字第 01234567 号", "军字第01234567号"),
        ("05", "01234567", "01234567"),
        ("06", "", None),
        ("07", "CAN110075010101", "CAN110075010101"),
        ("07", "9112341990010112３Ｘ", "91123419900101123X"),
    ],
)
def test_every_paper_is_taken_in_its_real_form(archive: Archive, kind: str, typed: str, kept: Any) -> None:
    kept = {"01": make_idcard("330212", BORN, 7), "06": make_uscc(7)}.get(kind, kept)
    if kind in ("01", "06"):  # as a phone book or WPS pastes it
        wide = str.maketrans("0123456789", "０１２３４５６７８９")
        typed = f" {kept[:6]} {kept[6:14]}\u200b {kept[14:]}\u00a0".lower().translate(wide)
    person = registered(archive, idtype=kind, idno=typed, birth="1990-01-02", sex="2")
    stored = archive.db.scalars(select(IdentityNumber).where(IdentityNumber.ref_id == person.id)).one()
    assert (stored.idtype, stored.idno) == (kind, kept)


@pytest.mark.parametrize(
    ("kind", "typed", "says"),
    [
        ("03", "12345678", "H或M加8位数字"),
        ("04", "H12345678", "应为8位数字"),
        ("05", "军字第号", "军官证号写作"),
        ("06", "91330200000000019A", "统一社会信用代码"),
        ("07", "110075010101", "3位字母加12位数字"),
    ],
)
def test_a_number_of_another_paper_is_refused(archive: Archive, kind: str, typed: str, says: str) -> None:
    assert says in archive.office.refused("yewu", SAVE, **form(archive, idtype=kind, idno=typed))
    assert archive.db.scalar(select(func.count()).select_from(IdentityNumber)) == 0


def test_a_passport_is_taken_as_it_is(archive: Archive) -> None:
    person = registered(archive, idtype="02", idno="E12345678", birth="1990-01-02", sex="2")
    assert (person.idno, person.birth, person.sex) == ("E1*****78", date(1990, 1, 2), "2")
    assert "5至20位" in archive.office.refused("yewu", SAVE, **form(archive, idtype="02", idno="E1"))


def test_a_person_is_registered_once(archive: Archive) -> None:
    first = registered(archive)
    number = make_idcard("330212", BORN, 7)
    said = archive.office.post("yewu", SAVE, **form(archive, name="别人", idno=number[:6] + number[8:17]))
    assert (said["errorCode"], said["errorMsg"]) == ("DUPLICATE", "该证件号码已有人员档案")
    assert said["existing"] == {"id": first.id}
    assert archive.db.scalar(select(func.count()).select_from(Person)) == 1


def test_the_number_stands_nowhere_as_it_is(archive: Archive) -> None:
    person = registered(archive)
    number = make_idcard("330212", BORN, 7)
    said = archive.office.good("yewu", SAVE, id=person.id, version=1, idtype="01", idno=masked(number), workno="9")
    assert said["idno"] == masked(number)
    for path in ("/api/person/load", "/api/person/record"):
        assert number not in archive.get("yewu", path, id=person.id).text, path
    for path in ("/api/person/findList", "/api/person/findMaintainerList"):
        assert number not in archive.get("yewu", path).text, path
    exported = archive.get("yewu", "/api/layout/export", viewNo="person_list")
    assert exported.status_code == 200 and number.encode() not in exported.content
    assert number not in archive.office.post("yewu", "/api/common/history", entity="person", id=person.id).__str__()
    tables = archive.db.scalars(text("select table_name from information_schema.tables where table_schema='public'"))
    holding = [
        t
        for t in tables
        if archive.db.scalar(text(f'select count(*) from "{t}" x where x::text like :n'), {"n": f"%{number}%"})
    ]
    assert holding == []


def test_a_person_is_found_by_the_whole_number_only(archive: Archive) -> None:
    person = registered(archive)
    number = make_idcard("330212", BORN, 7)

    def found(v: str) -> list[str]:
        return [r["id"] for r in archive.get("yewu", "/api/person/findList", idno=v).json()["data"]["list"]]

    assert found(number) == found(number.lower()) == [person.id]
    assert found(number[:12]) == found(masked(number)) == found("%") == []


def test_the_number_is_shown_for_a_reason_that_is_logged(archive: Archive) -> None:
    person = registered(archive)
    ask: dict[str, Any] = {"id": person.id, "reason": "核对持证人身份"}
    assert archive.office.post("yewu", "/api/identity/reveal", **ask)["status"] == 403
    logged = select(SecurityLog).where(SecurityLog.kind == "查看证件号码")
    assert archive.db.scalars(logged).all() == []
    assert archive.office.good("jianguan", "/api/identity/reveal", **ask)["idno"] == make_idcard("330212", BORN, 7)
    row = archive.db.scalars(logged).one()
    assert (row.user_name, row.target, row.detail) == ("朱监管", f"赵建国 {person.id}", "核对持证人身份")
    assert archive.office.post("jianguan", "/api/identity/reveal", id="0" * 32, reason="核对身份")["status"] == 403


def test_an_enterprise_sees_its_own_people(archive: Archive) -> None:
    mine = registered(archive, unit_id=archive.office.user("weibao").unit_id)
    other = registered(archive, idno=make_idcard("330212", BORN, 9), unit_id=archive.units(Unit.isuse)[0].id)
    rows = archive.get("weibao", "/api/person/findList").json()["data"]["list"]
    assert [r["id"] for r in rows] == [mine.id]
    assert archive.office.post("weibao", "/api/person/record", id=other.id)["status"] == 403
    assert archive.office.post("weibao", SAVE, id=mine.id, version=1, name="x")["status"] == 403
    assert archive.office.post("qiye", "/api/person/findList")["status"] == 403


def test_a_deleted_person_leaves_a_masked_row_and_no_number(archive: Archive) -> None:
    person = registered(archive)
    archive.office.good("yewu", CERT, **certificate(person))
    assert archive.office.post("shouli", "/api/person/delete", ids=person.id)["status"] == 403
    assert archive.office.post("yewu", "/api/person/delete", ids=[person.id, "0" * 32])["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(Person)) == 1
    archive.office.good("yewu", "/api/person/delete", ids=person.id)
    assert archive.db.scalar(select(func.count()).select_from(IdentityNumber)) == 0
    assert archive.db.scalar(select(func.count()).select_from(PersonCert)) == 0
    log = archive.db.scalars(select(AuditLog).where(AuditLog.entity == "person", AuditLog.action == "删除")).one()
    assert log.changes["idno"] == [masked(make_idcard("330212", BORN, 7)), None]


# -- certificates ---------------------------------------------------------------------------------------------------


def certificate(person: Person, **more: Any) -> dict[str, Any]:
    sent = {"person_id": person.id, "item": "T", "certno": "TS6T001", "issueorg": "宁波市市场监督管理局"}
    today = clock.today()
    sent |= {"firstdate": str(today - timedelta(days=400)), "validto": str(today + timedelta(days=700))}
    return sent | more


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"item": "Z9"}, "作业项目：请从选项中选择"),
        ({"firstdate": "2099-01-01"}, "初次领证日期：不得晚于今天"),
        ({"validto": "2001-01-01"}, "有效期至：须晚于初次领证日期"),
        ({"validto": "2099-01-01"}, "有效期至：证书有效期最长4年"),
        ({"firstdate": "2005-01-01"}, "初次领证日期：领证时须年满18周岁"),
        ({"issueorg": ""}, "发证机关：必填"),
    ],
)
def test_a_wrong_certificate_is_refused(archive: Archive, more: dict[str, str], sentence: str) -> None:
    person = registered(archive)
    assert sentence in archive.office.refused("yewu", CERT, **certificate(person, **more))
    assert archive.db.scalar(select(func.count()).select_from(PersonCert)) == 0


@pytest.mark.parametrize(
    ("days", "held", "state", "late"),
    [(700, "", "0", "0"), (89, "", "s", "0"), (0, "", "s", "0"), (-1, "", "4", "1"), (700, "1", "1", "0")],
)
def test_the_state_of_a_certificate_follows_from_its_days(
    archive: Archive, days: int, held: str, state: str, late: str
) -> None:
    person = registered(archive)
    made = archive.office.good("yewu", CERT, **certificate(person))
    row = archive.db.scalars(select(PersonCert).where(PersonCert.id == made["id"])).one()
    row.validto, row.held = clock.today() + timedelta(days=days), held
    archive.db.commit()
    shown = archive.office.good("yewu", "/api/person/record", id=person.id)["parts"][0]["rows"][0]
    assert (shown["state"], shown["days"]) == (state, days)
    listed = archive.get("yewu", "/api/person/findList").json()["data"]["list"][0]
    assert listed["late"] == late


def test_a_certificate_belongs_to_one_person_and_its_number_stands_once(archive: Archive) -> None:
    person = registered(archive)
    other = registered(archive, name="乙", idno=make_idcard("330212", BORN, 9))
    made = archive.office.good("yewu", CERT, **certificate(person))
    assert archive.office.refused("yewu", CERT, **certificate(other)) == "证书编号TS6T001已登记"
    moved = {"id": made["id"], "version": 1, "person_id": other.id}
    assert archive.office.refused("yewu", CERT, **moved) == "证书不能改到其他人员名下"
    archive.office.good("yewu", CERT, id=made["id"], version=1, person_id=person.id, level="甲级")
    row = archive.db.scalars(select(PersonCert)).one()
    assert (row.person_id, row.level) == (person.id, "甲级")
    assert archive.office.post("yewu", CERT, **certificate(person, person_id="0" * 32, certno="X"))["status"] == 403
    assert archive.office.post("jianyan1", CERT, **certificate(person, certno="Y"))["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(PersonCert)) == 1


# -- devices --------------------------------------------------------------------------------------------------------


def test_a_maintainer_looks_after_lifts_of_the_own_unit(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != "")
    person = registered(archive, unit_id=lift.maiorgsysid)
    free = archive.office.good("yewu", "/api/person/freeDevices", id=person.id)
    assert lift.id in {f["id"] for f in free}
    crane = archive.first(Equipment.equclass != "3000")
    said = archive.office.refused("yewu", "/api/person/assign", id=person.id, equipment=[lift.id, crane.id])
    assert said.endswith("不属于赵建国所在单位，不能分配")
    assert archive.db.scalar(select(func.count()).select_from(PersonDevice)) == 0
    foreign = archive.office.post("yewu", "/api/person/assign", id=person.id, equipment=[lift.id, "0" * 32])
    assert foreign["status"] == 403
    assert archive.office.post("jianyan1", "/api/person/assign", id=person.id, equipment=[lift.id])["status"] == 403
    assert archive.office.good("yewu", "/api/person/assign", id=person.id, equipment=[lift.id]) == 1
    assert archive.office.good("yewu", "/api/person/assign", id=person.id, equipment=[lift.id], again=1) == 0
    link = archive.db.scalars(select(PersonDevice)).one()
    assert (link.equdatasysid, link.duty, link.since) == (lift.id, "M", clock.today())
    row = archive.get("yewu", "/api/person/findMaintainerList").json()["data"]["list"][0]
    assert (row["lifts"], row["limit"], row["load"], row["certstate"]) == (1, 40, "0", "n")
    assert "请先移交" in archive.office.refused("yewu", "/api/person/delete", ids=person.id)
    assert archive.office.good("yewu", "/api/person/release", ids=link.id) == 1
    assert archive.db.scalar(select(func.count()).select_from(PersonDevice)) == 0


def test_who_does_neither_gets_no_devices(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    person = registered(archive, unit_id=lift.useorgsysid, post="11")
    said = archive.office.refused("yewu", "/api/person/assign", id=person.id, equipment=[lift.id])
    assert said == "只有安全管理人员和维保人员可以分配设备"
    gone = registered(archive, idno=make_idcard("330212", BORN, 9), unit_id=lift.useorgsysid, post="02", status="4")
    assert "已离职" in archive.office.refused("yewu", "/api/person/assign", id=gone.id, equipment=[lift.id])


def test_a_unit_without_a_safety_officer_is_named(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    unit = archive.unit(lift.useorgsysid)

    def row() -> Any:
        data = archive.get("yewu", "/api/person/findSafetyList", unit_id=unit.id).json()["data"]
        assert data["count"] == 1
        return data["list"][0]

    assert (row()["lacks"], row()["name"], row()["person_id"]) == ("1", None, None)
    officer = registered(archive, unit_id=unit.id, post="02")
    assert (row()["lacks"], row()["name"]) == ("3", "赵建国")
    archive.office.good("yewu", CERT, **certificate(officer, item="A", certno="A1"))
    archive.office.good("yewu", "/api/person/assign", id=officer.id, equipment=[lift.id])
    shown = row()
    assert (shown["lacks"], shown["covered"], shown["certno"], shown["certstate"]) == ("0", 1, "A1", "0")
    left = archive.get("yewu", "/api/person/findSafetyList", missing="1", pageSize=200).json()["data"]["list"]
    assert unit.id not in {r["unit_id"] for r in left}


def test_a_large_user_needs_a_safety_director(archive: Archive) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    registered(archive, unit_id=unit.id, post="02")
    archive.db.execute(text("update sys_param set value = '2' where key = 'archives.director_from_devices'"))
    data = archive.get("yewu", "/api/person/findSafetyList", unit_id=unit.id, nodirector="1").json()["data"]
    assert [r["lacks"] for r in data["list"]] == ["2"]


def test_a_maintainer_is_short_of_people_from_one_lift_more_than_they_may_have(archive: Archive) -> None:
    keeper = archive.units(Unit.ismaintain)[0]
    mine = (Equipment.maiorgsysid == keeper.id, Equipment.equclass == "3000", Equipment.equstatus == "1")
    lifts = archive.db.scalar(select(func.count()).where(*mine)) or 0
    assert lifts > 1

    def short(limit: int) -> list[str]:
        archive.db.execute(
            text("update sys_param set value = :v where key = 'archives.lifts_per_maintainer'"), {"v": str(limit)}
        )
        found = archive.get("yewu", "/api/unitbasic/findMaintainerList", short="1", pageSize=200).json()["data"]
        return [r["load"] for r in found["list"] if r["id"] == keeper.id]

    assert short(lifts) == ["1"]  # there is nobody at all
    person = registered(archive, unit_id=keeper.id)
    archive.office.good("yewu", CERT, **certificate(person, item="T", certno="T1"))
    assert short(lifts) == []
    assert short(lifts - 1) == ["1"]


def test_a_director_is_needed_from_the_number_that_is_set(archive: Archive) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    mine = (Equipment.useorgsysid == unit.id, Equipment.equstatus == "1", Equipment.equDel == 0)
    devices = archive.db.scalar(select(func.count()).where(*mine)) or 0

    def lacking(least: str) -> int:
        archive.db.execute(
            text("update sys_param set value = :v where key = 'archives.director_from_devices'"), {"v": least}
        )
        answer = archive.get("yewu", "/api/person/findSafetyList", unit_id=unit.id, nodirector="1").json()["data"]
        return int(answer["count"])

    assert (lacking(str(devices)), lacking(str(devices + 1)), lacking("")) == (1, 0, 0)
