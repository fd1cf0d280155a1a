"""What is filled in for a turnaround: the project, the package of a device, its plan, its progress."""

from typing import Any

from tejian.archives.models.units import Unit
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import COLLEAGUE, OF_INSTITUTE, OFFICES
from tejian.inspection.models.turnaround import FILED, WORKED, TurnaroundProject
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundWork as W
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API = "/api/inspectPro"
FILING, MISSION = "/inspectPro/filing", "/inspectPro/checkMission"
PROJECTS, TASKS = f"{FILING}/project", f"{MISSION}/tasks"
PROJECT_PAGE, ITEM_PAGE = f"{FILING}/projectDetail?id={{id}}", f"{MISSION}/task?id={{id}}"
KINDS = {"1": "容器", "2": "管线"}

P = TurnaroundProject
PROJECT_FORM = form_of(
    "turnaround_project_form",
    "大修项目",
    f"{API}/project",
    field_of(P.name, required=True, span=16),
    field_of(P.plant, required=True, span=8),
    field_of(
        P.unitsysid, type="unit", required=True, span=16, refers=Refers(Unit, alone="any unit may overhaul its plant")
    ),
    field_of(P.dept_id, type="select", options_url=OFFICES, required=True, span=8, refers=OF_INSTITUTE),
    field_of(P.begins, required=True, span=8),
    field_of(P.ends, required=True, span=8),
    field_of(P.remark, type="textarea", span=24),
)
PROJECT_ACTS = standard(PROJECT_FORM, Rights(p.TURN_QUERY, p.TURN_SAVE), WORKED, new="新建大修项目", page=PROJECT_PAGE)

PLANNED_WORK = form_of(
    "turnaround_planned_work_form",
    "计划工作量",
    f"{API}/package",
    field_of(W.method, required=True, span=12),
    field_of(W.planned, required=True, span=6, low=0.01),
    field_of(W.unit, required=True, span=6),
)
PACKAGE_FORM = form_of(
    "turnaround_package_form",
    "工作包",
    f"{API}/package",
    field_of(T.packageno, required=True, span=12),
    tables=[Table("works", "检测工作量", PLANNED_WORK, "添加工作量", of=W.item_id)],
)
PACKAGE_ACTS = standard(PACKAGE_FORM, Rights(p.TURN_QUERY, p.TURN_SAVE), [FILED])
WORK_FORM = form_of(
    "turnaround_work_form",
    "完成工作量",
    f"{API}/work",
    field_of(W.done, required=True, span=8, low=0),
    field_of(W.unqualified, span=8, low=0, help="不填为 0"),
    field_of(W.why, span=24, help="完成量超过计划时必填"),
)

_chosen: Any = {"type": "select", "required": True, "span": 24, "size": 32, "of_picked": True}
CHOSEN_PROJECT = Refers(P, alone="judged with the unit of the devices that are picked")


def _filing(no: str, title: str, call: str, options: str) -> FormView:
    project = Field("project_id", "大修项目", **_chosen, options_url=f"{API}/{options}", refers=CHOSEN_PROJECT)
    note = "共 {count} 项；有一项不能纳入的，全部不纳入"
    return add_form(
        FormView(no, title, f"{API}/{call}", [Group("", [project])], width=560, ok="纳入", note=note, done="已纳入项目")
    )


FILE_VESSELS = _filing("turnaround_file_vessels", "纳入大修项目", "fileVessels", "projectsForVessels")
FILE_LINES = _filing("turnaround_file_lines", "纳入大修项目", "fileLines", "projectsForLines")

DECLARE = add_form(
    FormView(
        "turnaround_declare",
        "申报大修设备",
        f"{API}/declare",
        [Group("", [])],
        width=520,
        ok="申报",
        note="共 {count} 项；同一项目、种类和检验类型的各成一张申报单并提交，期望检验日期取最早的计划开工日期",
        done="已申报",
    )
)

PLAN = dialog(
    "turnaround_plan",
    "排计划 {objectno}",
    field_of(T.planbegin, required=True, span=12),
    field_of(T.planend, required=True, span=12),
    Field(
        *("inspectors", "检验人员", "selectMulti"),
        required=True,
        span=24,
        size=2000,
        options_url=f"{API}/people",
        of_picked=True,
        refers=COLLEAGUE,
    ),
    ok="下达",
    note="共 {count} 项，用同样的日期和人员",
)
BEGIN = dialog(
    "turnaround_begin", "开工 {objectno}", field_of(T.begun, required=True, span=12), ok="开工", note="共 {count} 项"
)
FINISH = dialog(
    "turnaround_finish",
    "完工 {objectno}",
    field_of(T.finished, required=True, span=12),
    field_of(T.result, type="radio", required=True, span=24),
    field_of(T.problem, type="textarea", span=24, help="结果不是合格，或有不合格的工作量时必填"),
    ok="完工",
)
