"""Unit archives: codes with their check digit, duplicates, who is told of a new name, and what cannot go."""

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_idcard, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.merging import Trace
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock

from .conftest import Archive

SAVE, USE, DELETE = "/api/unitbasic/save", "/api/unitbasic/setUse", "/api/unitbasic/delete"


def test_a_new_unit_is_found_at_once_by_name_code_and_initials(archive: Archive) -> None:
    made = archive.office.good("shouli", SAVE, **archive.unit_form())
    unit = archive.unit(made["id"])
    assert (unit.pinyin, unit.enabled, unit.isuse, unit.ismaintain, unit.version) == (
        "nbcswyyxgs",
        True,
        True,
        False,
        1,
    )
    for text in ("测试物业", unit.code, unit.code[5:9], "csw"):
        found = archive.office.good("shouli", "/api/common/getUnitList", name=text)
        assert unit.id in {u["id"] for u in found}, text
    row = archive.history("shouli", "unit", unit.id)[0]
    assert row["action"] == "新增"
    assert {"单位名称", "统一社会信用代码"} <= {f["label"] for f in row["fields"]}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("code", make_uscc(77_000_001)[:17] + "?", "统一社会信用代码应为18位数字或大写字母（不含 I、O、S、V、Z）"),
        ("code", "91330200", "统一社会信用代码应为18位"),
        ("name", "", "单位名称：必填"),
        ("usertype", "77", "用户类别：请从选项中选择"),
        ("tel", "11812345678", "联系电话：请输入有效的手机号或者座机号"),
        ("email", "a@b", "电子邮箱：请输入正确邮箱格式"),
        ("name", "长" * 201, "单位名称：最多200个字"),
        ("employees", "2.5", "职工人数：请输入整数"),
        ("isuse", "vielleicht", "使用单位：请选择是或否"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_stored(archive: Archive, field: str, value: str, sentence: str) -> None:
    before = archive.db.scalar(select(func.count()).select_from(Unit))
    said = archive.office.post("shouli", SAVE, **archive.unit_form(**{field: value}))
    assert said["status"] == 422
    assert sentence in said["errorMsg"]
    assert archive.db.scalar(select(func.count()).select_from(Unit)) == before


def test_the_check_digit_of_a_code_is_judged(archive: Archive) -> None:
    good = make_uscc(77_000_001)
    for last in "0123456789ABCDEFGHJKLMNPQRTUWXY":
        if last != good[17]:
            said = archive.office.refused("shouli", SAVE, **archive.unit_form(code=good[:17] + last))
            assert said == "统一社会信用代码：统一社会信用代码校验位不正确"
    assert archive.office.good("shouli", SAVE, **archive.unit_form(code=good.lower()))["code"] == good


def test_a_person_may_stand_with_the_identity_card(archive: Archive) -> None:
    card = make_idcard("330212", clock.today().replace(year=1980, day=1), 7)
    archive.office.good("shouli", SAVE, **archive.unit_form(code=card))
    wrong = card[:17] + ("0" if card[17] != "0" else "1")
    assert "统一社会信用代码" in archive.office.refused("shouli", SAVE, **archive.unit_form(code=wrong))


def test_a_second_unit_of_the_same_code_names_the_first(archive: Archive) -> None:
    first = archive.office.good("shouli", SAVE, **archive.unit_form())
    said = archive.office.post("shouli", SAVE, **archive.unit_form(name="另一个单位"))
    assert (said["status"], said["errorCode"]) == (200, "DUPLICATE")
    assert said["errorMsg"] == "该代码已有单位：宁波测试物业有限公司"
    assert said["existing"] == {"id": first["id"]}
    again = archive.office.good("shouli", SAVE, id=first["id"], version=1, code=first["code"], contact="李四")
    assert again["contact"] == "李四"


def test_a_stale_save_is_refused(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    archive.office.good("yewu", SAVE, id=unit["id"], version=1, contact="甲")
    said = archive.office.post("shouli", SAVE, id=unit["id"], version=1, contact="乙")
    assert (said["status"], said["who"]) == (409, "徐海燕")
    assert archive.unit(unit["id"]).contact == "甲"


def test_a_field_can_be_cleared(archive: Archive) -> None:
    form = archive.unit_form(legalman="王芳", employees="12")
    unit = archive.office.good("shouli", SAVE, **form)
    archive.office.good("shouli", SAVE, id=unit["id"], version=1, legalman=" ", employees=" ")
    cleared = archive.unit(unit["id"])
    assert (cleared.legalman, cleared.employees, cleared.contact) == ("", None, "王芳")
    assert archive.office.refused("shouli", SAVE, id=unit["id"], version=2, name=" ") == "单位名称：必填"


def test_a_form_sets_only_its_own_fields(archive: Archive) -> None:
    sent = archive.unit_form(enabled="0", pinyin="x", createby="x", searchtext="x", version="9")
    unit = archive.unit(archive.office.good("shouli", SAVE, **sent)["id"])
    assert (unit.enabled, unit.pinyin, unit.version) == (True, "nbcswyyxgs", 1)
    assert unit.createby == archive.office.user("shouli").id


def test_a_new_name_is_carried_to_the_devices_and_to_the_search(archive: Archive) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    mine = [e.id for e in archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit.id))]
    archive.office.good("shouli", SAVE, id=unit.id, version=unit.version, name="宁波柒捌实业有限公司")
    assert {archive.one(i).useorgname for i in mine} == {"宁波柒捌实业有限公司"}
    assert archive.unit(unit.id).pinyin == "nbqbsyyxgs"
    rows = archive.get("shouli", "/api/unitbasic/findList", name="qbsy").json()["data"]["list"]
    assert [r["id"] for r in rows] == [unit.id]
    logs = select(AuditLog).where(AuditLog.entity_id.in_(mine), AuditLog.action == "修改")
    assert {tuple(a.changes) for a in archive.db.scalars(logs)} == {("useorgname",)}


@pytest.mark.parametrize(("status", "allowed"), [("1", False), ("9", False), ("2", True), ("3", True)])
def test_a_unit_with_devices_in_use_stays_enabled(archive: Archive, status: str, allowed: bool) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    for device in archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit.id)):
        device.equstatus = status
    said = archive.office.post("yewu", USE, ids=unit.id)
    assert said["isSuccess"] is allowed
    assert archive.unit(unit.id).enabled is not allowed
    if not allowed:
        assert said["errorMsg"] == f"{unit.name}名下有在用设备，不能停用"


def test_a_disabled_unit_is_offered_nowhere_and_comes_back(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    assert archive.office.good("yewu", USE, ids=unit["id"]) == {"enabled": False}
    assert archive.office.good("shouli", "/api/common/getUnitList", name=unit["code"]) == []
    rows = archive.get("shouli", "/api/unitbasic/findList", disabled="1").json()["data"]["list"]
    assert [r["id"] for r in rows] == [unit["id"]]
    later = archive.office.good("yewu", USE, ids=unit["id"], again="1")
    assert later == {"enabled": True}


def test_a_unit_that_is_named_somewhere_cannot_be_deleted(archive: Archive) -> None:
    lift = archive.first(Equipment.maiorgsysid != "")
    for key in (lift.useorgsysid, lift.maiorgsysid, lift.porgaosysid):
        name = archive.unit(key).name
        assert archive.office.refused("yewu", DELETE, ids=key) == f"{name}名下有设备，不能删除"
        assert archive.unit(key)
    declared = archive.office.declared()
    for device in archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == declared.unitsysid)):
        device.useorgsysid = ""
    said = archive.office.refused("yewu", DELETE, ids=declared.unitsysid)
    assert said == f"{declared.unitname}有申报记录，不能删除，可以停用"


def test_a_deleted_unit_is_hidden_and_leaves_its_trace(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    said = archive.office.post("shouli", DELETE, ids=unit["id"])
    assert said["status"] == 403 and archive.unit(unit["id"])
    archive.office.good("yewu", DELETE, ids=unit["id"])
    log = archive.db.scalars(select(AuditLog).where(AuditLog.entity_id == unit["id"], AuditLog.action == "修改")).one()
    assert log.changes == {"unitDel": [0, 1]}
    assert archive.unit(unit["id"]).name == unit["name"]
    assert archive.office.post("yewu", "/api/unitbasic/load", id=unit["id"])["status"] == 403
    trace = archive.db.scalars(select(Trace).where(Trace.object_id == unit["id"])).one()
    assert (trace.how, trace.code, trace.name) == ("1", unit["code"], unit["name"])
    archive.office.good("shouli", SAVE, **archive.unit_form())  # its code is free again


def test_one_foreign_unit_refuses_the_whole_deletion(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    assert archive.office.post("yewu", DELETE, ids=[unit["id"], "0" * 32])["status"] == 403
    assert archive.unit(unit["id"])


def test_an_enterprise_sees_its_own_unit_only(archive: Archive) -> None:
    mine = archive.office.user("qiye").unit_id
    rows = archive.get("qiye", "/api/unitbasic/findList", pageSize=200).json()["data"]["list"]
    assert [r["id"] for r in rows] == [mine]
    other = archive.units(Unit.id != mine)[0]
    assert archive.office.post("qiye", "/api/unitbasic/load", id=other.id)["status"] == 403
    assert archive.office.good("qiye", "/api/common/getUnitList", name=other.name) == []


def test_a_unit_without_devices_raises_no_alarm(archive: Archive) -> None:
    """Its page, its row and its portrait say that there is nothing, and mark nothing red."""
    unit = archive.office.good("dangan", SAVE, **archive.unit_form())
    page = archive.get("yewu", "/api/unitbasic/record", id=unit["id"]).json()["data"]
    assert not {"no", "ca"} & {fact.get("tone") for fact in page["facts"]}, page["facts"]
    assert [n for n in page["notices"] if n["tone"] == "no"] == []
    rows = archive.get("yewu", "/api/unitbasic/findList", name=unit["name"]).json()["data"]["list"]
    (row,) = (one for one in rows if one["id"] == unit["id"])
    assert {name: value for name, value in row.items() if name.endswith("Tone") and value == "no"} == {}
    told = archive.office.good("yewu", "/api/statistics/portrait", role="use", id=unit["id"])
    assert [(f["key"], f["value"]) for f in told["figures"] if f["tone"] == "no" and str(f["value"]) != "0"] == []
