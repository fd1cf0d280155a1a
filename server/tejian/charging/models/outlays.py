"""What shall leave a charge again: a refund or a red receipt, asked for by one person with papers, done by another."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record

from .charges import Charge, as_its_charge, moment, money, text


class ChargeOut(Record, Base):
    """A request that money goes back or that receipts are reversed. A charge has one open at a time."""

    __tablename__ = "chaoutlay"
    audited = "03"
    named = "退费与红冲申请"
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    kind: Mapped[str] = text(8, "申请事项")
    state: Mapped[str] = text(8, "办理情况")
    amount: Mapped[Decimal] = money("申请金额")
    way: Mapped[str] = text(16, "退费方式")
    reason: Mapped[str] = text(500, "申请原因")
    documents: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "凭据"})
    askid: Mapped[str] = text(32, "申请人主键", refers="sys_user")
    askby: Mapped[str] = text(64, "申请人")
    asked: Mapped[datetime] = moment("申请时间")
    endid: Mapped[str] = text(32, "办理人主键", refers="sys_user")
    endby: Mapped[str] = text(64, "办理人")
    ended: Mapped[datetime | None] = moment("办理时间")
    note: Mapped[str] = text(500, "办理说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    __table_args__ = (
        Index("uq_chaoutlay_open", "charge_id", unique=True, postgresql_where=f"state = '{at.ASKED_OUT}'"),
        Index("ix_chaoutlay_org", "orgid", "asked", "id"),
    )

    @staticmethod
    def visible(me: Any) -> Any:
        """As the charge from which it goes."""
        return as_its_charge(me, ChargeOut.charge_id, ChargeOut.orgid)
