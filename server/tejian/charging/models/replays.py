"""A replay, what it comes to, and the charge lines of which its numbers are made."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Date, DateTime, ForeignKey, Identity, Index, Numeric, String
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

STATES = {"waiting": "等待", "running": "试算中", "done": "完成", "failed": "失败"}
TONES = {"waiting": "ca", "running": "ca", "done": "go", "failed": "no"}
ENDED = ("done", "failed")
DIMENSIONS = {"equclass": "种类", "month": "月份", "payunitsysid": "单位"}
SAME, CHANGED, NEW, GONE, KEPT = "same", "changed", "new", "gone", "kept"
WAYS = {CHANGED: "金额变化", NEW: "新增", GONE: "取消", KEPT: "未能重算"}  # what stays the same is summed, not kept
FOUND_BY = ("month", "equclass", "feecode", "seisn", "way")


def yuan(label: str) -> Any:
    return mapped_column(Numeric(16, 2), default=Decimal(0), info={"label": label, "unit": "元"})


class FeeReplay(Record, Base):
    """The confirmed charges of an institute whose items were accepted from `firstday` to `lastday`, replayed."""

    __tablename__ = "chareplay"
    name: Mapped[str] = text(100, "试算名称")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    firstday: Mapped[date] = mapped_column(Date, info={"label": "受理日期起"})
    lastday: Mapped[date] = mapped_column(Date, info={"label": "受理日期止"})
    table_id: Mapped[str] = text(32, "收费标准主键")
    tablename: Mapped[str] = text(100, "收费标准")
    policies: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "减免政策主键"})
    policynames: Mapped[str] = text(500, "减免政策")
    madeby: Mapped[str] = text(64, "试算人")
    state: Mapped[str] = text(8, "状态")
    total: Mapped[int] = mapped_column(default=0, info={"label": "收费笔数"})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已试算"})
    kept: Mapped[int] = mapped_column(default=0, info={"label": "未能重算"})
    moved: Mapped[int] = mapped_column(default=0, info={"label": "变化行数"})
    charged: Mapped[Decimal] = yuan("原金额")
    replayed: Mapped[Decimal] = yuan("试算金额")
    message: Mapped[str] = text(500, "结果")
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "结束时间"})
    __table_args__ = (Index("ix_chareplay_org", "orgid", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=FeeReplay.createby, org=FeeReplay.orgid)


class ReplaySum(Base):
    """What one class, month or unit comes to."""

    __tablename__ = "chareplaysum"
    part_of: ClassVar[Any] = FeeReplay
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    replay_id: Mapped[str] = mapped_column(ForeignKey("chareplay.id", ondelete="CASCADE"))
    dimension: Mapped[str] = mapped_column(String(16), info={"label": "分项"})
    key: Mapped[str] = mapped_column(String(32), info={"label": "代码"})
    label: Mapped[str] = mapped_column(String(200), info={"label": "名称"})
    linecount: Mapped[int] = mapped_column(info={"label": "行数"})
    moved: Mapped[int] = mapped_column(info={"label": "变化行数"})
    charged: Mapped[Decimal] = yuan("原金额")
    replayed: Mapped[Decimal] = yuan("试算金额")
    difference: Mapped[Decimal] = yuan("差额")
    __table_args__ = (Index("ix_chareplaysum_replay", "replay_id", "dimension", "id"),)


class ReplayLine(Base):
    """A line that moves, as it was charged and as it would be (either may be missing), or was not worked out."""

    __tablename__ = "chareplayline"
    part_of: ClassVar[Any] = FeeReplay
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    replay_id: Mapped[str] = mapped_column(ForeignKey("chareplay.id", ondelete="CASCADE"))
    charge_id: Mapped[str] = mapped_column(String(32))
    chargesysid: Mapped[str] = mapped_column(String(32), info={"label": "收费单号"})
    seisn: Mapped[str] = mapped_column(String(32), info={"label": "业务流水号"})
    equclass: Mapped[str] = mapped_column(String(8), info={"label": "设备种类", "dict": "C601"})
    payunitsysid: Mapped[str] = mapped_column(String(32), info={"label": "缴费单位主键", "refers": "unit"})
    payunitname: Mapped[str] = mapped_column(String(200), info={"label": "缴费单位"})
    month: Mapped[str] = mapped_column(String(7), info={"label": "受理月份"})
    feecode: Mapped[str] = mapped_column(String(16), info={"label": "收费代码"})
    item: Mapped[str] = mapped_column(String(128), info={"label": "收费项目"})
    charged: Mapped[Decimal] = yuan("原金额")
    replayed: Mapped[Decimal] = yuan("试算金额")
    difference: Mapped[Decimal] = yuan("差额")
    way: Mapped[str] = mapped_column(String(8), info={"label": "变化"})
    reason: Mapped[str] = mapped_column(String(300), info={"label": "原因"})
    __table_args__ = (
        Index("ix_chareplayline_replay", "replay_id", "id"),
        Index("ix_chareplayline_unit", "replay_id", "payunitsysid", "id"),
        *(Index(f"ix_chareplayline_{name}", "replay_id", name) for name in FOUND_BY),
    )
