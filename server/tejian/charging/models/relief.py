"""What was let off by policies: each line of a confirmed charge, and the sums of a payer, a policy and a year.

They repeat what charges state, so that lists over hundreds of thousands of lines are answered from an index; written
when a charge is confirmed and when it is voided (see relief_kept), compared every night (see proof).
"""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, new_id

from .charges import Charge, moment, money, text


class ReliefGiven(Base):
    """A relief line of a charge that finance has confirmed; its key is that of the line."""

    __tablename__ = "relief_given"
    part_of: ClassVar[Any] = Charge
    id: Mapped[str] = mapped_column(ForeignKey("chaline.id", ondelete="CASCADE"), primary_key=True)
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id", ondelete="CASCADE"), index=True)
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    policy_id: Mapped[str] = text(32, "减免政策主键", refers="chareliefpolicy")
    year: Mapped[str] = text(4, "年度")
    payunitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="减免台账")
    confirmed: Mapped[datetime | None] = moment("确认时间")
    amount: Mapped[Decimal] = money("减免金额")
    __table_args__ = (
        Index("ix_relief_given_time", "orgid", "confirmed", "id"),
        Index("ix_relief_given_policy", "policy_id", "year", "confirmed", "id"),
        Index("ix_relief_given_payer", "payunitsysid", "confirmed", "id"),
    )


class ReliefSum(Base):
    """How many lines a payer was let off by a policy in a year, and what they come to.

    When two units are merged there may be two rows of one payer until the night (see relief_kept.fold).
    """

    __tablename__ = "relief_sum"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    policy_id: Mapped[str] = text(32, "减免政策主键", refers="chareliefpolicy")
    year: Mapped[str] = text(4, "年度")
    payunitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="减免汇总", beside="payunitname")
    payunitname: Mapped[str] = text(200, "缴费单位")
    count: Mapped[int] = mapped_column(default=0, info={"label": "减免笔数"})
    amount: Mapped[Decimal] = money("减免金额")
    __table_args__ = (
        Index(
            *("ix_relief_sum_key", "orgid", "policy_id", "year", "payunitsysid"),
            postgresql_include=["count", "amount"],  # totals read nothing else
        ),
        Index("ix_relief_sum_amount", "orgid", "amount", "id", postgresql_where="count > 0"),
        Index("ix_relief_sum_payer", "payunitsysid"),
    )
