"""What a rule covers, and the reminders that are sent by the rules."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, true
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.expiry.api import Told, tell_units, told_words
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.kit.web.edge import Answer
from tejian.supervision.models.selfchecks import DRAFT, rule_of_lift
from tejian.system.organisations.api import covered_prefix

from .process import RULE

LIFTS = "3"
MOST = 200


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    kind = values.get("kind") or ""
    if kind and not kind.startswith(LIFTS):
        raise BadInput("电梯类别：请选择电梯的类别", field="kind")
    row.branch = kind.rstrip("0") or LIFTS
    row.prefix = covered_prefix(values["areacode"])
    if me.scope == "area" and not row.prefix.startswith(covered_prefix(me.area or "")):
        raise BadInput("区划：只能为本辖区制定策略", field="areacode")
    if row.id:
        return
    if me.scope != "area" or not me.org_id:
        raise Refused("自行检测策略由监管部门的人员制定")
    row.orgid = me.org_id
    RULE.put(db, row, DRAFT)


HOOKS = Hooks(before_save)


def send(db: Session, me: User, ids: Sequence[str]) -> Answer[list[str]]:
    """Remind the units of the picked lifts by the channel of each lift's rule; gives their names."""
    lifts = many_visible_or_refuse(db, me, E, ids)
    if len(lifts) > MOST:
        raise Refused(f"一次最多提醒{MOST}台电梯的单位")
    rule = rule_of_lift()
    query = select(E.id, rule.c.channel).join(rule, true()).where(E.id.in_([one.id for one in lifts]))
    channels: dict[str, str] = {key: channel for key, channel in db.execute(query)}  # noqa: C416
    if without := [one.equcode for one in lifts if one.id not in channels]:
        raise Refused(f"{without[0]}不在任何生效的策略内，不能发送")
    groups: dict[str, list[E]] = defaultdict(list)
    for one in lifts:
        groups[channels[one.id]].append(one)
    reminders: list[Told] = [
        tell_units(db, group, "ndetdate", sms=channel != "box", box=channel != "sms")
        for channel, group in sorted(groups.items())
    ]
    return told_words(reminders)
