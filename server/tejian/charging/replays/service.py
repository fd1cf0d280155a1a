"""What a user does with replays: begin one, see how far it is, delete it with its result."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models.charges import ReliefPolicy
from tejian.charging.models.replays import ENDED, FeeReplay
from tejian.charging.models.tables import FeeTable
from tejian.charging.tables.codes import VOID
from tejian.kit.database import jobs
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option, Row
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record

from .running import LOCK

LONGEST = 366 * 3  # days


def begin(db: Session, me: User, sent: Input) -> Row:
    """A new replay, worked out by a job."""
    first, last = sent["firstday"], sent["lastday"]
    if last < first:
        raise BadInput(f"受理日期止{last}不得早于受理日期起{first}", field="lastday")
    if last > clock.today():
        raise BadInput("受理日期止：不能晚于今天", field="lastday")
    if (last - first).days > LONGEST:
        raise BadInput("一次最多试算三年", field="firstday")
    table = visible_or_refuse(db, me, FeeTable, sent["table_id"]) if sent["table_id"] else None
    keys = [one for one in (sent["policies"] or "").split(",") if one]
    policies = many_visible_or_refuse(db, me, ReliefPolicy, keys) if keys else []
    if table is None and not policies:
        raise BadInput("请选择收费标准或减免政策", field="table_id")
    row = FeeReplay(
        name=sent["name"],
        orgid=me.org_id,
        firstday=first,
        lastday=last,
        table_id=table.id if table else "",
        tablename=table.name if table else "",
        policies=[one.id for one in policies],
        policynames="、".join(one.name for one in policies)[:500],
        madeby=me.name,
        createby=me.id,
        state="waiting",
    )
    db.add(row)
    db.flush()
    jobs.enqueue(db, "charging.replay", lock=LOCK, replay_id=row.id)
    return record(row)


def delete(db: Session, me: User, ids: Sequence[str]) -> None:
    """A replay goes with its result; one that runs is waited for."""
    for row in many_visible_or_refuse(db, me, FeeReplay, ids, lock=True):
        if row.state not in ENDED:
            raise Refused(f"{row.name}正在试算，完成后才能删除")
        db.delete(row)


def tables(db: Session, me: User) -> list[Option]:
    """The versions of the fee table that may be tried, newest first."""
    query = select(FeeTable).where(FeeTable.visible(me), FeeTable.step != VOID).order_by(FeeTable.createtime.desc())
    return [{"value": one.id, "label": one.name} for one in db.scalars(query.limit(100))]


def policies(db: Session, me: User) -> list[Option]:
    """The policies that may be tried; those that are switched off are drafts."""
    query = select(ReliefPolicy).where(ReliefPolicy.visible(me)).order_by(ReliefPolicy.enabled, ReliefPolicy.name)
    return [
        {"value": one.id, "label": one.name if one.enabled else f"{one.name}（停用）"}
        for one in db.scalars(query.limit(500))
    ]
