"""Charges: what is owed for which business items and why, the entries of money, receipts, and policies of relief."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, Date, DateTime, ForeignKey, Index, Numeric, SmallInteger, String, select, true
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from . import facets as kept
from .tills import till_in_scope


def text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


def money(label: str) -> Any:
    return mapped_column(Numeric(14, 2), default=Decimal("0.00"), info={"label": label, "unit": "元"})


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


OWED = "step in ('DUE', 'PART')"  # what somebody is to pay
# what the lists of arrears ask of it: they are summed and sorted from the index alone
OF_OWED = ["payunitname", "chargesysid", "nature", "step", "owed", "received", "parts", "registerby", "createby", "id"]


class Charge(Record, Subject, Base):
    """A charge (收费单) of one payer and one channel. Its sums are those of its entries."""

    __tablename__ = "chamain"
    audited = "03"
    named = "收费单"
    called = "chargesysid"
    facets = kept.CHARGE
    chargesysid: Mapped[str] = mapped_column(String(32), info={"label": "收费单号"})
    nature: Mapped[str] = text(8, "收费性质")
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="收费单", beside="unitname")
    unitname: Mapped[str] = text(200, "受检单位")
    payunitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="缴费单位", beside="payunitname")
    payunitname: Mapped[str] = text(200, "缴费单位")
    invoicetitle: Mapped[str] = text(200, "票据抬头")
    taxno: Mapped[str] = text(32, "税号")
    invoiceemail: Mapped[str] = text(128, "票据邮箱")
    appnos: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "申报单号"})
    itemcount: Mapped[int] = mapped_column(default=0, info={"label": "业务件数"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    status: Mapped[str] = text(4, "收费状态", dict="C643")
    invoicestate: Mapped[str] = text(4, "票据状态", dict="C645")
    amount: Mapped[Decimal] = money("应收金额")
    owed: Mapped[Decimal] = money("确认应收")
    received: Mapped[Decimal] = money("实收金额")
    billed: Mapped[Decimal] = money("已开票金额")
    reversed: Mapped[Decimal] = money("已红冲金额")
    discount: Mapped[Decimal] = mapped_column(Numeric(5, 2), default=Decimal(0), info={"label": "优惠", "unit": "%"})
    discountreason: Mapped[str] = text(256, "优惠原因")
    byhand: Mapped[int] = mapped_column(SmallInteger, default=0, server_default="0", info={"label": "非税手工项数"})
    discountby: Mapped[str] = text(64, "优惠与手工金额审批人")
    flags: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "登记内容", "secret": True})
    registerby: Mapped[str] = text(64, "登记人")
    confirmby: Mapped[str] = text(64, "确认人")
    confirmed: Mapped[datetime | None] = moment("确认时间")
    paycode: Mapped[str] = text(32, "缴款码")
    duedate: Mapped[date | None] = mapped_column(Date, info={"label": "缴费期限"})
    parts: Mapped[int] = mapped_column(SmallInteger, default=0, server_default="0", info={"label": "分期期数"})
    voidreason: Mapped[str] = text(500, "作废原因")
    remark: Mapped[str] = text(500, "备注")
    searchtext: Mapped[str] = kept.pieces_of("payunitname", "chargesysid", "paycode", "registerby")
    __table_args__ = (
        kept.CHARGE.index("ix_chamain_facets", "searchtext"),
        Index("ix_chamain_no", "chargesysid", "id"),
        Index("ix_chamain_created", "createtime"),
        Index("uq_chamain_no", "chargesysid", unique=True),
        Index("uq_chamain_paycode", "paycode", unique=True, postgresql_where="paycode <> ''"),
        Index("ix_chamain_org_step", "orgid", "step", "chargesysid"),
        Index("ix_chamain_org_no", "orgid", "chargesysid", "id"),
        Index("ix_chamain_payer", "payunitsysid", "chargesysid"),
        Index(
            *("ix_chamain_owed", "orgid", "payunitsysid", "duedate"),
            postgresql_where=OWED,
            postgresql_include=OF_OWED,
        ),
        Index("ix_chamain_owed_unit", "payunitsysid", "duedate", postgresql_where=OWED),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; a unit sees what it pays once finance has confirmed it."""
        if me.unit_id:
            return (Charge.payunitsysid == me.unit_id) & Charge.step.not_in(at.INSIDE)
        return in_scope(me, own=Charge.createby, org=Charge.orgid)

    @staticmethod
    def indexed(me: User) -> list[ColumnElement[bool]]:
        """What of `visible` the index over facets answers."""
        found = kept.CHARGE.says("payunitsysid", [me.unit_id]) if me.unit_id else None
        return [] if found is None else [found]

    @staticmethod
    def ordered(me: User) -> bool:
        """Whether an index holds the charges of `visible` in the order of their numbers."""
        return bool(me.unit_id) or me.scope in ("org", "all")


class ChargeItem(Record, Base):
    """A business item on a charge. While the charge lives no other of the same nature may carry it."""

    __tablename__ = "chaitem"
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id", ondelete="CASCADE"), index=True)
    appbuss_id: Mapped[str] = mapped_column(String(32), info={"label": "业务主键", "refers": "appbuss"})
    seisn: Mapped[str] = text(32, "业务流水号")
    appno: Mapped[str] = text(32, "申报单号")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    acceptdate: Mapped[date | None] = mapped_column(Date, info={"label": "受理日期"})
    nature: Mapped[str] = text(8, "收费性质")
    amount: Mapped[Decimal] = money("本项金额")
    live: Mapped[bool] = mapped_column(default=True, info={"label": "有效"})
    __table_args__ = (
        Index("uq_chaitem_live", "appbuss_id", "nature", unique=True, postgresql_where="live"),
        Index("ix_chaitem_appbuss", "appbuss_id"),
        Index("ix_chaitem_seisn", "seisn"),
        Index("ix_chaitem_appno", "appno"),
        Index("ix_chaitem_acceptdate", "acceptdate", "charge_id", postgresql_where="live"),
    )


class ChargeLine(Record, Base):
    """A line of a charge with all from which its amount can be derived again; never changed, only made anew."""

    __tablename__ = "chaline"
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    seisn: Mapped[str] = text(32, "业务流水号")
    kind: Mapped[str] = text(16, "来源")
    feecode: Mapped[str] = text(16, "收费代码")
    item: Mapped[str] = text(128, "收费项目")
    band: Mapped[str] = text(128, "档次")
    params: Mapped[str] = text(500, "参数")
    formula: Mapped[str] = text(256, "公式")
    explanation: Mapped[str] = text(1000, "算式")
    qty: Mapped[Decimal | None] = mapped_column(Numeric(14, 3), info={"label": "数量"})
    unit: Mapped[str] = text(32, "单位")
    amount: Mapped[Decimal] = money("金额")
    clause: Mapped[str] = text(512, "依据")
    since: Mapped[date | None] = mapped_column(Date, info={"label": "标准生效日期"})
    reason: Mapped[str] = text(256, "原因")
    policy_id: Mapped[str] = text(32, "减免政策主键", refers="chareliefpolicy")
    agreement_id: Mapped[str] = text(32, "合同主键", refers="agreement")
    clauseno: Mapped[int] = mapped_column(default=0, info={"label": "合同条款"})
    __table_args__ = (
        Index("ix_chaline_agreement", "agreement_id", postgresql_where="agreement_id <> ''"),
        Index("ix_chaline_byhand", "charge_id", postgresql_where="kind = 'manual'"),
        Index("ix_chaline_policy", "policy_id", "charge_id", postgresql_where="policy_id <> ''"),
    )


class ChargeEntry(Base):
    """Money owed or received: written once. A reversal is an entry of its own with the other sign."""

    __tablename__ = "chaentry"
    facets = kept.ENTRY
    part_of: ClassVar[Any] = Charge
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    kind: Mapped[str] = text(8, "类别")
    amount: Mapped[Decimal] = money("金额")
    way: Mapped[str] = text(16, "方式")
    ref: Mapped[str] = text(64, "凭证号")
    note: Mapped[str] = text(256, "说明")
    at: Mapped[datetime] = moment("时间")
    day: Mapped[date] = mapped_column(Date, info={"label": "日期"})
    userid: Mapped[str] = text(32, "经办人")
    username: Mapped[str] = text(64, "经办人")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    undoes: Mapped[str] = text(32, "冲销的收款")
    again: Mapped[int] = mapped_column(SmallInteger, default=0, info={"label": "凭证冲销次数"})
    transfer_id: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "转账单", "refers": "chatransfer"}
    )
    share: Mapped[int] = mapped_column(SmallInteger, default=0, server_default="0", info={"label": "转账的第几份"})
    given: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "收到现金", "unit": "元"})
    searchtext: Mapped[str] = kept.pieces_of("ref")
    __table_args__ = (
        kept.ENTRY.index("ix_chaentry_facets", "searchtext"),
        Index("uq_chaentry_ref", "way", "ref", "again", "share", unique=True, postgresql_where="ref <> ''"),
        Index("uq_chaentry_undoes", "undoes", unique=True, postgresql_where="undoes <> ''"),
        Index("ix_chaentry_transfer", "transfer_id", postgresql_where="transfer_id <> ''"),
        Index("ix_chaentry_day", "day", "userid"),
        Index("ix_chaentry_at", "at", "id"),
        Index("ix_chaentry_user", "userid", "at"),
        {"info": {"append_only": True}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        """As the charge that it is for; the head of a station reads what stands in its tills."""
        if me.scope == "dept" and not me.unit_id:
            return till_in_scope(me, own=ChargeEntry.userid, user=ChargeEntry.userid, org=ChargeEntry.orgid)
        return as_its_charge(me, ChargeEntry.charge_id, ChargeEntry.orgid)


class CashDay(Record, Subject, Base):
    """The money that one cashier took and gave on one day. It opens with the first entry; closed, it takes no more."""

    __tablename__ = "chaday"
    audited = "03"
    named = "日结"
    userid: Mapped[str] = text(32, "收费员主键")
    username: Mapped[str] = text(64, "收费员")
    day: Mapped[date] = mapped_column(Date, info={"label": "收款日期"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    entrycount: Mapped[int] = mapped_column(default=0, info={"label": "笔数"})
    cash: Mapped[Decimal] = money("现金")
    pos: Mapped[Decimal] = money("刷卡")
    transfer: Mapped[Decimal] = money("转账")
    counts: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict, info={"label": "券别张数"})
    counted: Mapped[Decimal] = money("实点现金")
    difference: Mapped[Decimal] = money("现金差额")
    reason: Mapped[str] = text(500, "差额原因")
    closedby: Mapped[str] = text(64, "日结签名人")
    countedby: Mapped[str] = text(32, "盘点人主键")
    closed: Mapped[datetime | None] = moment("日结时间")
    reviewby: Mapped[str] = text(64, "复核人")
    reviewed: Mapped[datetime | None] = moment("复核时间")
    __table_args__ = (
        Index("uq_chaday_day", "userid", "day", unique=True),
        Index("ix_chaday_org_day", "orgid", "day"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Those of an institute, of a station those of its cashiers; units have none."""
        return till_in_scope(me, own=CashDay.userid, user=CashDay.userid, org=CashDay.orgid)


class CashMonth(Record, Subject, Base):
    """A month of an institute: closed by finance once all its days are."""

    __tablename__ = "chamonth"
    audited = "03"
    named = "月结"
    month: Mapped[str] = text(7, "月份")
    begins: Mapped[date] = mapped_column(Date, info={"label": "月初"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    daycount: Mapped[int] = mapped_column(default=0, info={"label": "日结数"})
    entrycount: Mapped[int] = mapped_column(default=0, info={"label": "笔数"})
    cash: Mapped[Decimal] = money("现金")
    pos: Mapped[Decimal] = money("刷卡")
    transfer: Mapped[Decimal] = money("转账")
    online: Mapped[Decimal] = money("在线支付")
    difference: Mapped[Decimal] = money("现金差额")
    closedby: Mapped[str] = text(64, "月结签名人")
    closed: Mapped[datetime | None] = moment("月结时间")
    __table_args__ = (Index("uq_chamonth_month", "orgid", "month", unique=True),)

    @property
    def end(self) -> date:
        """The first day of the next month."""
        return clock.add_months(self.begins, 1)

    @property
    def last(self) -> date:
        """The last day of the month: the end of a range in an address, which has that day in it."""
        return self.end - timedelta(days=1)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=CashMonth.createby, org=CashMonth.orgid)


def of_charges(me: User, charge: Any) -> list[ColumnElement[bool]]:
    """What of the scope of rows that belong to charges an index answers: those of a unit."""
    return [charge.in_(select(Charge.id).where(Charge.visible(me)))] if me.unit_id else []


def as_its_charge(me: User, charge: Any, org: Any) -> Any:
    """The scope of rows that belong to charges; they have the institute of their charge."""
    if me.unit_id or me.scope not in ("org", "all"):
        return charge.in_(select(Charge.id).where(Charge.visible(me)))
    return in_scope(me, org=org)


def not_a_units(me: User) -> bool:
    """Whether an index holds the rows that he may see in their order: of an institute, or everything."""
    return not me.unit_id and me.scope in ("org", "all")


class PayOrder(Record, Base):
    """An order at the payment platform, and what it called back."""

    __tablename__ = "chaorder"
    facets = kept.ORDER
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    chargesysid: Mapped[str] = text(32, "收费单号")
    payunitname: Mapped[str] = text(200, "缴费单位")
    orderno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "支付订单号"})
    channel: Mapped[str] = text(16, "渠道")
    amount: Mapped[Decimal] = money("金额")
    state: Mapped[str] = text(4, "支付结果", dict="C644")
    platformno: Mapped[str] = text(64, "平台流水号")
    paidat: Mapped[datetime | None] = moment("支付时间")
    note: Mapped[str] = text(256, "说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    searchtext: Mapped[str] = kept.pieces_of("payunitname", "chargesysid", "orderno", "platformno")
    __table_args__ = (
        kept.ORDER.index("ix_chaorder_facets", "searchtext"),
        Index("ix_chaorder_no", "orderno", "id"),
        Index("ix_chaorder_created", "createtime"),
        Index("ix_chaorder_different", "orderno", "id", postgresql_where=f"state = '{at.DIFFERENT}'"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """As the charge that it is for."""
        return as_its_charge(me, PayOrder.charge_id, PayOrder.orgid)


class Invoice(Record, Base):
    """A receipt or an invoice, or its reversal: what it states is copied and stays."""

    __tablename__ = "chainvoice"
    facets = kept.INVOICE
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    chargesysid: Mapped[str] = text(32, "收费单号")
    billno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "票据号码"})
    billcode: Mapped[str] = text(12, "票据代码")
    checkcode: Mapped[str] = text(20, "校验码")
    kind: Mapped[str] = text(4, "票据类型", dict="C642")
    state: Mapped[str] = text(4, "票据状态", dict="C645")
    amount: Mapped[Decimal] = money("金额")
    taxpercent: Mapped[Decimal | None] = mapped_column(Numeric(5, 2), info={"label": "税率(%)"})
    tax: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "税额"})
    title: Mapped[str] = text(200, "抬头")
    taxno: Mapped[str] = text(32, "税号")
    email: Mapped[str] = text(128, "邮箱")
    content: Mapped[str] = text(128, "项目")
    original_id: Mapped[str | None] = mapped_column(ForeignKey("chainvoice.id"), index=True)
    request_id: Mapped[str | None] = mapped_column(String(32), unique=True, info={"label": "开票申请"})
    originalno: Mapped[str] = text(32, "原票号码")
    reason: Mapped[str] = text(256, "红冲原因")
    confirmation: Mapped[str] = text(32, "红字信息确认单")
    issuedby: Mapped[str] = text(64, "开票人")
    issued: Mapped[datetime] = moment("开票时间")
    prints: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "打印次数"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    searchtext: Mapped[str] = kept.pieces_of("billno", "title", "chargesysid")
    __table_args__ = (
        kept.INVOICE.index("ix_chainvoice_facets", "searchtext"),
        Index("ix_chainvoice_issued", "issued", "id"),
        Index("ix_chainvoice_confirmation", "confirmation", postgresql_where="confirmation <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """As the charge that it is for."""
        return as_its_charge(me, Invoice.charge_id, Invoice.orgid)


class ReliefPolicy(Record, Subject, Base):
    """A policy of relief: for whom or what, how much, by which document, from when to when.

    It counts while it is `enabled`: from when somebody else agreed until it is stopped.
    """

    __tablename__ = "chareliefpolicy"
    audited = "03"
    named = "费用减免政策"
    called = "name"
    name: Mapped[str] = text(100, "政策名称")
    type: Mapped[str] = text(4, "减免类型", dict="C646")
    document: Mapped[str] = text(128, "文件依据")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="减免政策", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="减免政策")
    equcode: Mapped[str] = text(64, "设备代码")
    nature: Mapped[str] = text(8, "收费性质")
    percent: Mapped[Decimal | None] = mapped_column(Numeric(5, 2), info={"label": "减免比例", "unit": "%"})
    reduction: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), info={"label": "每台减免", "unit": "元"})
    validfrom: Mapped[date] = mapped_column(Date, info={"label": "生效日期"})
    validto: Mapped[date | None] = mapped_column(Date, info={"label": "截止日期"})
    priority: Mapped[int] = mapped_column(default=0, info={"label": "优先级"})
    stacks: Mapped[bool] = mapped_column(default=False, info={"label": "可叠加"})
    enabled: Mapped[bool] = mapped_column(default=False, info={"label": "启用"})
    backreason: Mapped[str] = mapped_column(
        String(256), default="", server_default="", info={"label": "追溯生效的原因"}
    )
    agreedby: Mapped[str] = mapped_column(String(64), default="", server_default="", info={"label": "批准人"})

    @staticmethod
    def visible(me: User) -> Any:
        """An enterprise reads what was decided for itself alone."""
        return ReliefPolicy.unitsysid == me.unit_id if me.unit_id else true()


# what nobody has registered a charge for: of years of business, some weeks
_CODES = ", ".join(repr(code) for code in steps.UNREGISTERED)
_UNCHARGED = sql_text(f"chargestate in ({_CODES}) and not imported")
Index(
    *("ix_appbuss_uncharged", AppBuss.cheorg, AppBuss.seisn, AppBuss.id),
    postgresql_where=_UNCHARGED,
    postgresql_include=[
        *("appno", "unitname", "equname", "equcode", "equclass", "seisort", "testsort", "acceptdate", "fee"),
        *("status", "step", "chedept"),
    ],
)
