"""自行检测策略: which lifts a bureau follows so that their yearly detection is uploaded in time, since when."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Index, and_, false, func, or_, select, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, ISSUED, ENDED = "CG", "FB", "TZ"
CHANNELS = {"both": "短信和站内消息", "sms": "短信", "box": "站内消息"}
AHEAD, GRACE = 90, 90  # days at most


class SelfCheckRule(Record, Subject, Base):
    """One rule: of the rules in force a lift follows the one for the smallest area, then kind, then the newest."""

    __tablename__ = "self_check_rule"
    audited, named, called = "03", "自行检测策略", "ruleno"
    ruleno: Mapped[str] = text(32, "策略编号", number="selfcheck", numbered="move")
    orgid: Mapped[str] = text(32, "制定单位", refers="sys_org")
    areacode: Mapped[str] = text(12, "区划", dict="AREA")
    prefix: Mapped[str] = text(12, "区划范围")  # what the codes below the area begin with
    kind: Mapped[str] = text(6, "电梯类别", dict="C602")
    branch: Mapped[str] = text(6, "类别范围")
    ahead: Mapped[int] = mapped_column(default=30, info={"label": "提前提醒", "unit": "天"})
    grace: Mapped[int] = mapped_column(default=0, info={"label": "上传宽限", "unit": "天"})
    channel: Mapped[str] = text(8, "提醒渠道")
    validfrom: Mapped[date] = day("生效日期")
    source: Mapped[str] = text(200, "依据")
    lifts: Mapped[int] = mapped_column(default=0, info={"label": "发布时涉及电梯", "unit": "台"})
    issuer_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    issued: Mapped[datetime | None] = moment("发布时间")
    ended: Mapped[datetime | None] = moment("停用时间")
    __table_args__ = (Index("ix_self_check_rule_org", "orgid", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        """What is issued holds for everybody of a bureau; a draft is its own."""
        R = SelfCheckRule
        if me.scope == "all":
            return true()
        if me.scope != "area" or not me.org_id:
            return false()
        return or_(R.orgid == me.org_id, R.step != DRAFT)


def follows() -> Any:
    """Whether a lift of the archive lies in the area and the kinds of a rule."""
    R = SelfCheckRule
    return and_(E.areacode.startswith(R.prefix), E.equclacode.startswith(R.branch))


def rule_of_lift() -> Any:
    """For each lift its rule today, as a table beside the lifts."""
    R = SelfCheckRule
    best = (func.length(R.prefix).desc(), func.length(R.branch).desc(), R.validfrom.desc(), R.ruleno.desc())
    query = select(R).where(R.step == ISSUED, R.validfrom <= func.current_date(), follows()).order_by(*best).limit(1)
    return query.correlate(E).lateral("rule")
