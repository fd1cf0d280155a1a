"""What the form of an entrusted project writes."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.inspection.models.entrusted import ARCHIVED, REGISTERED, VOID, EntrustedProject
from tejian.kit.database.numbering import take_number
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put
from tejian.system.models.accounts import SysUser

from .forms import FORM
from .process import ENTRUSTED


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A project is changed until it is under way."""
    if row.id and row.step != REGISTERED:
        raise Refused(f"委托项目{row.entrustno}{ENTRUSTED.name_of(row.step)}，不能再修改")
    start, due = (values.get(name) or getattr(row, name) for name in ("startdate", "duedate"))
    if due < start:
        raise BadInput(f"完成期限{due}不得早于开始日期{start}", field="duedate")
    if key := values.get("unitsysid"):
        row.unitname = db.scalars(select(Unit.name).where(Unit.id == key)).one()
    if key := values.get("leader"):
        row.leadername = db.scalars(select(SysUser.name).where(SysUser.id == key)).one()
    if not row.id:
        row.org_id, row.dept_id, row.createby = me.org_id, me.dept_id, me.id
        row.entrustno = take_number(db, "entrust")
        ENTRUSTED.put(db, row, REGISTERED)


def before_delete(db: Session, me: User, row: Any) -> None:
    if row.step != REGISTERED:
        raise Refused(f"委托项目{row.entrustno}{ENTRUSTED.name_of(row.step)}，不能删除")


def takes_files(db: Session, me: User, row: EntrustedProject) -> None:
    """Contract, photographs of samples and results can be added until it is archived."""
    if row.step in (ARCHIVED, VOID):
        raise Refused(f"委托项目{row.entrustno}{ENTRUSTED.name_of(row.step)}，不能再变更附件")


def register(db: Session, me: User, sent: Mapping[str, Any]) -> EntrustedProject:
    """A new project as the form gives it."""
    row = EntrustedProject()
    put(db, me, row, FORM.read(db, me, sent), HOOKS)
    return row


HOOKS = Hooks(
    before_save,
    before_delete=before_delete,
    beside=lambda db, row: {"unitsysidName": row.unitname, "leaderName": row.leadername},
)
