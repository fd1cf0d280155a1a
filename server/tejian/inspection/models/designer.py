"""Versions of the flow configuration as they are drawn: the draft with its rows, and what it was tried on."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Date, DateTime, ForeignKey, Identity, Index, String, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope
from tejian.system.rules.api import Edition

from .columns import text

STATES = {"waiting": "等待", "running": "试跑中", "done": "完成", "failed": "失败"}
STATE_TONES = {"waiting": "ca", "running": "ca", "done": "go", "failed": "no"}
ENDED = ("done", "failed")
PATH, LIMIT, ACTOR, BACK = "path", "limit", "actor", "back"
WAYS = {PATH: "环节不同", LIMIT: "时限不同", ACTOR: "办理人不同", BACK: "退回不同"}
WAY_TONES = {PATH: "ca", LIMIT: "ca", ACTOR: "no", BACK: "no"}


class FlowEdition(Record, Edition, Base):
    """A version of the flow configuration before it is one: its rows as they are drawn. Publishing writes them into the
    configuration as `conf_version`.
    """

    __tablename__ = "flow_edition"
    audited = "03"
    named = "流程草案"
    called = "editionno"
    editionno: Mapped[str] = text(32, "草案编号")
    base_version: Mapped[int] = mapped_column(info={"label": "起草自版本"})
    conf_version: Mapped[int | None] = mapped_column(info={"label": "流程版本"})
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "各环节", "quiet": True})
    __table_args__ = (Index("ix_flow_edition_effective", "effective"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class FlowTrial(Record, Base):
    """The items accepted from `firstday` to `lastday` seen by a draft. Nothing of them is changed."""

    __tablename__ = "flow_trial"
    edition_id: Mapped[str] = mapped_column(
        ForeignKey("flow_edition.id", ondelete="CASCADE"), index=True, info={"label": "流程草案"}
    )
    name: Mapped[str] = text(100, "名称")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    firstday: Mapped[date] = mapped_column(Date, info={"label": "受理日期起"})
    lastday: Mapped[date] = mapped_column(Date, info={"label": "受理日期止"})
    madeby: Mapped[str] = text(64, "试跑人")
    state: Mapped[str] = text(8, "状态")
    total: Mapped[int] = mapped_column(default=0, info={"label": "业务件数"})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已试跑"})
    moved: Mapped[int] = mapped_column(default=0, info={"label": "不同的件数"})
    paths: Mapped[int] = mapped_column(default=0, info={"label": "环节不同"})
    limits: Mapped[int] = mapped_column(default=0, info={"label": "时限不同"})
    actors: Mapped[int] = mapped_column(default=0, info={"label": "办理人不同"})
    backs: Mapped[int] = mapped_column(default=0, info={"label": "退回不同"})
    message: Mapped[str] = text(500, "结果")
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "结束时间"})
    __table_args__ = (Index("ix_flow_trial_org", "orgid", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=FlowTrial.createby, org=FlowTrial.orgid)


class FlowTrialLine(Base):
    """One thing in which an item would have gone otherwise."""

    __tablename__ = "flow_trial_line"
    part_of: ClassVar[Any] = FlowTrial
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    trial_id: Mapped[str] = mapped_column(ForeignKey("flow_trial.id", ondelete="CASCADE"))
    appbuss_id: Mapped[str] = mapped_column(String(32), info={"refers": "appbuss"})
    seisn: Mapped[str] = mapped_column(String(32), info={"label": "业务流水号"})
    equname: Mapped[str] = mapped_column(String(128), info={"label": "设备名称"})
    unitname: Mapped[str] = mapped_column(String(200), info={"label": "受检单位"})
    way: Mapped[str] = mapped_column(String(8), info={"label": "不同之处"})
    step: Mapped[str] = mapped_column(String(16), info={"label": "环节"})
    before: Mapped[str] = mapped_column(String(200), info={"label": "实际"})
    after: Mapped[str] = mapped_column(String(200), info={"label": "按草案"})
    __table_args__ = (
        Index("ix_flow_trial_line_trial", "trial_id", "id"),
        Index("ix_flow_trial_line_way", "trial_id", "way", "id"),
        Index("ix_flow_trial_line_step", "trial_id", "step", "id"),
        Index("ix_flow_trial_line_seisn", "trial_id", "seisn"),
    )
