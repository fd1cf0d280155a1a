"""Waybills (快递单), the reports that each carries, and ranges of their numbers."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

MADE, SENT, BACK, AGAIN, VOID = "ZD", "JC", "TH", "CJ", "ZF"


def big(label: str) -> Any:
    return mapped_column(BigInteger, default=0, info={"label": label})


class NumberRange(Record, Base):
    """Numbers that an institute got from a courier; they are given out one after the other."""

    __tablename__ = "express_range"
    audited = "03"
    named = "快递单号段"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    company: Mapped[str] = text(8, "快递公司", dict="KDGS")
    firstno: Mapped[str] = text(32, "起始单号")
    lastno: Mapped[str] = text(32, "结束单号")
    prefix: Mapped[str] = text(32, "单号前缀")
    width: Mapped[int] = mapped_column(default=0, info={"label": "流水位数"})
    first: Mapped[int] = big("起始流水")
    last: Mapped[int] = big("结束流水")
    next: Mapped[int] = big("下一流水")
    stopped: Mapped[bool] = mapped_column(default=False, info={"label": "停用"})
    remark: Mapped[str] = text(200, "备注")
    __table_args__ = (Index("ix_express_range_org", "org_id", "company", "createtime", "id"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=NumberRange.createby, org=NumberRange.org_id)


class Waybill(Record, Subject, Base):
    """What is posted to one receiver; its number is used once, also when it was spoiled."""

    __tablename__ = "express_bill"
    audited = "03"
    named = "快递单"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    company: Mapped[str] = text(8, "快递公司", dict="KDGS")
    expressno: Mapped[str] = text(32, "快递单号")
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="快递单", beside="unitname")
    unitname: Mapped[str] = text(200, "收件单位")
    receiver: Mapped[str] = text(64, "收件人")
    receivertel: Mapped[str] = phone("express_bill.receivertel", "收件人电话")
    address: Mapped[str] = text(256, "收件地址")
    reports: Mapped[int] = mapped_column(default=0, info={"label": "报告份数"})
    printcount: Mapped[int] = mapped_column(default=0, info={"label": "打印次数"})
    madeby: Mapped[str] = text(64, "制单人")
    sentat: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "寄出时间"})
    why: Mapped[str] = text(500, "退回或作废原因")
    insteadof: Mapped[str] = text(32, "代替的快递单")  # it was returned, and this one carries its reports
    remark: Mapped[str] = text(200, "备注")
    __table_args__ = (
        Index("uq_express_bill_no", "company", "expressno", unique=True),
        Index("ix_express_bill_org", "org_id", "createtime", "id"),
        Index("ix_express_bill_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=Waybill.createby, org=Waybill.org_id)


class PostedReport(Record, Base):
    """A report on a waybill. Until that is sent or void, no other carries it; `live` says so."""

    __tablename__ = "express_report"
    part_of = Waybill
    audited = "03"
    named = "快递单上的报告"
    bill_id: Mapped[str] = mapped_column(ForeignKey("express_bill.id"), index=True)
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务主键"})
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(40, "报告编号")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    live: Mapped[bool] = mapped_column(default=True, info={"label": "在单"})
    __table_args__ = (Index("uq_express_report_live", "appbuss_id", unique=True, postgresql_where="live"),)

    @staticmethod
    def visible(me: User) -> Any:
        return PostedReport.bill_id.in_(select(Waybill.id).where(Waybill.visible(me)))
