"""大修项目: devices are filed, planned, worked on and finished; what cannot be is refused and stores nothing."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.signoff import OwnerSheet
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject
from tejian.system.models.accounts import StaffQual

from . import turnarounds as t
from .conftest import Office

API = t.API
VESSELS = "/api/ibmseqdkwmequ/ibmsSumKwmEqdKwmequ/list"


def count(office: Office, model: Any = TurnaroundItem) -> int:
    return office.db.scalar(select(func.count()).select_from(model)) or 0


def test_a_project_from_its_devices_to_its_end(office: Office) -> None:
    project = t.ended(office)
    assert (project.step, project.projectno[:2]) == ("WG", "DX")
    first, second = t.items_of(office, project)
    assert (first.step, first.result, str(first.finished)) == ("WC", "1", t.day(-1))
    assert first.finisher_id == office.user(t.INSPECTOR).id and str(second.finished) == t.day(0)
    assert (first.testsort, first.kind, first.seisort) == ("0205", "1", "02")
    sheet = office.db.scalars(select(OwnerSheet).where(OwnerSheet.project_id == project.id)).one()
    sheet.step = "BT"
    office.db.commit()
    said = office.refused(t.PLANNER, f"{API}/project/close", id=project.id)
    assert said == "还有2项完工的设备没有业主签认"
    assert t.project_of(office, project.id).step == "WG"
    sheet.step = "TY"
    office.db.commit()
    office.good(t.PLANNER, f"{API}/project/close", id=project.id)
    project = t.project_of(office, project.id)
    assert (project.step, project.closer_id) == ("GB", office.user(t.PLANNER).id)


def test_the_figures_of_a_project_open_the_rows_that_they_count(office: Office) -> None:
    item = t.begun(office)
    other = next(one for one in t.items_of(office, t.project_of(office, item.project_id)) if one.id != item.id)
    project = t.project_of(office, item.project_id)
    item.planend = other.planend = t.clock.today() - t.timedelta(days=1)
    office.db.commit()
    page = office.good(t.PLANNER, f"{API}/project/record", id=project.id)
    row = next(part for part in page["parts"] if part["key"] == "figures")["rows"][0]
    assert [row[name] for name in ("filed", "planned", "finished", "qualified", "late")] == [2, 1, 0, 0, 2]
    assert row["lateLink"] == f"/inspectPro/checkMission/vesselPlan?projectno={project.projectno}&late=1"
    sums = next(part for part in page["parts"] if part["key"] == "amounts")["rows"]
    told = [(row["method"], float(row["planned"]), float(row["done"]), row["unit"]) for row in sums]
    assert told == [("RT", 40.0, 40.0, "1"), ("TEST_THK", 120.5, 120.5, "3")]
    plan = f"{API}/vesselPlan/list"
    for name in ("planned", "finished", "qualified", "late"):
        behind = office.good(t.PLANNER, plan, projectno=project.projectno, **{name: "1"})
        assert behind["count"] == row[name], name
    listed = office.good(t.PLANNER, f"{API}/project/findList", text=project.projectno)["list"][0]
    assert [listed[name] for name in ("filed", "planned", "late")] == [2, 1, 2]


def test_lines_are_filed_planned_together_and_stand_in_their_own_lists(office: Office) -> None:
    project = t.drafted(office)
    ids = [line.id for line in t.lines(office)]
    picked = office.good(t.PLANNER, f"{API}/pipelinePick/list")["list"]
    assert {one["id"] for one in picked} >= set(ids)
    assert office.good(t.PLANNER, f"{API}/fileLines", ids=ids, project_id=project.id) == 2
    found = t.items_of(office, project)
    assert [(one.kind, one.testsort) for one in found] == [("2", "0212")] * 2
    assert office.good(t.PLANNER, f"{API}/pipeline/list")["count"] == 2
    assert office.good(t.PLANNER, VESSELS)["count"] == 0
    picked = office.good(t.PLANNER, f"{API}/pipelinePick/list")["list"]
    assert not {one["id"] for one in picked} & set(ids)
    for one in found:
        t.packaged(office, one)
    keys = [one.id for one in found]
    assert office.good(t.PLANNER, f"{API}/item/plan", ids=keys, **t.plan(office)) == 2
    assert {t.of(office, key).step for key in keys} == {"DK"}
    names = t.of(office, keys[0]).inspectornames.split("、")
    assert set(names) == {office.user(t.INSPECTOR).name, office.user(t.COLLEAGUE).name}


def test_the_vessels_that_may_be_filed_are_those_of_the_unit_and_go_when_they_are(office: Office) -> None:
    mine = {one.id for one in t.vessels(office)}
    pick = f"{API}/vesselPick/list"
    assert office.good(t.PLANNER, pick)["count"] == 0  # no project takes devices
    project = t.drafted(office)
    found = {one["id"] for one in office.good(t.PLANNER, pick, pageSize=200)["list"]}
    assert mine <= found
    office.good(t.PLANNER, f"{API}/fileVessels", ids=list(mine), project_id=project.id)
    left = {one["id"] for one in office.good(t.PLANNER, pick, pageSize=200)["list"]}
    assert found - left == mine
    assert office.good(t.PLANNER, VESSELS)["count"] == 2


def test_one_device_that_cannot_be_filed_refuses_all(office: Office) -> None:
    project = t.drafted(office)
    first, second, third = t.vessels(office, 3)
    ids = [first.id, second.id, third.id]
    third.equstatus = "2"
    office.db.commit()
    call = f"{API}/fileVessels"
    said = office.refused(t.PLANNER, call, ids=ids, project_id=project.id)
    assert said == f"{third.equcode}的状态为停用，不能纳入大修项目" and count(office) == 0
    third.equstatus, third.useorgsysid, third.useorgname = "1", "another", "别家石化"
    office.db.commit()
    said = office.refused(t.PLANNER, call, ids=ids, project_id=project.id)
    assert f"{third.equcode}是别家石化的设备" in said and count(office) == 0
    third.useorgsysid, third.cheorgsysid = second.useorgsysid, "foreign"
    office.db.commit()
    office.refused(t.PLANNER, call, ids=ids, project_id=project.id)
    office.refused(t.PLANNER, call, ids=[first.id, "nothing"], project_id=project.id)
    assert count(office) == 0


def test_a_device_is_in_one_project_that_is_not_closed(office: Office) -> None:
    project = t.filed(office)
    other = t.drafted(office, name="另一个项目")
    device = t.items_of(office, project)[0]
    call = f"{API}/fileVessels"
    said = office.refused(t.PLANNER, call, ids=device.equdatasysid, project_id=other.id)
    assert said == f"{device.objectno}已在未关闭的项目{project.projectno}中，不能重复纳入" and count(office) == 2
    project.step = "GB"
    office.db.commit()
    office.good(t.PLANNER, call, ids=device.equdatasysid, project_id=other.id)
    assert count(office) == 3
    said = office.refused(t.PLANNER, call, ids=device.equdatasysid, project_id=project.id)
    assert "不能再纳入设备" in said


def test_only_vessels_are_filed_as_vessels(office: Office) -> None:
    project = t.drafted(office)
    lift = office.lifts()[0]
    said = office.refused(t.PLANNER, f"{API}/fileVessels", ids=lift.id, project_id=project.id)
    assert said == f"{lift.equcode}不是压力容器，不能在这里纳入" and count(office) == 0


@pytest.mark.parametrize(
    ("says", "more"),
    [
        ("不得早于开始日期", {"ends": t.day(-11)}),
        ("项目名称", {"name": ""}),
        ("业主单位", {"unitsysid": "nothing"}),
        ("负责部门", {"dept_id": "nothing"}),
    ],
)
def test_what_cannot_be_a_project_is_not_stored(office: Office, says: str, more: dict[str, str]) -> None:
    assert says in office.refused(t.PLANNER, f"{API}/project/save", **t.asked(office, **more))
    assert count(office, TurnaroundProject) == 0


def test_the_window_keeps_the_plans_that_are_made(office: Office) -> None:
    item = t.started(office)
    project = t.project_of(office, item.project_id)
    for form, says in (
        ({"begins": t.day(-4)}, "检修开始日期不得晚于这一天"),
        ({"ends": t.day(4)}, "检修结束日期不得早于这一天"),
        ({"unitsysid": office.user("weibao").unit_id}, "不能更换业主单位"),
    ):
        said = office.refused(t.PLANNER, f"{API}/project/save", id=project.id, version=project.version, **form)
        assert says in said
    office.good(t.PLANNER, f"{API}/project/save", id=project.id, version=project.version, ends=t.day(5))
    project = t.project_of(office, project.id)
    assert (str(project.begins), str(project.ends)) == (t.day(-10), t.day(5))
    assert "已纳入设备" in office.refused(t.PLANNER, f"{API}/project/delete", ids=project.id, version=project.version)


def test_a_plan_may_take_the_whole_window_and_no_day_more(office: Office) -> None:
    item = t.in_plan(office)
    call = f"{API}/item/plan"
    for days in ({"planbegin": t.day(-11)}, {"planend": t.day(21)}):
        said = office.refused(t.PLANNER, call, ids=item.id, **t.plan(office, **days))
        assert said == f"计划日期须在检修期间{t.day(-10)}至{t.day(20)}之内"
    said = office.refused(t.PLANNER, call, ids=item.id, **t.plan(office, planbegin=t.day(3), planend=t.day(2)))
    assert said == f"计划完工日期{t.day(2)}不得早于计划开工日期{t.day(3)}" and t.of(office, item.id).step == "DP"
    office.good(t.PLANNER, call, ids=item.id, **t.plan(office, planbegin=t.day(-10), planend=t.day(20)))
    item = t.of(office, item.id)
    assert (item.step, str(item.planbegin), str(item.planend)) == ("DK", t.day(-10), t.day(20))


def test_a_certificate_that_ends_before_the_work_does_is_not_enough(office: Office) -> None:
    item = t.in_plan(office)
    held = select(StaffQual).where(StaffQual.user_id == office.user(t.INSPECTOR).id)
    for one in office.db.scalars(held):
        one.validto = t.clock.today()
    office.db.commit()
    said = office.refused(t.PLANNER, f"{API}/item/plan", ids=item.id, **t.plan(office, planbegin=t.day(0)))
    assert f"{office.user(t.INSPECTOR).name}没有" in said and t.of(office, item.id).step == "DP"
    office.good(t.PLANNER, f"{API}/item/plan", ids=item.id, **t.plan(office, planbegin=t.day(-1), planend=t.day(0)))


def test_the_edges_of_begin_and_finish(office: Office) -> None:
    item = t.started(office)
    begin, finish = f"{API}/item/begin", f"{API}/item/finish"
    said = office.refused(t.INSPECTOR, begin, ids=item.id, begun=t.day(-11))
    assert said == f"开工日期{t.day(-11)}不得早于检修开始日期{t.day(-10)}"
    office.good(t.INSPECTOR, begin, ids=item.id, begun=t.day(0))
    t.entered(office, t.of(office, item.id))
    for day, says in ((t.day(1), "不得晚于今天"), (t.day(-1), f"不得早于开工日期{t.day(0)}")):
        assert says in office.refused(t.INSPECTOR, finish, id=item.id, finished=day, result="1")
    assert t.of(office, item.id).finished is None
    office.good(t.INSPECTOR, finish, id=item.id, finished=t.day(0), result="3", problem="接管减薄")
    item = t.of(office, item.id)
    assert (item.step, item.result, item.problem) == ("WC", "3", "接管减薄")
    office.good(t.INSPECTOR, f"{API}/item/rework", ids=item.id, reason="业主要求扩检")
    item = t.of(office, item.id)
    assert (item.step, item.finished, item.result, item.problem, str(item.begun)) == ("JX", None, "", "", t.day(0))


def test_nobody_without_the_qualification_is_planned(office: Office) -> None:
    item = t.in_plan(office)
    stranger = office.user("jianyan1")
    said = office.refused(t.PLANNER, f"{API}/item/plan", ids=item.id, **t.plan(office, inspectors=stranger.id))
    assert f"{stranger.name}没有定期检验(全面)所需的资格" in said
    assert t.of(office, item.id).step == "DP"
    options = {one["value"]: one["why"] for one in office.good(t.PLANNER, f"{API}/people", ids=item.id)}
    assert options[office.user(t.INSPECTOR).id] == "" and "没有定期检验" in options[stranger.id]


def test_more_than_planned_has_a_reason_and_only_the_team_enters(office: Office) -> None:
    item = t.started(office)
    work = t.works_of(office, item)[0]
    save = f"{API}/work/save"
    form: dict[str, Any] = {"id": work.id, "version": work.version, "done": "41"}
    assert "待开工，不能填写完成工作量" in office.refused(t.INSPECTOR, save, **form)
    office.good(t.INSPECTOR, f"{API}/item/begin", ids=item.id, begun=t.day(-4))
    assert "由计划中的检验人员填写" in office.refused("jianyan9", save, **form)
    assert office.refused(t.INSPECTOR, save, **form) == "完成工作量超过计划40.00，请写明原因"
    assert "不得大于完成工作量" in office.refused(t.INSPECTOR, save, **form | {"done": "5", "unqualified": "6"})
    assert "不得小于0" in office.refused(t.INSPECTOR, save, **form | {"done": "-1"})
    assert t.works_of(office, item)[0].done is None
    office.good(t.INSPECTOR, save, **form, why="扩检两张", unqualified="1")
    work = t.works_of(office, item)[0]
    assert (str(work.done), str(work.unqualified), work.why) == ("41.00", "1.00", "扩检两张")
    assert "不在这里新增和删除" in office.refused(t.INSPECTOR, f"{API}/work/delete", ids=work.id, version=work.version)
    assert "不在这里新增和删除" in office.refused(t.INSPECTOR, save, done="1")


def test_a_method_stands_once_in_a_package_and_what_is_planned_is_kept(office: Office) -> None:
    item = t.items_of(office, t.filed(office))[0]
    save, twice = f"{API}/package/save", [t.WORKS[0], t.WORKS[0]]
    form = {"id": item.id, "version": item.version, "packageno": "WP-1"}
    assert office.refused(t.PLANNER, save, **form, works=twice) == "同一种检测方法只写一行"
    assert "不得小于0.01" in office.refused(t.PLANNER, save, **form, works=[t.WORKS[0] | {"planned": "0"}])
    assert "不在这里新增" in office.refused(t.PLANNER, save, packageno="WP-1", works=t.WORKS)
    assert t.works_of(office, item) == [] and count(office) == 2
    t.packaged(office, item)
    office.good(t.PLANNER, f"{API}/item/plan", ids=item.id, **t.plan(office))
    item = t.of(office, item.id)
    form = {"id": item.id, "version": item.version, "packageno": "WP-2"}
    assert "待开工，不能再修改" in office.refused(t.PLANNER, save, **form)
    assert "不能删除" in office.refused(t.PLANNER, f"{API}/package/delete", ids=item.id, version=item.version)
    office.good(t.PLANNER, f"{API}/item/replan", ids=item.id, reason="装置推迟停工")
    item = t.of(office, item.id)
    assert (item.step, item.inspectors, item.inspectornames, item.planend) == ("DP", [], "", None)
    office.good(t.PLANNER, f"{API}/package/delete", ids=item.id, version=item.version)
    assert count(office) == 1


def test_a_device_that_stopped_meanwhile_is_not_begun(office: Office) -> None:
    item = t.started(office)
    device = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    device.equstatus = "2"
    office.db.commit()
    said = office.refused(t.INSPECTOR, f"{API}/item/begin", ids=item.id, begun=t.day(0))
    assert said == f"{item.objectno}在档案中已不在用，不能开工" and t.of(office, item.id).step == "DK"


def test_the_owner_sees_the_project_and_others_do_not(office: Office) -> None:
    project = t.filed(office)
    assert office.good(t.OWNER, f"{API}/project/findList")["count"] == 1
    assert office.good(t.OWNER, VESSELS)["count"] == 2
    assert office.post("weibao", VESSELS)["status"] == 403
    assert office.post(t.OWNER, f"{API}/project/start", ids=project.id)["status"] == 403
    project.unitsysid = "another"
    office.db.commit()
    assert office.good(t.OWNER, VESSELS)["count"] == 0
