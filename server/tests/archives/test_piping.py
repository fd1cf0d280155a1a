"""Piping: lines of a project, what the project takes from them, and the review of changes after registration."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.piping import rules, service
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import PipeChange, Pipeline
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground.errors import Refused
from tejian.messages.models import Message

from .conftest import Archive

ADD, EDIT = "/api/eqdbase/eqdBasic/addGx", "/api/eqdbase/eqdBasic/editGx"
BASE = "/api/eqd8000tpm/eqd8000tpm"
CHECK = "/api/eqdmodify/eqdModifyCheck"


def project(archive: Archive, registered: bool = False, **more: Any) -> Equipment:
    """A project of the enterprise whose account is `qiye`."""
    form = {"equclass": "8000", "equclacode": "8310", "equname": "工艺管道", "projname": "乙烯装置"}
    form |= {"useorgsysid": archive.office.user("qiye").unit_id, "areacode": "330211", "useplace": "镇海 1 号"}
    made = archive.office.good("yewu", "/api/eqdbase/eqdBasic/addEqm", **form | more)
    row = archive.one(made["id"])
    if registered:
        row.regstatus, row.equstatus = "1", "1"
        archive.db.flush()
    return row


def line_form(project_id: str, **more: Any) -> dict[str, Any]:
    form = {"equdatasysid": project_id, "pipename": "乙烯进料线", "pipeno": "PL-001", "pipelevel": "GC2"}
    form |= {"nominaldia": "150", "pipelength": "120.5", "designpress": "1.6", "workpress": "1.2"}
    return form | {"medium": "乙烯", "linestatus": "1"} | more


def add(archive: Archive, project_id: str, login: str = "yewu", **more: Any) -> Any:
    return archive.office.good(login, ADD, **line_form(project_id, **more))


def lines(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).select_from(Pipeline)) or 0


def line(archive: Archive, key: str) -> Pipeline:
    return archive.db.scalars(select(Pipeline).where(Pipeline.id == key)).one()


def change(archive: Archive, key: str) -> PipeChange:
    return archive.db.scalars(select(PipeChange).where(PipeChange.id == key)).one()


def test_a_project_needs_no_maker_and_its_name_is_taken_once_in_a_unit(archive: Archive) -> None:
    first = project(archive)
    assert (first.prono, first.porgaosysid, first.params["projname"]) == ("", "", "乙烯装置")
    form = {"equclass": "8000", "equclacode": "8310", "equname": "管道", "projname": "乙烯装置", "areacode": "330211"}
    form |= {"useorgsysid": first.useorgsysid, "useplace": "x"}
    said = archive.office.post("yewu", "/api/eqdbase/eqdBasic/addEqm", **form)
    assert said["errorCode"] == "DUPLICATE"
    assert said["errorMsg"].startswith("工程（装置）名称与使用单位与已有设备重复：")
    other = archive.units(Unit.id != first.useorgsysid, Unit.isuse)[0]
    assert archive.office.good("yewu", "/api/eqdbase/eqdBasic/addEqm", **form | {"useorgsysid": other.id})


def test_the_project_takes_its_totals_from_the_lines(archive: Archive) -> None:
    key = project(archive).id
    add(archive, key, ninspdate="2028-05-01", inspdate="2024-05-01")
    second = add(archive, key, pipeno="PL-002", pipelevel="GC1", pipelength="79.5", ninspdate="2027-03-01")
    add(archive, key, pipeno="PL-003", linestatus="2", pipelength="10", ninspdate="2025-01-01")
    row = archive.one(key)
    sums = {n: row.params[n] for n in ("pipenum", "pipetotallen", "maxlevel", "earliestnext")}
    assert sums == {"pipenum": 3, "pipetotallen": "210", "maxlevel": "GC1", "earliestnext": "2027-03-01"}
    assert row.ninspdate == date(2027, 3, 1)
    archive.office.good("yewu", f"{BASE}/deleteEqm", ids=second["id"])
    row = archive.one(key)
    assert (row.params["pipenum"], row.params["maxlevel"], row.ninspdate) == (2, "GC2", date(2028, 5, 1))
    log = archive.db.scalars(
        select(AuditLog).where(AuditLog.entity_id == second["id"], AuditLog.action == "删除")
    ).one()
    assert log.changes["pipeno"] == ["PL-002", None]


def test_columns_and_document_come_back_as_they_were_sent(archive: Archive) -> None:
    made = add(archive, project(archive).id, startpoint="V-101", laymode="01", insyearmonth="2019-06")
    row = line(archive, made["id"])
    assert row.params == {"startpoint": "V-101", "laymode": "01", "insyearmonth": "2019-06"}
    archive.office.good("yewu", EDIT, id=row.id, version=1, startpoint=" ", nominaldia="200")
    row = line(archive, made["id"])
    assert (row.params.get("startpoint"), row.nominaldia, row.version) == (None, Decimal(200), 2)
    seen = archive.office.good("yewu", "/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX", id=row.id)
    assert (seen["laymode"], seen["project"]["projname"]) == ("01", "乙烯装置")
    entry = archive.history("yewu", "pipeline", row.id)[0]
    assert {f["label"] for f in entry["fields"]} == {"起点", "公称直径"}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("pipeno", "", "管道编号：必填"),
        ("pipelevel", "GX9", "管道级别：请从选项中选择"),
        ("pipelength", "0", "管道长度：不得小于0.01m"),
        ("workpress", "1.7", "工作压力：不得大于设计压力 1.6 MPa"),
        ("prestest", "1.5", "耐压试验压力：不得小于设计压力 1.6 MPa"),
        ("insyearmonth", "2019-13", "安装年月：应为yyyy-MM，例如 2024-06"),
        ("designtemp", "-300", "设计温度：不得小于-273℃"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_stored(archive: Archive, field: str, value: str, sentence: str) -> None:
    key = project(archive).id
    said = archive.office.post("yewu", ADD, **line_form(key, **{field: value}))
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert lines(archive) == 0 and "pipenum" not in archive.one(key).params


def test_a_number_is_taken_once_in_a_project(archive: Archive) -> None:
    key = project(archive).id
    add(archive, key)
    assert archive.office.refused("yewu", ADD, **line_form(key)) == "管道编号 PL-001 在本装置内已有"
    assert lines(archive) == 1
    assert add(archive, project(archive, projname="另一装置").id)


def test_results_of_inspections_need_their_own_right(archive: Archive) -> None:
    key = project(archive).id
    made = add(archive, key)
    said = archive.office.refused("dangan", EDIT, id=made["id"], ninspdate="2030-01-01")
    assert said == "检验信息由检验结果写入，修改需要检验记录修改权限"
    assert line(archive, made["id"]).ninspdate is None


def test_who_may_not_touch_lines_is_refused(archive: Archive) -> None:
    key = project(archive).id
    made = add(archive, key)
    for login in ("zhiliang", "caiwu", "weibao"):
        assert archive.office.post(login, ADD, **line_form(key, pipeno="X"))["status"] == 403
        assert archive.office.post(login, EDIT, id=made["id"], medium="x")["status"] == 403
        assert archive.office.post(login, f"{BASE}/deleteEqm", ids=made["id"])["status"] == 403
    assert archive.office.post("yewu", f"{BASE}/deleteEqm", ids=[made["id"], "0" * 32])["status"] == 403
    assert (lines(archive), line(archive, made["id"]).medium) == (1, "乙烯")


def test_after_registration_a_change_waits_and_is_then_applied_whole(archive: Archive) -> None:
    row = project(archive)
    made = add(archive, row.id)
    archive.one(row.id).regstatus = "1"
    kept = archive.office.good("qiye", EDIT, id=made["id"], version=1, pipelength="200", changereason="实测长度")
    assert kept["pending"] is True
    assert (line(archive, made["id"]).pipelength, archive.one(row.id).params["pipetotallen"]) == (
        Decimal("120.5"),
        "120.5",
    )
    found = change(archive, kept["changeId"])
    assert found.changes == {"pipelength": ["120.500", "200"]}
    again = archive.office.refused("jianyan1", EDIT, id=made["id"], medium="丙烯")
    assert again == "管线 PL-001 已有待审核的修改"
    seen = archive.office.good("yewu", f"{CHECK}/getTpmDetail", id=found.id)
    assert [f["prop"] for f in seen["fields"] if f["changed"]] == ["pipelength"]
    basic = archive.office.good("yewu", f"{CHECK}/getBasicDetail", id=found.id)
    assert not [f for f in basic["fields"] if f["group"] == "技术参数"]
    assert archive.office.post("qiye", f"{CHECK}/checkAgree", id=found.id)["status"] == 403
    archive.office.good("zhiliang", f"{CHECK}/checkAgree", id=found.id)
    assert (line(archive, made["id"]).pipelength, archive.one(row.id).params["pipetotallen"]) == (Decimal(200), "200")
    told = archive.db.scalars(select(Message).where(Message.user_id == archive.office.user("qiye").id)).all()
    assert [m.title for m in told if m.kind == "管道修改审核"] == ["PL-001 的修改已同意"]
    decided = change(archive, found.id)
    assert (decided.state, decided.checkname) == ("1", archive.office.user("zhiliang").name)
    assert (
        archive.office.refused("yewu", f"{CHECK}/checkRefuse", id=found.id, opinion="晚了")
        == "该修改已同意，不能再审核"
    )
    assert archive.history("yewu", "pipeline", made["id"])[0]["fields"][0]["label"] == "管道长度"


def test_adding_and_taking_off_wait_too(archive: Archive) -> None:
    row = project(archive, registered=True)
    kept = archive.office.good("qiye", ADD, **line_form(row.id))
    assert lines(archive) == 0
    assert archive.office.refused("qiye", ADD, **line_form(row.id)) == "管线 PL-001 的新增已在待审核"
    archive.office.good("yewu", f"{CHECK}/checkAgree", id=kept["changeId"])
    made = archive.db.scalars(select(Pipeline)).one()
    assert (made.pipeno, made.medium, archive.one(row.id).params["pipenum"]) == ("PL-001", "乙烯", 1)
    said = archive.office.good("qiye", f"{BASE}/deleteEqm", ids=made.id, changereason="已拆除")
    assert said == {"deleted": 0, "pending": 1} and lines(archive) == 1
    waiting = archive.office.good("qiye", f"{BASE}/getUpdateList", id=row.id)
    assert [(w["actionName"], w["stateName"]) for w in waiting] == [("删除", "待审核"), ("新增", "已同意")]
    archive.office.good("yewu", f"{CHECK}/checkAgree", id=waiting[0]["id"])
    assert lines(archive) == 0 and archive.one(row.id).params["pipenum"] == 0


def test_a_record_that_moved_on_is_not_overwritten(archive: Archive) -> None:
    row = project(archive)
    made = add(archive, row.id)
    archive.one(row.id).regstatus = "1"
    kept = archive.office.good("qiye", EDIT, id=made["id"], pipelength="200")
    archive.office.good("yewu", EDIT, id=made["id"], pipelength="130")
    said = archive.office.refused("yewu", f"{CHECK}/checkAgree", id=kept["changeId"])
    assert said == "申请提交后档案已被修改（管道长度），请拒绝后由申请人重新提交"
    assert (line(archive, made["id"]).pipelength, change(archive, kept["changeId"]).state) == (Decimal(130), "0")
    assert archive.office.refused("yewu", f"{CHECK}/checkRefuse", id=kept["changeId"]) == "拒绝原因：必填"
    archive.office.good("yewu", f"{CHECK}/checkRefuse", id=kept["changeId"], opinion="以实测为准")
    assert change(archive, kept["changeId"]).opinion == "以实测为准"


def test_the_project_itself_is_reviewed_too(archive: Archive) -> None:
    row = project(archive, registered=True)
    edit = "/api/eqdbase/eqdBasic/editEqm"
    kept = archive.office.good("dangan", edit, id=row.id, version=row.version, medmain="乙烯", useplace="镇海 2 号")
    assert kept["pending"] is True and archive.one(row.id).useplace == "镇海 1 号"
    archive.office.good("yewu", f"{CHECK}/checkAgree", id=kept["changeId"])
    now = archive.one(row.id)
    assert (now.useplace, now.params["medmain"]) == ("镇海 2 号", "乙烯")
    direct = archive.office.good("yewu", f"{BASE}/updateMessage", id=row.id, version=now.version, useplace="镇海 3 号")
    assert "pending" not in direct and archive.one(row.id).useplace == "镇海 3 号"


def test_an_inspection_writes_chosen_lines_and_the_project_follows(archive: Archive) -> None:
    row = project(archive)
    one, two = add(archive, row.id), add(archive, row.id, pipeno="PL-002", ninspdate="2027-01-01")
    results = {"inspdate": date(2026, 2, 1), "ninspdate": date(2032, 2, 1), "ssdegree": "2", "insreportno": "R1"}
    service.lines_inspected(archive.db, row.id, [one["id"]], results)
    assert (line(archive, one["id"]).ninspdate, archive.one(row.id).ninspdate) == (date(2032, 2, 1), date(2027, 1, 1))
    service.lines_inspected(archive.db, row.id, [two["id"]], results)
    assert archive.one(row.id).ninspdate == date(2032, 2, 1)
    with pytest.raises(Refused, match="所选管线不属于该装置"):
        service.lines_inspected(archive.db, row.id, ["0" * 32], results)


def test_lists_count_and_hide_other_units(archive: Archive) -> None:
    row = project(archive)
    add(archive, row.id, ninspdate="2020-01-01", inspdate="2016-01-01")
    url = "/api/eqd8000GXtpm/eqd8000GXtpm/findListBy8000GX"
    shown = archive.get("qiye", url, codes="进料").json()["data"]["list"]
    assert [(r["pipeno"], r["projname"], r["isNinspdateOverdue"]) for r in shown] == [("PL-001", "乙烯装置", "1")]
    assert archive.get("weibao", url).json()["data"]["count"] == 0
    sums = archive.office.good("yewu", f"{BASE}/findListBy8000Count", codes="PL-0")
    assert sums == {"count": 1, "length": "120.5", "projects": 1, "overdue": 1}
    mine = archive.office.good("yewu", f"{BASE}/getDetailBy8000PIPELINE", id=row.id)
    assert (mine["totals"]["overdue"], mine["may"]) == (1, {"add": "direct", "save": "direct", "del": "direct"})
    assert archive.office.good("qiye", f"{BASE}/getDetailBy8000PIPELINE", id=row.id)["may"]["save"] == "apply"


def test_rules() -> None:
    facts = [rules.LineFacts(None, "GC3", "1", None), rules.LineFacts(Decimal("1.5"), "??", "2", date(2020, 1, 1))]
    assert rules.totals(facts, ["GC1", "GC2", "GC3"]) == rules.Totals(2, Decimal("1.5"), "GC3", None)
    assert rules.totals([], ["GC1"]) == rules.Totals(0, Decimal(0), "", None)
    assert rules.differences({"a": "1.60", "b": None, "c": "x"}, {"a": "1.6", "b": "", "c": "y"}) == {"c": ["x", "y"]}
