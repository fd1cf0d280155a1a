"""What stands against an edition, and what its publication does."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.exchange.models import PUBLISHED, REPLACED
from tejian.exchange.models import ExchangeField as MappedField
from tejian.exchange.models import ExchangeMapping as Mapping
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .entities import NAMES


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """Columns of the entity, and of each side at most once."""
    entity = values.get("entity") or row.entity
    fields = values.get("fields")
    if fields is None and entity != row.entity:
        raise Refused("改了数据种类，须同时重新填写字段")
    for one in fields or []:
        if one["prop"].partition(".")[0] != entity:
            raise Refused(f"{one['outer']}对应的不是{NAMES[entity]}的字段")
    names = [one["outer"] for one in fields or []]
    if twice := {name for name in names if names.count(name) > 1}:
        raise Refused(f"对方字段重复：{'、'.join(sorted(twice))}")


def some_fields(d: Doing) -> str | None:
    """映射中有字段"""
    found = d.db.scalar(select(func.count()).where(MappedField.mapping_id == d.subject.id))
    return None if found else "还没有填写字段，不能发布"


def follow_the_last(d: Doing) -> None:
    """顺延版本号，替代在用的版本"""
    s, m = d.subject, Mapping
    hold(d.db, f"exchange_mapping:{s.partner_id}:{s.entity}")
    same = (m.partner_id == s.partner_id, m.entity == s.entity)
    s.edition = (d.db.scalar(select(func.max(m.edition)).where(*same)) or 0) + 1
    for old in d.db.scalars(select(m).where(*same, m.step == PUBLISHED, m.id != s.id).with_for_update()):
        old.step, old.replaced = REPLACED, clock.now()
    d.db.flush()  # the old one leaves before the new one is in force
