"""Creating and changing a record: duplicates, codes, dates, types, locks, and what a form may never set."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.permissions import TYPE_OF_CLASS
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .conftest import Archive

ADD, EDIT = "/api/eqdbase/eqdBasic/addEqm", "/api/eqdbase/eqdBasic/editEqm"


def count(archive: Archive) -> tuple[int, int]:
    return tuple(archive.db.scalar(select(func.count()).select_from(m)) or 0 for m in (Equipment, AuditLog))  # type: ignore[return-value]


def test_a_new_record_belongs_to_the_institute_and_waits_for_use(archive: Archive) -> None:
    lift = archive.added()
    assert (lift.equclass, lift.equcategory, lift.equkind, lift.equsubkind) == ("3000", "3100", "3110", "")
    assert (lift.equstatus, lift.regstatus, lift.datasource, lift.version) == ("0", "0", "01", 1)
    assert lift.cheorgsysid == archive.office.user("dangan").org_id
    assert (lift.porgname, lift.useorgname) == (
        archive.unit(lift.porgaosysid).name,
        archive.unit(lift.useorgsysid).name,
    )
    assert lift.params == {
        **dict.fromkeys(("elefloornumber", "elestadenumber", "eledoornumber"), 18),
        **{"ratedload": "1000", "runvelocity": "1.75"},
    }
    assert lift.ninspdate is None and lift.createby == archive.office.user("dangan").id


@pytest.mark.parametrize(
    "missing", ["equclacode", "equname", "prono", "model", "porgaosysid", "prodate", "useorgsysid"]
)
def test_a_required_field_is_named(archive: Archive, missing: str) -> None:
    before = count(archive)
    said = archive.office.post("dangan", ADD, **archive.lift_form(**{missing: None}))
    assert (said["status"], said["field"]) == (422, missing)
    assert said["errorMsg"].endswith(("：必填", "请从选项中选择"))
    assert count(archive) == before


def test_a_second_record_of_the_same_code_names_the_first(archive: Archive) -> None:
    first = archive.added()
    before = count(archive)
    said = archive.office.post("dangan", ADD, **archive.lift_form(prono="other"))
    assert (said["errorCode"], said["existing"]) == ("DUPLICATE", {"id": first.id, "equclass": "3000"})
    assert said["errorMsg"] == f"设备代码与已有设备重复：客梯 {first.equcode} {first.useorgname}"
    assert count(archive) == before


def test_a_number_that_two_have_since_long_ago_does_not_keep_either_from_being_mended(archive: Archive) -> None:
    """Old archives hold numbers twice: other fields are changed all the same, and nobody takes such a number anew."""
    first, second, third = (
        archive.added(equcode=make_equipment_code("3110", "33901", 2025, n), prono=f"M{n}") for n in (9003, 9004, 9005)
    )
    both = Equipment.id.in_([first.id, second.id])
    archive.db.execute(update(Equipment).where(both).values(usecertno="梯11浙B00001(24)"))
    archive.db.commit()
    mended = {"id": second.id, "version": second.version, "useplace": "人民路 1 号", "changereason": "核对"}
    said = archive.office.good("dangan", EDIT, **mended)
    assert (archive.db.get_one(Equipment, second.id).useplace, said["version"]) == ("人民路 1 号", second.version)
    taking = {"id": third.id, "version": third.version, "usecertno": "梯11浙B00001(24)", "changereason": "核对"}
    said = archive.office.post("dangan", EDIT, **taking)
    assert said["errorCode"] == "DUPLICATE" and said["errorMsg"].startswith("使用登记证编号与已有设备重复")
    assert archive.db.get_one(Equipment, third.id).version == third.version


def test_codes_are_compared_in_capitals(archive: Archive) -> None:
    code = make_equipment_code("3110", "33ABC", 2025, 9001)
    first = archive.added(equcode=code.lower())
    assert first.equcode == code
    assert archive.office.post("dangan", ADD, **archive.lift_form(equcode=code, prono="x"))["errorCode"] == "DUPLICATE"


def test_a_second_record_of_the_same_maker_number_names_the_first(archive: Archive) -> None:
    first = archive.added()
    code = make_equipment_code("3110", "33901", 2025, 9002)
    said = archive.office.post("dangan", ADD, **archive.lift_form(equcode=code))
    assert (said["errorCode"], said["existing"]["id"]) == ("DUPLICATE", first.id)
    assert said["errorMsg"].startswith("出厂编号与制造单位与已有设备重复")
    other = archive.units(Unit.ismaker)[1]
    assert archive.added(equcode=code, porgaosysid=other.id).id != first.id
    asked = {"prono": first.prono, "porgaosysid": first.porgaosysid}
    assert archive.office.good("dangan", "/api/eqdbase/eqdBasic/valiRepeatCcbh", **asked)["id"] == first.id
    asked["prono"] = "never"
    assert archive.office.good("dangan", "/api/eqdbase/eqdBasic/valiRepeatCcbh", **asked) == {"repeat": False}


def test_a_second_lift_of_the_same_emergency_code_is_told_so(archive: Archive) -> None:
    archive.added(ele96333code="712345")
    form = archive.lift_form(equcode="", prono="b", ele96333code="712345")
    assert archive.office.refused("dangan", ADD, **form).startswith("96333应急识别码与已有设备重复")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("equcode", "3110-339012025", "设备代码只能是字母和数字"),
        ("equcode", "31103390120259", "设备代码：设备代码应为17位或18位"),
        ("equcode", "0110339012025ABCD", "设备代码：设备代码格式不正确"),
        ("equcode", "31103390118259001", "设备代码：设备代码格式不正确"),
        ("usecertno", "浙B00123", "使用登记证编号：使用登记证编号格式不正确，例如 梯11浙B00123(24)"),
        ("usestartdate", "2025-02-28", "投入使用日期：不得早于制造日期（2025-03-01）"),
        ("compdate", "2024-12-31", "竣工日期：不得早于制造日期（2025-03-01）"),
        ("prodate", "01.03.2025", "制造日期：日期应为yyyy-MM-dd"),
        ("equclacode", "4170", "设备类别：请从选项中选择"),
        ("equclacode", "3999", "设备类别：请从选项中选择"),
        ("equclass", "7777", "设备种类不正确"),
        ("controltype", "99", "控制方式：请从选项中选择"),
        ("elefloornumber", "十八", "层数：请输入数字"),
        ("elefloornumber", "18.5", "层数：请输入整数"),
        ("elefloornumber", "-1", "层数：不得小于1层"),
        ("elefloornumber", "1e30", "层数：数字超出范围"),
        ("ratedload", "NaN", "额定载重量：数字超出范围"),
        ("usetel", "12345", "请输入有效的手机号或者座机号"),
        ("lastmaidate", "2025-02-30", "最近维保日期：日期应为yyyy-MM-dd"),
        ("equname", "长" * 129, "设备名称：最多128个字"),
        ("prono", "9" * 65, "出厂编号(产品编号)：最多64个字"),
        ("remark", "长" * 501, "备注：最多500个字"),
        ("longitude", "99999999", "经度：不得大于136°"),
    ],
)
def test_a_wrong_value_is_named_and_nothing_is_stored(archive: Archive, field: str, value: str, sentence: str) -> None:
    before = count(archive)
    said = archive.office.post("dangan", ADD, **archive.lift_form(**{field: value}))
    assert said["status"] == 422, said
    assert said["errorMsg"].endswith(sentence) or said["errorMsg"] == sentence, said["errorMsg"]
    assert count(archive) == before


def test_a_device_is_not_made_tomorrow(archive: Archive) -> None:
    tomorrow = (clock.today() + timedelta(days=1)).isoformat()
    assert archive.office.refused("dangan", ADD, **archive.lift_form(prodate=tomorrow)) == "制造日期：不得晚于今天"
    archive.added(prodate=clock.today().isoformat())


@pytest.mark.parametrize("field", ["useorgsysid", "porgaosysid", "maiorgsysid"])
def test_a_unit_that_is_not_there_is_refused(archive: Archive, field: str) -> None:
    before = count(archive)
    said = archive.office.post("dangan", ADD, **archive.lift_form(**{field: "0" * 32}))
    assert (said["status"], said["errorCode"]) == (403, "NO_PERMISSION")
    assert count(archive) == before


def test_names_of_units_come_from_the_archive(archive: Archive) -> None:
    lift = archive.added(useorgname="别的单位", porgname="别的厂")
    assert lift.useorgname == archive.unit(lift.useorgsysid).name
    assert lift.porgname == archive.unit(lift.porgaosysid).name


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cheorgsysid", "bureau"),
        ("superorgsysid", "bureau"),
        ("chedeptid", "bureau"),
        ("ninspdate", "2099-01-01"),
        ("insreportno", "NBTD202600001"),
        ("insresult", "1031"),
        ("equDel", "1"),
        ("mergedtoid", "x"),
        ("createby", "x"),
        ("inspecting", "1"),
        ("version", "99"),
        ("searchtext", "x"),
        ("nextexplain", "x"),
        ("params", "x"),
        ("nosuchfield", "x"),
    ],
)
def test_what_no_form_may_set_is_dropped(archive: Archive, field: str, value: str) -> None:
    if value == "bureau":
        value = archive.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    made = archive.added()
    plain = {c.key: getattr(made, c.key) for c in Equipment.__mapper__.column_attrs}
    if field != "version":
        archive.office.good("dangan", EDIT, id=made.id, version=made.version, **{field: value})
    archive.office.good("dangan", ADD, **archive.lift_form(prono="b", equcode="", **{field: value}))
    after = archive.one(made.id)
    for name in plain:
        assert getattr(after, name) == plain[name], name
    other = archive.first(Equipment.prono == "b")
    assert getattr(other, field, "") != value or (field == "version" and other.version == 1)
    assert field not in other.params


def test_a_stale_save_says_who_and_when(archive: Archive) -> None:
    lift = archive.added()
    later = clock.now() + timedelta(minutes=5)
    with clock.at(later):
        archive.office.good("dangan", EDIT, id=lift.id, version=1, model="甲")
    said = archive.office.post("dangan", EDIT, id=lift.id, version=1, model="乙")
    assert (said["status"], said["errorCode"], said["who"]) == (409, "STALE", "孙静")
    assert said["when"] == later.strftime("%Y-%m-%d %H:%M:%S")
    assert said["errorMsg"] == f"数据已被孙静于{later:%Y-%m-%d %H:%M}修改，请载入最新后再保存"
    assert archive.one(lift.id).model == "甲"
    archive.office.good("dangan", EDIT, id=lift.id, version=2, model="乙")  # a second save in a row passes


def test_codes_and_maker_are_locked_after_registration(archive: Archive) -> None:
    lift = archive.added(usecertno="梯11浙B00888(25)")
    lift.regstatus = "1"
    archive.db.commit()
    wrong: dict[str, Any] = {
        "equcode": (make_equipment_code("3110", "33901", 2025, 9999), "设备代码"),
        "prono": ("other", "出厂编号(产品编号)"),
        "usecertno": ("梯11浙B00889(25)", "使用登记证编号"),
        "regcode": ("31103302062024010001", "注册代码"),
        "porgaosysid": (archive.units(Unit.ismaker)[1].id, "制造单位主键"),
        "equclacode": ("3120", "设备类别代码(最深级)"),
    }
    for field, (value, label) in wrong.items():
        version = archive.one(lift.id).version
        said = archive.office.refused("dangan", EDIT, id=lift.id, version=version, **{field: value})
        assert said == f"{label}在登记后锁定，请走档案更正"
    archive.office.good("dangan", EDIT, id=lift.id, version=archive.one(lift.id).version, useman="李四")
    assert archive.one(lift.id).useman == "李四"
    detail = archive.office.good("dangan", "/api/eqdbase/eqdBasic/getEqdBasicInfo", id=lift.id)
    assert detail["locked"] is True


def test_only_who_may_change_a_class_changes_it(archive: Archive) -> None:
    lift = archive.added()
    for login in ("diaodu", "jianyan1", "jianguan", "qiye", "zhanzhang"):
        said = archive.office.post(login, EDIT, id=lift.id, version=lift.version, model="x")
        assert said["status"] == 403, login
        assert archive.office.post(login, ADD, **archive.lift_form(prono="c", equcode=""))["status"] == 403, login
    assert archive.one(lift.id).model == "MAX-V"


def test_the_counter_applies_for_corrections_and_changes_no_archive(archive: Archive) -> None:
    """Archives of every class are made, imported and changed by the archivist."""
    lift, before = archive.added(), count(archive)
    for equclass in TYPE_OF_CLASS.keys() - {"8000GX"}:  # a line is saved with its project
        form = archive.lift_form(equclass=equclass, prono="c", equcode="")
        assert archive.office.post("shouli", ADD, **form)["status"] == 403, equclass
    assert archive.office.post("shouli", EDIT, id=lift.id, version=1, model="x")["status"] == 403
    assert archive.office.post("shouli", "/api/product/convertStart", id="0" * 32)["status"] == 403
    asked = {"viewNo": "eqd_elevator_list"}
    assert archive.get("dangan", "/api/import/config", **asked).status_code == 200
    assert archive.get("shouli", "/api/import/config", **asked).status_code == 403
    assert count(archive) == before and archive.one(lift.id).model == "MAX-V"
    form = {"entity": "equipment", "objectId": lift.id, "reason": "铭牌核对有误", "values": {"model": "二型"}}
    archive.office.good("shouli", "/api/correct/save", **form)
    assert archive.one(lift.id).model == "MAX-V"
    archive.office.good("dangan", EDIT, id=lift.id, version=1, model="二型")
    assert archive.one(lift.id).model == "二型"


def test_the_form_names_what_it_saves(archive: Archive) -> None:
    form = archive.office.good("dangan", "/api/eqdbase/eqdBasic/findFormConfig", equclass="3000", equclacode="3110")
    fields = {f["prop"]: f for g in form["groups"] for f in g["fields"]}
    assert form["saveUrl"] == ADD
    assert (fields["elefloornumber"]["type"], fields["elefloornumber"]["unit"]) == ("int", "层")
    assert fields["equname"]["maxLength"] == 128
    assert fields["equcode"]["locked"] and not fields["model"]["locked"]
    assert not {"cheorgsysid", "ninspdate", "equDel"} & set(fields)
    assert archive.office.refused("dangan", "/api/eqdbase/eqdBasic/findFormConfig", equclass="9") == "设备种类不正确"
