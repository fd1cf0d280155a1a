"""Inspection groups: which department of the institute does what by which template, and who works there."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.inspection.records import api as book
from tejian.inspection.rules.api import SeisortRule
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.models.accounts import StaffQual, SysUser
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
    """findInmGroup: department × template for a unit (its department key), seisort, testsort and equclass.

    A user is offered the groups of the own unit and those of the common unit (parameter inspection.special_unit).
    """
    seisort, testsort, equclass = form.seisort, form.testsort, form.equclass
    rules = [
        r
        for r in book.seisorts(db)
        if r.allowed and seisort in ("", r.seisort) and testsort in ("", r.testsort) and equclass in ("", r.equclass)
    ]
    out = []
    for dept in _departments(db, me, form.unit):
        able = dept.classes.split(",")
        for rule in rules:
            if rule.equclass in able:
                out.append(_group(dept, rule))
    return out


def _departments(db: Session, me: User, unit: str) -> Sequence[Org]:
    query = select(Org).where(Org.org_id == me.org_id, Org.kind.in_(INSPECTING), Org.enabled)
    if unit:
        query = query.where(Org.id == unit)
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
    }


def business_groups(db: Session, me: User, form: OfficeForm) -> list[dict[str, Any]]:
    """queryBusinessGroup: the departments of the own institute with the people who may be sent out."""
    query = select(Org).where(Org.org_id == me.org_id, Org.kind.in_(INSPECTING), Org.enabled)
    if form.name:
        query = query.where(Org.name.contains(form.name, autoescape=True))
    if form.org:
        query = query.where(Org.id == form.org)
    depts = [
        o for o in db.scalars(query.order_by(Org.sort, Org.code)) if not form.kind or form.kind in o.classes.split(",")
    ]
    holders = select(StaffQual.user_id).where(StaffQual.status == "有效", StaffQual.validto >= clock.today())
    people = db.execute(
        select(SysUser.dept_id, SysUser.id, SysUser.name)
        .where(SysUser.dept_id.in_([o.id for o in depts]), SysUser.enabled)
        .where(SysUser.id.in_(holders))
        .order_by(SysUser.login)
    )
    members: dict[str, list[dict[str, str]]] = {}
    for dept_id, user_id, user_name in people:
        members.setdefault(dept_id, []).append({"id": user_id, "name": user_name})
    return [
        {"id": o.id, "name": o.name, "code": o.code, "type": o.kind, "classes": o.classes}
        | {"users": members.get(o.id, [])}
        for o in depts
    ]
