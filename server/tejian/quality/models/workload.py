"""What each inspector did for each approved report, in points and normal hours."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, Numeric, String, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.quality.permissions import QUERY
from tejian.system.models.organisations import in_scope


class WorkloadShare(Record, Base):
    """The part of one person in one report, as it was when the report was issued: written once, never made anew."""

    __tablename__ = "workload_share"
    part_of = AppBuss
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id", ondelete="CASCADE"), index=True)
    user_id: Mapped[str] = text(32, "检验人员", refers="sys_user")
    userdept: Mapped[str] = text(32, "人员部门", refers="sys_org")  # of the person, on the day of the approval
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    main: Mapped[bool] = mapped_column(default=False, info={"label": "主检"})
    approvedat: Mapped[datetime] = moment("批准时间")
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(32, "报告编号")
    unitname: Mapped[str] = text(200, "受检单位")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    points: Mapped[Decimal] = mapped_column(Numeric(12, 3), default=Decimal(0), info={"label": "工作量分"})
    hours: Mapped[Decimal] = mapped_column(Numeric(12, 2), default=Decimal(0), info={"label": "定额工时"})
    rule: Mapped[str] = mapped_column(String(16), default="", info={"label": "标准编号"})
    explained: Mapped[str] = text(300, "算式")
    __table_args__ = (
        Index("uq_workload_share", "appbuss_id", "user_id", unique=True),
        Index("ix_workload_share_org", "cheorg", "approvedat"),
        Index("ix_workload_share_user", "user_id", "approvedat"),
        Index("ix_workload_share_time", "approvedat", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Who assesses sees the own scope; everybody else the own work alone."""
        W = WorkloadShare
        if not me.may(QUERY):
            return W.user_id == me.id
        return true() if me.scope == "all" else in_scope(me, own=W.user_id, dept=W.userdept, org=W.cheorg)
