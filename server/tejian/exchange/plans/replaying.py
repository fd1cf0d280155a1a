"""Messages are sent again with the content of today, chosen ones or those of a time; or ignored with a reason."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from tejian.exchange.mappings import api as mappings
from tejian.exchange.models import ExchangeMessage as Message
from tejian.kit.database import jobs
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held

from . import collecting
from .collecting import FAILED, IGNORED, WAITING

AT_ONCE = 200
OF_A_TIME = 5_000


def replay(db: Session, me: User, ids: Sequence[str]) -> int:
    """重传 chosen messages that failed or were ignored."""
    rows = many_visible_or_refuse(db, me, Message, ids, lock=True)
    if len(rows) > AT_ONCE:
        raise Refused(f"一次最多重传{AT_ONCE}条")
    for row in rows:
        if row.direction != "push" or not (row.plan_id or row.entity == mappings.SAMPLE):
            raise Refused("对方查询的记录不能重传")
        if row.state not in (FAILED, IGNORED):
            raise Refused(f"{row.number}不是失败或忽略状态，不能重传")
    _again(db, rows)
    return len(rows)


def replay_time(db: Session, me: User, sent: Input) -> int:
    """重传 all that failed of a plan within some days, with the content of today."""
    begin, end = sent["datefrom"], sent["dateto"]
    if end < begin:
        raise Refused(f"日期止{end}早于起{begin}")
    m = Message
    since, until = (datetime.combine(day, time(), clock.SHANGHAI) for day in (begin, end + timedelta(days=1)))
    within = (m.plan_id == sent["plan_id"], m.state == FAILED, m.createtime >= since, m.createtime < until)
    query = select(m).where(*within, m.visible(me)).order_by(m.id).limit(OF_A_TIME + 1)
    rows = db.scalars(query.with_for_update()).all()
    if not rows:
        raise Refused("这段时间没有失败的消息")
    if len(rows) > OF_A_TIME:
        raise Refused(f"这段时间失败的消息超过{OF_A_TIME}条，请缩短时段")
    _again(db, rows)
    return len(rows)


def _again(db: Session, rows: Sequence[Message]) -> None:
    """Let messages wait again, as their objects are now and by the edition that is in force."""
    by_plan: dict[str, list[Message]] = {}
    for row in rows:
        if row.entity == mappings.SAMPLE:
            _sample_again(db, row)
        else:
            by_plan.setdefault(row.plan_id, []).append(row)
    for plan_id, own in by_plan.items():
        plan, _partner = collecting.sides_of(db, plan_id)
        edition = mappings.published(db, plan.partner_id, plan.entity)
        if edition is None:
            raise Refused(f"{plan.name}没有已发布的字段映射，不能重传")
        entity = mappings.ENTITIES[plan.entity]
        objects = {one.key: one for one in mappings.read(db, entity, edition, [row.objectkey for row in own])}
        for row in own:
            if one := objects.get(row.objectkey):
                row.content, row.digest = {"deleted": one.gone, "data": one.content}, one.digest
                row.edition, row.state, row.error = edition.number, FAILED if one.why else WAITING, one.why
            row.tries, row.nexttry, row.ignoredby, row.ignorereason = 0, None, "", ""
        jobs.enqueue(db, "exchange.deliver", lock=collecting.lock_of(plan_id), plan_id=plan_id)


def _sample_again(db: Session, row: Message) -> None:
    """What was sent of a sample stays as it is: the laboratory is told the same once more."""
    row.state, row.error, row.tries, row.nexttry, row.ignoredby, row.ignorereason = WAITING, "", 0, None, "", ""
    jobs.enqueue(db, "exchange.samples", lock="exchange:samples")


def ignore(db: Session, me: User, sent: Input) -> None:
    """忽略 a message that failed: its object goes on with the next one."""
    row = held(db, me, Message, sent)
    if row.state != FAILED:
        raise Refused("只有失败的消息可以忽略")
    row.state, row.nexttry = IGNORED, None
    row.ignoredby, row.ignorereason = me.name, sent["ignorereason"]
    if row.plan_id:
        jobs.enqueue(db, "exchange.deliver", lock=collecting.lock_of(row.plan_id), plan_id=row.plan_id)


def forget_contents(db: Session, before: datetime, most: int) -> int:
    """What was said in old messages; that it was said, by which edition and digest, stays."""
    m = Message
    old = select(m.id).where(m.createtime < before, m.content != {}, m.state.not_in((WAITING, FAILED)))
    keys = db.scalars(old.order_by(m.createtime).limit(most)).all()
    db.execute(update(m).where(m.id.in_(keys)).values(content={}))
    return len(keys)
