"""Reports of third parties: who may hand in what, and what a detection of a lift moves in the archive."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import DetectionCapability, Unit
from tejian.exchange.models import ThirdReport
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.system.models.accounts import SysUser
from tests.archives.conftest import Archive
from tests.archives.samples import PDF

INSPECTION, DETECTION = "/api/thirdreport/inspection/save", "/api/thirdreport/detection/save"
AGREE, REFUSE = "/api/thirdreport/detection/checkAgree", "/api/thirdreport/detection/checkRefuse"
UPLOAD = "/api/equipment-documents/attachments"


def form(device: Equipment, unit: Unit, **more: Any) -> dict[str, Any]:
    sent = {"equcode": device.equcode, "unit_id": unit.id, "reportno": "JC-1", "inspdate": str(clock.today())}
    return sent | {"conclusion": "3031", "inspectors": "张三、李四"} | more


def lift_of(archive: Archive) -> Equipment:
    return archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != "", Equipment.equcode != "")


def count(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).select_from(ThirdReport)) or 0


def upload(archive: Archive, login: str, report: str) -> Any:
    """The file of a report, as its page sends it."""
    archive.office.call.user = archive.office.user(login)
    said = archive.office.call.client.post(
        UPLOAD, data={"attrefsysid": report, "owner": "third", "type": "11"}, files={"file": ("报告.pdf", PDF)}
    ).json()
    archive.office.call.user = None
    assert said["isSuccess"], said
    return said["data"][0]


def detected(archive: Archive, sent: dict[str, Any], login: str = "yewu") -> ThirdReport:
    """A detection that was handed in with its file, as the list shows it after the institute agreed."""
    made = archive.office.good(login, DETECTION, **sent)
    upload(archive, login, made["id"])
    assert archive.office.good("yewu", AGREE, ids=made["id"]) == 1
    return report_of(archive, made["id"])


def report_of(archive: Archive, key: str) -> ThirdReport:
    archive.db.expire_all()
    return archive.db.scalars(select(ThirdReport).where(ThirdReport.id == key)).one()


def told(archive: Archive, kind: str) -> dict[str, str]:
    """Who read which message of a kind, by login."""
    rows = select(SysUser.login, Message.title).join(Message, Message.user_id == SysUser.id)
    return dict(archive.db.execute(rows.where(Message.kind == kind)).all())


def test_a_detection_of_a_lift_goes_into_its_archive_once_the_institute_agreed(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    lift.insdate, lift.ndetdate = None, None
    archive.db.commit()
    waiting = archive.office.good("yewu", DETECTION, **form(lift, outside))
    assert (waiting["state"], waiting["archived"]) == ("0", "待检验机构确认，档案未变")
    assert archive.one(lift.id).insdate is None
    assert archive.office.refused("yewu", AGREE, ids=waiting["id"]) == "JC-1没有上传检测报告，请先上传文件"
    assert (archive.one(lift.id).insdate, report_of(archive, waiting["id"]).state) == (None, "0")
    upload(archive, "yewu", waiting["id"])
    archive.office.good("yewu", AGREE, ids=waiting["id"])
    after = archive.one(lift.id)
    assert after.insdate == clock.today()
    assert after.ndetdate is not None and after.ndetdate > clock.today()
    made = archive.office.good("yewu", "/api/thirdreport/load", id=waiting["id"])
    assert made["archived"] == f"最近检测 {clock.today()}，下次检测 {after.ndetdate}"
    assert (made["state"], made["checkname"]) == ("1", "徐海燕")
    assert archive.office.refused("yewu", AGREE, ids=made["id"]) == "JC-1已同意，不能再确认"
    change = form(lift, outside, id=made["id"], version=made["version"])
    assert archive.office.refused("yewu", DETECTION, **change) == "JC-1已同意并更新档案，不能修改，请走档案更正"
    assert archive.office.refused("yewu", "/api/thirdreport/delete", ids=made["id"]) == (
        "JC-1已同意，不能删除，请走档案更正"
    )
    history = archive.history("yewu", "equipment", lift.id)
    assert "最近检测日期" in {f["label"] for f in history[0]["fields"]}


def test_a_detection_that_found_faults_moves_no_date_and_is_told_to_the_supervision(
    archive: Archive, outside: Unit
) -> None:
    lift = lift_of(archive)
    before = (lift.insdate, lift.ndetdate, lift.ninspdate, lift.nextbraketestdate, lift.unqualcode)
    made = detected(archive, form(lift, outside, conclusion="3032"))
    after = archive.one(lift.id)
    assert (after.insdate, after.ndetdate, after.ninspdate, after.nextbraketestdate, after.unqualcode) == before
    assert made.archived == "检测存在不符合，按整改处理，档案日期不变"
    assert (
        archive.office.refused("yewu", "/api/thirdreport/delete", ids=made.id) == "JC-1已同意，不能删除，请走档案更正"
    )
    assert count(archive) == 1
    title = f"{lift.useorgname} {lift.equname}{lift.equcode} 自行检测存在不符合（JC-1），须整改"
    assert told(archive, "自行检测不符合") == dict.fromkeys(("jianguan", "jianguan2", "juzhang"), title)


def test_a_refused_detection_goes_back_with_its_reason_and_is_handed_in_again(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    before = (lift.insdate, lift.ndetdate)
    made = archive.office.good("shouli", DETECTION, **form(lift, outside))
    assert archive.office.refused("yewu", REFUSE, ids=made["id"]) == "退回原因：必填"
    assert archive.office.post("shouli", REFUSE, ids=made["id"], opinion="x")["status"] == 403
    assert archive.office.good("yewu", REFUSE, ids=made["id"], opinion="缺第3项检测记录") == 1
    row = report_of(archive, made["id"])
    assert (row.state, row.opinion, row.checkname) == ("2", "缺第3项检测记录", "徐海燕")
    assert told(archive, "检测报告")["shouli"] == f"{lift.equcode} 检测报告JC-1已退回：缺第3项检测记录"
    after = archive.one(lift.id)
    assert (after.insdate, after.ndetdate) == before
    again = form(lift, outside, id=row.id, version=row.version)
    made = archive.office.good("shouli", DETECTION, **again)
    assert (made["state"], made["opinion"]) == ("0", "")


def test_an_older_detection_moves_nothing(archive: Archive, outside: Unit) -> None:
    lift = lift_of(archive)
    lift.insdate = clock.today() - timedelta(days=5)
    before = (lift.insdate, lift.ndetdate)
    archive.db.commit()
    day = clock.today() - timedelta(days=20)
    made = detected(archive, form(lift, outside, inspdate=str(day)))
    assert made.archived == f"早于最近检测日期{before[0]}，档案不变"
    after = archive.one(lift.id)
    assert (after.insdate, after.ndetdate) == before
    assert (
        archive.office.refused("yewu", "/api/thirdreport/delete", ids=made.id) == "JC-1已同意，不能删除，请走档案更正"
    )
    assert count(archive) == 1


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
        ({"inspectors": "张三、张三"}, "检测人员：至少两名，用顿号分开"),
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
    said = upload(archive, "yewu", made["id"])
    rows = archive.get("yewu", "/api/thirdreport/inspection/findList").json()["data"]["list"]
    assert rows[0]["files"] == 1
    shown = archive.get("yewu", f"{UPLOAD}/preview", attsysid=said["attsysid"])
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
