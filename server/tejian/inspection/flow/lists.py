"""The lists of the inspection business: declarations, one list a step, and what was withdrawn or ended."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, exists, func, literal, or_, select
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import Unit
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models import AppBuss as B
from tejian.inspection.models import AppItem
from tejian.inspection.models import AppMain as A
from tejian.kit import clock, search
from tejian.kit.actions import Action, Button
from tejian.kit.listview import (
    Col,
    ListView,
    Search,
    Segment,
    add_list,
    begun,
    col,
    dates,
    fragment,
    like,
    prefix,
    same,
    through,
)
from tejian.kit.moves import action, step_lists
from tejian.kit.user import User
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .business import BUSINESS, STEP_NAMES, TONES
from .declaration import DECLARATION

WAYS = {"APPLY": "申报登记", "XCAPP": "现场申报"}
OTHER_WAY = "单位申报"
UNDER_WAY = [s.code for s in DECLARATION.steps if s.code not in at.ENDS]


def overdue(due: Any) -> Any:
    """ "1" when the statutory date of an open subject has passed; on the due day itself it has not."""
    return case((due < func.current_date(), literal("1")), else_=literal("0"))


def with_device(v: str) -> Any:
    """Declarations with a device one of whose five codes contains the text, asked row by row."""
    says = search.says(v, Equipment.searchtext)
    return exists().where(AppItem.appmain_id == A.id, Equipment.id == AppItem.equdatasysid, says)


def by_devices(db: Session, v: str) -> Any:
    """The same by the devices, when these are few."""
    devices = search.keys(db, Equipment.id, v, Equipment.searchtext)
    if devices is None:
        return None
    named = select(AppItem.appmain_id).where(search.among(AppItem.equdatasysid, devices))
    return search.among(A.id, list(db.scalars(named)))


def with_number(v: str) -> Any:
    """Declarations with an item whose number begins so."""
    return A.id.in_(select(B.appmain_id).where(search.starts(v, B.seisn)))


def by_number(db: Session, v: str) -> Any:
    asked = select(B.appmain_id).where(search.starts(v, B.seisn)).limit(search.LOOKED_UP + 1)
    found = list(db.scalars(asked))
    return search.among(A.id, found) if len(found) <= search.LOOKED_UP else None


def says_anything(v: str) -> Any:
    """A number, a unit or a device of a declaration, asked row by row."""
    number = exists().where(B.appmain_id == A.id, B.seisn.startswith(v.upper(), autoescape=True))
    begins = A.appno.startswith(v.upper(), autoescape=True)
    return or_(begins, search.says(v, A.unittext), number, with_device(v))


def by_anything(db: Session, v: str) -> Any:
    unit, devices, numbers = search.indexed(v, A.unittext), by_devices(db, v), by_number(db, v)
    if unit is None or devices is None or numbers is None:
        return None
    return or_(search.starts(v, A.appno), unit, devices, numbers)


CODES = Search(
    "codes",
    "设备五码",
    with_device,
    placeholder="设备代码、注册代码、登记证、出厂编号、识别码",
    quick=True,
    indexed=by_devices,
    sharp=True,
)


def under_way_and_late() -> Any:
    past = A.facets.any(A.facets.months("ninspdate", None, clock.today()))
    return and_(past, A.facets.any([f"t={s}" for s in UNDER_WAY]))


MAIN_COLUMNS = [
    col(A.appno, 140, type="code", fixed="left", link="/businessPro/applyInfo?id={id}"),
    col(A.backReason, shown=False),
    col(A.unitname, 230),
    col(A.equclacode, 140),
    col(A.seisort, 90),
    col(A.testsort, shown=False),
    col(A.equcount, 60),
    Col("appway", "申报方式", A.appway, 90, "way", words=WAYS),
    col(A.ninspdate, 110),
    col(A.status, 100, type="state", tones=TONES),
    col(A.feepreview, 100, type="money", shown=False),
    col(A.inscontactname, 80, shown=False),
    col(A.INSCONTACTTEL, type="code", shown=False),
    col(A.appdate, 100, shown=False),
    col(A.limit_at, 140, shown=False),
    col(A.chargestate, 90, shown=False),
    Col("isNinspdateOverdue", "", case((A.step.in_(at.ENDS), literal("0")), else_=overdue(A.ninspdate))),
    Col("backDescription", "", A.backDescription),
    Col("backDutyTask", "", A.backDutyTask, words=STEP_NAMES),
    Col("backUser", "", A.backUser),
    Col("backTime", "", A.backTime),
    Col("step", "", A.step, words=STEP_NAMES),
    Col("equclass", "", A.equclass),
    Col("opened_by", "", A.opened_by),
    Col("unitsysid", "", A.unitsysid),
    Col("id", "", A.id),
    Col("appmainsysid", "", A.id),
    Col("taskId", "", A.id),
    Col("version", "", A.version),
]

MAIN_SEARCH = [
    prefix("equclacode", "设备类别", A.equclacode, widget="category", dict="C602", quick=True),
    begun("appno", "申报单号", A.appno, quick=True),
    fragment("unitname", "受检单位", A.unittext, placeholder="名称或拼音首字母", quick=True),
    CODES,
    Search(
        "keyword",
        "综合查询",
        says_anything,
        placeholder="单号、流水号、单位、拼音首字母或设备号码",
        indexed=by_anything,
        sharp=True,
    ),
    Search("seisn", "业务流水号", with_number, indexed=by_number, sharp=True),
    same("seisort", "检验类别", A.seisort, widget="select", dict="C603"),
    same("status", "状态", A.status, widget="select", dict="C609"),
    same("appway", "申报方式", A.appway, widget="select", dict="C607"),
    dates("appdate", "申报日期", A.appdate),
    dates("ninspdate", "下次检验日期", A.ninspdate),
    Search(
        "overdue",
        "只看超期",
        lambda v: (A.ninspdate < clock.today()) & A.step.not_in(at.ENDS),
        widget="checkbox",
        facet=lambda v: under_way_and_late(),
    ),
    Search(
        "returned", "只看退回", lambda v: A.backReason != "", widget="checkbox", facet=lambda v: A.facets.all("r=1")
    ),
]

apply_list = add_list(
    ListView(
        no="jy_appmain_sheet_list",
        title="申报登记",
        permission=p.APPLY_QUERY,
        export_permission=EXPORT,
        source=select(A),
        key=A.id,
        visible=A.visible,
        indexed=A.indexed,
        ordered=A.ordered,
        url="/api/businesspro/appmain/findList",
        sort="-appno",
        late="isNinspdateOverdue",
        columns=MAIN_COLUMNS,
        search=[*MAIN_SEARCH, same("step", "当前环节", A.step, widget="select", options=DECLARATION.names)],
        actions=[
            Action("add", "新增", p.APPLY_SAVE, kind="route", route="/businessPro/newapply", shortcut="Alt+N"),
            Action("charge", "收费", p.APPLY_CHARGE, needs="many", empty="请选择", shortcut="Alt+C"),
            action(DECLARATION.by_name["void"], Button("toolbar")),
            Action(
                "deleteSheet",
                "删除单据",
                p.APPLY_DELETE,
                kind="call",
                needs="many",
                empty="请选择数据",
                url="/api/appmain/deleteAppMain",
                confirm="确定要删除所选暂存单据吗？删除后不能恢复。",
            ),
            Action("printApply", "打印申报单", p.APPLY_PRINT, place="batch", kind="print", needs="many", print="SBDDY"),
            Action(
                "printReceipt",
                "打印申报回执单",
                p.APPLY_PRINT,
                place="batch",
                kind="print",
                needs="many",
                print="SBHZD",
            ),
            Action(
                "edit",
                "编辑",
                p.APPLY_SAVE,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/apply2?id={id}&taskId={taskId}",
            ),
            Action("printApplyRow", "申报单", p.APPLY_PRINT, place="row", kind="print", needs="one", print="SBDDY"),
            Action(
                "printReceiptRow", "申报回执单", p.APPLY_PRINT, place="row", kind="print", needs="one", print="SBHZD"
            ),
            Action("flowLog", "流转日志", p.APPLY_QUERY, place="row", needs="one"),
            Action("sms", "发送短信", p.APPLY_SMS, place="more", needs="one"),
            Action("assess", "客户评价", p.ASSESS, place="more", needs="one"),
            action(DECLARATION.by_name["refer"], Button("more")),
        ],
    )
)

# -- one list a step ----------------------------------------------------------------------------------------------


def late_at_step(model: Any) -> Any:
    """Whether the present step of a row is handled too late."""
    return and_(model.limit_at < func.now(), model.step.not_in(at.ENDS))


def limit_column(model: Any) -> Col:
    """When the present step is due; of what has ended nothing is."""
    return Col("limit_at", "办理期限", case((model.step.not_in(at.ENDS), model.limit_at)), 104, "deadline")


BUSS_COLUMNS = [
    col(B.seisn, 124, type="code", fixed="left"),
    col(B.unitname, 200),
    col(B.equname, 120),
    limit_column(B),
    Col("scinspectorname", "主检", B.scinspectorname, 70),
    col(B.status, 100, type="state", tones=TONES),
    col(B.duedate, 104, label="下次检验日期"),
    col(B.plandate, 100, label="计划日期"),
    col(B.inspdate, 100),
    col(B.testsort),
    col(B.useplace, 180),
    col(B.equcode, 150, type="code"),
    col(B.reportno, 130, type="code"),
    Col("inspectornames", "检验人员", B.inspectornames, 130, shown=False),
    col(B.equclacode, 130, shown=False),
    col(B.conclusion, 110, shown=False),
    col(B.chargestate, 90, shown=False),
    col(B.areacode, 90, label="区划", shown=False),
    col(B.acceptdate, 100, shown=False),
    col(B.appno, 140, type="code", shown=False),
    col(B.printcount, 80, shown=False),
    col(B.archiveno, type="code", shown=False),
    Col("arrearsby", "欠费批准人", B.arrearsby, 90, shown=False),
    col(B.endreason, shown=False),
    col(B.taskvoided, shown=False),
    col(B.backReason, shown=False),
    Col("backDescription", "", B.backDescription),
    Col("backDutyTask", "", B.backDutyTask, words=STEP_NAMES),
    Col("backUser", "", B.backUser),
    Col("backTime", "", B.backTime),
    Col("late", "", case((late_at_step(B), literal("1")), else_=literal("0"))),
    Col("isNinspdateOverdue", "", case((B.step.in_(at.ENDS), literal("0")), else_=overdue(B.duedate))),
    Col("step", "", B.step, words=STEP_NAMES),
    Col("equclass", "", B.equclass),
    Col("equdatasysid", "", B.equdatasysid),
    Col("id", "", B.id),
    Col("taskId", "", B.id),
    Col("version", "", B.version),
]


BUSS_SEARCH = [
    prefix("equclacode", "设备类别", B.equclacode, widget="category", dict="C602", quick=True),
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
        placeholder="设备代码、登记证、出厂编号",
        quick=True,
    ),
    like("scinspectorname", "主检", B.scinspectorname, indexed=lambda _db, v: search.indexed(v, B.scinspectorname)),
    same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
    prefix("areacode", "区划", B.areacode, beginning=covered_prefix, widget="area"),
    dates("plandate", "计划日期", B.plandate),
    dates("inspdate", "检验日期", B.inspdate),
    dates("limit_at", "办理期限", B.limit_at, moment=True),
    dates("duedate", "下次检验日期", B.duedate),
    Search("late", "只看超期办理", lambda v: B.limit_at < func.now(), widget="checkbox"),
    Search(
        "returned", "只看退回", lambda v: B.backReason != "", widget="checkbox", facet=lambda v: B.facets.all("r=1")
    ),
]


FLOW = Action("flowLog", "流转日志", p.QUERY, place="row", needs="one")

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
    sort="-seisn",
    late="late",
    columns=BUSS_COLUMNS,
    search=BUSS_SEARCH,
    actions=[FLOW],
)


def taken_by(me: User) -> Any:
    """Items that this user inspects, or arranged."""
    return or_(B.inspectors.contains([me.id]), B.arrangedby == me.id)


def registered_by(me: User) -> Any:
    """Declarations that this user registered or reviews."""
    return or_(A.createby == me.id, A.reviewer == me.id)


FIRST = ("appno", "unitname", "equclacode", "equcount", "limit_at", "status")  # what one comes to a step list for
APPLY_STEPS = sorted(
    [*(c for c in MAIN_COLUMNS if c.name != "limit_at"), limit_column(A)],
    key=lambda c: FIRST.index(c.name) if c.name in FIRST else len(FIRST),
)
STEP_LISTS = {
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
    **step_lists(
        DECLARATION,
        replace(
            apply_list,
            no="jy_step_",
            late="late",
            columns=[*APPLY_STEPS, Col("late", "", case((late_at_step(A), literal("1")), else_=literal("0")))],
            segments=[
                Segment("mine", "我的", registered_by),
                Segment("returned", "待补正", lambda me: A.backReason != ""),
                Segment("late", "超期", lambda me: late_at_step(A)),
            ],
            actions=[FLOW],
        ),
    ),
}

ended_list = add_list(
    replace(
        items,
        no="jy_buss_end_all",
        title="已办结业务",
        visible=lambda me: and_(B.visible(me), B.step.in_(at.ENDS)),
        url="/api/appbuss/appBussSheetEndAllList",
        actions=[Action("report", "报告", p.QUERY, place="row", needs="one", when={"step": [at.DONE]}), FLOW],
    )
)

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
                p.QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/applyInfo?seisn={seisn}",
            ),
            FLOW,
        ],
        search=[*BUSS_SEARCH, same("status", "状态", B.status, widget="select", dict="C609")],
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
