"""Differences of the four ways, and the statements of platform and bank against which payments are matched."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import Date, ForeignKey, Index, String, select
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .charges import Charge, ChargeItem, ChargeLine, moment, money, text
from .stations import about_items_in_scope


class Difference(Record, Subject, Base):
    """Something in which declaration, inspection, charge and release do not agree, and what became of it."""

    __tablename__ = "chadiff"
    audited = "03"
    named = "收费核对差异"
    kind: Mapped[str] = text(16, "差异")
    subject: Mapped[str] = text(64, "对象")
    sentence: Mapped[str] = text(500, "说明")
    amount: Mapped[Decimal] = money("金额")
    charge_id: Mapped[str] = text(32, "收费单主键", refers="chamain")
    chargesysid: Mapped[str] = text(32, "收费单号")
    seisn: Mapped[str] = text(32, "业务流水号")
    unitname: Mapped[str] = text(200, "单位")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    remedy: Mapped[str] = text(8, "可办理")
    found: Mapped[date] = mapped_column(Date, info={"label": "发现日期"})
    settledby: Mapped[str] = text(64, "处理人")
    settled: Mapped[datetime | None] = moment("处理时间")
    note: Mapped[str] = text(500, "处理结果")
    __table_args__ = (
        Index("uq_chadiff_subject", "orgid", "kind", "subject", unique=True),
        Index("ix_chadiff_org_step", "orgid", "step", "found"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; the head of a station those about its items."""
        own, org = Difference.createby, Difference.orgid
        return about_items_in_scope(me, own=own, seisn=Difference.seisn, charge=Difference.charge_id, org=org)


class Statement(Record, Base):
    """A file of the payment platform or the bank, kept by what it said and what came of it."""

    __tablename__ = "chastatement"
    audited = "03"
    named = "对账单"
    filename: Mapped[str] = text(200, "文件")
    digest: Mapped[str] = mapped_column(String(64), default="", info={"label": "摘要", "secret": True})
    source: Mapped[str] = text(8, "来源")
    firstday: Mapped[date] = mapped_column(Date, info={"label": "起始日期"})
    lastday: Mapped[date] = mapped_column(Date, info={"label": "截止日期"})
    linecount: Mapped[int] = mapped_column(default=0, info={"label": "笔数"})
    total: Mapped[Decimal] = money("合计金额")
    matched: Mapped[int] = mapped_column(default=0, info={"label": "相符"})
    different: Mapped[int] = mapped_column(default=0, info={"label": "不符"})
    takenby: Mapped[str] = text(64, "导入人")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    bank: Mapped[str] = text(60, "银行")
    outgoing: Mapped[bool] = mapped_column(default=False, info={"label": "含支出"})
    state: Mapped[str] = mapped_column(String(8), default=at.COMPARED, info={"label": "核对进度"})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已核对"})
    message: Mapped[str] = text(500, "核对说明")
    ended: Mapped[datetime | None] = moment("核对完成")

    @property
    def name(self) -> str:
        """What it is called where its job tells of it."""
        return self.filename

    __table_args__ = (
        Index("uq_chastatement_digest", "orgid", "digest", unique=True),
        Index("ix_chastatement_org_time", "orgid", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=Statement.createby, org=Statement.orgid)


class StatementLine(Record, Base):
    """A payment of a statement; without a number of its line one of ours that the statement lacks."""

    __tablename__ = "chastateline"
    part_of: ClassVar[Any] = Statement
    statement_id: Mapped[str] = mapped_column(ForeignKey("chastatement.id", ondelete="CASCADE"), index=True)
    lineno: Mapped[int] = mapped_column(default=0, info={"label": "行号"})
    number: Mapped[str] = text(64, "流水号")
    amount: Mapped[Decimal] = money("金额")
    day: Mapped[date | None] = mapped_column(Date, info={"label": "交易日期"})
    payer: Mapped[str] = text(200, "付款人")
    memo: Mapped[str] = text(200, "摘要")
    charge_id: Mapped[str] = text(32, "收费单主键", refers="chamain")
    result: Mapped[str] = text(16, "结果")
    note: Mapped[str] = text(256, "说明")

    @staticmethod
    def visible(me: User) -> Any:
        """As the statement in which it stands."""
        return StatementLine.statement_id.in_(select(Statement.id).where(Statement.visible(me)))

    __table_args__ = (
        Index("ix_chastateline_number", "number"),
        Index("ix_chastateline_wrong", "statement_id", postgresql_where="result in ('unmatched', 'other', 'lacking')"),
    )


class BankForm(Record, Base):
    """How a bank writes its files: which heading of them stands for what. Kept by the institute that said so."""

    __tablename__ = "chabankform"
    audited = "03"
    named = "银行文件格式"
    called = "bank"
    bank: Mapped[str] = text(60, "银行")
    columns: Mapped[dict[str, str]] = mapped_column(JSONB, default=dict, info={"label": "列对应"})
    saidby: Mapped[str] = text(64, "最近说明人")
    said: Mapped[datetime | None] = moment("最近说明时间")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    __table_args__ = (Index("uq_chabankform_bank", "orgid", "bank", unique=True),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=BankForm.createby, org=BankForm.orgid)


class PlatformPayment(Base):
    """A payment as the built-in platform knows it; its daily file is made of these."""

    __tablename__ = "chaplatformpay"
    part_of: ClassVar[Any] = Statement
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    platformno: Mapped[str] = mapped_column(String(64), unique=True, info={"label": "平台流水号"})
    orderno: Mapped[str] = text(32, "支付订单号")
    amount: Mapped[Decimal] = money("金额")
    day: Mapped[date] = mapped_column(Date, info={"label": "交易日期"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    __table_args__ = (Index("ix_chaplatformpay_day", "day", "orgid"),)


# what the four ways look for is rare: an index over the exceptions, not a walk through the years
_PAID = ", ".join(repr(code) for code in steps.PAID)
Index(
    "ix_appbuss_released_unpaid",
    AppBuss.cheorg,
    AppBuss.id,
    postgresql_where=sql_text(f"step = 'DONE' and chargestate not in ({_PAID}) and arrearsby = '' and not imported"),
)
Index(
    "ix_appbuss_on_credit",
    AppBuss.cheorg,
    AppBuss.appmain_id,
    postgresql_where=sql_text(f"arrearsby <> '' and chargestate not in ({_PAID})"),
)
Index(
    "ix_appbuss_paid_uninspected",
    AppBuss.cheorg,
    AppBuss.id,
    postgresql_where=sql_text("chargestate in ('4', '5') and inspdate is null and not imported"),
)
Index("ix_chaitem_device", ChargeItem.equcode, ChargeItem.testsort, ChargeItem.acceptdate, postgresql_where="live")
Index(
    "ix_chaline_undocumented",
    ChargeLine.charge_id,
    postgresql_where=sql_text("clause = '' and kind in ('relief', 'manual', 'discount')"),
)
Index("ix_chamain_unpaid_bill", Charge.orgid, postgresql_where=sql_text("billed > received"))
Index("ix_chamain_confirmed", Charge.orgid, Charge.confirmed)
