"""A change of what protects, as a process: one administrator asks, another or the auditor agrees.

GB/T 22239-2019 8.1.4.2 d and 8.1.6: nobody changes alone what guards the platform, not even who keeps it.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import literal, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody, nothing
from tejian.kit.records.crud import held
from tejian.system import permissions as p
from tejian.system.accounts import api as accounts
from tejian.system.models.protection import DONE, PARAM, REFUSED, RESET, WAITING, WITHDRAWN, ProtectedChange
from tejian.system.models.settings import Param
from tejian.system.settings.api import refuse_value, set_protected, shown

BASE = "/api/system/protection"
EVENT = "受控变更"
C = ProtectedChange


def somebody_else(me: User) -> Any:
    """申请人以外有此权限的人"""
    return C.createby != me.id


def subject_of(d: Doing) -> Param:
    """The parameter that is changed, locked."""
    query = select(Param).where(Param.id == d.subject.target).with_for_update()
    return d.db.scalars(query.execution_options(populate_existing=True)).one()


# -- guards ---------------------------------------------------------------------------------------------------------


def still_as_asked(d: Doing) -> str | None:
    """现值未变"""
    same = d.subject.kind != PARAM or shown(subject_of(d)) == d.subject.old
    return None if same else "申请后现值已改变，请退回后重新申请"


def own_request(d: Doing) -> str | None:
    """申请人本人"""
    return None if d.subject.createby == d.me.id else "只有申请人可以撤回"


def about_somebody_else(d: Doing) -> str | None:
    """不是本人的账户"""
    own = d.subject.kind == RESET and d.subject.target == d.me.id
    return "不能同意对自己账户的重置" if own else None


# -- effects --------------------------------------------------------------------------------------------------------


def set_parameter(d: Doing) -> None:
    set_protected(d.db, subject_of(d), d.subject.value)


def confirm_reset(d: Doing) -> None:
    accounts.confirm_reset(d.db, d.subject.value, by_two=True)


TAKES_EFFECT: dict[str, Callable[[Doing], None]] = {PARAM: set_parameter, RESET: confirm_reset}


def take_effect(d: Doing) -> None:
    """按申请生效"""
    TAKES_EFFECT[d.subject.kind](d)


def note_decided(d: Doing) -> None:
    """记决定人、时间，写安全日志，抹去待生效的值"""
    s = d.subject
    s.decided_name, s.decided_at, s.value = d.me.name, clock.now(), ""
    security_event(d.db, EVENT, s.title, f"{PROTECTION.name_of(s.step)}：{s.old} → {s.new}（申请人{s.asked_name}）")


# -- asking ---------------------------------------------------------------------------------------------------------


PARAM_FORM = add_form(
    FormView(
        "sys_protection_param_form",
        "申请变更参数",
        f"{BASE}/askParam",
        [
            Group(
                "",
                [
                    Field("label", "参数名称", "readonly", span=24),
                    Field("key", "参数键", "hidden", span=24),
                    Field("value", "新值", "textarea", size=512, span=24),
                    Field("reason", "原因", "textarea", required=True, size=256, span=24),
                ],
            )
        ],
        load_url="/api/system/param/load",
        width=620,
        ok="提交申请",
        note="由另一名安全管理员或审计管理员同意后生效",
    )
)


def ask(db: Session, me: User, kind: str, target: str, title: str, reason: str, **values: str) -> C:
    """Write down what is asked for; one change of a thing at a time."""
    waiting = select(C.id).where(C.kind == kind, C.target == target, C.step == WAITING)
    if db.scalar(waiting):
        raise Refused(f"{title}已有待同意的变更")
    row = C(kind=kind, target=target, title=title, reason=reason, asked_name=me.name, **values)
    PROTECTION.put(db, row, WAITING)
    db.add(row)
    db.flush()
    security_event(db, EVENT, title, f"申请：{row.old} → {row.new}（{reason}）")
    return row


def ask_param(db: Session, me: User, sent: Input) -> dict[str, str]:
    """Ask for another value of a parameter that protects."""
    row = held(db, me, Param, sent)
    if not row.protects:
        raise Refused("该参数不属于受控变更，由系统管理员直接修改")
    value = sent["value"] or ""
    refuse_value(row, value)
    if value == row.value:
        raise Refused("新值与现值相同")
    change = ask(db, me, PARAM, row.id, row.label, sent["reason"], old=shown(row), new=shown(row, value), value=value)
    return {"id": change.id}


def reset(db: Session, me: User, sent: Input) -> Refused | None:
    """Let the owner of an account set a new password; of who administers or may sign, a second person must agree."""
    known = accounts.found_by_check(db, me, sent)
    if isinstance(known, Refused):
        return known
    row, link = known
    if accounts.needs_two(db, row):
        accounts.wait_for_agreement(link)
        ask(db, me, RESET, row.id, f"{row.name}（{row.login}）", "本人申请，核对码已核对", value=link.id)
    else:
        accounts.confirm_reset(db, link.id, by_two=False)
    return None


# -- the process ----------------------------------------------------------------------------------------------------

PROTECTION = add_process(
    Process(
        name="protection",
        title="受控变更",
        model=C,
        start=WAITING,
        ends=[DONE, REFUSED, WITHDRAWN],
        numbers=lambda s: (s.asked_name, s.asked_name),  # it has none of its own: who asks names it
        about=lambda m: (literal(""), m.title),
        steps=[
            Step(
                WAITING,
                "待同意",
                somebody_else,
                tone="ca",
                route="/sysmng/protectedChange",
                refusal="自己申请的变更须由他人同意",
            ),
            Step(DONE, "已生效", nobody, tone="go"),
            Step(REFUSED, "已退回", nobody, tone="no"),
            Step(WITHDRAWN, "已撤回", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "agree",
                "同意",
                [WAITING],
                DONE,
                p.PROTECTION_AGREE,
                guards=[still_as_asked, about_somebody_else],
                effects=[take_effect, note_decided],
                signed=True,
                batch=False,
                call=f"{BASE}/agree",
                buttons=[Button("row", confirm="同意后立即生效，确定同意吗？")],
                done="已同意，变更生效",
                answer=nothing,
            ),
            Move(
                "refuse",
                "退回",
                [WAITING],
                REFUSED,
                p.PROTECTION_AGREE,
                effects=[note_decided],
                needs_reason=True,
                batch=False,
                call=f"{BASE}/refuse",
                form=FormView(
                    "sys_protection_refuse_form",
                    "退回变更申请",
                    "",
                    [Group("", [Field("reason", "原因", "textarea", required=True, size=256, span=24)])],
                ),
                buttons=[Button("row")],
                answer=nothing,
            ),
            Move(
                "withdraw",
                "撤回",
                [WAITING],
                WITHDRAWN,
                p.PROTECTION_ASK,
                guards=[own_request],
                effects=[note_decided],
                anyone=True,
                batch=False,
                call=f"{BASE}/withdraw",
                buttons=[Button("more", confirm="确定撤回该申请吗？")],
                done="已撤回",
                answer=nothing,
            ),
        ],
    )
)
