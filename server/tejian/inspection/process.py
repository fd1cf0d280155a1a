"""申报 → 受理 → 任务 → 报告 → 发放: the two processes of the inspection business, each on one page.

Sources: specification 001 §4.1 (step codes), workflow practice (actors, checks, return matrix).
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import false, or_, select, true

from tejian.kit.errors import BadInput
from tejian.kit.process import Doing, FlowLog, Move, Process, Step, add_process, since_made
from tejian.kit.user import User

from . import effects as e
from . import guards as g
from . import permissions as p
from .models import AppBuss, AppMain
from .steps import STEP_NAMES, first_used, limit_of

# -- who handles a step -------------------------------------------------------------------------------------------


def anyone_of_the_office(_me: User) -> Any:
    return true()


def nobody(_me: User) -> Any:
    return false()


def the_reviewer(me: User) -> Any:
    return AppMain.reviewer.in_((me.id, ""))


def the_main_inspector(me: User) -> Any:
    return AppBuss.scinspector == me.id


def an_inspector_of_the_task(me: User) -> Any:
    return or_(AppBuss.scinspector == me.id, AppBuss.inspectors.contains([me.id]))


def not_who_wrote_it(me: User) -> Any:
    return AppBuss.enteredby != me.id


def not_who_wrote_or_audited_it(me: User) -> Any:
    return (AppBuss.enteredby != me.id) & (AppBuss.auditedby != me.id)


def step(code: str, who: Callable[[User], Any]) -> Step:
    return Step(code, STEP_NAMES[code], who, named=who in (the_main_inspector, an_inspector_of_the_task))


# -- where a move leads -------------------------------------------------------------------------------------------


def after_submission(d: Doing) -> str:
    return first_used(d.db, d.subject, "SCFP", "CLFS", "YWSL")


def after_assignment(d: Doing) -> str:
    return first_used(d.db, d.subject, "CLFS", "YWSL")


def after_verification(d: Doing) -> str:
    return first_used(d.db, d.subject, "BGSH_FX", "BGSH")


def after_approval(d: Doing) -> str:
    return first_used(d.db, d.subject, "BGDY", "BGGD")


def the_chosen(choices: list[str]) -> Callable[[Doing], str]:
    """The step that the person picked among those the matrix allows."""

    def pick(d: Doing) -> str:
        wanted = str(d.form.get("toStep") or choices[0])
        if wanted not in choices:
            raise BadInput("不能退回到该环节")
        return wanted

    return pick


WITHDRAWABLE = ["RWQR", "BGSC", "BGLR", "BGQR", "BGSH_FX", "BGSH", "BGSP"]


def one_step_back(d: Doing) -> str:
    """The step that the last forward move came from: what a withdrawal undoes."""
    last = select(FlowLog.from_step).where(FlowLog.subject_id == d.subject.id, FlowLog.to_step == d.subject.step)
    found = d.db.scalars(last.where(since_made(d.subject)).order_by(FlowLog.id.desc()).limit(1)).first()
    return found if found in ("RWAP", *WITHDRAWABLE) else d.subject.step


def where_it_stood(d: Doing) -> str:
    """The step from which the end of inspection was asked for."""
    return d.subject.backDutyTask or "BGLR"


def keep_where_it_stood(d: Doing) -> None:
    """记下申请结束前的环节"""
    d.subject.backDutyTask = d.before


DECLARATION = add_process(
    Process(
        name="declaration",
        title="申报",
        model=AppMain,
        start="YWSB",
        ends=["DONE", "VOID", "REFUSED", "ENDED", "RUN"],
        numbers=lambda s: (s.appno, s.appno),
        limit=limit_of,
        steps=[
            step("YWSB", anyone_of_the_office),
            step("SCFP", anyone_of_the_office),
            step("CLFS", the_reviewer),
            step("YWSL", anyone_of_the_office),
            step("RUN", nobody),
            step("VOID", nobody),
            step("REFUSED", nobody),
        ],
        moves=[
            Move(
                "submit",
                "提交申报",
                ["YWSB"],
                after_submission,
                p.APPLY_SAVE,
                choices=["SCFP", "CLFS", "YWSL"],
                guards=[
                    g.has_equipment,
                    g.has_contact,
                    g.combination_allowed,
                    g.devices_declarable,
                    g.no_open_business,
                ],
                effects=[e.mark_state, e.clear_return, e.note_submitted, e.tell_submitted],
            ),
            Move(
                "assign",
                "审查分配",
                ["SCFP"],
                after_assignment,
                p.REVIEW,
                choices=["CLFS", "YWSL"],
                effects=[e.assign_review, e.mark_state],
            ),
            Move(
                "assign_back",
                "退回申报",
                ["SCFP"],
                "YWSB",
                p.REVIEW,
                needs_reason=True,
                effects=[e.note_return, e.mark_state, e.came_from("SCFP"), e.ask_supplement],
            ),
            Move("material_pass", "资料符合", ["CLFS"], "YWSL", p.MATERIAL, effects=[e.note_materials, e.mark_state]),
            Move(
                "material_supplement",
                "要求补正",
                ["CLFS"],
                "YWSB",
                p.MATERIAL,
                needs_reason=True,
                batch=False,
                effects=[e.note_materials, e.note_return, e.mark_state, e.came_from("CLFS"), e.ask_supplement],
            ),
            Move(
                "material_refuse",
                "不予受理",
                ["CLFS"],
                "REFUSED",
                p.MATERIAL,
                needs_reason=True,
                batch=False,
                effects=[e.note_materials, e.note_return, e.mark_state],
            ),
            Move(
                "accept",
                "受理",
                ["YWSL"],
                "RUN",
                p.ACCEPT,
                guards=[g.has_equipment, g.has_contact, g.combination_allowed, g.devices_declarable],
                effects=[e.mark_state, e.clear_return, e.make_items, e.tell_accepted],
            ),
            Move(
                "accept_back",
                "退回申报",
                ["YWSL"],
                "YWSB",
                p.ACCEPT,
                needs_reason=True,
                effects=[e.note_return, e.mark_state, e.came_from("YWSL"), e.park_items, e.ask_supplement],
            ),
            Move(
                "withdraw",
                "自主撤回",
                ["SCFP", "CLFS", "YWSL"],
                "YWSB",
                p.WITHDRAW,
                anyone=True,
                guards=[g.not_opened],
                effects=[e.mark_state],
            ),
            Move(
                "void",
                "作废",
                ["YWSB", "SCFP", "CLFS", "YWSL", "RUN"],
                "VOID",
                p.APPLY_VOID,
                anyone=True,
                needs_reason=True,
                guards=[g.nothing_approved, g.not_charged],
                effects=[e.mark_state, e.void_items],
            ),
        ],
    )
)


def returns(name: str, frm: str, may: str, choices: list[str], *extra: Any) -> Move:
    """A return of a business item from one step to one of the steps that the matrix allows."""
    return Move(
        name,
        "退回",
        [frm],
        the_chosen(choices),
        may,
        choices=choices,
        needs_reason=True,
        guards=[*extra],
        effects=[e.note_return, e.mark_state, e.came_from(frm), e.drop_record, e.tell_writer, e.settle_header],
    )


def forward(name: str, label: str, frm: str, to: Any, may: str, **more: Any) -> Move:
    """A move to the next step: its own effects stand between the common ones."""
    own = more.pop("effects", [])
    kept = [e.mark_state, e.clear_return, *own, e.settle_header]
    return Move(name, label, [frm], to, may, effects=kept, **more)


BUSINESS = add_process(
    Process(
        name="business",
        title="检验业务",
        model=AppBuss,
        start="RWAP",
        ends=["DONE", "ENDED", "VOID", "YWSL"],
        numbers=lambda s: (s.seisn, s.appno),
        limit=limit_of,
        steps=[
            step("YWSL", nobody),
            step("RWAP", anyone_of_the_office),
            step("RWQR", the_main_inspector),
            step("BGSC", the_main_inspector),
            step("BGLR", an_inspector_of_the_task),
            step("BGQR", not_who_wrote_it),
            step("BGSH_FX", not_who_wrote_it),
            step("BGSH", not_who_wrote_it),
            step("BGSP", not_who_wrote_or_audited_it),
            step("finish_inspect", anyone_of_the_office),
            step("BGDY", anyone_of_the_office),
            step("BGGD", anyone_of_the_office),
            step("BGFF", anyone_of_the_office),
            step("DONE", nobody),
            step("ENDED", nobody),
            step("VOID", nobody),
        ],
        moves=[
            forward(
                "arrange",
                "任务安排",
                "RWAP",
                "RWQR",
                p.ARRANGE,
                guards=[g.two_inspectors, g.working_day, g.qualified_inspectors, g.instruments_valid],
                effects=[e.write_arrangement, e.take_task_number, e.tell_inspectors],
            ),
            returns("arrange_back", "RWAP", p.ARRANGE, ["YWSL"]),
            Move(
                "void_task",
                "任务作废",
                ["RWAP", "RWQR"],
                "YWSL",
                p.ARRANGE_VOID,
                anyone=True,
                needs_reason=True,
                effects=[e.mark_state, e.note_return, e.note_task_void, e.settle_header],
            ),
            forward(
                "confirm",
                "任务确认",
                "RWQR",
                "BGSC",
                p.CONFIRM,
                guards=[g.two_inspectors, g.qualified_inspectors, g.instruments_valid, g.briefed],
                effects=[e.write_confirmation],
            ),
            returns("confirm_back", "RWQR", p.CONFIRM, ["RWAP"]),
            forward("build", "报告生成", "BGSC", "BGLR", p.BUILD, effects=[e.build_record]),
            returns("build_back", "BGSC", p.BUILD, ["RWQR", "RWAP"]),
            forward(
                "enter",
                "提交报告",
                "BGLR",
                "BGQR",
                p.ENTER,
                batch=False,
                guards=[
                    g.dates_in_order,
                    g.record_complete,
                    g.record_instruments_valid,
                    g.people_still_qualified,
                    g.signed_by_two,
                ],
                effects=[e.write_entry],
            ),
            returns("enter_back", "BGLR", p.ENTER, ["BGSC"]),
            forward(
                "verify",
                "报告确认",
                "BGQR",
                after_verification,
                p.VERIFY,
                choices=["BGSH_FX", "BGSH"],
                guards=[g.not_the_writer],
                effects=[e.note_verified],
            ),
            returns("verify_back", "BGQR", p.VERIFY, ["BGLR"], g.error_category),
            forward(
                "audit_fx",
                "分项审核通过",
                "BGSH_FX",
                "BGSH",
                p.AUDIT_FX,
                batch=False,
                guards=[g.not_the_writer, g.findings_answered],
                effects=[e.note_fx_audited],
            ),
            returns("audit_fx_back", "BGSH_FX", p.AUDIT_FX, ["BGLR", "BGSC", "RWAP"], g.error_category),
            forward(
                "audit",
                "审核通过",
                "BGSH",
                "BGSP",
                p.AUDIT,
                batch=False,
                guards=[g.not_the_writer, g.reviewer_qualified, g.findings_answered],
                effects=[e.note_audited],
            ),
            returns("audit_back", "BGSH", p.AUDIT, ["BGLR", "BGSC", "RWAP"], g.error_category),
            forward(
                "approve",
                "批准",
                "BGSP",
                after_approval,
                p.APPROVE,
                choices=["BGDY", "BGGD"],
                batch=False,
                guards=[g.three_people, g.reviewer_qualified, g.findings_answered],
                effects=[e.note_approved, e.update_archive, e.issue_report],
            ),
            returns("approve_back", "BGSP", p.APPROVE, ["BGLR", "BGSH"], g.error_category),
            forward("print", "报告打印", "BGDY", "BGGD", p.PRINT, effects=[e.write_print]),
            forward(
                "archive", "报告归档", "BGGD", "BGFF", p.ARCHIVE, guards=[g.archive_known], effects=[e.write_archive]
            ),
            forward(
                "release",
                "报告发放",
                "BGFF",
                "DONE",
                p.RELEASE,
                guards=[g.paid_or_arrears, g.receiver_known],
                effects=[e.write_release, e.tell_released],
            ),
            Move(
                "end_ask",
                "申请检验结束",
                ["RWAP", "RWQR", "BGSC", "BGLR"],
                "finish_inspect",
                p.END,
                needs_reason=True,
                anyone=True,
                effects=[e.note_end, e.mark_state, keep_where_it_stood, e.settle_header],
            ),
            Move(
                "end_agree",
                "同意检验结束",
                ["finish_inspect"],
                "ENDED",
                p.END_AGREE,
                effects=[e.mark_state, e.settle_header],
            ),
            Move(
                "end_refuse",
                "不同意检验结束",
                ["finish_inspect"],
                where_it_stood,
                p.END_AGREE,
                choices=["RWAP", "RWQR", "BGSC", "BGLR"],
                needs_reason=True,
                effects=[e.mark_state, e.settle_header],
            ),
            Move(
                "withdraw",
                "自主撤回",
                WITHDRAWABLE,
                one_step_back,
                p.WITHDRAW,
                choices=["RWAP", *WITHDRAWABLE],
                anyone=True,
                guards=[g.not_opened],
                effects=[e.mark_state, e.drop_record, e.settle_header],
            ),
            Move("void", "作废", ["YWSL"], "VOID", p.APPLY_VOID, needs_reason=True, effects=[e.mark_state]),
        ],
    )
)
