"""What a person does to the lines of a project: at once, or as a request when the project is registered."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import flat, put
from tejian.archives.equipment.models import Equipment
from tejian.kit.crud import seen_version
from tejian.kit.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.user import User

from . import rules
from .models import Pipeline
from .review import defer
from .service import insert_line, may_directly, plainly, project_of, read_line, settle_project, summary


def add_line(db: Session, me: User, params: Mapping[str, Any]) -> dict[str, Any]:
    """addGx: a new line of a project, or its request when the project is registered."""
    project = project_of(db, me, str(params.get("equdatasysid") or ""), lock=True)
    directly = may_directly(me, project, "add")
    values = read_line(db, me, project, None, params)
    if not directly:
        return defer(db, me, project, None, "add", rules.differences({}, plainly(values)), params)
    return summary(insert_line(db, project, values))


def edit_line(db: Session, me: User, params: Mapping[str, Any]) -> dict[str, Any]:
    """editGx: change a line, or ask for the change when the project is registered. Without a key it adds one."""
    key = str(params.get("lineid") or params.get("id") or "")
    if not key:
        return add_line(db, me, params)
    project = project_of(db, me, visible_or_refuse(db, me, Pipeline, key).equdatasysid, lock=True)
    line = visible_or_refuse(db, me, Pipeline, key, lock=True)
    directly = may_directly(me, project, "save")
    check_version(line, seen_version(dict(params)))
    values = read_line(db, me, project, line, params)
    if not directly:
        return defer(db, me, project, line, "edit", rules.differences(flat(line), plainly(values)), params)
    put(line, values)
    settle_project(db, project)
    return summary(line)


def delete_lines(db: Session, me: User, ids: Sequence[str], params: Mapping[str, Any]) -> dict[str, Any]:
    """deleteEqm: take lines off their projects; the history keeps the whole rows."""
    wanted = {line.equdatasysid for line in many_visible_or_refuse(db, me, Pipeline, ids)}
    projects = {p.id: p for p in many_visible_or_refuse(db, me, Equipment, sorted(wanted), lock=True)}
    deleted = pending = 0
    for line in many_visible_or_refuse(db, me, Pipeline, ids, lock=True):
        project = projects[line.equdatasysid]
        if may_directly(me, project, "del"):
            db.delete(line)
            deleted += 1
        else:
            defer(db, me, project, line, "del", {k: [v, None] for k, v in flat(line).items() if v}, params)
            pending += 1
    for project in projects.values():
        settle_project(db, project)
    return {"deleted": deleted, "pending": pending}
