"""Who may inspect: the sentences about the people of an item, for its guards and for those who pick them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.absence.api import leaves
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.turnaround import TurnaroundItem
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import refuse_inspector
from tejian.kit.ground import clock
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.system.accounts.api import held_on, holders, rights_of
from tejian.system.models.accounts import StaffQual, SysUser
from tejian.system.models.rules import FlowConf

from .steps import conf_of, is_given_to, is_used


@dataclass(frozen=True)
class Part:
    """What somebody is on a task, and the rights that its further steps need: without them it would stand still."""

    rights: frozenset[str]
    sentence: str

    def able(self, db: Session, people: Collection[str]) -> set[str]:
        return {key for key, rights in rights_of(db, people).items() if rights >= self.rights}

    def refuse(self, name: str) -> str:
        return f"{name}{self.sentence}"


MAIN = Part(frozenset({p.CONFIRM, p.BUILD, p.ENTER}), "没有任务确认、报告生成、报告录入的权限，不能任主检")
SIGNER = Part(frozenset({p.SIGN}), "没有检验人员签名的权限，不能参加检验")
SUPERVISOR = Part(frozenset({p.SUPERVISE}), "没有监检的权限，不能任监检人员")


JUDGES = ((at.AUDIT_FX, p.AUDIT_FX, "分项审核"), (at.AUDIT, p.AUDIT, "审核"), (at.APPROVE, p.APPROVE, "批准"))
Judges = Sequence[tuple[str, Mapping[str, str]]]


def judges_of(db: Session, row: AppBuss, on: date) -> Judges:
    """What is done to the report of an item and who can: those with the right and the qualification, by key."""
    permitted = {verb: _permitted(db, row, step, right) for step, right, verb in JUDGES if is_used(db, row, step)}
    held = held_on(db, {one.id for users in permitted.values() for one in users}, on)
    return [(verb, _qualified(db, row, users, held, on)) for verb, users in permitted.items()]


def _qualified(
    db: Session, row: AppBuss, users: Iterable[SysUser], held: Mapping[str, Sequence[str]], on: date
) -> dict[str, str]:
    return {u.id: u.name for u in users if not _refuse_unqualified(db, row, u.name, held.get(u.id, []), on)}


def _permitted(db: Session, row: AppBuss, step: str, right: str) -> list[SysUser]:
    """Those of the institute with the right, of whom the flow configuration gives the step to somebody only these."""
    able = select(SysUser).where(SysUser.id.in_(holders(right)), SysUser.org_id == row.cheorg)
    conf = conf_of(db, row, step)
    return [one for one in db.scalars(able.order_by(SysUser.login)) if conf is None or is_given(conf, one)]


def is_given(conf: FlowConf, user: SysUser) -> bool:
    """Whether the configuration leaves a step to this account, itself, by its department, a role or a group."""
    return is_given_to(conf, user.names)


MAIN_STEPS = (at.CONFIRM, at.BUILD, at.ENTER)  # those of the main inspector


def refuse_main(db: Session, row: AppBuss, user: SysUser) -> str | None:
    """The sentence when the flow configuration gives a step of the main inspector to others."""
    given = ((step, conf_of(db, row, step)) for step in MAIN_STEPS)
    others = [conf.name for _step, conf in given if conf and not is_given(conf, user)]
    return f"流程配置把{'、'.join(others)}指定给了别人，{user.name}不能任主检" if others else None


def refuse_given(db: Session, row: AppBuss, rights: Mapping[str, str], on: date) -> str | None:
    """The sentence when a step that is still to come is given to people of whom nobody can handle it."""
    judged = {step for step, _right, _verb in JUDGES}
    for step, right in rights.items():
        conf = conf_of(db, row, step)
        if conf is None or not conf.used or not conf.actors:
            continue
        users = _permitted(db, row, step, right)
        held = held_on(db, [one.id for one in users], on) if step in judged else {}
        if not (_qualified(db, row, users, held, on) if step in judged else users):
            return f"流程配置给{conf.name}指定的办理人中，本机构没有人有权限和资格，请系统管理员修改“流程配置”"
    return None


def refuse_last(judges: Judges, people: Collection[str]) -> str | None:
    """The sentence when nobody is left to audit or approve what these people inspect: they do not judge it themselves.

    Where nobody can do a step at all, that is not for these people to answer.
    """
    for verb, able in judges:
        if able and able.keys() <= set(people):
            return f"能{verb}报告的只有{'、'.join(able.values())}，参加检验后报告无人{verb}，请换人"
    return None


def accounts_of(d: Doing, people: Collection[str]) -> dict[str, SysUser]:
    """Accounts by their keys, in the order of their logins; each is read once for all that a move asks of it."""
    known: dict[str, SysUser] = d.shared.setdefault("accounts", {})
    if lacking := set(people) - known.keys():
        named = select(SysUser).where(SysUser.id.in_(lacking)).order_by(SysUser.login)
        known |= {one.id: one for one in d.db.scalars(named)}
    return {key: one for key, one in known.items() if key in people}


Inspected = AppBuss | TurnaroundItem  # what is inspected, by which institute, as which sort


def refuse_people(d: Doing, row: Inspected, people: Sequence[str], on: date) -> str | None:
    """The sentence when one of the people lacks a valid qualification on the day, or is no colleague."""
    users, held = accounts_of(d, people), held_on(d.db, people, on)
    for one in people:
        user = users.get(one)
        if user is None or user.org_id != row.cheorg or not user.enabled:
            return "检验人员不存在或已停用"
        if refusal := _refuse_unqualified(d.db, row, user.name, held.get(one, []), on):
            return refusal
    return None


def _refuse_unqualified(db: Session, row: Inspected, name: str, held: Sequence[str], on: date) -> str | None:
    rule = records.rule_of(db, row.equclacode, row.seisort, row.testsort)
    refusal = refuse_inspector(rule, name, held, records.covers(db)) if rule else None
    return f"{refusal}（{on}没有有效的证书），请换人，或由质量管理员在“人员资格”中登记" if refusal else None


def sort_of(row: Inspected) -> tuple[str, ...]:
    """What the question who may inspect or judge an item depends on."""
    return row.cheorg, row.equclacode, row.seisort, row.testsort


def barred(db: Session, rows: Iterable[AppBuss], users: Sequence[SysUser], on: date) -> dict[str, str]:
    """Why colleagues may not inspect these items on the day, by their key; who may inspect all of them is not there."""
    sorts = {sort_of(one): one for one in rows}.values()
    held = held_on(db, [one.id for one in users], on)
    judges = [part for row in sorts for part in judges_of(db, row, on)]
    reasons: dict[str, str] = {}
    for user in users:
        own = held.get(user.id, [])
        lacking = (why for row in sorts if (why := _refuse_unqualified(db, row, user.name, own, on)))
        if why := next(lacking, None) or refuse_unsigned([user]) or refuse_last(judges, [user.id]):
            reasons[user.id] = why
    return reasons


def unqualified(db: Session, rows: Iterable[Inspected], users: Sequence[SysUser], on: date) -> dict[str, str]:
    """Why colleagues have not the qualification for these on the day, by their key."""
    sorts = {sort_of(one): one for one in rows}.values()
    held = held_on(db, [one.id for one in users], on)
    said = {
        u.id: next(filter(None, (_refuse_unqualified(db, row, u.name, held.get(u.id, []), on) for row in sorts)), "")
        for u in users
    }
    return {key: why for key, why in said.items() if why}


def refuse_unsigned(people: Iterable[SysUser]) -> str | None:
    """The sentence when people who sign a report have no picture of their signature, and who mends it."""
    names = "、".join(one.name for one in people if not one.signature)
    return f"{names}没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集" if names else None


def inspectors(db: Session, me: User) -> Sequence[SysUser]:
    """Those of the institute who hold any qualification."""
    able = SysUser.id.in_(select(StaffQual.user_id))
    mine = select(SysUser).where(SysUser.org_id == me.org_id, SysUser.enabled, able)
    return db.scalars(mine.order_by(SysUser.login)).all()


def main_elsewhere(db: Session, rows: Sequence[AppBuss], users: Sequence[SysUser]) -> dict[str, str]:
    """Why the flow configuration lets colleagues not be the main inspector of these items, by their key."""
    kinds = {(row.flow_version, *sort_of(row)): row for row in rows}.values()
    said = {one.id: next(filter(None, [refuse_main(db, row, one) for row in kinds]), None) for one in users}
    return {key: why for key, why in said.items() if why}


SOON = timedelta(days=14)  # ahead of which absences are said beside a name


def absences(db: Session, people: Collection[str]) -> dict[str, str]:
    """What is said beside the names of colleagues who are away in the next days, by their key."""
    said: dict[str, str] = {}
    for one in leaves(db, people, clock.today(), clock.today() + SOON):
        said[one.user_id] = f"{said.get(one.user_id, '')}（{one.begins:%m-%d}至{one.ends:%m-%d}{one.word}）"
    return said


def choices(db: Session, me: User, rows: Sequence[AppBuss], part: Part | None = None) -> list[Option]:
    """The same people to choose from in a dialog, those who may first; the others say why not."""
    users = inspectors(db, me)
    why = barred(db, rows, users, clock.today())
    for one_part in filter(None, (part, SIGNER)):
        able = one_part.able(db, [one.id for one in users])
        why = {one.id: one_part.refuse(one.name) for one in users if one.id not in able} | why
    if part is MAIN:
        why = main_elsewhere(db, rows, users) | why
    away = absences(db, [one.id for one in users])
    options: list[Option] = [
        {"value": one.id, "label": one.name + away.get(one.id, ""), "why": why.get(one.id, "")} for one in users
    ]
    return sorted(options, key=lambda one: bool(one["why"]))
