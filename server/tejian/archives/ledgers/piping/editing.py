"""What a person does to the lines of a project: at once, or as a request when the project is registered."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import Deferred, flat, put
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped

from . import rules
from .review import defer
from .service import LineKey, insert_line, judge_line, may_directly, plainly, project_of, settle_project


def _apart(sent: Input) -> tuple[dict[str, Any], str, str]:
    """The values of a line, the key of its project, and why it is changed."""
    values = dict(sent.values)
    return values, values.pop("equdatasysid", None) or "", values.pop("changereason", None) or ""


def add_line(db: Session, me: User, sent: Input) -> LineKey | Deferred:
    """addGx: a new line of a project, or its request when the project is registered."""
    values, key, reason = _apart(sent)
    project = project_of(db, me, key, lock=True)
    directly = may_directly(me, project, "add")
    judge_line(db, me, project, None, values)
    if not directly:
        return defer(db, me, project, None, "add", rules.differences({}, plainly(values)), reason)
    return shaped(LineKey, insert_line(db, project, values))


def edit_line(db: Session, me: User, sent: Input) -> LineKey | Deferred:
    """editGx: change a line, or ask for the change when the project is registered. Without a key it adds one."""
    if not sent.id:
        return add_line(db, me, sent)
    values, _, reason = _apart(sent)
    project = project_of(db, me, visible_or_refuse(db, me, Pipeline, sent.id).equdatasysid, lock=True)
    line = visible_or_refuse(db, me, Pipeline, sent.id, lock=True)
    directly = may_directly(me, project, "save")
    check_version(line, sent.version)
    judge_line(db, me, project, line, values)
    if not directly:
        return defer(db, me, project, line, "edit", rules.differences(flat(line), plainly(values)), reason)
    put(line, values)
    settle_project(db, project)
    return shaped(LineKey, line)


def delete_lines(db: Session, me: User, ids: Sequence[str], reason: str) -> dict[str, Any]:
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
            defer(db, me, project, line, "del", {k: [v, None] for k, v in flat(line).items() if v}, reason)
            pending += 1
    for project in projects.values():
        settle_project(db, project)
    return {"deleted": deleted, "pending": pending}
