"""Saved queries: built over declared fields only, shared inside an institution, answered as lists."""

import zipfile
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.queries import QuerySetting
from tejian.archives.models.units import Unit
from tejian.demo import queries as demo_queries
from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser

from .conftest import Archive

BASE = "/api/querySetting"


def asked(*conditions: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """A query as the builder sends it."""
    rows = [{"field": field, "op": op, "value": value} for field, op, value in conditions]
    return {"kind": "equipment", "name": "测试查询", "conditions": rows, **more}


def saved(archive: Archive, *conditions: tuple[str, str, str], login: str = "shouli", **more: Any) -> str:
    made: dict[str, str] = archive.office.good(login, f"{BASE}/save", **asked(*conditions, **more))
    return made["id"]


def found(archive: Archive, query: str, login: str = "shouli", **more: Any) -> list[dict[str, Any]]:
    page = archive.office.good(login, f"{BASE}/result", settingId=query, pageSize="200", **more)
    rows: list[dict[str, Any]] = page["list"]
    return rows


def count(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).select_from(QuerySetting)) or 0


def test_a_technical_parameter_is_asked_within_its_class(archive: Archive) -> None:
    slow = archive.added(prono="slow", equcode=None, runvelocity="0.5")
    fast = archive.added(prono="fast", equcode=None, runvelocity="2.5")
    query = saved(
        archive, ("3000.runvelocity", "ge", "2.5"), columns="prono,3000.runvelocity", sort="-3000.runvelocity"
    )
    rows = found(archive, query)
    assert fast.id in {r["id"] for r in rows} and slow.id not in {r["id"] for r in rows}
    assert set(rows[0]) == {"prono", "3000.runvelocity", "equclass", "id", "version"}
    assert [float(r["3000.runvelocity"]) for r in rows] == sorted(
        (float(r["3000.runvelocity"]) for r in rows), reverse=True
    )
    assert all(archive.one(r["id"]).equclass == "3000" for r in rows)


def test_conditions_join_with_all_or_any(archive: Archive) -> None:
    first = archive.added(prono="Q1", equcode=None)
    second = archive.added(prono="Q2", equcode=None)
    both = (("prono", "eq", "Q1"), ("prono", "eq", "Q2"))
    assert found(archive, saved(archive, *both)) == []
    ids = {r["id"] for r in found(archive, saved(archive, *both, name="任一", matchall="0"))}
    assert ids == {first.id, second.id}


@pytest.mark.parametrize(
    ("condition", "sql"),
    [
        (("equclass", "in", "3000,1000"), Equipment.equclass.in_(("3000", "1000"))),
        (("equclass", "notin", "3000"), Equipment.equclass != "3000"),
        (("equclacode", "in", "3100"), Equipment.equclacode.startswith("31")),
        (("areacode", "in", "330200"), Equipment.areacode.startswith("3302")),
        (("usecertno", "filled", ""), Equipment.usecertno != ""),
        (("useorgname", "has", "宁波"), Equipment.useorgname.contains("宁波")),
        (("ninspdate", "le", "2027-01-01"), Equipment.ninspdate <= date(2027, 1, 1)),
        (("ninspdate", "filled", ""), Equipment.ninspdate.is_not(None)),
    ],
)
def test_each_operator_says_what_the_column_says(archive: Archive, condition: tuple[str, str, str], sql: Any) -> None:
    me = archive.office.user("shouli")
    wanted = set(archive.db.scalars(select(Equipment.id).where(sql, Equipment.visible(me))))
    got = {r["id"] for r in found(archive, saved(archive, condition))}
    assert got == wanted and wanted
    tried = archive.office.good("shouli", f"{BASE}/tryOut", **asked(condition))
    assert tried == {"count": len(wanted), "countCapped": False}


@pytest.mark.parametrize("value", ["甲, _columns_ 乙", "甲, _columns_ 'or", "_begin_, 甲", "甲 GROUP BY 乙 %(x)s"])
def test_what_is_typed_is_a_value_and_never_a_part_of_the_statement(archive: Archive, value: str) -> None:
    named = archive.added(prono=value, equcode=None)
    rows = found(archive, saved(archive, ("prono", "eq", value), columns="prono"))
    assert [(r["id"], r["prono"]) for r in rows] == [(named.id, value)]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (asked(("no_such", "eq", "1")), "条件中有不存在的字段，请重新选择"),
        (asked(("params", "eq", "1")), "条件中有不存在的字段，请重新选择"),
        (asked(("prono", "like", "1")), "出厂编号(产品编号)：条件不正确"),
        (asked(("prono", "has", "")), "出厂编号(产品编号)：请填写条件的值"),
        (asked(("ninspdate", "ge", "明天")), "下次检验日期：日期应为yyyy-MM-dd"),
        (asked(("3000.runvelocity", "ge", "快")), "额定速度（m/s）：请输入数字"),
        (asked(("equstatus", "in", "99")), "设备状态：请从选项中选择"),
        (asked(columns="prono,createby"), "显示列中有不存在的字段：createby"),
        (asked(columns="prono", sort="equcode"), "排序：请从显示列中选择"),
        (asked(name=""), "名称：1至60个字"),
        (asked(kind="money"), "查询对象不正确"),
        (asked(conditions="equclass='3000'"), "条件：格式不正确"),
    ],
)
def test_what_is_not_declared_is_refused_and_nothing_is_stored(archive: Archive, form: Any, sentence: str) -> None:
    before = count(archive)
    said = archive.office.post("shouli", f"{BASE}/save", **form)
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert count(archive) == before


def test_a_result_is_a_list_with_layout_and_export(archive: Archive) -> None:
    query = saved(archive, ("equclass", "in", "3000"), columns="equcode,useorgname", name="全部电梯")
    config = archive.office.good("shouli", "/api/layout/findTableConfig", viewNo=f"query.{query}")
    assert (config["title"], [c["prop"] for c in config["columns"]]) == ("全部电梯", ["equcode", "useorgname"])
    answer = archive.get("yewu", "/api/layout/export", viewNo=f"query.{saved(archive, login='yewu')}")
    assert "xl/workbook.xml" in zipfile.ZipFile(BytesIO(answer.content)).namelist()


def test_a_query_is_its_owners_unless_shared_and_never_shows_more_than_one_may_see(archive: Archive) -> None:
    query = saved(archive, login="yewu")
    for path, form in ((f"{BASE}/form", {"id": query}), (f"{BASE}/result", {"settingId": query})):
        assert archive.office.post("shouli", path, **form)["errorCode"] == "NO_PERMISSION"
    assert archive.office.post("shouli", f"{BASE}/deleteIds", ids=query)["errorCode"] == "NO_PERMISSION"
    row = archive.db.scalars(select(QuerySetting).where(QuerySetting.id == query)).one()
    row.shared = True
    seen = {r["id"] for r in found(archive, query, "shouli")}
    mine = set(archive.db.scalars(select(Equipment.id).where(Equipment.visible(archive.office.user("shouli")))))
    assert seen <= mine
    edit = archive.office.post("shouli", f"{BASE}/edit", **asked(name="别人的", id=query))
    assert edit["errorCode"] == "NO_PERMISSION" and count(archive) == 1


def test_a_stale_edit_and_deletion(archive: Archive) -> None:
    query = saved(archive)
    archive.office.good("shouli", f"{BASE}/edit", **asked(name="改名", id=query, version="1"))
    said = archive.office.post("shouli", f"{BASE}/edit", **asked(name="旧", id=query, version="1"))
    assert said["errorCode"] == "STALE"
    assert archive.office.good("shouli", f"{BASE}/form", id=query)["name"] == "改名"
    archive.office.good("shouli", f"{BASE}/deleteIds", ids=query)
    assert count(archive) == 0


def test_units_are_asked_by_their_own_fields(archive: Archive) -> None:
    unit = archive.units(Unit.usertype != "")[0]
    query = saved(archive, ("name", "eq", unit.name), kind="unit")
    assert [r["id"] for r in found(archive, query)] == [unit.id]
    assert archive.office.good("shouli", f"{BASE}/fields", kind="unit")["fields"][0]["prop"] == "name"


# -- persons ------------------------------------------------------------------------------------------------------

NUMBER = "330212199001011256"


def person(archive: Archive, name: str, *certs: tuple[str, int], held: str = "", **more: Any) -> Person:
    """A person with certificates as (item, days until the end)."""
    row = Person(name=name, idtype="01", idno="330212********1256", mobile="13805741234", post="12", status="0", **more)
    archive.db.add(row)
    archive.db.flush()
    for n, (item, days) in enumerate(certs):
        end = clock.today() + timedelta(days=days)
        archive.db.add(PersonCert(person_id=row.id, item=item, certno=f"{name}{n}", validto=end, held=held))
    archive.db.commit()
    return row


def names(archive: Archive, *conditions: tuple[str, str, str], **more: Any) -> set[str]:
    query = saved(archive, *conditions, kind="person", **more)
    return {r["name"] for r in found(archive, query)}


def test_persons_are_asked_by_any_of_their_certificates(archive: Archive) -> None:
    unit = archive.units(Unit.ismaintain)[0]
    person(archive, "甲", ("T", 30), ("A", 900), unit_id=unit.id)
    person(archive, "乙", ("T", 400))
    person(archive, "丙")
    person(archive, "丁", ("T", 30), held="1")  # suspended: does not count
    assert names(archive, ("validto", "days", "90")) == {"甲"}
    assert names(archive, ("items", "in", "T")) == {"甲", "乙"}
    assert names(archive, ("items", "notin", "A")) == {"乙", "丙", "丁"}
    assert names(archive, ("items", "empty", "")) == {"丙", "丁"}
    assert names(archive, ("certno", "starts", "乙")) == {"乙"}
    assert names(archive, ("unitname", "eq", unit.name)) == {"甲"}
    assert names(archive, ("unitname", "empty", "")) == {"乙", "丙", "丁"}
    assert names(archive, ("unitarea", "in", unit.areacode[:4] + "00")) == {"甲"}


def test_numbers_of_persons_are_shown_by_their_ends_and_never_asked(archive: Archive) -> None:
    person(archive, "甲", ("T", 30))
    query = saved(archive, ("name", "eq", "甲"), kind="person", columns="name,idno,mobile")
    assert [(r["idno"], r["mobile"]) for r in found(archive, query)] == [("330212********1256", "138****1234")]
    before = count(archive)
    for field in ("idno", "mobile"):
        form = asked((field, "starts", "138"), kind="person")
        said = archive.office.refused("shouli", f"{BASE}/save", **form)
        assert said.endswith("不能作为查询条件") and "部分隐藏" in said
        assert archive.office.refused("shouli", f"{BASE}/tryOut", **form) == said
    assert archive.office.refused("shouli", f"{BASE}/save", **asked(("identity", "eq", NUMBER), kind="person"))
    assert count(archive) == before
    closed = [f["prop"] for f in archive.get("shouli", f"{BASE}/fields", kind="person").json()["data"]["fields"]]
    assert {"idno", "mobile"} <= set(closed)


def test_the_queries_of_the_demo_city_all_answer(archive: Archive) -> None:
    owners = {login: archive.db.scalars(select(SysUser).where(SysUser.login == login)).one() for login in OWNERS}
    demo_queries.load(archive.db, owners)
    archive.db.commit()
    for row in archive.db.scalars(select(QuerySetting)).all():
        asks = "jianguan" if row.owner_id == owners["jianguan"].id else "yewu"
        page = archive.office.post(asks, f"{BASE}/result", settingId=row.id)
        assert page["isSuccess"], (row.name, page["errorMsg"])
        shown = archive.office.good(asks, "/api/layout/findTableConfig", viewNo=f"query.{row.id}")["columns"]
        assert [c["prop"] for c in shown] == row.columns, row.name
    assert count(archive) == len(demo_queries.QUERIES)


OWNERS = sorted({q.owner for q in demo_queries.QUERIES})


def test_the_page_of_results_offers_the_queries_of_all_kinds_that_one_may_see(archive: Archive) -> None:
    mine = saved(archive, ("equclass", "in", "3000"), name="电梯")
    units = saved(archive, kind="unit", name="单位")
    hidden = saved(archive, ("equclass", "in", "1000"), login="yewu", name="别人的")
    rows = archive.office.good("shouli", f"{BASE}/results", pageSize="200")["list"]
    shown = {one["id"]: one["kindName"] for one in rows}
    assert shown.keys() >= {mine, units} and hidden not in shown
    assert (shown[mine], shown[units]) == ("设备", "单位")
    only = archive.office.good("shouli", f"{BASE}/results", kind="unit", pageSize="200")["list"]
    assert units in {one["id"] for one in only} and mine not in {one["id"] for one in only}
