"""The workload of people and departments, counted from the shares; each number leads to them."""

from sqlalchemy import func

from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, names_of
from tejian.quality.models.workload import WorkloadShare as W
from tejian.quality.permissions import WORKLOAD
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .lists import share_list

PEOPLE, OFFICES = names_of(SysUser, SysUser.name), names_of(Org, Org.name)
PERSON = By("user_id", "检验人员", W.user_id, names=PEOPLE)
OFFICE = By("userdept", "人员部门", W.userdept, names=OFFICES)
CLASS = By("equclass", "设备种类", W.equclass, "C601")
SORT = By("testsort", "检验类型", W.testsort, "C604")
MONTH = by_month("month", "批准月份", W.approvedat)
MEASURES = (
    Measure("reports", "参与报告", COUNT),
    Measure("led", "其中主检", COUNT.filter(W.main), {"main": "1"}),
    Measure("points", "工作量分", func.sum(W.points), kind="decimal", sums="points"),
    Measure("hours", "定额工时", func.sum(W.hours), kind="decimal", sums="hours"),
    Measure("unruled", "没有标准", COUNT.filter(W.rule == ""), {"ruled": "0"}, alarm=True),
)
NOTE = "按批准报告计；分值＝标准×系数，主检与其他人员按比例分，每份的算式在明细里。标准在“规则表·工作量标准”。"
ROUTES = {"user": "/qualityAndAssess/detailPeople", "office": "/qualityAndAssess/detailDepartment"}

for no, title, route, by, peers in (
    ("workload_people", "人员工作量", ROUTES["user"], (PERSON, MONTH, CLASS, SORT), W.userdept),
    ("workload_offices", "部门工作量查询", ROUTES["office"], (OFFICE, MONTH, CLASS, PERSON), None),
    ("workload_totals", "工作量统计", ROUTES["office"], (CLASS, SORT, PERSON, OFFICE, MONTH), None),
):
    add_stat(StatView(no, title, WORKLOAD, share_list, route, "approvedat", by, MEASURES, NOTE, peers=peers))
