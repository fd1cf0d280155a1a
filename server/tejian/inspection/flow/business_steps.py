"""The steps of a business item: who handles each, on which list and on which page."""

from typing import Any

from sqlalchemy import and_, not_, or_

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Step, Who, anybody, nobody

from .declaration import LIST as TASKS

# -- who handles a step -------------------------------------------------------------------------------------------


def the_main_inspector(me: User) -> Any:
    """主检"""
    return AppBuss.scinspector == me.id


def an_inspector_of_the_task(me: User) -> Any:
    """任务的检验人员"""
    return or_(AppBuss.scinspector == me.id, AppBuss.inspectors.contains([me.id]))


def not_who_wrote_it(me: User) -> Any:
    """主检、编制人以外有此权限的人"""
    return and_(AppBuss.enteredby != me.id, AppBuss.scinspector != me.id)  # the second inspector may check the record


def not_who_inspected(me: User) -> Any:
    """检验人员、编制人以外有此权限的人"""
    return and_(AppBuss.enteredby != me.id, not_(an_inspector_of_the_task(me)))


def not_who_inspected_or_audited(me: User) -> Any:
    """检验人员、编制人、审核人以外有此权限的人"""
    return and_(not_who_inspected(me), AppBuss.auditedby != me.id)


# -- the steps ----------------------------------------------------------------------------------------------------

REPORTS = "/api/appbuss/appBussSheetList"
REFUSALS: dict[Who, str] = {
    not_who_wrote_it: "报告由您编制或由您主检，不能由您确认",
    not_who_inspected: "报告由您编制或由您检验，不能由您审核",
    not_who_inspected_or_audited: "报告的检验、编制、审核、批准不能是同一人",
}


def waits(code: str, name: str, who: Who, state: str, route: str, page: str = "", verb: str = "", **more: Any) -> Step:
    """A step at which items wait for somebody; those for their inspectors alone name them."""
    more = {"list": REPORTS, "named": who in (the_main_inspector, an_inspector_of_the_task), **more}
    if who in REFUSALS:
        more["refusal"] = REFUSALS[who]
    page = page and f"/businessPro/{page}"
    return Step(code, name, who, state=state, route=f"/businessPro/{route}", page=page, verb=verb, **more)


def paper(permission: str, code: str, label: str) -> Action:
    return Action(f"print{code}", label, permission, place="row", kind="print", needs="one", print=code)


ARRANGING = "taskArrange/form?ids={id}"
AUDITING = "reportAudit/form?id={id}"
TASK_SHEET = paper(p.CONFIRM, "RWD", "任务单")
RECORD = paper(p.ENTER, "YSJL", "原始记录")
NOTICE = Action(
    "makeNotice", "开意见通知书", p.NOTICE, place="more", kind="move", needs="one", form="opinion_make_form"
)
HAZARD = Action(
    "makeHazard", "隐患登记", p.HAZARD_REGISTER, place="more", kind="move", needs="one", form="hazard_make_form"
)
REPLAN = Action(
    *("askReplan", "申请改期换人", p.CONFIRM), place="more", kind="move", needs="one", form="task_request_form"
)
RESULT = ("conclusion",)
STEPS = [
    Step(at.ACCEPT, "业务受理", nobody, state="10"),
    waits(at.ARRANGE, "任务安排", anybody, "30", "taskArrange", ARRANGING, "安排", list=TASKS),
    waits(
        *(at.CONFIRM, "任务确认", the_main_inspector, "31", "taskConfirm", "taskConfirm/form?id={id}", "确认"),
        list=TASKS,
        also=[TASK_SHEET, REPLAN],
    ),
    waits(
        *(at.BUILD, "报告生成", the_main_inspector, "40", "reportBuild", "reportBuildInfo?id={id}", "生成"),
        also=[REPLAN],
    ),
    waits(
        *(at.ENTER, "报告录入", an_inspector_of_the_task, "40", "reportEnter", "reportEnterInfo?id={id}", "录入"),
        also=[RECORD, NOTICE],
    ),
    waits(at.END, "检验结束", anybody, "40", "inspectEnd"),
    waits(
        *(at.VERIFY, "报告确认", not_who_wrote_it, "41", "reportConfirm", "reportConfirmInfo?id={id}", "确认"),
        shows=RESULT,
    ),
    waits(
        *(at.AUDIT_FX, "分项审核", not_who_inspected, "50", f"reportAudit?stepcode={at.AUDIT_FX}", AUDITING, "审核"),
        shows=RESULT,
        optional=True,
    ),
    waits(at.AUDIT, "报告审核", not_who_inspected, "50", "reportAudit", AUDITING, "审核", shows=RESULT),
    waits(
        *(at.APPROVE, "报告批准", not_who_inspected_or_audited, "51", "reportApproval", "ApprovalInfo?id={id}", "批准"),
        shows=RESULT,
    ),
    waits(at.PRINT, "报告打印", anybody, "60", "reportRelevant/reportPrint", optional=True),
    waits(
        *(at.ARCHIVE, "报告归档", anybody, "61", "reportRelevant/reportArchive", "gddjInfo?id={id}", "归档"),
        also=[HAZARD],
    ),
    waits(
        *(at.RELEASE, "报告发放", anybody, "62", "reportRelevant/reportRelease", "ffdjInfo?id={id}", "发放"),
        shows=("chargestate", "arrearsby"),
    ),
    Step(at.DONE, "已办结", nobody, state="70", tone="ok"),
    Step(at.ENDED, "终止检验", nobody, state="90", tone="ok"),
    Step(at.VOID, "已作废", nobody, state="80", tone="ok"),
]
NAMES = {s.code: s.name for s in STEPS}
