"""A contractor files its own notice of construction, mends and withdraws it; what it may not do."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.construction import ConstructionDevice, ConstructionNotice
from tejian.messages.models import Message
from tests.inspection import own_works, works
from tests.inspection.conftest import Office

LIST, OWN, RECORD = "/api/construction/findList", "/api/construction/ownList", "/api/construction/record"


def test_a_contractor_files_its_notice_mends_it_and_it_is_received(office: Office) -> None:
    notice = own_works.drafted(office)
    unit = office.user("weibao").unit_id
    assert (notice.contractor_id, notice.byunit, notice.step, notice.cheorg) == (unit, unit, "DRAFT", "")
    for login in ("shouli", "jianguan"):
        assert office.good(login, LIST)["count"] == 0  # a draft is the contractor's alone
    office.good("weibao", own_works.FILE, ids=notice.id)
    assert (notice.step, notice.filer) == ("FILED", office.user("weibao").name)
    assert (notice.cheorg, notice.licno) == (office.user("shouli").org_id, "TS33-2026")
    assert office.good("shouli", LIST)["count"] == 1
    office.good("jianguan", "/api/construction/return", ids=notice.id, reason="缺施工方案")
    told = select(Message.title).where(Message.user_id == office.user("weibao").id)
    assert any("缺施工方案" in one for one in office.db.scalars(told))
    office.good("weibao", own_works.SAVE, id=notice.id, version=notice.version, place="鄞州区 2 号")
    office.good("weibao", own_works.FILE, ids=notice.id)
    office.good("jianguan", "/api/construction/receive", ids=notice.id)
    assert (notice.step, notice.place, notice.reason) == ("RECEIVED", "鄞州区 2 号", "")
    assert works.declared(office, notice).notify_id == notice.id


def test_the_user_of_the_device_sees_it_once_it_was_filed(office: Office) -> None:
    lift = works.new_lift(office)
    lift.useorgsysid = office.user("qiye").unit_id
    office.db.commit()
    notice = own_works.drafted(office, lift)
    assert office.good("qiye", LIST)["count"] == 0
    office.good("weibao", own_works.FILE, ids=notice.id)
    assert [r["id"] for r in office.good("qiye", LIST)["list"]] == [notice.id]
    assert [r["id"] for r in office.good("weibao", OWN)["list"]] == [notice.id]
    page = office.good("qiye", RECORD, id=notice.id)
    assert {a["code"] for a in page["actions"]} == {"SGGZS"}


def test_a_withdrawn_notice_lets_its_device_go(office: Office) -> None:
    lift = works.new_lift(office)
    notice = own_works.filed(office, lift)
    office.good("weibao", own_works.WITHDRAW, ids=notice.id)
    assert (notice.step, notice.reason) == ("CANCELLED", "施工单位撤回")
    assert own_works.filed(office, lift).step == "FILED"


def test_each_side_mends_what_it_wrote(office: Office) -> None:
    notice = own_works.returned(office)
    form = {"id": notice.id, "version": notice.version, "place": "别处"}
    assert office.refused("shouli", "/api/construction/save", **form) == "该告知由施工单位登记，须退回由其修改"
    assert office.refused("shouli", "/api/construction/file", ids=notice.id) == "由登记的一方提交"
    office.db.refresh(notice)
    assert (notice.place != "别处", notice.step) == (True, "BACK")
    office.good("weibao", own_works.WITHDRAW, ids=notice.id)
    counter = works.drafted(office, contractor_id=office.user("weibao").unit_id)
    form = {"id": counter.id, "version": counter.version, "place": "别处"}
    assert office.refused("weibao", own_works.SAVE, **form) == "该告知由检验机构登记，请联系检验机构修改"
    assert office.refused("weibao", own_works.FILE, ids=counter.id) == "由登记的一方提交"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"unitcode": "91330200000000000X"}, "没有统一社会信用代码为91330200000000000X的使用单位，请核对"),
        ({"unitcode": ""}, "使用单位统一社会信用代码：必填"),
        ({"headtel": "12"}, "负责人电话"),
    ],
)
def test_wrong_input_makes_no_notice(office: Office, more: dict[str, Any], sentence: str) -> None:
    said = office.refused("weibao", own_works.SAVE, **own_works.head(office, works.new_lift(office)) | more)
    assert sentence in said
    assert office.db.scalar(select(func.count()).select_from(ConstructionNotice)) == 0


def test_a_device_is_named_by_a_whole_number_of_its_user(office: Office) -> None:
    lift = works.new_lift(office)
    made = office.good("weibao", own_works.SAVE, **own_works.head(office, lift))["id"]
    other = office.db.scalars(select(Equipment).where(Equipment.useorgsysid != lift.useorgsysid)).first()
    for number in (lift.prono[:-1], other.equcode):
        said = office.refused("weibao", own_works.DEVICE, notice_id=made, number=number)
        assert said.endswith(f"没有号码为{number}的设备，请核对")
    office.good("weibao", own_works.DEVICE, notice_id=made, number=lift.prono)
    row = office.db.scalars(select(ConstructionDevice)).one()
    assert (row.equdatasysid, row.prono) == (lift.id, lift.prono)


def test_a_unit_that_does_not_build_files_nothing(office: Office) -> None:
    lift = works.new_lift(office)
    unit = office.db.scalars(select(Unit).where(Unit.id == office.user("weibao").unit_id)).one()
    form = own_works.head(office, lift)
    unit.isinstall = False
    office.db.commit()
    assert office.refused("weibao", own_works.SAVE, **form) == f"{unit.name}不是施工单位，或已停用，不能告知施工"
