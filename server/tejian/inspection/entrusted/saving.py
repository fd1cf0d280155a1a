"""What the form of an entrusted project writes."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.inspection.models.entrusted import REGISTERED, EntrustedProject
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put
from tejian.system.models.accounts import SysUser

from .forms import FORM
from .process import ENTRUSTED


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """Dates in order, the names beside the keys; a new project gets its number."""
    start, due = (values.get(name) or getattr(row, name) for name in ("startdate", "duedate"))
    if start and due and due < start:
        raise BadInput(f"完成期限{due}不得早于开始日期{start}", field="duedate")
    if key := values.get("unitsysid"):
        row.unitname = db.scalars(select(Unit.name).where(Unit.id == key)).one()
    if key := values.get("leader"):
        row.leadername = db.scalars(select(SysUser.name).where(SysUser.id == key)).one()
    if not row.id:
        row.org_id, row.dept_id, row.createby = me.org_id, me.dept_id, me.id
        ENTRUSTED.put(db, row, REGISTERED)


def register(db: Session, me: User, sent: Mapping[str, Any]) -> EntrustedProject:
    """A new project as the form gives it."""
    row = EntrustedProject()
    put(db, me, row, FORM.read(db, me, sent), HOOKS)
    return row


HOOKS = Hooks(before_save)
