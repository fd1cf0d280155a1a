"""The transfer journal with the province platform, and reports of third-party institutions."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, ForeignKey, Index, String, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


class Transfer(Record, Base):
    """One piece of inspection data on its way to the province platform, or received from it."""

    __tablename__ = "transfer"
    direction: Mapped[str] = mapped_column(String(4), info={"label": "方向"})  # push, pull
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(32, "报告编号")
    appbuss_id: Mapped[str] = text(32, "业务主键", refers="appbuss")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="数据传输")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equcode: Mapped[str] = text(64, "设备代码")
    equname: Mapped[str] = text(128, "设备名称")
    unitname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    state: Mapped[str] = mapped_column(String(1), default="0", info={"label": "状态", "dict": "C742"})
    tries: Mapped[int] = mapped_column(default=0, info={"label": "已传次数"})
    sentat: Mapped[datetime | None] = moment("最近传输时间")
    nexttry: Mapped[datetime | None] = moment("下次自动重传")
    receipt: Mapped[str] = text(64, "平台回执号")
    error: Mapped[str] = text(500, "错误信息")
    content: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "内容", "secret": True})
    ignoredby: Mapped[str] = text(64, "忽略人")
    ignorereason: Mapped[str] = text(256, "忽略原因")
    __table_args__ = (
        Index("ix_transfer_org_time", "cheorg", "createtime", "id"),
        Index("ix_transfer_time", "createtime", "id"),
        Index("ix_transfer_seisn", "seisn"),
        Index("ix_transfer_appbuss", "appbuss_id", "createtime"),
        Index("ix_transfer_open", "state", "nexttry", postgresql_where="state in ('0', '2')"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own transfers; a bureau those of its area."""
        return in_scope(me, own=Transfer.createby, org=Transfer.cheorg, area=Transfer.areacode, shared=True)


WAITING, AGREED, REFUSED = "0", "1", "2"


class ThirdReport(Record, Base):
    """A report that an outside institution made of a device: an inspection (I) or a detection (D)."""

    __tablename__ = "third_report"
    audited = "03"
    named = "第三方报告"
    kind: Mapped[str] = mapped_column(String(1), info={"label": "报告种类"})
    reportno: Mapped[str] = text(64, "报告编号")
    unit_id: Mapped[str] = mapped_column(
        ForeignKey("unit.unitsysid"), info={"label": "机构主键", "refers": "unit", "merges": "第三方报告"}
    )
    unitname: Mapped[str] = text(200, "检验检测机构")
    equdatasysid: Mapped[str] = mapped_column(
        ForeignKey("equipment.equdatasysid"),
        index=True,
        info={"label": "设备主键", "refers": "equipment", "merges": "第三方报告"},
    )
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equcode: Mapped[str] = text(20, "设备代码")
    equname: Mapped[str] = text(128, "设备名称")
    useorgsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="第三方报告（使用单位）")
    useorgname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    inspdate: Mapped[date] = mapped_column(Date, info={"label": "检验检测日期"})
    conclusion: Mapped[str] = text(8, "结论", dict="C605")
    nextdate: Mapped[date | None] = mapped_column(Date, info={"label": "报告载明的下次日期"})
    inspectors: Mapped[str] = text(128, "检验检测人员")
    archived: Mapped[str] = text(200, "档案更新")
    # a detection waits for the institute; what was registered before it did is in the archive
    state: Mapped[str] = mapped_column(String(1), default=AGREED, server_default=AGREED, info={"label": "确认状态"})
    checkname: Mapped[str] = mapped_column(String(64), default="", server_default="", info={"label": "确认人"})
    checktime: Mapped[datetime | None] = moment("确认时间")
    opinion: Mapped[str] = mapped_column(String(500), default="", server_default="", info={"label": "退回原因"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (
        Index("uq_third_report_no", "unit_id", "reportno", unique=True),
        Index("ix_third_report_kind", "kind", "inspdate", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Of the devices that the user sees; an institution also sees the reports that it made."""
        seen = ThirdReport.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
        return or_(ThirdReport.unit_id == me.unit_id, seen) if me.unit_id else seen
