"""Reports of third parties: who may hand in what, and what a detection of a lift moves in the archive."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import DetectionCapability, Unit
from tejian.exchange.models import ThirdReport
from tejian.kit import clock
from tests.archives.conftest import Archive
from tests.archives.samples import PDF

INSPECTION, DETECTION = "/api/thirdreport/inspection/save", "/api/thirdreport/detection/save"
UPLOAD = "/api/equipment-documents/attachments"


def form(device: Equipment, unit: Unit, **more: Any) -> dict[str, Any]:
    sent = {"equcode": device.equcode, "unit_id": unit.id, "reportno": "JC-1", "inspdate": str(clock.today())}
    return sent | {"conclusion": "3031", "inspectors": "张三、李四"} | more


def lift_of(archive: Archive) -> Equipment:
    return archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != "", Equipment.equcode != "")


def count(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).select_from(ThirdReport)) or 0


def test_a_detection_of_a_lift_goes_into_its_archive(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    lift.insdate, lift.ndetdate = None, None
    archive.db.commit()
    made = archive.office.good("yewu", DETECTION, **form(lift, outside))
    after = archive.one(lift.id)
    assert after.insdate == clock.today()
    assert after.ndetdate is not None and after.ndetdate > clock.today()
    assert made["archived"] == f"最近检测 {clock.today()}，下次检测 {after.ndetdate}"
    assert archive.office.refused("yewu", "/api/thirdreport/delete", ids=made["id"]) == (
        "JC-1已更新设备档案，不能删除，请走档案更正"
    )
    history = archive.history("yewu", "equipment", lift.id)
    assert "最近检测日期" in {f["label"] for f in history[0]["fields"]}


def test_an_older_detection_moves_nothing(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    lift.insdate = clock.today() - timedelta(days=5)
    before = (lift.insdate, lift.ndetdate)
    archive.db.commit()
    day = clock.today() - timedelta(days=20)
    made = archive.office.good("yewu", DETECTION, **form(lift, outside, inspdate=str(day)))
    assert made["archived"] == f"早于最近检测日期{before[0]}，档案不变"
    after = archive.one(lift.id)
    assert (after.insdate, after.ndetdate) == before
    assert archive.office.good("yewu", "/api/thirdreport/delete", ids=made["id"]) == 1 and count(archive) == 0


def test_an_outside_inspection_is_only_registered(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    before = (lift.inspdate, lift.ninspdate, lift.insreportno)
    made = archive.office.good("yewu", INSPECTION, **form(lift, outside, conclusion="1031"))
    assert made["archived"] == "只登记报告，档案不变"
    after = archive.one(lift.id)
    assert (after.inspdate, after.ninspdate, after.insreportno) == before
    rows = archive.get("yewu", "/api/thirdreport/inspection/findList", equcode=lift.equcode).json()["data"]["list"]
    assert [(r["reportno"], r["files"], r["useorgname"]) for r in rows] == [("JC-1", 0, lift.useorgname)]
    assert archive.get("yewu", "/api/thirdreport/detection/findList").json()["data"]["count"] == 0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"equcode": "31103301520999999"}, "设备代码：档案中没有该设备"),
        ({"inspdate": "2099-01-01"}, "检验检测日期：不得晚于今天"),
        ({"nextdate": "2001-01-01"}, "下次日期：须晚于检验检测日期"),
        ({"conclusion": "xx"}, "结论：请从选项中选择"),
        ({"conclusion": "1031"}, "结论：请从选项中选择"),
        ({"reportno": ""}, "报告编号：必填"),
        ({"inspdate": "2020-01-01"}, "宁波测试检验有限公司没有该设备的检验授权"),
    ],
)
def test_a_wrong_report_is_refused_and_moves_nothing(
    archive: Archive, outside: Unit, more: dict[str, str], sentence: str
) -> None:
    lift = lift_of(archive)
    before = (lift.insdate, lift.version)
    assert sentence in archive.office.refused("yewu", DETECTION, **form(lift, outside, **more))
    after = archive.one(lift.id)
    assert (after.insdate, after.version, count(archive)) == (*before, 0)


def test_only_an_institution_with_authority_reports(archive: Archive, outside: Unit) -> None:
    lift, vessel = lift_of(archive), archive.first(Equipment.equclass == "2000", Equipment.equcode != "")
    user = archive.unit(lift.useorgsysid)
    assert archive.office.refused("yewu", INSPECTION, **form(lift, user)) == f"{user.name}不是检验检测机构"
    said = archive.office.refused("yewu", INSPECTION, **form(vessel, outside, conclusion="1021"))
    assert said == "宁波测试检验有限公司没有该设备的检验授权"
    assert archive.office.post("yewu", INSPECTION, **form(lift, outside, unit_id="0" * 32))["status"] == 422
    assert archive.office.post("jianyan1", INSPECTION, **form(lift, outside))["status"] == 403
    assert count(archive) == 0
    archive.office.good("yewu", INSPECTION, **form(lift, outside, conclusion="1031"))
    assert (
        archive.office.refused("yewu", INSPECTION, **form(lift, outside, conclusion="1031"), again=1)
        == "报告编号JC-1已登记"
    )


def test_a_maintainer_tests_its_own_lifts_once_it_is_capable(archive: Archive) -> None:
    lift = lift_of(archive)
    keeper = archive.unit(lift.maiorgsysid)
    said = archive.office.refused("yewu", DETECTION, **form(lift, keeper))
    assert said == f"{keeper.name}的自行检测能力未通过审查或已过期"
    archive.db.add(
        DetectionCapability(
            unit_id=keeper.id, classes="3000", validto=clock.today() + timedelta(days=9), state="1", certno="x"
        )
    )
    archive.db.commit()
    assert archive.office.refused("yewu", INSPECTION, **form(lift, keeper)) == f"{keeper.name}不是检验检测机构"
    archive.office.good("yewu", DETECTION, **form(lift, keeper))
    other = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid.not_in(["", keeper.id]))
    assert "不是检验检测机构" in archive.office.refused("yewu", DETECTION, **form(other, keeper, reportno="JC-2"))


def test_an_institution_hands_in_its_own_reports_only(archive: Archive) -> None:
    mine = archive.office.user("jiance").unit_id
    lift = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid == mine)
    foreign = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != mine)
    archive.db.add(
        DetectionCapability(
            unit_id=mine, classes="3000", validto=clock.today() + timedelta(days=9), state="1", certno="x"
        )
    )
    archive.db.commit()
    own = archive.unit(mine)
    assert archive.office.post("jiance", DETECTION, **form(foreign, own))["status"] == 403
    other = archive.units(Unit.ismaintain, Unit.id != mine)[0]
    assert archive.office.refused("jiance", DETECTION, **form(lift, other)) == "只能登记本单位出具的报告"
    assert count(archive) == 0
    made = archive.office.good("jiance", DETECTION, **form(lift, own))
    rows = archive.get("jiance", "/api/thirdreport/detection/findList").json()["data"]["list"]
    assert [r["id"] for r in rows] == [made["id"]]
    assert archive.get("qiye", "/api/thirdreport/detection/findList").status_code == 403


def test_a_report_carries_its_file(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    made = archive.office.good("yewu", INSPECTION, **form(lift, outside, conclusion="1031"))
    archive.office.call.user = archive.office.user("yewu")
    said = archive.office.call.client.post(
        UPLOAD, data={"attrefsysid": made["id"], "owner": "third", "type": "11"}, files={"file": ("报告.pdf", PDF)}
    ).json()
    assert said["isSuccess"], said
    archive.office.call.user = None
    rows = archive.get("yewu", "/api/thirdreport/inspection/findList").json()["data"]["list"]
    assert rows[0]["files"] == 1
    shown = archive.get("yewu", f"{UPLOAD}/preview", attsysid=said["data"][0]["attsysid"])
    assert shown.content == PDF


def test_the_device_of_a_report_does_not_change(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    other = archive.first(Equipment.equclass == "3000", Equipment.id != lift.id)
    made = archive.office.good("yewu", INSPECTION, **form(lift, outside, conclusion="1031"))
    change = form(other, outside, id=made["id"], version=1)
    assert "登记后不能更改" in archive.office.refused("yewu", INSPECTION, **change)
    assert archive.office.post("yewu", INSPECTION, **form(lift, outside, id=made["id"], version=5))["status"] == 409
    archive.office.good(
        "yewu", INSPECTION, **form(lift, outside, id=made["id"], version=1, inspectors="王五", conclusion="1031")
    )
    assert archive.db.scalars(select(ThirdReport.inspectors)).one() == "王五"


def test_the_conclusions_are_those_of_the_kind(archive: Archive) -> None:
    found = archive.office.good("yewu", "/api/thirdreport/detection/conclusions")
    assert [o["value"] for o in found] == ["3031", "3032"]
    found = archive.office.good("yewu", "/api/thirdreport/inspection/conclusions")
    assert {"value": "1031", "label": "电梯 合格"} in found and "3031" not in {o["value"] for o in found}
