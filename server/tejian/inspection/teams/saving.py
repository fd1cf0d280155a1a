"""What an inspection group must keep to: its department does the class, the rules allow it, its members belong."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.teams import InspectionTeam
from tejian.inspection.records import api as book
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .forms import INSPECTING


def _before(db: Session, me: User, row: InspectionTeam, values: dict[str, Any]) -> None:
    for name in ("templates", "member_ids"):
        if name in values or not row.id:
            values[name] = sorted({one for one in (values.get(name) or "").split(",") if one})
    wanted = ("dept_id", "name", "equclass", "seisort", "testsort", "templates", "member_ids")
    meant = {name: (values[name] if name in values else getattr(row, name)) or "" for name in wanted}
    dept = db.scalars(select(Org).where(Org.id == meant["dept_id"])).one()
    twice = select(InspectionTeam.id).where(InspectionTeam.dept_id == dept.id, InspectionTeam.name == meant["name"])
    if db.scalar(twice.where(InspectionTeam.id != (row.id or ""))):
        raise BadInput(f"检验组：{dept.name}已有{meant['name']}", field="name")
    if meant["equclass"] not in dept.classes.split(","):
        raise BadInput(f"设备种类：{dept.name}不承担这种设备的检验", field="equclass")
    _refuse_unknown_work(db, meant)
    colleagues = select(SysUser.name).where(SysUser.id.in_(meant["member_ids"] or ()), SysUser.org_id != dept.org_id)
    if stranger := db.scalar(colleagues.order_by(SysUser.login).limit(1)):
        raise BadInput(f"成员：{stranger}不是该机构的人员", field="member_ids")


def _refuse_unknown_work(db: Session, meant: dict[str, Any]) -> None:
    """The rules allow what the group does, by the templates that it names."""
    any_template = InspectionTeam(templates=[], **{name: meant[name] for name in ("equclass", "seisort", "testsort")})
    offered = {rule.template_code for rule in book.seisorts(db) if any_template.does(rule)}
    if not offered:
        raise BadInput("检验类型：业务代码表中该种类没有这样的检验", field="testsort")
    if foreign := [one for one in meant["templates"] if one not in offered]:
        raise BadInput(f"模板：{foreign[0][:32]}不用于所选的检验", field="templates")


def _beside(db: Session, row: InspectionTeam) -> dict[str, Any]:
    return {"templates": ",".join(row.templates), "member_ids": ",".join(row.member_ids)}


HOOKS = Hooks(_before, beside=_beside)


def departments(db: Session) -> list[Option]:
    """The departments and stations that inspect, each with its institute."""
    names = dict(db.execute(select(Org.id, Org.name)).all())  # type: ignore[arg-type]
    query = select(Org).where(Org.kind.in_(INSPECTING), Org.enabled, Org.classes != "").order_by(Org.sort, Org.code)
    return [{"value": one.id, "label": f"{one.name}（{names.get(one.org_id, '')}）"} for one in db.scalars(query)]


def templates(db: Session) -> list[Option]:
    """The report templates of the allowed inspections, each with what it is for."""
    sorts: dict[str, list[str]] = {}
    for rule in book.seisorts(db):
        if rule.allowed and rule.template_code:
            sorts.setdefault(rule.template_code, []).append(rule.testsort_label)
    return [
        {"value": code, "label": f"{code} {'、'.join(dict.fromkeys(labels))}"} for code, labels in sorted(sorts.items())
    ]


def people(db: Session) -> list[Option]:
    """The staff that may be members, each with the department."""
    names = dict(db.execute(select(Org.id, Org.name)).all())  # type: ignore[arg-type]
    query = select(SysUser).where(SysUser.unit_id == "", SysUser.enabled, SysUser.dept_id != "")
    found = db.scalars(query.order_by(SysUser.login))
    return [{"value": one.id, "label": f"{one.name}（{names.get(one.dept_id, '')}）"} for one in found]
