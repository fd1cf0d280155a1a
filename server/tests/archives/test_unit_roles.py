"""Units by role: kinds and their permission families, parts of a unit, former names, lists that join devices."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_idcard, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber
from tejian.archives.models.units import DetectionCapability, Unit, UnitBranch, UnitLicence, UnitName
from tejian.archives.units.parts import may_submit_tests, station_of
from tejian.kit.database.audit import AuditLog, SecurityLog
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .conftest import Archive

SAVE, USE = "/api/unitbasic/save", "/api/unitbasic/setUse"
BRANCH, LICENCE = "/api/unitnbranch/save", "/api/unitlicence/save"


def public_form(types: str, **more: Any) -> dict[str, Any]:
    form = {"name": "宁波测试检验有限公司", "code": make_uscc(77_100_001), "unittype": types, "areacode": "330200"}
    return form | {"address": "光华路 1 号", "contact": "王芳", "tel": "13805748888"} | more


def institution(archive: Archive, **more: Any) -> Unit:
    made = archive.office.good("yewu", "/api/unitbasic/inspection/save", **public_form("06", **more))
    return archive.unit(made["id"])


def authority(archive: Archive, area: str, serial: int, name: str) -> Unit:
    form = public_form("13", name=name, code=make_uscc(serial, area[:6], "11"), areacode=area)
    return archive.unit(archive.office.good("yewu", "/api/unitbasic/superviseorg/save", **form)["id"])


@pytest.mark.parametrize(("types", "kind"), [("13", "s"), ("06", "i"), ("01,14", "i"), ("01,16", "b"), ("", "b")])
def test_the_kind_follows_from_the_types(archive: Archive, types: str, kind: str) -> None:
    unit = Unit(name="甲", code="X", unittype=types)
    archive.db.add(unit)
    archive.db.flush()
    archive.db.refresh(unit)
    assert unit.orgkind == kind


def test_each_kind_has_its_own_permission_family(archive: Archive) -> None:
    form = public_form("06")
    before = archive.db.scalar(select(func.count()).select_from(Unit))
    for login in ("shouli", "jianguan", "qiye"):
        said = archive.office.post(login, "/api/unitbasic/inspection/save", **form)
        assert (said["status"], said["errorCode"]) == (403, "NO_PERMISSION"), login
    assert archive.db.scalar(select(func.count()).select_from(Unit)) == before
    unit = institution(archive)
    for path in (USE, "/api/unitbasic/inspection/delete"):
        assert archive.office.post("shouli", path, ids=unit.id)["status"] == 403
    assert archive.unit(unit.id).enabled


def test_another_familys_door_does_not_open_a_unit(archive: Archive) -> None:
    unit = institution(archive)
    said = archive.office.refused("yewu", SAVE, id=unit.id, version=1, contact="改了")
    assert said == "宁波测试检验有限公司属于其他类单位，请从相应列表修改"
    said = archive.office.refused("yewu", SAVE, **archive.unit_form(unittype="06"))
    assert said == "单位类型：与所在列表不符，请重新选择"
    assert archive.unit(unit.id).contact == "王芳"


def test_the_lists_part_the_units_by_kind(archive: Archive) -> None:
    unit = institution(archive, unittype="14")
    place = authority(archive, "330212", 5_001, "鄞州区测试局")

    def listed(path: str) -> set[str]:
        rows = archive.get("yewu", f"/api/unitbasic/{path}", pageSize=200).json()["data"]["list"]
        return {r["id"] for r in rows}

    assert unit.id in listed("inspection/findList") & listed("outside/findList")
    assert listed("superviseorg/findList") == {place.id}
    assert not listed("findList") & {unit.id, place.id}


def test_a_unit_stands_for_one_organisation(archive: Archive) -> None:
    org = archive.db.scalars(select(Org.id).where(Org.kind == "institute")).one()
    institution(archive, orgsysid=org)
    form = public_form("06", name="乙检验", code=make_uscc(77_100_002), orgsysid=org)
    assert archive.office.refused("yewu", "/api/unitbasic/inspection/save", **form) == (
        "该机构已对应单位：宁波测试检验有限公司"
    )
    form["orgsysid"] = "0" * 32
    assert "请从选项中选择" in archive.office.refused("yewu", "/api/unitbasic/inspection/save", **form)
    found = archive.office.good("yewu", "/api/unitbasic/organisations")
    assert org in {o["value"] for o in found}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("lng", "12.5", "经度：不得小于73"),
        ("lat", "95", "纬度：不得大于54"),
        ("lng", "121.5", "经度与纬度须同时填写"),
        ("legalid", "330212198001010012", "法定代表人证件号码：请输入有效的身份证号"),
        ("unittype", "01,77", "单位类型：请从选项中选择"),
        ("credit", "Z", "信用等级：请从选项中选择"),
        ("postcode", "31", "邮政编码：请输入有效的邮政编码"),
        ("blacklist", "1", "列入黑名单原因：必填"),
    ],
)
def test_a_wrong_further_field_is_named(archive: Archive, field: str, value: str, sentence: str) -> None:
    before = archive.db.scalar(select(func.count()).select_from(Unit))
    assert sentence in archive.office.refused("shouli", SAVE, **archive.unit_form(**{field: value}))
    assert archive.db.scalar(select(func.count()).select_from(Unit)) == before


def test_a_former_name_is_kept_and_found(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    for n, name in enumerate(("宁波乙丙物业有限公司", "宁波丁戊物业有限公司"), 1):
        archive.office.good("yewu", SAVE, id=unit["id"], version=n, name=name)
    kept = archive.unit(unit["id"])
    assert kept.formernames == "宁波测试物业有限公司、宁波乙丙物业有限公司"
    names = archive.db.scalars(select(UnitName).where(UnitName.unit_id == kept.id).order_by(UnitName.id)).all()
    assert [(r.name, r.validto, r.changedby) for r in names] == [
        ("宁波测试物业有限公司", clock.today(), "徐海燕"),
        ("宁波乙丙物业有限公司", clock.today(), "徐海燕"),
    ]
    rows = archive.get("yewu", "/api/unitbasic/findList", name="测试物业").json()["data"]["list"]
    assert [r["id"] for r in rows] == [kept.id]


def test_a_new_name_takes_as_many_statements_for_one_device_as_for_many(archive: Archive) -> None:
    from sqlalchemy import event

    counts = []
    for wanted in (1, 12):
        unit = archive.unit(archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "").useorgsysid)
        mine = list(archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit.id)))
        for device in mine[wanted:]:
            device.useorgsysid = ""
        archive.db.commit()
        seen: list[str] = []
        connection = archive.db.connection()
        event.listen(connection, "before_cursor_execute", lambda *a, seen=seen: seen.append(a[2]))
        archive.office.good("yewu", SAVE, id=unit.id, version=unit.version, name=f"宁波改名{wanted}有限公司")
        counts.append(sum(s.lstrip().upper().startswith("UPDATE EQUIPMENT") for s in seen))
        assert {archive.one(e.id).useorgname for e in mine[:wanted]} == {f"宁波改名{wanted}有限公司"}
    assert counts[0] == counts[1] == 3


def test_a_renamed_device_says_so_in_its_trail_and_a_stale_save_is_seen(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    version, old = lift.version, lift.useorgname
    unit = archive.unit(lift.useorgsysid)
    archive.office.good("yewu", SAVE, id=unit.id, version=unit.version, name="宁波己庚实业有限公司")
    after = archive.one(lift.id)
    assert (after.useorgname, after.version, after.updateby) == ("宁波己庚实业有限公司", version + 1, "徐海燕")
    row = archive.db.scalars(
        select(AuditLog).where(AuditLog.entity_id == lift.id, AuditLog.action == "修改").order_by(AuditLog.id.desc())
    ).first()
    assert row is not None and row.changes == {"useorgname": [old, "宁波己庚实业有限公司"]}
    assert (row.user_name, row.optype, bool(row.request_no)) == ("徐海燕", "00", True)


def test_the_legal_persons_number_is_masked_everywhere_but_on_demand(archive: Archive) -> None:
    number = make_idcard("330212", clock.today().replace(year=1970, day=1), 12)
    unit = archive.office.good("shouli", SAVE, **archive.unit_form(legalman="王芳", legalid=number))
    mask = f"{number[:6]}{'*' * 10}{number[-2:]}"
    assert unit["legalid"] == mask
    loaded = archive.office.good("shouli", "/api/unitbasic/load", id=unit["id"])
    again = archive.office.good("shouli", SAVE, id=unit["id"], version=1, legalid=loaded["legalid"], contact="甲")
    assert again["legalid"] == mask
    kept = archive.db.scalars(select(IdentityNumber.idno).where(IdentityNumber.ref_id == unit["id"])).one()
    assert kept == number
    told = str([r.changes for r in archive.db.scalars(select(AuditLog).where(AuditLog.entity_id == unit["id"]))])
    assert number not in told and mask in told
    ask = {"id": unit["id"], "kind": "legal"}
    assert archive.office.post("shouli", "/api/identity/reveal", **ask, reason="核对身份")["status"] == 403
    assert "至少4个字" in archive.office.refused("zhiliang", "/api/identity/reveal", **ask, reason="看")
    assert archive.office.good("zhiliang", "/api/identity/reveal", **ask, reason="核对身份")["idno"] == number
    line = archive.db.scalars(select(SecurityLog).where(SecurityLog.kind == "查看证件号码")).one()
    assert (line.user_name, line.detail) == ("冯国平", "核对身份") and number not in line.target


def test_a_cancelled_unit_is_left_as_it_is(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    path, form = "/api/unitbasic/cancel", {"id": unit["id"], "version": 1}
    assert archive.office.post("shouli", path, **form, cancelreason="已注销")["status"] == 403
    assert archive.office.refused("yewu", path, **form) == "注销原因：必填"
    archive.office.good("yewu", path, **form, cancelreason="工商注销")
    gone = archive.unit(unit["id"])
    assert (gone.enabled, gone.canceldate, gone.cancelreason) == (False, clock.today(), "工商注销")
    assert "已注销，不能启用" in archive.office.refused("yewu", USE, ids=gone.id)
    assert "已注销，不能修改" in archive.office.refused("yewu", SAVE, id=gone.id, version=2, contact="x")
    using = archive.unit(archive.first(Equipment.equstatus == "1").useorgsysid)
    said = archive.office.refused("yewu", path, id=using.id, version=using.version, cancelreason="x")
    assert said == f"{using.name}名下有在用设备，不能注销" and archive.unit(using.id).enabled


# -- parts ----------------------------------------------------------------------------------------------------------


def test_a_licence_is_checked_and_shown_on_the_unit(archive: Archive) -> None:
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    day = clock.today()
    form = {"unit_id": unit["id"], "lictype": "1", "licno": "TS3333", "issueorg": "省局", "items": "DT-A1,DT-B"}
    form |= {"issuedate": str(day - timedelta(days=10)), "validto": str(day + timedelta(days=100))}
    made = archive.office.good("yewu", LICENCE, **form)
    shown = archive.unit(unit["id"])
    assert (shown.licenceno, shown.licencevalidto) == ("TS3333", day + timedelta(days=100))
    assert "已登记在宁波测试物业有限公司名下" in archive.office.refused("yewu", LICENCE, **form)
    wrong = form | {"licno": "X", "validto": str(day - timedelta(days=11))}
    assert "不得早于发证日期" in archive.office.refused("yewu", LICENCE, **wrong)
    assert archive.office.post("jianyan1", LICENCE, **(form | {"licno": "Y"}))["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(UnitLicence)) == 1
    page = archive.office.good("yewu", "/api/unitbasic/record", id=unit["id"])
    part = next(part for part in page["parts"] if part["key"] == "licences")
    assert [(r["stateName"], r["left"], r["leftTone"]) for r in part["rows"]] == [("有效", "余 100 天", "ca")]
    fact = next(fact for fact in page["facts"] if fact["label"] == "许可证")
    assert (fact["text"], fact["note"], fact["noteTone"]) == ("1 项", "180日内到期 1 项", "ca")
    archive.office.good("yewu", LICENCE, id=made["id"], version=1, held="1")
    assert archive.unit(unit["id"]).licenceno == ""
    archive.office.good("yewu", "/api/unitlicence/delete", ids=made["id"])
    assert archive.db.scalar(select(func.count()).select_from(UnitLicence)) == 0


def test_a_part_stays_with_its_unit(archive: Archive) -> None:
    first = archive.office.good("shouli", SAVE, **archive.unit_form())
    other = archive.office.good("shouli", SAVE, **archive.unit_form(name="乙", code=make_uscc(77_000_009)))
    form = {"unit_id": first["id"], "lictype": "1", "licno": "TS1", "issueorg": "省局", "validto": "2030-01-01"}
    made = archive.office.good("yewu", LICENCE, **form)
    assert archive.office.refused("yewu", LICENCE, id=made["id"], version=1, unit_id=other["id"]) == (
        "不能改到其他单位名下"
    )
    assert archive.db.scalars(select(UnitLicence.unit_id)).one() == first["id"]
    foreign = archive.office.post("yewu", LICENCE, **(form | {"unit_id": "0" * 32, "licno": "TS2"}))
    assert foreign["status"] == 403


def test_the_area_of_a_branch_decides_its_station(archive: Archive) -> None:
    city = authority(archive, "330200", 5_100, "测试市局")
    district = authority(archive, "330212", 5_101, "测试区局")
    assert [getattr(station_of(archive.db, a), "id", None) for a in ("330212", "330212005", "330281", "440100")] == [
        district.id,
        district.id,
        city.id,
        None,
    ]
    unit = archive.office.good("shouli", SAVE, **archive.unit_form())
    form = {"unit_id": unit["id"], "branchname": "鄞州分公司", "areacode": "330212", "address": "惠风东路 1 号"}
    made = archive.office.good("shouli", BRANCH, **form)
    assert (made["superunit_id"], made["superorgname"]) == (district.id, "测试区局")
    moved = archive.office.good("shouli", BRANCH, id=made["id"], version=1, areacode="330281")
    assert moved["superorgname"] == "测试市局"
    assert "已有分支机构：鄞州分公司" in archive.office.refused("shouli", BRANCH, **form)
    rows = archive.office.good("shouli", "/api/unitnbranch/listUnitNbranch", usedeptsysid=unit["id"])
    assert [(r["branchname"], r["orgsysid"], r["superorgname"], r["status"]) for r in rows] == [
        ("鄞州分公司", unit["id"], "测试市局", "0")
    ]
    assert archive.office.post("qiye", "/api/unitnbranch/listUnitNbranch", usedeptsysid=unit["id"])["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(UnitBranch)) == 1


def test_testing_capability_is_passed_before_it_counts(archive: Archive) -> None:
    keeper = archive.units(Unit.ismaintain)[0]
    save, review = "/api/unitcapability/save", "/api/unitcapability/review"
    form = {"unit_id": keeper.id, "classes": "3000", "staff": "4", "tools": "限速器测试仪", "certno": "JC1"}
    form |= {"validto": str(clock.today() + timedelta(days=30))}
    user = archive.units(~Unit.ismaintain)[0]
    assert archive.office.refused("yewu", save, **(form | {"unit_id": user.id})) == f"{user.name}不是维保单位"
    made = archive.office.good("yewu", save, **form)
    assert not may_submit_tests(archive.db, keeper.id)
    judged = {"id": made["id"], "version": 1, "state": "1", "opinion": "符合"}
    assert archive.office.post("shouli", review, **judged)["status"] == 403
    archive.office.good("yewu", review, **judged)
    assert may_submit_tests(archive.db, keeper.id) and not may_submit_tests(archive.db, keeper.id, "4000")
    assert archive.office.post("yewu", review, **judged)["status"] == 409
    archive.office.good("yewu", save, id=made["id"], version=2, staff="5")
    assert archive.db.scalars(select(DetectionCapability.state)).one() == "0"
    assert "已有检测能力登记" in archive.office.refused("yewu", save, **form)


def test_a_maintenance_contract_is_of_a_maintainer(archive: Archive) -> None:
    keeper, user = archive.units(Unit.ismaintain)[0], archive.units(Unit.isuse)[0]
    form = {"unit_id": keeper.id, "useunit_id": user.id, "contractno": "WB1", "lifts": "8"}
    form |= {"datefrom": "2026-01-01", "dateto": "2099-01-01"}
    made = archive.office.good("yewu", "/api/maintcontract/save", **form)
    assert made["useunitname"] == user.name
    assert "合同编号WB1已登记" in archive.office.refused("yewu", "/api/maintcontract/save", **form)
    rows = archive.get("yewu", "/api/unitbasic/findMaintainerList", pageSize=200).json()["data"]["list"]
    row = next(r for r in rows if r["id"] == keeper.id)
    lifts = archive.db.scalar(
        select(func.count()).where(
            Equipment.maiorgsysid == keeper.id, Equipment.equclass == "3000", Equipment.equstatus == "1"
        )
    )
    assert (row["lifts"], row["contracts"], row["contractend"], row["limit"]) == (lifts, 1, "2099-01-01", 40)
    assert (row["staff"], row["load"]) == (0, "1" if lifts else "2")


def test_the_equipment_list_of_a_unit_prints(archive: Archive) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    rows = archive.get("yewu", "/api/unitbasic/findEquipmentList", useorgsysid=unit.id, pageSize=200).json()
    mine = archive.db.scalar(select(func.count()).where(Equipment.useorgsysid == unit.id))
    assert rows["data"]["count"] == mine > 0
    archive.office.call.user = archive.office.user("yewu")
    said = archive.office.call.client.post("/api/common/commonPrint", data={"printType": "DWSBQD", "ids": unit.id})
    assert said.content[:5] == b"%PDF-"
    archive.office.call.user = archive.office.user("qiye")
    other = archive.units(Unit.id != archive.office.user("qiye").unit_id)[0]
    said = archive.office.call.client.post("/api/common/commonPrint", data={"printType": "DWSBQD", "ids": other.id})
    assert said.status_code == 403
    archive.office.call.user = None


def test_piping_and_petrochemical_units_are_counted_from_their_devices(archive: Archive) -> None:
    device = archive.first(Equipment.equclass == "2000")
    device.equclass, device.regstatus = "8000", "1"
    device.params = {"pipenum": 7, "pipetotallen": "120.5"}
    unit = archive.unit(device.useorgsysid)
    unit.unittype = "01,15"
    archive.db.flush()
    rows = archive.get("yewu", "/api/unitbasic/findPipingList").json()["data"]["list"]
    assert [(r["id"], r["projects"], r["lines"], r["length"]) for r in rows] == [(unit.id, 1, "7", "120.5")]
    rows = archive.get("yewu", "/api/unitbasic/findPetrochemicalList").json()["data"]["list"]
    assert [(r["id"], r["pipes"]) for r in rows] == [(unit.id, 1)]
