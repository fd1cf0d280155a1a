"""What is refused when a model is saved; a new one begins its process with its number."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.system.models.accounts import Role
from tejian.system.models.querymodels import DRAFT, QueryCondition, QueryModel

from .forms import ACTS
from .judging import OWN
from .process import MODEL
from .sources import source_of
from .viewing import conditions_of


def before_save(db: Session, me: User, row: QueryModel, values: dict[str, Any]) -> None:
    if row.id and row.owner_id != me.id:
        raise Refused(OWN)
    source = values.get("source") or row.source
    source_of(me, source)
    if row.id and row.source != source and (row.columns or conditions_of(db, row.id)):
        raise Refused("已经选了列或条件，不能换清单，请另建一个模型")
    roles = {one for one in str(values.get("roles") or "").split(",") if one}
    if len(roles) != db.scalar(select(func.count()).select_from(Role).where(Role.id.in_(roles))):
        raise Refused("共享给角色：请从选项中选择")
    if not row.id:
        row.owner_id = me.id
        row.modelno = take_number(db, "querymodel")
        MODEL.put(db, row, DRAFT)


def before_delete(db: Session, me: User, row: QueryModel) -> None:
    if row.owner_id != me.id:
        raise Refused(OWN)


HOOKS = Hooks(before_save, before_delete=before_delete)


def delete_conditions(db: Session, me: User, ids: list[str]) -> None:
    """Take conditions away while their model is a draft of who asks."""
    for one in many_visible_or_refuse(db, me, QueryCondition, ids, lock=True):
        row = db.scalars(select(QueryModel).where(QueryModel.id == one.model_id)).one()
        if row.owner_id != me.id:
            raise Refused(OWN)
        ACTS.refuse(row)
        db.delete(one)
