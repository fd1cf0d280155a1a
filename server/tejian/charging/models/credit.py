"""What a unit may owe of reports that were released before they are paid: how much, for how long, agreed by whom."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .charges import money, text


class CreditLine(Record, Subject, Base):
    """The limit of a unit at an institute. One counts at a time; another follows when it was stopped."""

    __tablename__ = "chacredit"
    audited = "03"
    named = "欠费发放额度"
    called = "unitname"
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="欠费发放额度", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    amount: Mapped[Decimal] = money("额度")
    termdays: Mapped[int] = mapped_column(default=0, info={"label": "发放后几天内缴清", "unit": "天"})
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    document: Mapped[str] = text(128, "依据")
    agreedby: Mapped[str] = text(64, "批准人")
    stopreason: Mapped[str] = text(256, "停用原因")
    __table_args__ = (
        Index("uq_chacredit_unit", "orgid", "unitsysid", unique=True, postgresql_where=f"step <> '{at.STOPPED}'"),
        Index("ix_chacredit_org", "orgid", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; a unit reads its own."""
        if me.unit_id:
            return CreditLine.unitsysid == me.unit_id
        return in_scope(me, own=CreditLine.createby, org=CreditLine.orgid)
