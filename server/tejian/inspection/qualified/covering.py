"""Which qualifications satisfy a row of the allowed inspections, and who holds one on a day, as parts of statements.

A row of seisort_rules names the items (C623) of which one is needed; qualification_cover says which include another.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    Text,
    and_,
    any_,
    cast,
    column,
    distinct,
    func,
    or_,
    select,
    true,
    values,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.system.models.accounts import Role, StaffQual, SysUser
from tejian.system.models.organisations import Org
from tejian.system.models.rules import FlowConf, RuleRow

R, C = RuleRow, aliased(RuleRow, name="cover")
INSPECT = "JY"
# what is done to an inspection, and the right that it needs besides the qualification
DONE_BY = ((INSPECT, p.SIGN), (at.AUDIT_FX, p.AUDIT_FX), (at.AUDIT, p.AUDIT), (at.APPROVE, p.APPROVE))
STEP_NAMES = {INSPECT: "检验", at.AUDIT_FX: "分项审核", at.AUDIT: "审核", at.APPROVE: "批准"}
STEPS = values(
    column("step", String), column("right_code", String), column("place", Integer), name="qualified_step"
).data([(step, right, n) for n, (step, right) in enumerate(DONE_BY)])
VALID = "有效"
WANTED = func.string_to_array(R.data["inspector_qualification"].astext, "/")


def in_force(row: Any, table: str) -> ColumnElement[bool]:
    """Whether a row is of this table and in force today."""
    begun = or_(row.validfrom.is_(None), row.validfrom <= func.current_date())
    return and_(row.tbl == table, begun, or_(row.validto.is_(None), row.validto > func.current_date()))


def is_allowed() -> ColumnElement[bool]:
    """Rows of inspections that may be declared and want a qualification."""
    wanted = R.data["inspector_qualification"].astext
    return and_(in_force(R, "seisort_rules"), R.data["allowed"].astext == "Y", wanted.not_in(("", "N")))


def is_used() -> ColumnElement[bool]:
    """Whether the flow in force has the step at all; every inspection is inspected."""
    last = select(func.max(FlowConf.conf_version)).where(FlowConf.process == "inspection").scalar_subquery()
    own = (FlowConf.process == "inspection", FlowConf.conf_version == last, FlowConf.used)
    used = select(FlowConf.id).where(*own, FlowConf.step == STEPS.c.step).correlate(STEPS).exists()
    return or_(STEPS.c.step == INSPECT, used)


def satisfies() -> ColumnElement[bool]:
    """Whether a qualification is one of those wanted, or includes one."""
    wider = and_(in_force(C, "qualification_cover"), C.data["code"].astext == StaffQual.item)
    covers = select(C.id).where(wider, C.data["covers"].astext == any_(WANTED)).correlate(R, StaffQual).exists()
    return or_(StaffQual.item == any_(WANTED), covers)


def may(right: Any) -> ColumnElement[bool]:
    """Whether one of the roles of an account gives a right."""
    gives = (Role.id == any_(SysUser.role_ids), right == any_(Role.permissions))
    return select(Role.id).where(*gives).correlate_except(Role).exists()


def _held() -> Any:
    """The valid qualifications of those who have the right for a step: few rows, read once for all that is asked of
    them. `items` are what a qualification is and includes."""
    wider = and_(in_force(C, "qualification_cover"), C.data["code"].astext == StaffQual.item)
    included = select(func.array_agg(C.data["covers"].astext)).where(wider).correlate(StaffQual).scalar_subquery()
    items = func.array_append(func.coalesce(included, cast([], ARRAY(Text))), StaffQual.item)
    own = (SysUser.id, SysUser.name, SysUser.org_id, STEPS.c.step, StaffQual.issuedate, StaffQual.validto)
    found = select(*own, items.label("items")).select_from(SysUser).join(StaffQual, StaffQual.user_id == SysUser.id)
    found = found.join(STEPS, true()).where(SysUser.enabled, StaffQual.status == VALID, may(STEPS.c.right_code))
    return found.cte("qualified_staff").prefix_with("MATERIALIZED")


HELD = _held().c


def holds(day: Any) -> ColumnElement[bool]:
    """Whether a qualification is valid on a day."""
    return and_(or_(HELD.issuedate.is_(None), HELD.issuedate <= day), HELD.validto >= day)


def _able(what: Any, *where: ColumnElement[bool]) -> Any:
    """Of those of the institute with the right for the step and a qualification that satisfies the row."""
    own = (HELD.org_id == Org.id, HELD.step == STEPS.c.step, HELD["items"].op("&&")(WANTED))
    return select(what).where(*own, *where).correlate(R, STEPS, Org).scalar_subquery()


def count_on(day: Any) -> Any:
    """How many can do the step on a day."""
    return _able(func.count(distinct(HELD.id)), holds(day))


def names_on(day: Any) -> Any:
    return _able(func.string_agg(distinct(HELD.name), "、"), holds(day))


def first_end() -> Any:
    """The day on which the first of the qualifications that count today ends."""
    return _able(func.min(HELD.validto), holds(func.current_date()))


def holders(rule: RuleRow, org: ColumnElement[bool]) -> Any:
    """Everybody of institutes with a qualification that satisfies a row, valid or not; with account and institute."""
    return (
        select(StaffQual, SysUser, Org)
        .join(SysUser, SysUser.id == StaffQual.user_id)
        .join(Org, Org.id == SysUser.org_id)
        .join(R, R.id == rule.id)
        .where(SysUser.enabled, Org.kind == "institute", org, satisfies())
        .order_by(Org.sort, Org.code, StaffQual.validto, SysUser.login)
    )
