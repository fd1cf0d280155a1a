"""Letters that ask a unit to pay what is overdue: what they state is copied and stays."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, Index, Numeric, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

WAYS = {"01": "当面送达", "02": "邮寄", "03": "传真或邮件"}


class Letter(Record, Base):
    """A letter (催缴函) to one unit about its overdue charges on a day."""

    __tablename__ = "chaletter"
    audited = "03"
    named = "催缴函"
    letterno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "函号"})
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="催缴函")
    unitname: Mapped[str] = text(200, "单位")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    made: Mapped[date] = mapped_column(Date, info={"label": "出函日期"})
    deadline: Mapped[date] = mapped_column(Date, info={"label": "限缴日期"})
    count: Mapped[int] = mapped_column(default=0, info={"label": "笔数"})
    amount: Mapped[Decimal] = mapped_column(
        Numeric(14, 2), default=Decimal("0.00"), info={"label": "欠费金额", "unit": "元"}
    )
    oldest: Mapped[date] = mapped_column(Date, info={"label": "最早应缴日期"})
    rows: Mapped[list[dict[str, str]]] = mapped_column(JSONB, default=list, info={"label": "欠费明细"})
    maker: Mapped[str] = text(64, "出函人")
    sent: Mapped[date | None] = mapped_column(Date, info={"label": "送达日期"})
    sentway: Mapped[str] = text(2, "送达方式")
    receiver: Mapped[str] = text(64, "签收人")
    sentby: Mapped[str] = text(64, "送达登记人")
    __table_args__ = (
        Index("ix_chaletter_org", "orgid", "made", "id"),
        Index("ix_chaletter_made", "made", "id"),
        Index("ix_chaletter_unit", "unitsysid", "made"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; a unit reads what was sent to it."""
        if me.unit_id:
            return (Letter.unitsysid == me.unit_id) & Letter.sent.is_not(None)
        return in_scope(me, own=Letter.createby, org=Letter.orgid)
