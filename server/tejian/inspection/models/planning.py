"""检验计划: the days of a station as they are proposed, changed by hand and accepted."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import DateTime, ForeignKey, Index, String, false, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

WAITING, SOLVING, READY, ACCEPTED, DROPPED, FAILED = "waiting", "solving", "ready", "accepted", "dropped", "failed"
STATES = {
    WAITING: "等待",
    SOLVING: "求解中",
    READY: "待接受",
    ACCEPTED: "已接受",
    DROPPED: "已放弃",
    FAILED: "失败",
}
OPEN = (WAITING, SOLVING, READY, FAILED)


class PlanProposal(Record, Base):
    """The plan of a station for some days. `undo` holds what the lines were before each change by hand, newest last."""

    __tablename__ = "plan_proposal"
    audited = "03"
    named = "检验计划"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    dept_id: Mapped[str] = text(32, "检验站", refers="sys_org")
    user_id: Mapped[str] = text(32, "编排人", refers="sys_user")
    first: Mapped[date] = day("从")
    last: Mapped[date] = day("至")
    startlng: Mapped[str] = text(16, "出发地经度")
    startlat: Mapped[str] = text(16, "出发地纬度")
    # where east and north of its lines begin, in degrees; kept when it is solved again
    originlng: Mapped[float | None] = mapped_column()
    originlat: Mapped[float | None] = mapped_column()
    state: Mapped[str] = text(8, "状态")
    percent: Mapped[int] = mapped_column(default=0, info={"label": "进度"})
    message: Mapped[str] = text(500, "说明")
    planned: Mapped[int] = mapped_column(default=0, info={"label": "已排"})
    left: Mapped[int] = mapped_column("left_out", default=0, info={"label": "未排"})
    metres: Mapped[int] = mapped_column(default=0, info={"label": "路程（米）"})
    saved: Mapped[int] = mapped_column(default=0, info={"label": "少走（米）"})
    compared: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "比较"})
    undo: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "可撤销"})
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "结束时间"})
    __table_args__ = (
        Index("uq_plan_proposal_open", "dept_id", unique=True, postgresql_where=f"state in {OPEN}"),
        Index("ix_plan_proposal_org", "org_id", "createtime", "id"),
        Index("ix_plan_proposal_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, dept=PlanProposal.dept_id, org=PlanProposal.org_id)


class PlanLine(Record, Base):
    """One item in a plan: where it stands, or why it stands nowhere. `itemversion` is the item's when it was planned.

    `place` is its turn in the day of its pair, `site` what is visited at once. Of an accepted plan the lines say in
    which order the sites of a day are visited.
    """

    __tablename__ = "plan_line"
    part_of: ClassVar[Any] = PlanProposal
    proposal_id: Mapped[str] = mapped_column(ForeignKey("plan_proposal.id", ondelete="CASCADE"))
    appbuss_id: Mapped[str] = mapped_column(
        ForeignKey("appbuss.id", ondelete="CASCADE"), index=True, info={"label": "业务", "refers": "appbuss"}
    )
    itemversion: Mapped[int] = mapped_column(default=0)
    accepted: Mapped[bool] = mapped_column(default=False)
    site: Mapped[str] = mapped_column(String(64), default="")
    minutes: Mapped[int] = mapped_column(default=0, info={"label": "用时（分钟）"})
    basis: Mapped[str] = mapped_column(String(100), default="", server_default="", info={"label": "用时依据"})
    plandate: Mapped[date | None] = day("日期")
    scinspector: Mapped[str] = text(32, "主检", refers="sys_user")
    coinspector: Mapped[str] = text(32, "协检", refers="sys_user")
    boxno: Mapped[str] = text(16, "仪器箱")
    timeslot: Mapped[str] = text(8, "时段")
    place: Mapped[int] = mapped_column(default=0, info={"label": "顺序"})
    metres: Mapped[int] = mapped_column(default=0, info={"label": "来程（米）"})
    east: Mapped[int] = mapped_column(default=0)  # metres from the start of the day
    north: Mapped[int] = mapped_column(default=0)
    locked: Mapped[bool] = mapped_column(default=False, info={"label": "锁定"})
    why: Mapped[str] = text(500, "理由")
    __table_args__ = (
        Index("uq_plan_line_item", "proposal_id", "appbuss_id", unique=True),
        Index("ix_plan_line_main", "scinspector", "plandate", postgresql_where="accepted"),
        Index("ix_plan_line_day", "plandate", "id", postgresql_where="accepted"),
        Index("ix_plan_line_co", "coinspector", "plandate", postgresql_where="accepted"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the plan; an inspector his own days of it."""
        if me.unit_id:
            return false()
        return PlanLine.proposal_id.in_(select(PlanProposal.id).where(PlanProposal.visible(me))) | (
            PlanLine.accepted & ((PlanLine.scinspector == me.id) | (PlanLine.coinspector == me.id))
        )
