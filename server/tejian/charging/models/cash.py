"""Cash that was counted, and where it is: in a safe, handed over, carried to the bank, seen on its statement."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

from .charges import moment, money, text
from .tills import till_in_scope


class CashLot(Record, Subject, Base):
    """The cash of one closed day of a cashier for one account. It is always whole, so it lies in one place."""

    __tablename__ = "chacash"
    audited = "03"
    named = "现金"
    called = "username"
    day_id: Mapped[str] = mapped_column(ForeignKey("chaday.id"), index=True)
    day: Mapped[date] = mapped_column(Date, info={"label": "收款日期"})
    userid: Mapped[str] = text(32, "收费员主键", refers="sys_user")
    username: Mapped[str] = text(64, "收费员")
    place: Mapped[str] = text(8, "应存入")
    amount: Mapped[Decimal] = money("金额")
    holderid: Mapped[str] = text(32, "保管人主键", refers="sys_user")
    holder: Mapped[str] = text(64, "保管人")
    toid: Mapped[str] = text(32, "接收人主键", refers="sys_user")
    toname: Mapped[str] = text(64, "接收人")
    ref: Mapped[str] = text(64, "解款单号")
    depositday: Mapped[date | None] = mapped_column(Date, info={"label": "存款日期"})
    depositid: Mapped[str] = text(32, "解款人主键", refers="sys_user")
    depositby: Mapped[str] = text(64, "解款人")
    deposited: Mapped[datetime | None] = moment("解款时间")
    seenby: Mapped[str] = text(64, "到账确认")
    seen: Mapped[datetime | None] = moment("到账时间")
    note: Mapped[str] = text(500, "说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    __table_args__ = (
        Index("uq_chacash_day", "day_id", "place", unique=True),
        Index("ix_chacash_org_step", "orgid", "step", "day"),
        Index("ix_chacash_org_day", "orgid", "day", "id"),
        Index("ix_chacash_ref", "ref", postgresql_where="ref <> ''"),
        Index("ix_chacash_deposit", "orgid", "depositday", postgresql_where=f"step in {at.IN_BANK}"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Those of an institute, of a station those of its cashiers; units have none."""
        return till_in_scope(me, own=CashLot.holderid, user=CashLot.userid, org=CashLot.orgid)
