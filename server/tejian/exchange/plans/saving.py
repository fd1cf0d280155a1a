"""What a plan must state, and plans that are run now."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.exchange.mappings.api import NAMES
from tejian.exchange.models import PULL
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.models import ExchangePlan as Plan
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from . import collecting, timing


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """When it runs, and whether the partner takes what it sends."""

    def is_(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    if bool(is_("every")) == bool(is_("dailyat")):
        raise Refused("间隔和每日时间须填其中一项，只填一项")
    partner = db.scalars(select(Partner).where(Partner.id == is_("partner_id"))).one()
    if partner.way == PULL:
        raise Refused(f"{partner.name}不接收推送，只由对方查询")
    if is_("entity") not in partner.entities.split(","):
        raise Refused(f"没有授权向{partner.name}传输{NAMES[is_('entity')]}数据")
    if row.id and _has_messages(db, row) and (is_("partner_id"), is_("entity")) != (row.partner_id, row.entity):
        raise Refused("已有消息的计划不能更换传输用户和数据，请另建计划")


def after_save(db: Session, me: User, row: Plan, values: dict[str, Any]) -> None:
    """The next time follows from what was saved; a plan at rest has none."""
    row.nextrun = timing.next_run(clock.now(), row.every, row.dailyat) if row.enabled else None


def before_delete(db: Session, me: User, row: Plan) -> None:
    """What was sent stays, and so does by which plan."""
    if _has_messages(db, row):
        raise Refused(f"{row.name}已有传输记录，不能删除，可以停用")


def _has_messages(db: Session, row: Plan) -> bool:
    return db.scalar(select(Message.id).where(Message.plan_id == row.id).limit(1)) is not None


HOOKS = Hooks(before_save, after_save, before_delete)


def run_now(db: Session, me: User, ids: Sequence[str]) -> int:
    """立即执行: refused with what stands against it."""
    plans = many_visible_or_refuse(db, me, Plan, ids, lock=True)
    for plan in plans:
        if why := collecting.hindrance(db, *collecting.sides_of(db, plan.id)):
            raise Refused(f"{plan.name}不能执行：{why}")
        collecting.start(db, plan)
    return len(plans)


def plans(db: Session) -> list[Option]:
    """All plans, as a dialog offers them."""
    return [{"value": key, "label": name} for key, name in db.execute(select(Plan.id, Plan.name).order_by(Plan.name))]
