"""The open conflicts as a phone shows them, side by side."""

from datetime import datetime
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.fieldwork import OPEN
from tejian.inspection.models.fieldwork import RecordConflict as C
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser

from .process import CONFLICT

MOST = 500


class ConflictLine(TypedDict):
    """`by` wrote what is called mine; `decides`: the sender may decide."""

    id: str
    version: int
    record: str
    reportcode: str
    path: str
    words: str
    mine: Any
    theirs: Any
    base: Any
    by: str
    other: str
    at: datetime | None
    working: Any
    decides: bool


def undecided(db: Session, me: User, record: str | None) -> list[ConflictLine]:
    among = C.appbuss_id.in_(select(AppBuss.id).where(AppBuss.inspectors.contains([me.id])))
    query = select(C, SysUser.name).outerjoin(SysUser, SysUser.id == C.mine_id)
    query = query.where(C.step == OPEN, or_(among, C.main_id == me.id))
    if record:
        query = query.where(C.record_id == record)
    rows = db.execute(query.order_by(C.createtime, C.id).limit(MOST)).all()
    mine = CONFLICT.waiting(db, me, [one.id for one, _ in rows])
    return [
        {
            "id": one.id,
            "version": one.version,
            "record": one.record_id,
            "reportcode": one.reportno,
            "path": one.path,
            "words": one.words,
            "mine": one.mine,
            "theirs": one.theirs,
            "base": one.base,
            "by": name or "",
            "other": one.theirs_name,
            "at": one.mineat,
            "working": one.working,
            "decides": one.id in mine,
        }
        for one, name in rows
    ]
