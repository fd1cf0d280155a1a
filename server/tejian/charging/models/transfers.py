"""A transfer of a payer: one sum at the bank that pays several charges, and what of it becomes an advance."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .charges import moment, money, text


class BankTransfer(Record, Subject, Base):
    """Its number at the bank counts once. Booked, its entries add up to it: shares of charges and one advance."""

    __tablename__ = "chatransfer"
    audited = "03"
    named = "转账收款"
    called = "transferno"
    transferno: Mapped[str] = text(32, "转账单号", number="transfer")
    payunitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="转账收款", beside="payunitname")
    payunitname: Mapped[str] = text(200, "缴费单位")
    place: Mapped[str] = text(8, "到账账户")
    amount: Mapped[Decimal] = money("转账金额")
    ref: Mapped[str] = text(64, "银行流水号")
    payer: Mapped[str] = text(200, "付款户名")
    arrived: Mapped[date] = mapped_column(Date, info={"label": "到账日期"})
    note: Mapped[str] = text(500, "说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    chargecount: Mapped[int] = mapped_column(default=0, info={"label": "收费单数"})
    paid: Mapped[Decimal] = money("付收费单")
    rest: Mapped[Decimal] = money("转入预存款")
    registerid: Mapped[str] = text(32, "登记人主键", refers="sys_user")
    registerby: Mapped[str] = text(64, "登记人")
    bookedid: Mapped[str] = text(32, "入账人主键", refers="sys_user")
    bookedby: Mapped[str] = text(64, "入账人")
    booked: Mapped[datetime | None] = moment("入账时间")
    undoneby: Mapped[str] = text(64, "冲销人")
    undone: Mapped[datetime | None] = moment("冲销时间")
    undonereason: Mapped[str] = text(500, "冲销原因")
    __table_args__ = (
        Index("uq_chatransfer_ref", "ref", unique=True, postgresql_where=f"step in {at.LIVING_TRANSFER}"),
        Index("uq_chatransfer_no", "transferno", unique=True),
        Index("ix_chatransfer_org", "orgid", "createtime", "id"),
        Index("ix_chatransfer_org_step", "orgid", "step", "createtime"),
        Index("ix_chatransfer_payer", "payunitsysid"),
    )

    @property
    def nature(self) -> str:
        """What is paid into its account: public fees go to the fiscal one, the others to our own."""
        return at.NATURE_OF.get(self.place, "")

    @staticmethod
    def visible(me: User) -> Any:
        """Those of an institute; units have none."""
        return in_scope(me, own=BankTransfer.createby, org=BankTransfer.orgid)
