"""A collection of opinions: 草稿 → 征集中 → 已结束, and the opinion of each unit meanwhile (supervision.md I)."""

from datetime import datetime, time
from typing import Any

from sqlalchemy import false, select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.kit.ground.errors import NoPermission
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
from tejian.supervision import permissions as p
from tejian.supervision.models.opinions import DRAFT, OPEN, OVER, OpinionReply
from tejian.supervision.models.opinions import OpinionCall as C

from . import forms
from .forms import API, PAGE


def own(me: User) -> Any:
    """征集单位的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def deadline_ahead(d: Doing) -> str | None:
    """征集截止日期未过"""
    day = d.subject.deadline
    return f"征集截止日期{day}已过，请改期后再发布" if day < clock.today() else None


def still_taken(d: Doing) -> str | None:
    """征集没有截止"""
    day = d.subject.deadline
    return f"征集已于{day}截止，不能再提交意见" if day < clock.today() else None


def term_over(d: Doing) -> str | None:
    """征集已截止"""
    day = d.subject.deadline
    return f"征集到{day}截止，不能提前结束" if clock.today() <= day else None


def keep_opinion(d: Doing) -> None:
    """记下本单位的意见，代替前一次提交的"""
    if not d.me.unit_id:
        raise NoPermission
    R = OpinionReply
    row = d.db.scalars(select(R).where(R.call_id == d.subject.id, R.unitsysid == d.me.unit_id)).first()
    if row is None:
        name = d.db.scalars(select(Unit.name).where(Unit.id == d.me.unit_id)).one()
        row = R(call_id=d.subject.id, unitsysid=d.me.unit_id, unitname=name, createby=d.me.id)
        d.db.add(row)
    row.opinion, row.author_id, row.sent = d.form["opinion"], d.me.id, clock.now()


def limit(_db: Session, s: C) -> datetime | None:
    """征集截止日期当日结束"""
    return datetime.combine(s.deadline, time.max, clock.SHANGHAI) if s.step == OPEN else None


WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/opinionCollection", "page": PAGE}
OPINIONS = add_process(
    Process(
        name="opinion_call",
        title="意见征集",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[OVER],
        numbers=lambda s: (s.callno, s.callno),
        about=lambda m: (m.title, m.questions),
        limit=limit,
        steps=[
            Step(DRAFT, "草稿", own, waits="意见征集待发布", verb="发布", **WAITS),
            Step(OPEN, "征集中", own, waits="意见征集待结束", verb="结束征集", **(WAITS | {"tone": "go"})),
            Step(OVER, "已结束", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("publish", "发布", [DRAFT], OPEN, p.OPINION_SAVE),
                guards=[deadline_ahead],
                stamps=["callno", "publisher_id", "published"],
            ),
            Move(
                *("reply", "提交意见", [OPEN], STAY, p.OPINION_REPLY),
                anyone=True,
                guards=[still_taken],
                effects=[keep_opinion],
                form=forms.REPLY,
            ),
            Move(
                *("close", "结束征集", [OPEN], OVER, p.OPINION_SAVE),
                guards=[term_over],
                takes=["outcome"],
                stamps=["closed"],
                form=forms.CLOSE,
            ),
        ],
    )
)
