"""The account of a unit at an institute: money paid in advance, entry by entry, and what is left of it."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import Date, DateTime, ForeignKey, Index, Numeric, SmallInteger, String, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .charges import moment, money, text
from .facets import pieces_of


class Account(Record, Subject, Base):
    """A unit's account. Its balance is the sum of its entries and never below nothing."""

    __tablename__ = "chaaccount"
    audited = "03"
    named = "预存款账户"
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="预存款", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    balance: Mapped[Decimal] = money("余额")
    entrycount: Mapped[int] = mapped_column(default=0, info={"label": "笔数"})
    moved: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "最近变动"})
    __table_args__ = (
        Index("ix_chaaccount_unit", "unitsysid", "orgid"),
        Index("ix_chaaccount_org", "orgid", "unitname", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; a unit has its own."""
        if me.unit_id:
            return Account.unitsysid == me.unit_id
        return in_scope(me, own=Account.createby, org=Account.orgid)


class AccountEntry(Base):
    """Money paid in, used for a charge, or given back: written once, with the balance after it."""

    __tablename__ = "chaaccountentry"
    part_of: ClassVar[Any] = Account
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("chaaccount.id"))
    seq: Mapped[int] = mapped_column(info={"label": "序号"})
    entryno: Mapped[str] = text(32, "单据号")
    kind: Mapped[str] = text(8, "类别")
    amount: Mapped[Decimal] = money("金额")
    balance: Mapped[Decimal] = money("余额")
    way: Mapped[str] = text(16, "方式")
    ref: Mapped[str] = text(64, "凭证号")
    charge_id: Mapped[str] = text(32, "收费单主键", refers="chamain")
    chargesysid: Mapped[str] = text(32, "收费单号")
    note: Mapped[str] = text(256, "说明")
    at: Mapped[datetime] = moment("时间")
    day: Mapped[date] = mapped_column(Date, info={"label": "日期"})
    userid: Mapped[str] = text(32, "经办人")
    username: Mapped[str] = text(64, "经办人")
    undoes: Mapped[str] = mapped_column(String(32), default="", server_default="", info={"label": "冲销的预存款"})
    again: Mapped[int] = mapped_column(SmallInteger, default=0, server_default="0", info={"label": "凭证冲销次数"})
    transfer_id: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "转账单", "refers": "chatransfer"}
    )
    given: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "收到现金", "unit": "元"})
    searchtext: Mapped[str] = pieces_of("entryno", "ref")
    __table_args__ = (
        by_pieces("ix_chaaccountentry_pieces", "searchtext"),
        Index("uq_chaaccountentry_seq", "account_id", "seq", unique=True),
        Index("uq_chaaccountentry_no", "entryno", unique=True, postgresql_where="entryno <> ''"),
        Index("uq_chaaccountentry_ref", "way", "ref", "again", unique=True, postgresql_where="ref <> ''"),
        Index("uq_chaaccountentry_undoes", "undoes", unique=True, postgresql_where="undoes <> ''"),
        Index("ix_chaaccountentry_transfer", "transfer_id", postgresql_where="transfer_id <> ''"),
        Index("ix_chaaccountentry_day", "day", "userid"),
        Index("ix_chaaccountentry_charge", "charge_id", postgresql_where="charge_id <> ''"),
        Index("ix_chaaccountentry_at", "at", "id"),
        {"info": {"append_only": True}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        """As the account that it stands on."""
        return AccountEntry.account_id.in_(select(Account.id).where(Account.visible(me)))
