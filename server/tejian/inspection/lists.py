"""The lists of the inspection business: declarations, one list a step, and what was withdrawn or ended."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import and_, any_, case, exists, func, literal, select

from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import Unit
from tejian.kit import clock, search
from tejian.kit.actions import Action
from tejian.kit.listview import Col, ListView, Search, add_list, dates, found_by, fragment, like, prefix, same
from tejian.kit.search import Way
from tejian.kit.user import User
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from . import permissions as p
from .models import AppBuss as B
from .models import AppItem
from .models import AppMain as A
from .process import BUSINESS, DECLARATION
from .steps import ENDS, STEP_NAMES, TONES

WAYS = {"APPLY": "申报登记", "XCAPP": "现场申报"}
OTHER_WAY = "单位申报"


def overdue(due: Any) -> Any:
    """ "1" when the statutory date of an open subject has passed; on the due day itself it has not."""
    return case((due < func.current_date(), literal("1")), else_=literal("0"))


def five_codes(v: str) -> Way:
    """Declarations with a device one of whose five codes contains the text."""
    hit = select(Equipment.id).where(search.contains(v, Equipment.searchtext))
    each = exists().where(AppItem.appmain_id == A.id, Equipment.id == AppItem.equdatasysid)
    return Way(
        # as an array: the planner would read all declarations of the institute to join them
        A.id == any_(func.array(select(AppItem.appmain_id).where(AppItem.equdatasysid.in_(hit)).scalar_subquery())),
        each.where(search.says(v, Equipment.searchtext)),
        bool(search.pieces(v)),
        through=hit,
    )


def has_seisn(v: str) -> Way:
    found = A.id.in_(select(B.appmain_id).where(search.starts(v, B.seisn).find))
    return Way(found, found)


def anything(v: str) -> list[Way]:
    """Ways to find a declaration by a number, a unit or a device."""
    return [search.starts(v, A.appno), has_seisn(v), search.way(v, A.unittext), five_codes(v)]


CODES = found_by(
    "codes",
    "设备五码",
    lambda v: [five_codes(v)],
    placeholder="设备代码、注册代码、登记证、出厂编号、识别码",
    quick=True,
)

MAIN_COLUMNS = [
    Col("appno", "申报单号", A.appno, 140, "code", fixed="left", link="/businessPro/applyInfo?id={id}"),
    Col("backReason", "退回原因", A.backReason, 120, shown=False),
    Col("unitname", "受检单位", A.unitname, 230),
    Col("equclacode", "设备类别", A.equclacode, 140, "dict", dict="C602"),
    Col("seisort", "检验类别", A.seisort, 90, "dict", dict="C603"),
    Col("testsort", "检验类型", A.testsort, 120, "dict", dict="C604", shown=False),
    Col("equcount", "台数", A.equcount, 60, "number"),
    Col("appway", "申报方式", A.appway, 90, "way", words=WAYS),
    Col("ninspdate", "下次检验日期", A.ninspdate, 110, "date"),
    Col("status", "状态", A.status, 100, "state", dict="C609", tones=TONES),
    Col("feepreview", "预计费用", A.feepreview, 100, "money", shown=False),
    Col("inscontactname", "联系人", A.inscontactname, 80, shown=False),
    Col("INSCONTACTTEL", "联系电话", A.INSCONTACTTEL, 120, "code", shown=False),
    Col("appdate", "申报日期", A.appdate, 100, "date", shown=False),
    Col("limit_at", "办理期限", A.limit_at, 140, "datetime", shown=False),
    Col("chargestate", "收费状态", A.chargestate, 90, "dict", dict="C643", shown=False),
    Col("isNinspdateOverdue", "", case((A.step.in_(ENDS), literal("0")), else_=overdue(A.ninspdate))),
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
    Search("appno", "申报单号", lambda v: A.appno.startswith(v.upper(), autoescape=True), quick=True),
    fragment("unitname", "受检单位", A.unittext, placeholder="名称或拼音首字母", quick=True),
    CODES,
    found_by("keyword", "综合查询", anything, placeholder="单号、流水号、单位、拼音首字母或设备号码"),
    Search("seisn", "业务流水号", lambda v: has_seisn(v).find),
    same("seisort", "检验类别", A.seisort, widget="select", dict="C603"),
    same("status", "状态", A.status, widget="select", dict="C609"),
    same("appway", "申报方式", A.appway, widget="select", dict="C607"),
    dates("appdate", "申报日期", A.appdate),
    dates("ninspdate", "下次检验日期", A.ninspdate),
    Search("overdue", "只看超期", lambda v: (A.ninspdate < clock.today()) & A.step.not_in(ENDS), widget="checkbox"),
    Search("returned", "只看退回", lambda v: A.backReason != "", widget="checkbox"),
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
        scope_pieces=A.scope_pieces,
        url="/api/businesspro/appmain/findList",
        sort="-appno",
        late="isNinspdateOverdue",
        columns=MAIN_COLUMNS,
        search=MAIN_SEARCH,
        actions=[
            Action("add", "新增", p.APPLY_SAVE, kind="route", route="/businessPro/newapply", shortcut="Alt+N"),
            Action("charge", "收费", p.APPLY_CHARGE, needs="many", empty="请选择", shortcut="Alt+C"),
            Action("void", "作废", p.APPLY_VOID, needs="many", empty="请选择作废数据"),
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
            Action("printApply", "打印申报单", p.APPLY_PRINT, "batch", "print", "many", print="SBDDY"),
            Action("printReceipt", "打印申报回执单", p.APPLY_PRINT, "batch", "print", "many", print="SBHZD"),
            Action(
                "edit",
                "编辑",
                p.APPLY_SAVE,
                "row",
                "route",
                "one",
                route="/businessPro/apply2?id={id}&taskId={taskId}",
            ),
            Action("printApplyRow", "申报单", p.APPLY_PRINT, "row", "print", "one", print="SBDDY"),
            Action("printReceiptRow", "申报回执单", p.APPLY_PRINT, "row", "print", "one", print="SBHZD"),
            Action("flowLog", "流转日志", p.APPLY_QUERY, "row", needs="one"),
            Action("sms", "发送短信", p.APPLY_SMS, "more", needs="one"),
            Action("assess", "客户评价", p.ASSESS, "more", needs="one"),
            Action("refer", "转办", p.APPLY_REFER, "more", needs="one"),
        ],
    )
)

# -- one list a step ----------------------------------------------------------------------------------------------

BUSS_COLUMNS = [
    Col("seisn", "业务流水号", B.seisn, 120, "code", fixed="left"),
    Col("reportno", "报告编号", B.reportno, 130, "code"),
    Col("unitname", "受检单位", B.unitname, 220),
    Col("equname", "设备名称", B.equname, 130),
    Col("equcode", "设备代码", B.equcode, 150, "code"),
    Col("useplace", "使用地点", B.useplace, 180),
    Col("equclacode", "设备类别", B.equclacode, 130, "dict", dict="C602", shown=False),
    Col("testsort", "检验类型", B.testsort, 120, "dict", dict="C604"),
    Col("scinspectorname", "主检", B.scinspectorname, 70),
    Col("inspectornames", "检验人员", B.inspectornames, 130, shown=False),
    Col("plandate", "检验日期", B.plandate, 100, "date"),
    Col("duedate", "下次检验日期", B.duedate, 110, "date"),
    Col("limit_at", "办理期限", B.limit_at, 140, "datetime"),
    Col("status", "状态", B.status, 100, "state", dict="C609", tones=TONES),
    Col("conclusion", "检验结论", B.conclusion, 110, "dict", dict="C605", shown=False),
    Col("chargestate", "收费状态", B.chargestate, 90, "dict", dict="C643", shown=False),
    Col("areacode", "区划", B.areacode, 90, "dict", dict="AREA", shown=False),
    Col("acceptdate", "受理日期", B.acceptdate, 100, "date", shown=False),
    Col("appno", "申报单号", B.appno, 140, "code", shown=False),
    Col("printcount", "打印份数", B.printcount, 80, "number", shown=False),
    Col("archiveno", "档案号", B.archiveno, 120, "code", shown=False),
    Col("arrearsby", "欠费批准人", B.arrearsby, 90, shown=False),
    Col("taskvoided", "任务作废原因", B.taskvoided, 120, shown=False),
    Col("backReason", "退回原因", B.backReason, 120, shown=False),
    Col("backDescription", "", B.backDescription),
    Col("backDutyTask", "", B.backDutyTask, words=STEP_NAMES),
    Col("backUser", "", B.backUser),
    Col("backTime", "", B.backTime),
    Col("late", "", case((and_(B.limit_at < func.now(), B.step.not_in(ENDS)), literal("1")), else_=literal("0"))),
    Col("isNinspdateOverdue", "", case((B.step.in_(ENDS), literal("0")), else_=overdue(B.duedate))),
    Col("step", "", B.step, words=STEP_NAMES),
    Col("equclass", "", B.equclass),
    Col("equdatasysid", "", B.equdatasysid),
    Col("id", "", B.id),
    Col("taskId", "", B.id),
    Col("version", "", B.version),
]


def buss_codes(v: str) -> Way:
    return search.through(B.equdatasysid, Equipment.id, v, Equipment.searchtext)


def buss_unit(v: str) -> Way:
    return search.through(B.unitsysid, Unit.id, v, Unit.searchtext)


BUSS_SEARCH = [
    prefix("equclacode", "设备类别", B.equclacode, widget="category", dict="C602", quick=True),
    found_by(
        "number",
        "单号",
        lambda v: [
            search.starts(v, B.seisn),
            search.starts(v, B.appno),
            search.starts(v, B.reportno, B.reportno != ""),
        ],
        placeholder="流水号、申报单号、报告编号",
        quick=True,
    ),
    found_by("unitname", "受检单位", lambda v: [buss_unit(v)], placeholder="名称或拼音首字母", quick=True),
    found_by("codes", "设备五码", lambda v: [buss_codes(v)], placeholder="设备代码、登记证、出厂编号", quick=True),
    like("scinspectorname", "主检", B.scinspectorname),
    same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
    Search("areacode", "区划", lambda v: B.areacode.startswith(covered_prefix(v), autoescape=True), widget="area"),
    dates("plandate", "检验日期", B.plandate),
    dates("limit_at", "办理期限", B.limit_at, moment=True),
    dates("duedate", "下次检验日期", B.duedate),
    Search("late", "只看超期办理", lambda v: B.limit_at < func.now(), widget="checkbox"),
    Search("returned", "只看退回", lambda v: B.backReason != "", widget="checkbox"),
]


def main_todo(code: str) -> Callable[[User], Any]:
    return lambda me: and_(A.visible(me), DECLARATION.mine(me, [code]))


def buss_todo(code: str) -> Callable[[User], Any]:
    return lambda me: and_(B.visible(me), BUSINESS.mine(me, [code]))


FLOW = Action("flowLog", "流转日志", p.QUERY, "row", needs="one")


def handle(permission: str, route: str, label: str = "办理") -> Action:
    return Action("handle", label, permission, "row", "route", "one", route=route)


def back(permission: str) -> Action:
    return Action("sendBack", "退回", permission, "batch", needs="many")


def main_step(code: str, permission: str, actions: list[Action]) -> ListView:
    return add_list(
        apply_list.variant(
            no=f"jy_step_{code}",
            title=STEP_NAMES[code],
            permission=permission,
            visible=main_todo(code),
            url="/api/appmain/appMainSheetList",
            params={"stepcode": code},
            sort="limit_at",
            actions=[*actions, Action("flowLog", "流转日志", permission, "row", needs="one")],
        )
    )


def buss_step(code: str, permission: str, actions: list[Action], **more: Any) -> ListView:
    family = "appmain/appMainSheetList" if code in ("RWAP", "RWQR") else "appbuss/appBussSheetList"
    route = actions[0].route if actions and actions[0].kind == "route" else ""
    columns = [
        c if c.name != "seisn" else Col("seisn", c.label, c.expr, c.width, c.type, fixed="left", link=route)
        for c in BUSS_COLUMNS
    ]
    return add_list(
        ListView(
            no=f"jy_step_{code}",
            title=STEP_NAMES[code],
            permission=permission,
            export_permission=EXPORT,
            source=select(B),
            key=B.id,
            visible=buss_todo(code),
            url=f"/api/{family}",
            params={"stepcode": code},
            sort="limit_at",
            late="late",
            columns=columns,
            search=BUSS_SEARCH,
            actions=[*actions, Action("flowLog", "流转日志", permission, "row", needs="one")],
            **more,
        )
    )


STEP_LISTS: dict[str, ListView] = {
    "YWSB": apply_list.variant(no="jy_step_YWSB", visible=main_todo("YWSB"), params={"stepcode": "YWSB"}),
    "SCFP": main_step(
        "SCFP",
        p.REVIEW,
        [
            Action("assign", "审查分配", p.REVIEW, kind="form", needs="many", form="jy_form_assign"),
            handle(p.REVIEW, "/businessPro/applyInfo?id={id}", "查看"),
            Action("assignRow", "分配", p.REVIEW, "row", "form", "one", form="jy_form_assign"),
            Action("mainBack", "退回", p.REVIEW, "batch", needs="many"),
        ],
    ),
    "CLFS": main_step(
        "CLFS",
        p.MATERIAL,
        [
            handle(p.MATERIAL, "/businessPro/applyInfo?id={id}", "查看"),
            Action("material", "审查", p.MATERIAL, "row", "form", "one", form="jy_form_material"),
        ],
    ),
    "YWSL": main_step(
        "YWSL",
        p.ACCEPT,
        [
            handle(p.ACCEPT, "/businessPro/businessInfo?id={id}", "受理"),
            Action(
                "batchAccept",
                "批量受理",
                p.ACCEPT,
                kind="call",
                needs="many",
                url="/api/appmain/batchSubmitAppMainAccept",
                confirm="确定受理所选申报单吗？",
            ),
            Action("mainBack", "退回", p.ACCEPT, "batch", needs="many"),
        ],
    ),
    "RWAP": buss_step(
        "RWAP",
        p.ARRANGE,
        [
            handle(p.ARRANGE, "/businessPro/taskArrange/form?ids={id}", "安排"),
            Action("arrangeMany", "批量安排", p.ARRANGE, needs="many"),
            Action("voidTask", "任务作废", p.ARRANGE_VOID, "batch", needs="many", empty="请选择作废数据"),
            back(p.ARRANGE),
            Action("endAsk", "检验结束", p.END, "more", needs="one"),
        ],
    ),
    "RWQR": buss_step(
        "RWQR",
        p.CONFIRM,
        [
            handle(p.CONFIRM, "/businessPro/taskConfirm/form?id={id}", "确认"),
            Action("printTask", "任务单", p.CONFIRM, "row", "print", "one", print="RWD"),
            back(p.CONFIRM),
            Action("endAsk", "检验结束", p.END, "more", needs="one"),
        ],
    ),
    "BGSC": buss_step(
        "BGSC",
        p.BUILD,
        [
            handle(p.BUILD, "/businessPro/reportBuildInfo?id={id}", "生成"),
            Action(
                "batchBuild",
                "批量生成",
                p.BUILD,
                kind="call",
                needs="many",
                url="/api/appbuss/buildReport",
                confirm="确定为所选业务生成报告吗？",
            ),
            back(p.BUILD),
            Action("endAsk", "检验结束", p.END, "more", needs="one"),
        ],
    ),
    "BGLR": buss_step(
        "BGLR",
        p.ENTER,
        [
            handle(p.ENTER, "/businessPro/reportEnterInfo?id={id}", "录入"),
            Action("printRecord", "原始记录", p.ENTER, "row", "print", "one", print="YSJL"),
            Action("sendBackRow", "退回", p.ENTER, "more", needs="one"),
            Action("endAsk", "检验结束", p.END, "more", needs="one"),
        ],
    ),
    "BGQR": buss_step(
        "BGQR",
        p.VERIFY,
        [
            handle(p.VERIFY, "/businessPro/reportConfirmInfo?id={id}", "确认"),
            Action(
                "batchVerify",
                "批量确认",
                p.VERIFY,
                kind="call",
                needs="many",
                url="/api/appbuss/verifyReport",
                confirm="确定确认所选报告吗？",
            ),
            back(p.VERIFY),
        ],
    ),
    "BGSH_FX": buss_step("BGSH_FX", p.AUDIT_FX, [handle(p.AUDIT_FX, "/businessPro/reportAudit/form?id={id}", "审核")]),
    "BGSH": buss_step("BGSH", p.AUDIT, [handle(p.AUDIT, "/businessPro/reportAudit/form?id={id}", "审核")]),
    "BGSP": buss_step("BGSP", p.APPROVE, [handle(p.APPROVE, "/businessPro/ApprovalInfo?id={id}", "批准")]),
    "finish_inspect": buss_step(
        "finish_inspect",
        p.END_AGREE,
        [
            Action("endDeal", "办理", p.END_AGREE, "row", needs="one"),
        ],
    ),
    "BGDY": buss_step(
        "BGDY",
        p.PRINT,
        [
            Action("printReport", "打印报告", p.PRINT, "row", needs="one"),
            Action("printMany", "批量打印", p.PRINT, needs="many"),
        ],
    ),
    "BGGD": buss_step(
        "BGGD",
        p.ARCHIVE,
        [
            handle(p.ARCHIVE, "/businessPro/gddjInfo?id={id}", "归档"),
            Action("archiveMany", "批量归档", p.ARCHIVE, kind="form", needs="many", form="jy_form_archive"),
        ],
    ),
    "BGFF": buss_step(
        "BGFF",
        p.RELEASE,
        [
            handle(p.RELEASE, "/businessPro/ffdjInfo?id={id}", "发放"),
            Action("releaseMany", "批量发放", p.RELEASE, kind="form", needs="many", form="jy_form_release"),
            Action("arrears", "欠费发放", p.ARREARS, needs="many", kind="form", form="jy_form_arrears"),
        ],
    ),
}
add_list(STEP_LISTS["YWSB"])

BASE = STEP_LISTS["BGSH"]

ended_list = add_list(
    BASE.variant(
        no="jy_buss_end_all",
        title="已办结业务",
        permission=p.QUERY,
        visible=lambda me: and_(B.visible(me), B.step.in_(ENDS)),
        url="/api/appbuss/appBussSheetEndAllList",
        params={},
        sort="-seisn",
        actions=[
            Action("report", "报告", p.QUERY, "row", needs="one", when={"step": ["DONE"]}),
            FLOW,
        ],
    )
)

all_list = add_list(
    BASE.variant(
        no="jy_buss_all",
        title="检验业务查询",
        permission=p.QUERY,
        visible=B.visible,
        url="/api/appbuss/findList",
        params={},
        sort="-seisn",
        actions=[
            Action("view", "查看", p.QUERY, "row", "route", "one", route="/businessPro/applyInfo?seisn={seisn}"),
            FLOW,
        ],
        search=[*BUSS_SEARCH, same("status", "状态", B.status, widget="select", dict="C609")],
    )
)

withdraw_list = add_list(
    BASE.variant(
        no="jy_self_rollback",
        title="自主撤回",
        permission=p.WITHDRAW,
        visible=lambda me: and_(
            B.visible(me),
            B.last_by == me.id,
            B.opened_by == "",
            B.step.in_(("RWQR", "BGSC", "BGLR", "BGQR", "BGSH_FX", "BGSH", "BGSP")),
        ),
        url="/api/appbuss/autoWithdrawList",
        params={},
        sort="limit_at",
        actions=[Action("withdraw", "撤回", p.WITHDRAW, "row", needs="one"), FLOW],
    )
)
