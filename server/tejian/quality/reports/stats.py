"""The statistics of quality and assessment; each counts one of the lists of this wing."""

from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.database.flowlog import FlowLog as F
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, names_of
from tejian.quality.permissions import QUERY
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .lists import LATE_NOW, OPEN, business_list, on_time, report_list, return_list

PEOPLE, OFFICES = names_of(SysUser, SysUser.name), names_of(Org, Org.name)
REPORTS = "/qualityAndAssess/reportDetail"
BUSINESS = "/qualityAndAssess/businessDetail"
DESK = "/qualityAndAssess/desktopDataStatisticsDetail"
RETURNS = "/qualityAndAssess/returnDetail"

CLASS = By("equclass", "设备种类", B.equclass, "C601")
OFFICE = By("chedept", "检验部门", B.chedept, names=OFFICES)
TEMPLATE = By("template", "报告模板", B.template)
INSPECTOR = By("scinspector", "主检", B.scinspector, names=PEOPLE)
SORT = By("testsort", "检验类型", B.testsort, "C604")
MONTH = by_month("month", "批准月份", B.approvedat)
APPROVER = By("approvedby", "批准人", B.approvedby, names=PEOPLE)
AUDITOR = By("auditedby", "审核人", B.auditedby, names=PEOPLE)
RESULT = By("conclusion", "检验结论", B.conclusion, "C605")

TOTAL = Measure("reports", "批准报告", COUNT)
ONCE = Measure("once", "一次通过", COUNT.filter(~B.returned), {"returned": "0"}, of="reports")
TWICE = Measure("back", "曾退回", COUNT.filter(B.returned), {"returned": "1"}, alarm=True)
FAILED = Measure("failed", "不合格", COUNT.filter(B.unqualcode != ""), {"failed": "1"}, of="reports", alarm=True)
PASSING = (TOTAL, ONCE, TWICE)
ONE_PASS = "一次通过：从提交校核到批准没有被退回过的报告（含各环节的退回）。"


def passing(no: str, title: str, *by: By) -> StatView:
    """How many reports passed at once, by these divisions."""
    return add_stat(StatView(no, title, QUERY, report_list, REPORTS, "approvedat", by, PASSING, ONE_PASS))


passing("one_pass_device", "按设备报告一次通过率", CLASS, SORT, MONTH)
passing("one_pass_department", "按部门报告一次通过率", OFFICE, MONTH, CLASS)
passing("one_pass_report", "按报告一次通过率", TEMPLATE, SORT, RESULT)
passing("one_pass_query", "报告一次通过率查询", INSPECTOR, OFFICE, CLASS, TEMPLATE, MONTH)
passing("one_pass_months", "报告一次通过率统计", MONTH, OFFICE, INSPECTOR)

RETURNED = Measure("returns", "退回次数", COUNT)
REASON = By("reason_code", "原因分类", F.reason_code, "C610")
STEP = By("from_step", "退回自", F.from_step, words=STEP_NAMES)
RETURNER = By("user_id", "退回人", F.user_id, names=PEOPLE)
AT_MONTH = by_month("month", "退回月份", F.at)
for no, title, by in (
    ("return_reasons", "报告退回原因分析", (REASON, STEP, INSPECTOR, OFFICE)),
    ("return_months", "报告退回原因分析统计", (AT_MONTH, REASON, CLASS, RETURNER)),
):
    add_stat(StatView(no, title, QUERY, return_list, RETURNS, "at", by, (RETURNED,)))

add_stat(
    StatView(
        *("inspector_reports", "检验员出具报告", QUERY, report_list, REPORTS, "approvedat"),
        (INSPECTOR, OFFICE, CLASS, MONTH),
        (TOTAL, FAILED, ONCE),
    )
)
RELEASED = Measure("released", "已发放", COUNT.filter(B.releasedat.is_not(None)), {"released": "1"}, of="reports")
KEPT = Measure("kept", "未发放", COUNT.filter(B.releasedat.is_(None)), {"released": "0"}, alarm=True)
add_stat(
    StatView(
        *("released_reports", "报告发放统计", QUERY, report_list, REPORTS, "approvedat"),
        (OFFICE, MONTH, CLASS, INSPECTOR),
        (TOTAL, RELEASED, KEPT),
    )
)
add_stat(
    StatView(
        *("approved_reports", "报告审批统计", QUERY, report_list, REPORTS, "approvedat"),
        (APPROVER, AUDITOR, OFFICE, MONTH),
        (TOTAL, FAILED, ONCE),
    )
)
DATED = Measure("dated", "有应检日期", COUNT.filter(B.duedate.is_not(None)), {"dated": "1"})
IN_TIME = Measure("ontime", "到期前检验", COUNT.filter(on_time), {"ontime": "1"}, of="dated")
add_stat(
    StatView(
        *("timeliness", "检验及时率", QUERY, report_list, REPORTS, "approvedat"),
        (CLASS, OFFICE, INSPECTOR, MONTH),
        (TOTAL, DATED, IN_TIME),
        "及时：检验日期不晚于应检日期；没有应检日期的（首次检验等）不计入比率。",
    )
)
ACCEPTED = Measure("accepted", "受理", COUNT)
INSPECTED = Measure("inspected", "已检验", COUNT.filter(B.inspdate.is_not(None)), {"inspected": "1"}, of="accepted")
APPROVED = Measure("approved", "已批准", COUNT.filter(B.approvedat.is_not(None)), {"approved": "1"}, of="accepted")
SENT = Measure("released", "已发放", COUNT.filter(B.releasedat.is_not(None)), {"released": "1"}, of="accepted")
add_stat(
    StatView(
        *("business_totals", "业务汇总表", QUERY, business_list, BUSINESS, "acceptdate"),
        (CLASS, SORT, OFFICE),
        (ACCEPTED, INSPECTED, APPROVED, SENT, Measure("failed", "不合格", FAILED.expr, {"failed": "1"}, alarm=True)),
    )
)
add_stat(
    StatView(
        *(
            "desk_figures",
            "桌面数据统计",
            QUERY,
            business_list,
            DESK,
            "acceptdate",
        ),
        (
            By("step", "当前环节", B.step, words=STEP_NAMES),
            OFFICE,
            INSPECTOR,
            CLASS,
            by_month("month", "受理月份", B.acceptdate),
        ),
        (
            ACCEPTED,
            Measure("open", "在办", COUNT.filter(OPEN), {"open": "1"}, of="accepted"),
            Measure("late", "在办且已过期限", COUNT.filter(LATE_NOW), {"late": "1"}, alarm=True),
            APPROVED,
        ),
        "按受理日期计；各工作桌面上的数，这里按环节、部门、人员分开看。",
    )
)
