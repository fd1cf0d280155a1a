"""Policies of relief: which apply to an item on its day, and how they are kept."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.charging.models.charges import ChargeLine, ReliefPolicy
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

from .totals import Relief

GROUPS = "06"  # C646: 批量优惠, which lets the discount of a group stand for 非税


def enabled(db: Session) -> Sequence[ReliefPolicy]:
    """All policies that are not switched off, of whatever days."""
    P = ReliefPolicy
    return db.scalars(select(P).where(P.enabled).order_by(P.validfrom, P.id)).all()


def of_day(policies: Iterable[ReliefPolicy], day: date) -> list[ReliefPolicy]:
    """Those in force on a day."""
    return [one for one in policies if one.validfrom <= day and (one.validto is None or one.validto > day)]


def in_force(db: Session, day: date) -> list[ReliefPolicy]:
    """The policies of a day."""
    return of_day(enabled(db), day)


def why_not(policy: ReliefPolicy, item: AppBuss, payer: str) -> str | None:
    """Why a policy does not apply to an item; None when it does."""
    if policy.unitsysid and policy.unitsysid not in (item.unitsysid, payer):
        return "不适用于该单位"
    if policy.equclass and policy.equclass != item.equclass:
        return "不适用于该设备种类"
    if policy.equclacode and not kind_matches(f"{policy.equclacode.rstrip('0')}*", item.equclacode):
        return "不适用于该设备类别"
    if policy.equdatasysid and policy.equdatasysid != item.equdatasysid:
        return "不适用于该设备"
    return None


def reliefs_for(
    policies: Callable[[date], Sequence[ReliefPolicy]],
    items: Sequence[AppBuss],
    nature: str,
    days: Iterable[date],
    payer: str,
) -> tuple[list[Relief], bool]:
    """The reliefs that the items of a charge have, and whether a document lets their discount of a group stand.

    `policies` gives those of a day.
    """
    own: dict[int, tuple[ReliefPolicy, set[str]]] = {}  # by the row itself: one that is tried has no key yet
    grouped = False
    by_day: dict[date, Sequence[ReliefPolicy]] = {}
    for item, day in zip(items, days, strict=True):
        if day not in by_day:
            by_day[day] = policies(day)
        for policy in by_day[day]:
            if policy.nature != nature or why_not(policy, item, payer):
                continue
            if policy.type == GROUPS:
                grouped = True
            else:
                own.setdefault(id(policy), (policy, set()))[1].add(item.seisn)
    reliefs = [
        Relief(
            name=policy.name,
            document=policy.document,
            items=frozenset(keys),
            percent=policy.percent,
            amount=policy.reduction,
            type=policy.type,
            stacks=policy.stacks,
            priority=policy.priority,
            key=policy.id,
        )
        for policy, keys in own.values()
    ]
    return reliefs, grouped


def beside(db: Session, row: ReliefPolicy) -> dict[str, Any]:
    """What the form shows instead of the key of the device."""
    return {"equdatasysidName": row.equcode}


def before_save(db: Session, me: User, row: ReliefPolicy, values: dict[str, Any]) -> None:
    """One measure, a sensible period, and beside their keys the name of the unit and the code of the device."""
    now = {n: values.get(n, getattr(row, n, None)) for n in ("percent", "reduction", "validfrom", "validto", "type")}
    if now["type"] != GROUPS and (now["percent"] is None) == (now["reduction"] is None):
        raise BadInput("减免比例与每台减免须填写且只填写一项", field="percent")
    if now["validto"] and now["validfrom"] and now["validto"] <= now["validfrom"]:
        raise BadInput("截止日期应晚于生效日期", field="validto")
    if "unitsysid" in values:
        unit = values["unitsysid"]
        values["unitname"] = db.scalar(select(Unit.name).where(Unit.id == unit)) if unit else ""
    if "equdatasysid" in values:
        device = values["equdatasysid"]
        code = select(Equipment.equcode).where(Equipment.id == device)
        values["equcode"] = db.scalar(code) if device else ""


def new_policy(db: Session, me: User, values: dict[str, Any]) -> ReliefPolicy:
    """A policy as its form was read, not stored."""
    row = ReliefPolicy(unitsysid="", equclass="", equclacode="", equdatasysid="", priority=0)
    before_save(db, me, row, values)
    for name, value in values.items():
        if value is not None:
            setattr(row, name, value)
    return row


def before_delete(db: Session, me: User, row: ReliefPolicy) -> None:
    """A policy that stands on a charge stays; it can be switched off."""
    if db.scalar(select(ChargeLine.id).where(ChargeLine.policy_id == row.id).limit(1)):
        raise Refused(f"{row.name}已用于收费，不能删除，请停用")
