"""申报: a declaration from the counter to its acceptance, on one page.

Sources: specification 001 §4.1 (step codes), workflow practice (actors, checks).
"""

from typing import Any

from sqlalchemy.sql.functions import concat

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppMain
from tejian.kit.ground.actions import Action, Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, Who, add_process, anybody, nobody, nothing

from . import declaring_effects as e
from . import declaring_guards as g
from . import forms
from . import materials as m
from .charged import cancel_charges
from .effects import because, clear_return, note_hand, note_return
from .guards import not_opened
from .noticed import notice_stands
from .steps import first_used, handlers_of, limit_of
from .supervising import begin_supervision

LIST = "/api/appmain/appMainSheetList"


def the_reviewer(me: User) -> Any:
    """指定的资料审查人；没有指定时有此权限的人"""
    return AppMain.reviewer.in_((me.id, ""))


def after_submission(d: Doing) -> str:
    return first_used(d.db, d.subject, at.ASSIGN, at.MATERIAL, at.ACCEPT)


def after_assignment(d: Doing) -> str:
    return first_used(d.db, d.subject, at.MATERIAL, at.ACCEPT)


def waits(
    code: str, name: str, who: Who, state: str, route: str, page: str = "", verb: str = "", tone: str = "", **more: Any
) -> Step:
    """A step at which declarations wait for somebody."""
    page = page and f"/businessPro/{page}"
    return Step(
        code, name, who, state=state, tone=tone, route=f"/businessPro/{route}", list=LIST, page=page, verb=verb, **more
    )


def look(permission: str) -> Action:
    """The declaration, to read."""
    return Action(
        "view", "查看", permission, place="row", kind="route", needs="one", route="/businessPro/applyInfo?id={id}"
    )


def main_back(name: str, frm: str, may: str) -> Move:
    """A return of declarations to the counter."""
    return Move(
        name,
        "退回申报",
        [frm],
        at.DECLARE,
        may,
        needs_reason=True,
        effects=[note_return, m.name_missing, e.no_due_day, e.tell_returned, e.tell_asker],
        call="/api/appmain/sendBack",
        form=forms.back(f"jy_form_{name}", {at.DECLARE: "业务申报"}),
        buttons=[Button("batch", "退回")],
        verb="退回",
        otherwise="{number}当前环节不能退回",
    )


def material(name: str, label: str, to: str, result: str, **more: Any) -> Move:
    """One of the results of the review of materials."""
    return Move(
        name,
        label,
        [at.MATERIAL],
        to,
        p.MATERIAL,
        call="/api/appmain/materialReviewDeal",
        other_calls=["/api/appbuss/submitAssHandle"],  # the only assessment of a declaration (ADR 32)
        form=forms.MATERIAL,
        when={"result": [result]},
        before=[m.note_materials],
        buttons=[Button("row", "审查")],
        **more,
    )


DECLARATION = add_process(
    Process(
        name="declaration",
        title="申报",
        model=AppMain,
        start=at.DECLARE,
        ends=[at.DONE, at.VOID, at.REFUSED, at.ENDED, at.RUN],
        numbers=lambda s: (s.appno, s.appno),
        about=lambda m: (m.unitname, concat(m.equcount, " 台")),
        limit=limit_of,
        handlers=handlers_of,
        always=[note_hand],
        keys={"appno": AppMain.appno},
        steps=[
            waits(
                at.DECLARE, "业务申报", anybody, at.SAVED, "applyList", "apply2?id={id}&taskId={taskId}", "编辑", "ca"
            ),
            waits(at.ASSIGN, "审查分配", anybody, "11", "appReview", also=[look(p.REVIEW)], optional=True),
            waits(at.MATERIAL, "资料审查", the_reviewer, "12", "dataReview", also=[look(p.MATERIAL)], optional=True),
            waits(at.ACCEPT, "业务受理", anybody, "10", "businessAcceptance", "businessInfo?id={id}", "受理"),
            Step(at.RUN, "检验中", nobody),
            Step(at.DONE, "已办结", nobody, state="70", tone="ok", follows=True),
            Step(at.ENDED, "终止检验", nobody, state="90", tone="ok", follows=True),
            Step(at.VOID, "已作废", nobody, state="80", tone="ok"),
            Step(at.REFUSED, "不予受理", nobody, state="82", tone="ok"),
        ],
        moves=[
            Move(
                "submit",
                "提交申报",
                [at.DECLARE],
                after_submission,
                p.APPLY_SAVE,
                choices=[at.ASSIGN, at.MATERIAL, at.ACCEPT],
                guards=[
                    g.has_equipment,
                    g.has_contact,
                    g.combination_allowed,
                    g.again_of_failed,
                    notice_stands,
                    g.devices_declarable,
                    g.early_has_reason,
                    g.no_open_business,
                ],
                effects=[clear_return, e.note_submitted, e.tell_submitted],
                within="/api/appmain/submitAppMain",
            ),
            Move(
                "assign",
                "审查分配",
                [at.ASSIGN],
                after_assignment,
                p.REVIEW,
                choices=[at.MATERIAL, at.ACCEPT],
                effects=[e.assign_review],
                call="/api/appmain/reviewAssign",
                form=forms.ASSIGN,
                buttons=[Button("toolbar"), Button("row", "分配")],
            ),
            main_back("assign_back", at.ASSIGN, p.REVIEW),
            material("material_pass", "资料符合", at.ACCEPT, "pass", guards=[m.materials_there]),
            material(
                "material_supplement",
                "要求补正",
                at.DECLARE,
                "supplement",
                needs_reason=True,
                batch=False,
                guards=[g.supplement_ahead],
                effects=[note_return, because("资料不齐"), m.name_missing, e.note_due_day, e.ask_supplement],
            ),
            material(
                "material_refuse",
                "不予受理",
                at.REFUSED,
                "refuse",
                needs_reason=True,
                batch=False,
                effects=[note_return, because("不予受理"), e.tell_refused],
            ),
            Move(
                "accept",
                "受理",
                [at.ACCEPT],
                at.RUN,
                p.ACCEPT,
                before=[e.write_acceptance],
                guards=[
                    g.of_one_class,
                    g.has_equipment,
                    g.has_contact,
                    g.combination_allowed,
                    g.again_of_failed,
                    notice_stands,
                    g.devices_declarable,
                    g.early_has_reason,
                ],
                effects=[clear_return, e.make_items, begin_supervision, e.tell_accepted],
                call="/api/appmain/submitAppMainAccept",
                batch_call="/api/appmain/batchSubmitAppMainAccept",
                form=forms.AcceptForm,
                buttons=[Button("toolbar", "批量受理", "确定受理所选申报单吗？")],
                done="已受理",
                answer=e.numbers_of,
            ),
            main_back("accept_back", at.ACCEPT, p.ACCEPT),
            Move(
                "refer",
                "转办",
                at.DECLARING,
                STAY,
                p.APPLY_REFER,
                anyone=True,
                needs_reason=True,
                batch=False,
                effects=[e.refer],
                call="/api/appmain/refer",
                form=forms.REFER,
                otherwise="{number}已受理，不能转办",
            ),
            Move(
                "withdraw",
                "自主撤回",
                at.WAITING,
                at.DECLARE,
                p.WITHDRAW,
                anyone=True,
                guards=[not_opened],
                call="/api/appmain/autoWithdraw",
                answer=nothing,
            ),
            Move(
                "void",
                "作废",
                [*at.DECLARING, at.RUN],
                at.VOID,
                p.APPLY_VOID,
                anyone=True,
                needs_reason=True,
                guards=[g.nothing_approved, g.not_charged],
                effects=[e.void_items, cancel_charges, e.tell_asker],
                call="/api/appmain/voidSbdj",
                form=forms.void("jy_form_void"),
                empty="请选择作废数据",
            ),
        ],
    )
)
