"""首检登记: a device is entered once, judged by another, and stands in the archive and before its use registration."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.demo import entering
from tejian.kit.ground import clock
from tejian.registration.first import forms
from tejian.registration.models.first import FirstRegistration
from tejian.registration.models.use import RegisteredDevice, UseRegistration
from tests.conftest import Real
from tests.inspection.conftest import Office, office

from . import first
from .first import API

__all__ = ["office"]


def count(office: Office) -> tuple[int, ...]:
    models: tuple[Any, ...] = (FirstRegistration, Equipment, UseRegistration)
    return tuple(office.db.scalar(select(func.count()).select_from(m)) or 0 for m in models)


def test_a_unit_enters_the_bureau_agrees_and_the_device_waits_for_its_registration(office: Office) -> None:
    code = make_equipment_code("4110", "33901", 2025, 9001)
    today = clock.today()
    known = {"equcode": code, "equclacode": "4110", "firstinspdate": str(today), "areacode": "330203"}
    row = first.saved(office, **known)
    assert (row.step, row.source, row.firstno, row.useorgsysid) == ("CG", "E", "", office.user("qiye").unit_id)
    office.good("qiye", f"{API}/submit", id=row.id)
    row = first.row_of(office, row.id)
    assert row.step == "DS" and row.firstno.startswith(f"SJ{today:%Y%m%d}") and row.regorg
    before = count(office)
    office.good("jianguan", f"{API}/agree", id=row.id)
    row = first.row_of(office, row.id)
    device = office.db.get_one(Equipment, row.equdatasysid)
    assert (row.step, row.auditor_id) == ("TG", office.user("jianguan").id)
    assert (device.equstatus, device.regstatus, device.usecertno, device.datasource) == ("0", "0", "", "01")
    assert (device.equcode, device.prono, device.equclass) == (code, "SJ-26-0001", "4000")
    assert (device.cheorgsysid, device.useorgsysid) == (row.cheorg, row.useorgsysid)
    assert device.useorgname == row.useorgname and device.porgname
    assert device.createby == office.user("qiye").id
    line = office.db.scalars(select(RegisteredDevice).where(RegisteredDevice.equdatasysid == device.id)).one()
    queue = office.db.get_one(UseRegistration, line.reg_id)
    assert (queue.step, queue.mode, queue.unitsysid) == ("CG", "S", row.useorgsysid)
    assert count(office) == (before[0], before[1] + 1, before[2] + 1)


def test_a_device_that_was_never_inspected_is_an_archive_and_waits_for_nothing(office: Office) -> None:
    row = first.handed(office, firstinspdate="", insinspdate="")
    before = count(office)
    office.good("jianguan", f"{API}/agree", id=row.id)
    assert count(office) == (before[0], before[1] + 1, before[2])


@pytest.mark.parametrize(("login", "equclass"), [("jianyan1", "2000"), ("jianyan1", "4000"), ("jianyan1", "5000")])
def test_an_inspector_enters_by_class_for_any_unit(office: Office, login: str, equclass: str) -> None:
    row = first.handed(office, login, equclass=equclass)
    assert (row.source, row.equclass, row.cheorg) == ("J", equclass, office.user(login).org_id)
    office.good("jianguan", f"{API}/agree", id=row.id)
    assert office.db.get_one(Equipment, first.row_of(office, row.id).equdatasysid).equclass == equclass


def test_only_whole_classes_are_offered(office: Office) -> None:
    classes = [one["value"] for one in office.good("qiye", f"{API}/load", id="")["classes"]]
    assert classes == ["1000", "2000", "3000", "4000", "5000", "6000", "9000"]
    assert [one["value"] for one in office.good("jianyan1", f"{API}/load", id="")["classes"]] == [
        "2000",
        "4000",
        "5000",
    ]
    before = count(office)
    lift = first.form(office, "3000")
    assert office.refused("jianyan1", f"{API}/save", **lift) == "设备种类：请从选项中选择"
    bottle = first.form(office, "2000", equclacode="2310")
    assert office.refused("jianyan1", f"{API}/save", **bottle) == "气瓶在气瓶台账登记，不办理首检登记"
    assert count(office) == before


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("prono", "", "出厂编号(产品编号)：必填"),
        ("equname", "", "设备名称：必填"),
        ("equcode", "12", "设备代码：设备代码应为17位或18位"),
        ("areacode", "330200", "设备所在区划：请选到县（市、区）"),
        ("prodate", "2999-01-01", "制造日期"),
        ("cheorg", "nobody", "检验机构：请从选项中选择"),
    ],
)
def test_the_form_refuses_what_the_archive_refuses(office: Office, field: str, value: str, sentence: str) -> None:
    before = count(office)
    assert sentence in office.refused("qiye", f"{API}/save", **first.form(office, **{field: value}))
    assert count(office) == before


def test_the_form_is_that_of_the_archive_without_what_registration_gives(office: Office) -> None:
    kind = first.form(office)["equclacode"]
    asked = {"equclass": "4000", "equclacode": kind}

    def fields(login: str, path: str) -> dict[str, dict[str, Any]]:
        return {f["prop"]: f for g in office.good(login, path, **asked)["groups"] for f in g["fields"]}

    archive = fields("dangan", "/api/eqdbase/eqdBasic/findFormConfig")
    entry = fields("jianyan1", f"{API}/config")
    assert entry == {name: f for name, f in archive.items() if name not in forms.NOT_ASKED}
    own = fields("qiye", f"{API}/config")
    assert own.keys() - entry.keys() == {"cheorg"} and own["useorgsysid"]["readonly"]
    assert own["porgaosysid"]["optionsUrl"] == f"{API}/units"


def test_a_number_that_is_known_is_refused_and_whose_it_is_is_not_told(office: Office) -> None:
    known = office.db.scalars(
        select(Equipment).where(Equipment.equclass == "4000", Equipment.useorgsysid != office.user("qiye").unit_id)
    ).first()
    assert known is not None
    double = {"prono": known.prono, "porgaosysid": known.porgaosysid}
    before = count(office)
    said = office.post("qiye", f"{API}/save", **first.form(office, **double))
    assert said["errorMsg"] == "出厂编号与制造单位与已有设备重复，请核对或联系检验机构" and "existing" not in said
    assert known.useorgname in office.refused("jianyan1", f"{API}/save", **first.form(office, **double))
    row = first.handed(office)
    assert office.refused("jianyan1", f"{API}/save", **first.form(office)) == (
        f"该制造单位的出厂编号SJ-26-0001已在{row.firstno}中待审核"
    )
    assert count(office) == (before[0] + 1, *before[1:])


def test_what_is_taken_meanwhile_stops_the_audit(office: Office) -> None:
    row = first.handed(office)
    other = office.db.scalars(select(Equipment).where(Equipment.equclass == "4000")).first()
    assert other is not None
    other.prono, other.porgaosysid = row.prono, row.porgaosysid
    office.db.commit()
    before = count(office)
    assert "与已有设备重复" in office.refused("jianguan", f"{API}/agree", id=row.id)
    assert count(office) == before and first.row_of(office, row.id).step == "DS"


def test_while_it_waits_nobody_changes_it_and_a_return_opens_it_again(office: Office) -> None:
    row = first.handed(office)
    changed = {"id": row.id, "version": row.version, "equname": "桥式起重机"}
    assert office.refused("qiye", f"{API}/save", **changed) == f"{row.firstno}待审，不能再修改"
    assert office.refused("qiye", f"{API}/delete", id=row.id, version=row.version) == f"{row.firstno}待审，不能删除"
    assert office.refused("jianguan", f"{API}/back", id=row.id, reason="") != ""
    office.good("jianguan", f"{API}/back", id=row.id, reason="铭牌照片与出厂编号不符，请核对")
    row = first.row_of(office, row.id)
    assert (row.step, row.reason) == ("TH", "铭牌照片与出厂编号不符，请核对")
    office.good("qiye", f"{API}/save", id=row.id, version=row.version, prono="SJ-26-0002")
    row = first.row_of(office, row.id)
    assert (row.prono, row.equname) == ("SJ-26-0002", first.form(office)["equname"])
    number = row.firstno
    office.good("qiye", f"{API}/submit", id=row.id)
    row = first.row_of(office, row.id)
    assert (row.step, row.firstno, row.reason) == ("DS", number, "")


def test_who_enters_does_not_audit(office: Office) -> None:
    row = first.handed(office, "jianyan1")
    row.createby = office.user("jianguan").id
    office.db.commit()
    assert office.refused("jianguan", f"{API}/agree", id=row.id) == "首检登记由登记机关审核，录入人不能审核"
    assert first.row_of(office, row.id).equdatasysid == ""


def test_a_unit_enters_for_itself_and_nobody_changes_what_another_entered(office: Office) -> None:
    other = office.db.scalars(select(Unit).where(Unit.id != office.user("qiye").unit_id)).first()
    assert other is not None
    row = first.saved(office, useorgsysid=other.id)
    assert row.useorgsysid == office.user("qiye").unit_id
    assert office.post("jianyan1", f"{API}/record", id=row.id)["status"] == 403
    mine = first.saved(office, "jianyan1", prono="SJ-26-0003")
    changed = {"id": mine.id, "version": mine.version, "equname": "x"}
    assert office.post("jianyan2", f"{API}/save", **changed)["status"] == 403
    office.good("jianyan1", f"{API}/submit", id=mine.id)
    mine = first.row_of(office, mine.id)
    changed["version"] = mine.version
    assert office.refused("jianyan2", f"{API}/save", **changed) == "首检登记由录入人修改"


def test_the_authority_deletes_only_what_it_returned(office: Office) -> None:
    row = first.handed(office)
    sent = {"ids": row.id, "version": row.version}
    assert office.refused("jianguan", f"{API}/audit/delete", **sent) == f"{row.firstno}待审，只能删除已退回的首检登记"
    office.good("jianguan", f"{API}/back", id=row.id, reason="设备已在外省登记，无须首检登记")
    version = first.row_of(office, row.id).version
    office.good("jianguan", f"{API}/audit/delete", ids=row.id, version=version)
    assert office.db.scalar(select(func.count()).select_from(FirstRegistration)) == 0


def test_makers_are_found_by_a_unit_without_what_is_personal(office: Office) -> None:
    found = office.good("qiye", f"{API}/units", name="")
    assert found and {frozenset(one) for one in found} == {frozenset({"id", "name", "code"})}
    assert office.post("shouli", f"{API}/units", name="")["status"] == 403


def test_the_page_and_the_form_of_an_entry_say_words(office: Office) -> None:
    row = first.saved(office)
    page = office.good("qiye", f"{API}/record", id=row.id)
    labels = [field["label"] for group in page["groups"] for field in group["fields"]]
    assert not [one for one in labels if "主键" in one or "代码(" in one] and "制造单位名称" in labels
    maker = office.db.get_one(Unit, row.porgaosysid).name
    begun = office.good("qiye", f"{API}/load", id=row.id)
    for record in (page["record"], begun["start"]):
        assert (record["porgaosysidName"], record["useorgsysidName"]) == (maker, row.useorgname)
        assert record["areacodeName"] and record["prono"] == "SJ-26-0001"
    assert (begun["equclass"], begun["version"], begun["start"]["cheorg"]) == ("4000", row.version, row.cheorg)


def test_each_list_holds_its_own(office: Office) -> None:
    unit, inspector = first.handed(office), first.handed(office, "jianyan1", prono="SJ-26-0009")
    draft = first.saved(office, "jianyan1", equclass="5000", prono="SJ-26-0010")

    def ids(login: str, name: str) -> set[str]:
        return {one["id"] for one in office.good(login, f"{API}/{name}/findList", pageSize=100)["list"]}

    assert ids("jianguan", "audit") == ids("jianguan", "query") == {unit.id, inspector.id}
    assert ids("qiye", "enterprise") == {unit.id} and ids("jianguan", "enterprise") == {unit.id}
    assert ids("jianyan1", "crane") == {inspector.id}
    assert ids("jianyan1", "vehicle") == {draft.id} and ids("jianguan", "vehicle") == set()


def test_the_demo_city_has_an_entry_at_every_step(real: Real) -> None:
    entering.make()
    entering.make()
    with real.new_session() as db:
        rows = db.scalars(select(FirstRegistration)).all()
    assert sorted(one.step for one in rows) == ["CG", "CG", "DS", "DS", "DS", "TG", "TH"]
    assert {one.source for one in rows} == {"E", "J"}
