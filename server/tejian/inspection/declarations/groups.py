"""Inspection groups: which department of the institute does what by which template, and who works there."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.inspection.models.teams import InspectionTeam
from tejian.inspection.records import api as book
from tejian.inspection.rules.api import SeisortRule
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.models.accounts import StaffQual, SysUser, UserGroup
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter

Code = Annotated[str, Field(max_length=32)]


class GroupForm(Form):
    """Which groups: each filter may be missing."""

    unit: Code = ""
    seisort: Code = ""
    testsort: Code = ""
    equclass: Code = ""


class OfficeForm(Form):
    """Which departments: those that do a class or kind of equipment, whose name holds a text, or just one."""

    kind: Code = Field("", alias="type")
    name: Code = ""
    org: Code = Field("", alias="orgId")


INSPECTING = ("dept", "station")


def inspection_groups(db: Session, me: User, form: GroupForm) -> list[dict[str, Any]]:
    """findInmGroup: department × template for a unit (key or code of the department), seisort, testsort and equclass.

    A user is offered the groups of the own unit and those of the common unit (parameter inspection.special_unit). Where
    a department has configured groups for an inspection (inmConfMng), these stand instead, with their members.
    """
    seisort, testsort, equclass = form.seisort, form.testsort, form.equclass
    rules = [
        r
        for r in book.seisorts(db)
        if r.allowed and seisort in ("", r.seisort) and testsort in ("", r.testsort) and equclass in ("", r.equclass)
    ]
    depts = _departments(db, me, form.unit)
    configured = _teams(db, [dept.id for dept in depts])
    names = _names(db, {key for teams in configured.values() for team in teams for key in team.member_ids})
    out = []
    for dept in depts:
        able = dept.classes.split(",")
        for rule in rules:
            if rule.equclass not in able:
                continue
            teams = [team for team in configured.get(dept.id, []) if team.does(rule)]
            out += [_team(dept, rule, team, names) for team in teams] or [_group(dept, rule)]
    return out


def _teams(db: Session, depts: Sequence[str]) -> dict[str, list[InspectionTeam]]:
    found: dict[str, list[InspectionTeam]] = {}
    query = select(InspectionTeam).where(InspectionTeam.dept_id.in_(depts), InspectionTeam.enabled)
    for team in db.scalars(query.order_by(InspectionTeam.sort, InspectionTeam.name)):
        found.setdefault(team.dept_id, []).append(team)
    return found


def _names(db: Session, people: set[str]) -> dict[str, str]:
    """The enabled ones of some accounts, in the order of their logins."""
    query = select(SysUser.id, SysUser.name).where(SysUser.id.in_(people), SysUser.enabled).order_by(SysUser.login)
    return dict(db.execute(query).all())  # type: ignore[arg-type]


def _team(dept: Org, rule: SeisortRule, team: InspectionTeam, names: dict[str, str]) -> dict[str, Any]:
    members = [{"id": key, "name": name} for key, name in names.items() if key in team.member_ids]
    key = f"{team.id}:{rule.equclass}:{rule.template_code}:{rule.testsort}"
    return {**_group(dept, rule), "id": key, "name": team.name, "members": members}


def _departments(db: Session, me: User, unit: str) -> Sequence[Org]:
    query = select(Org).where(Org.org_id == me.org_id, Org.kind.in_(INSPECTING), Org.enabled)
    if unit:
        query = query.where(or_(Org.id == unit, Org.code == unit))  # the specification gives its code (530201)
    else:
        common = parameter(db, "inspection.special_unit")
        shared = (Org.code == common) | Org.code.startswith(f"{common}-", autoescape=True)
        query = query.where(or_(Org.id == me.dept_id, shared) if common else Org.id == me.dept_id)
    return db.scalars(query.order_by(Org.sort, Org.code)).all()


def _group(dept: Org, rule: SeisortRule) -> dict[str, Any]:
    return {
        "id": f"{dept.id}:{rule.equclass}:{rule.template_code}:{rule.testsort}",
        "unit": dept.id,
        "unitCode": dept.code,
        "name": f"{dept.name} {rule.testsort_label}（{rule.template_code}）",
        "seisort": rule.seisort,
        "seisortName": rule.seisort_label,
        "testsort": rule.testsort,
        "testsortName": rule.testsort_label,
        "equclass": rule.equclass,
        "kinds": rule.kind_filter,
        "template": rule.template_code,
        "qualifications": list(rule.qualifications),
        "members": [],
    }


def business_groups(db: Session, me: User, form: OfficeForm) -> list[dict[str, Any]]:
    """queryBusinessGroup: the departments of the own institute with the people who may be sent out, and its groups."""
    query = select(Org).where(Org.org_id == me.org_id, Org.kind.in_(INSPECTING), Org.enabled)
    if form.name:
        query = query.where(Org.name.contains(form.name, autoescape=True))
    if form.org:
        query = query.where(Org.id == form.org)
    depts = [
        o for o in db.scalars(query.order_by(Org.sort, Org.code)) if not form.kind or form.kind in o.classes.split(",")
    ]
    people = db.execute(
        select(SysUser.dept_id, SysUser.id, SysUser.name)
        .where(SysUser.dept_id.in_([o.id for o in depts]), SysUser.enabled)
        .where(SysUser.id.in_(_holders()))
        .order_by(SysUser.login)
    )
    members: dict[str, list[dict[str, str]]] = {}
    for dept_id, user_id, user_name in people:
        members.setdefault(dept_id, []).append({"id": user_id, "name": user_name})
    return [
        {"id": o.id, "name": o.name, "code": o.code, "type": o.kind, "classes": o.classes}
        | {"users": members.get(o.id, [])}
        for o in depts
    ] + _user_groups(db, me, form)


def _user_groups(db: Session, me: User, form: OfficeForm) -> list[dict[str, Any]]:
    query = select(UserGroup).where(UserGroup.org_id == me.org_id, UserGroup.enabled)
    if form.name:
        query = query.where(UserGroup.name.contains(form.name, autoescape=True))
    if form.org:
        query = query.where(UserGroup.id == form.org)
    groups = [
        one
        for one in db.scalars(query.order_by(UserGroup.name))
        if not form.kind or not one.equclass or form.kind in one.equclass.split(",")
    ]
    able = select(SysUser).where(SysUser.group_ids.overlap([one.id for one in groups]), SysUser.enabled)
    people = db.scalars(able.where(SysUser.id.in_(_holders())).order_by(SysUser.login)).all() if groups else []
    return [
        {"id": one.id, "name": one.name, "code": "", "type": "group", "classes": one.equclass}
        | {"users": [{"id": user.id, "name": user.name} for user in people if one.id in user.group_ids]}
        for one in groups
    ]


def _holders() -> Any:
    """Whoever holds a qualification today."""
    return select(StaffQual.user_id).where(StaffQual.status == "有效", StaffQual.validto >= clock.today())
