"""Money of the platform that no charge asked for: paid twice, after a void, or another amount than was ordered."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import Date, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record
from tejian.kit.process.steps import Subject

from .charges import Charge, as_its_charge, moment, money, text


class Surplus(Record, Subject, Base):
    """One payment too much. It is given back by two people, or the platform says that there was none."""

    __tablename__ = "chasurplus"
    audited = "03"
    named = "多收款"
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    chargesysid: Mapped[str] = text(32, "收费单号")
    payunitname: Mapped[str] = text(200, "缴费单位")
    order_id: Mapped[str] = text(32, "支付订单主键")
    orderno: Mapped[str] = text(32, "支付订单号")
    platformno: Mapped[str] = text(64, "平台流水号")
    amount: Mapped[Decimal] = money("多收金额")
    paidon: Mapped[date | None] = mapped_column(Date, info={"label": "支付日期"})
    why: Mapped[str] = text(256, "为什么多收")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    way: Mapped[str] = text(16, "退款方式")
    ref: Mapped[str] = text(64, "退款凭证号")
    askreason: Mapped[str] = text(500, "申请说明")
    askid: Mapped[str] = text(32, "申请人主键")
    askby: Mapped[str] = text(64, "申请人")
    asked: Mapped[datetime | None] = moment("申请时间")
    endby: Mapped[str] = text(64, "办结人")
    ended: Mapped[datetime | None] = moment("办结时间")
    note: Mapped[str] = text(500, "处理结果")
    __table_args__ = (
        Index("uq_chasurplus_platformno", "platformno", unique=True, postgresql_where=f"step <> '{at.NO_SURPLUS}'"),
        Index("ix_chasurplus_org_step", "orgid", "step", "createtime"),
        Index("ix_chasurplus_order", "order_id"),
    )

    @staticmethod
    def visible(me: Any) -> Any:
        """As the charge for which it was paid."""
        return as_its_charge(me, Surplus.charge_id, Surplus.orgid)
