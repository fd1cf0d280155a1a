"""The lists of the inspection business: one list a step, what has ended, all of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import REPORT_NO_WIDTH, category
from tejian.archives.ledgers.valves.api import VALVE
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.reports import OriginalRecord as R
from tejian.inspection.models.signatures import Opening
from tejian.inspection.records import api as records
from tejian.kit.ground.actions import Action, Button
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.lists.listview import (
    Col,
    ListView,
    Search,
    Segment,
    add_list,
    begun,
    behind,
    col,
    dates,
    like,
    prefix,
    same,
    through,
)
from tejian.kit.process.moves import action, step_lists, urgency_search
from tejian.system.models.organisations import Org
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .business import BUSINESS, TONES
from .declaration_lists import DECLARATION_STEPS, FLOW
from .lateness import late_at_step, late_column, limit_column, marks
from .signing import PAGE as SIGN_PAGE

UNDER_WAY = [s.code for s in BUSINESS.steps if s.code not in at.ENDS]

# thirty valves of a lot differ by their numbers alone
NAME = case((B.equclass == VALVE, B.equname + " " + B.equcode), else_=B.equname)

# what the archive said until this inspection says otherwise; a record in hand may say so before it is handed in
WRITTEN = select(R.nextdate).where(R.appbuss_id == B.id).scalar_subquery()
STANDS = func.coalesce(case((B.step == at.ENTER, WRITTEN)), B.nextdate, B.duedate)
# a conclusion that gives no date leaves none to be stated, that of the archive neither
SAID = case((R.conclusion != "", R.nextdate), else_=func.coalesce(R.nextdate, B.duedate))
OF_RECORD = select(SAID).where(R.appbuss_id == B.id).correlate(B).scalar_subquery()
GIVEN = case(
    (B.step == at.ENTER, OF_RECORD), (B.conclusion != "", B.nextdate), else_=func.coalesce(B.nextdate, B.duedate)
)

BUSS_COLUMNS = [
    col(B.seisn, 116, type="code", fixed="left"),
    col(B.unitname, 190),
    Col("equname", "设备名称", NAME, 128, sortable=False),
    limit_column(B),
    Col("scinspectorname", "主检", B.scinspectorname, 70),
    col(B.status, 100, type="state", tones=TONES),
    Col("nextdate", "下次检验日期", GIVEN, 100, "date"),
    col(B.duedate, 100, shown=False),
    col(B.plandate, 100, label="计划日期"),
    col(B.inspdate, 100),
    col(B.testsort),
    col(B.useplace, 180),
    col(B.equcode, 158, type="code"),
    col(B.reportno, REPORT_NO_WIDTH, type="code"),
    Col("inspectornames", "检验人员", B.inspectornames, 130, shown=False),
    col(B.equclacode, 130, shown=False),
    col(B.conclusion, 110, shown=False),
    col(B.chargestate, 98, shown=False),
    col(B.areacode, 90, label="区划", shown=False),
    col(B.acceptdate, 100, shown=False),
    col(B.appno, 140, type="code", shown=False),
    col(B.printcount, 80, shown=False),
    col(B.archiveno, type="code", shown=False),
    Col("arrearsby", "欠费批准人", B.arrearsby, 90, shown=False),
    col(B.endreason, shown=False),
    col(B.taskvoided, shown=False),
    col(B.backReason, shown=False),
    late_column(B),
    *marks(B, STANDS),
    Col("equdatasysid", "", B.equdatasysid),
    Col("taskId", "", B.id),
]


BUSS_SEARCH = [
    category("equclacode", "设备类别", B.equclacode, quick=True),
    begun(
        "number",
        "单号",
        B.seisn,
        B.appno,
        (B.reportno, B.reportno != ""),
        placeholder="流水号、申报单号、报告编号",
        quick=True,
    ),
    through("unitname", "受检单位", B.unitsysid, Unit.id, Unit.searchtext, placeholder="名称或拼音首字母", quick=True),
    through(
        "codes",
        "设备五码",
        B.equdatasysid,
        Equipment.id,
        Equipment.searchtext,
        also=[(SafetyValve.id, SafetyValve.searchtext)],
        placeholder="设备代码、登记证、出厂编号",
        quick=True,
    ),
    like("scinspectorname", "主检", B.scinspectorname),
    same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
    prefix("areacode", "区划", B.areacode, beginning=covered_prefix, widget="area"),
    dates("plandate", "计划日期", B.plandate),
    dates("inspdate", "检验日期", B.inspdate),
    dates("limit_at", "办理期限", B.limit_at, moment=True),
    dates("duedate", "应检日期", B.duedate),
    urgency_search(B),
    Search(
        "late",
        "只看超期办理",
        lambda v: late_at_step(B),
        widget="checkbox",
        facet=lambda v: and_(B.facets.under_way("limit_at", UNDER_WAY), late_at_step(B)),
    ),
    Search(
        "returned", "只看退回", lambda v: B.backReason != "", widget="checkbox", facet=lambda v: B.facets.all("r=1")
    ),
]


def by_inspector(fields: Sequence[Search]) -> list[Search]:
    """The same for a list of all items, where an index finds the inspector; at a step nobody has so much to do."""

    def indexed(_db: Session, v: str) -> Any:
        return search.indexed(v, B.scinspectorname)

    return [replace(one, indexed=indexed) if one.name == "scinspectorname" else one for one in fields]


def of_declaration(column: Any) -> Any:
    """A column of the declaration of an item, asked row by row: for lists of few items, which need no join for it."""
    return select(column).where(AppMain.id == B.appmain_id).scalar_subquery()


# the family of the lists of business items, one for each step that somebody handles
items = ListView(
    no="jy_step_",
    title="",
    permission=p.QUERY,
    export_permission=EXPORT,
    source=select(B),
    key=B.id,
    visible=B.visible,
    indexed=B.indexed,
    ordered=B.ordered,
    url="",
    sort="-id",  # the newest first; numbers begin with the letters of a class
    late="late",
    due=["limit_at"],
    columns=BUSS_COLUMNS,
    search=BUSS_SEARCH,
    actions=[FLOW],
)


def taken_by(me: User) -> Any:
    """Items that this user inspects, or arranged."""
    return or_(B.inspectors.contains([me.id]), B.arrangedby == me.id)


STEP_LISTS = {
    **DECLARATION_STEPS,
    **step_lists(
        BUSINESS,
        replace(
            items,
            segments=[
                Segment("mine", "我的", taken_by),
                Segment("returned", "退回的", lambda me: B.backReason != ""),
                Segment("late", "超期", lambda me: late_at_step(B)),
            ],
        ),
        link="seisn",
    ),
}

SIGN_LIST = "jy_sign_list"


def opened_by(me: User) -> Any:
    """Items that the user has opened since they were handed in."""
    mine = (Opening.appbuss_id == B.id, Opening.user_id == me.id, Opening.updatetime >= B.step_since)
    return select(Opening.id).where(*mine).exists()


def waits_for_signature(me: User) -> Any:
    """Items that were handed in and that the user, one of their inspectors, has not signed."""
    return and_(B.visible(me), B.inspectors.contains([me.id]), B.step.in_(at.SIGNABLE), ~records.signed_by(me))


SIGN_COLUMNS = [
    replace(c, link=SIGN_PAGE) if c.name == "seisn" else c
    for c in behind(BUSS_COLUMNS, "status", ["conclusion", "inspectornames"])
]
signing = BUSINESS.by_name["sign"]
sign_list = add_list(
    replace(
        items,
        no=SIGN_LIST,
        title="待我签名",
        permission=p.SIGN,
        visible=waits_for_signature,
        indexed=None,
        ordered=None,
        url="/api/appbuss/sign/findList",
        sort="limit_at",
        page_size=50,
        columns=[
            replace(c, link=SIGN_PAGE) if c.name == "seisn" else c
            for c in behind(BUSS_COLUMNS, "status", ["conclusion", "inspectornames"])
        ],
        segments=[Segment("opened", "已看过", opened_by), Segment("unopened", "还没看", lambda me: ~opened_by(me))],
        actions=[
            Action("handle", "看并签名", p.SIGN, place="row", kind="route", needs="one", route=SIGN_PAGE),
            action(signing, Button("toolbar", "批量签名", "确定在所选的记录上签名吗？每一份都须先打开看过")),
            replace(FLOW, permission=p.SIGN),
        ],
    )
)

QUICKLY = Action("shortcutPlan", "快捷安排", p.ARRANGE, kind="move", needs="many", form="shortcut_plan")
shortcut_list = add_list(
    replace(
        STEP_LISTS[at.ARRANGE],
        no="shortcut_plan_list",
        title="快捷任务安排",
        url="/api/appmain/shortcutPlan/findList",
        params={},
        sort="unitname",
        page_size=50,
        segments=[Segment("late", "超期", lambda me: late_at_step(B))],
        actions=[QUICKLY, replace(FLOW, permission=p.ARRANGE)],
    )
)

BENCH_LIST = "valve_bench_list"
bench_list = add_list(
    replace(
        items,
        no=BENCH_LIST,
        title="安全阀报告直接导入",
        permission=p.ENTER,
        visible=lambda me: and_(B.visible(me), B.seisort == at.CALIBRATION, BUSINESS.mine(me, [at.BUILD, at.ENTER])),
        indexed=None,
        ordered=None,
        url="/api/appbuss/bench/findList",
        sort="seisn",
        page_size=50,
        segments=[Segment("returned", "退回的", lambda me: B.backReason != "")],
        actions=[Action("importRows", "导入校验数据", p.ENTER, shortcut="Alt+I"), replace(FLOW, permission=p.ENTER)],
    )
)

REPORT = Action("report", "报告", p.QUERY, place="row", needs="one", when={"step": [at.DONE]})
SUPPLEMENT = Action(
    "supplement",
    "申请补发",
    p.CHANGE_ASK,
    of_units=True,
    place="row",
    kind="move",
    needs="one",
    form="report_supplement_form",
    when={"step": [at.DONE]},
)
IN_HAND = ("limit_at", "urgency", "late")  # what only somebody's task has
OUTCOME = ("equcode", "reportno", "conclusion", "inspdate", "nextdate")  # what came of an item
WITHOUT_LIMIT = [replace(c, shown=False) if c.name == "limit_at" else c for c in BUSS_COLUMNS]

ended_list = add_list(
    replace(
        items,
        no="jy_buss_end_all",
        title="已办结业务",
        visible=lambda me: and_(B.visible(me), B.step.in_(at.ENDS)),
        url="/api/appbuss/appBussSheetEndAllList",
        columns=behind(WITHOUT_LIMIT, "equname", OUTCOME),
        search=by_inspector([one for one in BUSS_SEARCH if one.name not in IN_HAND]),
        actions=[REPORT, replace(SUPPLEMENT, place="more"), replace(FLOW, place="more")],
    )
)


def departments(v: str) -> Any:
    """Found by name in the small table of organisations."""
    return select(Org.id).where(Org.name.contains(v, autoescape=True))


def of_department(db: Session, v: str) -> Any:
    return B.facets.says("chedept", list(db.scalars(departments(v))))


all_list = add_list(
    replace(
        items,
        no="jy_buss_all",
        title="检验业务查询",
        url="/api/appbuss/findList",
        actions=[
            Action(
                "view",
                "查看",
                p.APPLY_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/applyInfo?seisn={seisn}",
            ),
            REPORT,
            SUPPLEMENT,
            replace(FLOW, place="more"),
        ],
        search=[
            *by_inspector(BUSS_SEARCH),
            same("status", "状态", B.status, widget="select", dict="C609"),
            same("step", "当前环节", B.step, widget="select", options=BUSINESS.names),
            Search("deptname", "检验部门", lambda v: B.chedept.in_(departments(v)), indexed=of_department),
            same("scinspector", "主检人", B.scinspector, widget="user"),
            Search("unassigned", "只看没有主检", lambda v: B.scinspector == "", widget="checkbox"),
            dates("approvedat", "批准时间", B.approvedat, moment=True),
            Search("sentback", "只看退回过的", lambda v: B.returned.is_(True), widget="checkbox"),
            Search(
                "open",
                "只看在办",
                lambda v: B.step.not_in(at.CLOSED),
                widget="checkbox",
                facet=lambda v: B.facets.says("step", [s.code for s in BUSINESS.steps if s.code not in at.CLOSED]),
            ),
        ],
    )
)

withdrawal = BUSINESS.by_name["withdraw"]
withdraw_list = add_list(
    replace(
        items,
        no="jy_self_rollback",
        title="自主撤回",
        permission=p.WITHDRAW,
        visible=lambda me: and_(B.visible(me), B.last_by == me.id, B.opened_by == "", B.step.in_(withdrawal.frm)),
        indexed=None,
        url="/api/appbuss/autoWithdrawList",
        sort="limit_at",
        actions=[action(withdrawal, Button("row", "撤回", "{seisn} 撤回后回到上一环节，由您重新办理")), FLOW],
    )
)
