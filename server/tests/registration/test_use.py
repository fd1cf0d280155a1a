"""使用登记: a unit applies, two officers decide, the certificate is numbered, and a change goes the same way."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import jobs
from tejian.kit.database.numbering import Counter
from tejian.kit.ground import clock
from tejian.registration.models.use import RegisteredDevice, UseRegistration
from tejian.system.organisations.api import add_working_days
from tejian.system.settings.dictionaries import load_words
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of

from . import use
from .use import API

__all__ = ["office"]


def facts(device: Equipment) -> tuple[str, str, Any]:
    return device.regstatus, device.usecertno, device.regdate


def test_a_unit_applies_two_officers_decide_and_the_certificates_are_numbered(office: Office) -> None:
    devices = use.new_lifts(office, 2)
    key = use.saved(office, devices)
    use.with_materials(office, key)
    row = use.through(office, key, "accept")
    assert row.step == "SC" and row.regapplyno.startswith(f"DJ{clock.today():%Y%m%d}")
    assert row.basis == "TSG 08-2026《特种设备使用管理规则》"
    limit = row.limit_at.astimezone(clock.SHANGHAI).date()  # type: ignore[union-attr]
    assert limit == add_working_days(office.db, clock.today(), 15)
    said = office.refused("jianguan", f"{API}/examine", id=key)
    assert said == "初审与复审不能是同一人：受理人不能审查"
    office.good("jianguan2", f"{API}/examine", id=key)
    assert [facts(one) for one in devices] == [("0", "", None)] * 2
    office.good("jianguan", f"{API}/issue", id=key)
    devices.sort(key=lambda one: one.equcode)
    numbers, first = [one.usecertno for one in devices], int(devices[0].usecertno[-9:-4])
    year, kinds = f"{clock.today():%y}", [one.equclacode[1:3] for one in devices]
    assert numbers == [f"梯{kind}浙B{first + n:05}({year})" for n, kind in enumerate(kinds)]
    assert {facts(one)[0::2] for one in devices} == {("1", clock.today())}
    assert {one.equstatus for one in devices} == {"1"}
    lines = office.db.scalars(select(RegisteredDevice).where(RegisteredDevice.reg_id == key)).all()
    assert sorted(one.certno for one in lines) == sorted(numbers)
    office.good("jianguan", f"{API}/file", id=key)
    assert use.row_of(office, key).step == "GD"


def test_the_papers_say_what_was_decided(office: Office) -> None:
    row = use.drafted(office)
    assert (
        office.refused("qiye", "/api/common/commonPrint", printType="SYDJZ", ids=row.id)
        == "草稿尚未发证，不能打印登记证"
    )
    use.through(office, row.id)
    row = use.row_of(office, row.id)

    def paper(kind: str) -> str:
        office.call.user = office.user("jianguan")
        answer = office.call.client.post("/api/common/commonPrint", data={"printType": kind, "ids": row.id})
        office.call.user = None
        return text_of(answer.content)

    device = office.db.scalars(
        select(Equipment)
        .join(RegisteredDevice, RegisteredDevice.equdatasysid == Equipment.id)
        .where(RegisteredDevice.reg_id == row.id)
    ).one()
    words = paper("SYDJZ")
    kinds = load_words(office.db)["C602"]
    named = ("电梯", kinds[device.equcategory], kinds[device.equkind])
    for said in ("特种设备使用登记证", device.usecertno, device.equcode, "宁波市市场监督管理局", row.unitname, *named):
        assert said in words, said
    assert "特种设备使用登记受理决定书" in paper("SYDJWS")
    assert "特种设备使用登记表（一）" in paper("SYDJB") and device.equcode in paper("SYDJB")


AGAINST: dict[str, tuple[dict[str, Any], str]] = {
    "no inspection": ({"insinspdate": None, "firstinspdate": None}, "监督检验或首次检验未合格，不能发证"),
    "failed since": ({"unqualcode": "2"}, "监督检验或首次检验未合格，不能发证"),
    "scrapped": ({"equstatus": "3"}, "已报废、拆除或注销，不能登记"),
    "registered meanwhile": ({"usecertno": "梯11浙B00001(20)", "regstatus": "1"}, "已登记：梯11浙B00001(20)"),
    "sold": ({"useorgsysid": "another"}, "不是该单位使用的设备"),
    "too old": ({"designenddate": clock.today() - timedelta(days=1)}, "已达设计使用年限，须经检验或评估并变更登记"),
    "code of another class": ({"equcode": make_equipment_code("4110", "33090", 2020, 1)}, "设备代码以"),
}


@pytest.mark.parametrize("case", AGAINST)
@pytest.mark.parametrize("last", ["submit", "accept", "examine", "issue"])
def test_what_stands_against_a_device_is_asked_at_every_step(office: Office, case: str, last: str) -> None:
    """Also after it was examined: nobody gets a certificate by waiting."""
    values, sentence = AGAINST[case]
    devices = use.new_lifts(office)
    key = use.saved(office, devices)
    use.with_materials(office, key)
    logins = {move: login for login, move in use.MOVES}
    before = [move for _, move in use.MOVES]
    if last != "submit":
        use.through(office, key, before[before.index(last) - 1])
    step = use.row_of(office, key).step
    for name, value in values.items():
        setattr(devices[0], name, value)
    office.db.commit()
    counters = office.db.scalar(select(func.count()).select_from(Counter))
    assert sentence in office.refused(logins[last], f"{API}/{last}", id=key)
    assert use.row_of(office, key).step == step
    assert office.db.scalar(select(func.count()).select_from(Counter)) == counters


def test_materials_that_are_missing_are_said_and_a_unit_without_staff_is_refused(office: Office) -> None:
    key = use.saved(office, use.new_lifts(office))
    assert "没有填写" in office.refused("qiye", f"{API}/submit", id=key)
    use.with_materials(office, key)
    unit = office.db.get(Unit, office.user("qiye").unit_id)
    assert unit is not None
    unit.safemanager = unit.safeofficer = unit.safedirector = ""
    office.db.commit()
    assert "单位档案没有登记特种设备安全管理人员，请先登记" in office.refused("qiye", f"{API}/submit", id=key)
    assert use.row_of(office, key).regapplyno == ""


def test_what_the_archive_holds_is_proposed(office: Office) -> None:
    key = use.saved(office, use.new_lifts(office))
    lines = {one["text"]: one for one in office.good("qiye", f"{API}/checkList", id=key)["items"]}
    report = next(one for text, one in lines.items() if text.startswith("监督检验证明"))
    assert report["result"] == "√" and report["proposed"]
    assert any(text.startswith("维保合同") for text in lines) and not any("能效" in text for text in lines)


def test_mending_is_asked_once_and_stops_the_clock(office: Office) -> None:
    row = use.drafted(office)
    use.through(office, row.id, "accept")
    before = use.row_of(office, row.id).limit_at
    office.good("jianguan2", f"{API}/mendNotice", id=row.id, mend="维保合同缺第二页；安全员证书不清晰")
    assert use.row_of(office, row.id).limit_at is None
    later = clock.now() + timedelta(days=7)
    with clock.at(later):
        office.good("qiye", f"{API}/mended", id=row.id)
        done = use.row_of(office, row.id)
        assert done.step == "SC" and done.paused == 5
        assert done.limit_at is not None and before is not None
        assert done.limit_at.date() == add_working_days(office.db, clock.today() - timedelta(days=7), 20)
        said = office.refused("jianguan2", f"{API}/mendNotice", id=row.id, mend="再补一份")
        assert said.startswith("补正内容须一次告知，已于")


def test_a_denial_says_why_and_gives_no_number(office: Office) -> None:
    row = use.drafted(office)
    use.through(office, row.id, "accept")
    assert office.refused("jianguan2", f"{API}/deny", id=row.id, reason="不行") != ""
    office.good("jianguan2", f"{API}/deny", id=row.id, reason="监督检验证书与设备不符，安全法第三十三条")
    done = use.row_of(office, row.id)
    assert (done.step, done.reason) == ("BD", "监督检验证书与设备不符，安全法第三十三条")
    assert "不能" in office.refused("jianguan", f"{API}/issue", id=row.id) or use.row_of(office, row.id).step == "BD"


def test_one_device_stands_in_one_application(office: Office) -> None:
    devices = use.new_lifts(office)
    first, second = use.saved(office, devices), use.saved(office, devices)
    for key in (first, second):
        use.with_materials(office, key)
    number = use.through(office, first, "submit").regapplyno
    assert f"已在{number}中申请" in office.refused("qiye", f"{API}/submit", id=second)


def test_a_unit_applies_for_itself_alone(office: Office) -> None:
    lift = office.lifts()[0]
    other = next(one for one in office.db.scalars(select(Unit)) if one.id != office.user("qiye").unit_id)
    key = use.saved(office, use.new_lifts(office), unitsysid=other.id)
    assert use.row_of(office, key).unitsysid == office.user("qiye").unit_id
    if lift.useorgsysid != office.user("qiye").unit_id:
        assert office.post("qiye", f"{API}/set/save", **use.WHO, equipment=[{"equdatasysid": lift.id}])["status"] == 403
    assert office.post("yewu", f"{API}/record", id=key)["status"] == 403


def test_a_change_of_owner_moves_the_device_and_keeps_its_number(office: Office) -> None:
    devices = use.new_lifts(office)
    use.with_materials(office, key := use.saved(office, devices))
    use.through(office, key)
    number = devices[0].usecertno
    devices[0].ninspdate = clock.today() + timedelta(days=100)
    office.db.commit()
    other = next(one for one in office.db.scalars(select(Unit).where(Unit.isuse)) if one.id != devices[0].useorgsysid)
    wrong = use.changed(office, "06", devices)
    assert office.refused("qiye", f"{API}/submit", id=wrong) == "变更后使用单位：必填"
    key = use.changed(office, "06", devices, newunitsysid=other.id, newplace="新厂区 2 号楼")
    row = use.through(office, key)
    office.db.refresh(devices[0])
    assert (devices[0].useorgsysid, devices[0].useorgname) == (other.id, other.name)
    assert (devices[0].useplace, devices[0].usecertno) == ("新厂区 2 号楼", number)
    line = office.db.scalars(select(RegisteredDevice).where(RegisteredDevice.reg_id == row.id)).one()
    assert line.unitbefore == row.unitname and line.certno == number


def test_an_overdue_device_changes_no_owner(office: Office) -> None:
    devices = use.new_lifts(office)
    use.with_materials(office, key := use.saved(office, devices))
    use.through(office, key)
    devices[0].ninspdate = clock.today() - timedelta(days=1)
    office.db.commit()
    other = next(one for one in office.db.scalars(select(Unit).where(Unit.isuse)) if one.id != devices[0].useorgsysid)
    key = use.changed(office, "06", devices, newunitsysid=other.id)
    assert "没有在有效期内的检验报告" in office.refused("qiye", f"{API}/submit", id=key)
    devices[0].ninspdate = clock.today()  # the last day of it
    office.db.commit()
    office.good("qiye", f"{API}/submit", id=key)


def test_what_was_inspected_lies_in_the_owners_queue_by_itself(office: Office) -> None:
    devices = use.new_lifts(office, 2)
    jobs.run("registration.ready", {})
    rows = office.db.scalars(select(UseRegistration).where(UseRegistration.unitsysid == devices[0].useorgsysid)).all()
    mine = [row for row in rows if row.mode == "S"]
    assert len(mine) == 1 and (mine[0].step, mine[0].regtype) == ("CG", "01") and mine[0].regorg
    lines = select(func.count()).where(RegisteredDevice.reg_id == mine[0].id)
    assert office.db.scalar(lines) == 2
    jobs.run("registration.ready", {})
    assert office.db.scalar(lines) == 2
    use.with_materials(office, key := use.saved(office, devices[:1]))
    use.through(office, key)
    assert office.db.scalar(lines) == 1  # what was registered by another application waits no more
