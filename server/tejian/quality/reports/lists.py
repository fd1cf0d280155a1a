"""The lists behind the statistics: approved reports, accepted items, returns, and what is in danger of being late."""

from dataclasses import replace

from sqlalchemy import and_, case, func, literal, select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.database.flowlog import FlowLog as F
from tejian.kit.database.flowlog import since_made
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.lists.statview import flag, in_month, stated
from tejian.quality.permissions import QUERY
from tejian.system.permissions import EXPORT

BASE = "/api/quality"
INFO = "/businessPro/applyInfo?seisn={seisn}"
OPEN = B.step.not_in(at.CLOSED)
LATE_NOW = and_(OPEN, B.limit_at.is_not(None), B.limit_at < func.now())
on_time = B.inspdate <= B.duedate
DIVIDED = [
    stated("equclass", "设备种类", B.equclass, widget="select", dict="C601", quick=True),
    stated("chedept", "检验部门", B.chedept),
    stated("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
    stated("template", "报告模板", B.template),
    stated("scinspector", "主检", B.scinspector),
    stated("conclusion", "检验结论", B.conclusion, widget="select", dict="C605"),
    like("unitname", "受检单位", B.unitname, quick=True),
]
report_list = add_list(
    ListView(
        no="quality_report_list",
        title="报告明细",
        permission=QUERY,
        export_permission=EXPORT,
        source=select(B).where(B.approvedat.is_not(None)),
        key=B.id,
        visible=B.visible,
        url=f"{BASE}/findReports",
        sort="-approvedat",
        columns=[
            col(B.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=INFO),
            col(B.unitname, 200),
            col(B.equname, 110),
            col(B.equclass, 90),
            col(B.testsort, 110, shown=False),
            col(B.chedept, 120),
            col(B.scinspectorname, 80, label="主检"),
            col(B.conclusion, 90),
            col(B.inspdate, 100),
            col(B.duedate, 100, shown=False),
            col(B.approvedat, 140),
            Col("returned", "曾退回", B.returned, 80, "bool"),
            col(B.releasedat, 140, shown=False),
            Col("seisn", "", B.seisn),
        ],
        search=[
            *DIVIDED,
            dates("approvedat", "批准日期", B.approvedat, moment=True, quick=True),
            in_month("month", "批准月份", B.approvedat),
            stated("approvedby", "批准人", B.approvedby),
            stated("auditedby", "审核人", B.auditedby),
            flag("returned", "曾退回", B.returned.is_(True), quick=True),
            flag("failed", "不合格", B.unqualcode != ""),
            flag("released", "已发放", B.releasedat.is_not(None)),
            flag("ontime", "到期前检验", on_time),
            flag("dated", "有应检日期", B.duedate.is_not(None)),
        ],
    )
)
audited_list = add_list(
    replace(
        report_list,
        no="quality_audited_list",
        title="审核报告列表",
        source=select(B).where(B.auditedat.is_not(None)),
        url=f"{BASE}/findAudited",
        sort="-auditedat",
        columns=[
            *(c for c in report_list.columns if c.name not in ("releasedat", "approvedat", "id", "version")),
            col(B.auditedat, 140),
            col(B.auditedby, 90),
            col(B.approvedat, 140),
        ],
        search=[*report_list.search, dates("auditedat", "审核日期", B.auditedat, moment=True, quick=True)],
    )
)
business_list = add_list(
    replace(
        report_list,
        no="quality_business_list",
        title="业务明细",
        source=select(B).where(B.acceptdate.is_not(None)),
        url=f"{BASE}/findBusiness",
        sort="-acceptdate",
        columns=[
            col(B.seisn, 130, type="code", fixed="left", link=INFO),
            Col("step", "当前环节", B.step, 100, "dict", words=STEP_NAMES),
            col(B.acceptdate, 100),
            *(c for c in report_list.columns if c.name not in ("seisn", "id", "version", "duedate")),
        ],
        search=[
            *(one for one in report_list.search if one.name not in ("approvedat", "month")),
            dates("acceptdate", "受理日期", B.acceptdate, quick=True),
            flag("inspected", "已检验", B.inspdate.is_not(None)),
            flag("approved", "已批准", B.approvedat.is_not(None)),
            stated("step", "当前环节", B.step, widget="select", options=STEP_NAMES),
            flag("open", "在办", OPEN),
            flag("late", "在办且已过办理期限", LATE_NOW),
            in_month("month", "受理月份", B.acceptdate),
        ],
    )
)

LATE = B.limit_at < func.now()
RISK, RISKS = case((LATE, literal("1")), else_=literal("0")), {"1": "已超期", "0": "临期"}
risk_list = add_list(
    replace(
        business_list,
        no="quality_risk_list",
        title="时效风险跟踪",
        # due within three days, or past
        source=select(B).where(B.limit_at.is_not(None), B.limit_at < func.now() + func.make_interval(0, 0, 0, 3)),
        url=f"{BASE}/findRisks",
        sort="limit_at",
        late=LATE,
        due=["limit_at"],
        columns=[
            *(c for c in business_list.columns if c.name in ("seisn", "step", "unitname", "equname", "equclass")),
            *(c for c in business_list.columns if c.name in ("chedept", "scinspectorname")),
            col(B.limit_at, 140, label="办理期限", type="deadline"),
            Col("risk", "风险", RISK, 80, "state", words=RISKS, tones={"1": "no", "0": "ca"}),
        ],
        search=[one for one in business_list.search if one.name not in ("acceptdate", "released", "returned")],
    )
)

FROM = ("BGQR", "BGSH_FX", "BGSH", "BGSP")  # verification, audits, approval: where a report is returned from
FROM_NAMES = {code: STEP_NAMES[code] for code in FROM}
REASONED = F.move.endswith("_back")
return_list = add_list(
    ListView(
        no="quality_return_list",
        title="报告退回明细",
        permission=QUERY,
        export_permission=EXPORT,
        source=select(F)
        .join(B, B.id == F.subject_id)
        .where(
            F.process == "business",
            F.from_step.in_(FROM),
            REASONED,
            since_made(B),
        ),
        key=F.id,
        visible=lambda me: B.visible(me),
        url=f"{BASE}/findReturns",
        sort="-at",
        columns=[
            col(F.at, 150, label="退回时间", fixed="left"),
            Col("seisn", "业务流水号", B.seisn, 130, "code", link=INFO),
            col(B.unitname, 190),
            col(B.equname, 110),
            Col("from_step", "退回自", F.from_step, 100, "dict", words=STEP_NAMES),
            Col("to_step", "退回到", F.to_step, 100, "dict", words=STEP_NAMES),
            Col("reason_code", "原因分类", F.reason_code, 130, "dict", dict="C610"),
            col(F.reason, 240, label="退回原因"),
            col(F.user_name, 80, label="退回人"),
            col(B.scinspectorname, 80, label="主检"),
        ],
        search=[
            dates("at", "退回日期", F.at, moment=True, quick=True),
            in_month("month", "退回月份", F.at),
            stated("reason_code", "原因分类", F.reason_code, widget="select", dict="C610", quick=True),
            same(
                "from_step",
                "退回自",
                F.from_step,
                widget="select",
                options=FROM_NAMES,
            ),
            stated("user_id", "退回人", F.user_id),
            stated("scinspector", "主检", B.scinspector),
            stated("equclass", "设备种类", B.equclass, widget="select", dict="C601"),
            stated("chedept", "检验部门", B.chedept),
        ],
    )
)
