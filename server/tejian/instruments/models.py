"""Measuring instruments and the boxes in which they travel, their loans and their overhauls."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, DateTime, ForeignKey, Index, Numeric, String, and_, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .permissions import LOAN_HANDLE


def text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


IN_STORE, LENT, AT_CALIBRATION, PASSED, IN_REPAIR, SCRAPPED = "0", "1", "2", "3", "4", "6"  # C647
USABLE = (IN_STORE, LENT, PASSED)  # in store, lent, passed and ready


class Instrument(Record, Base):
    """An instrument with its calibration."""

    __tablename__ = "instrument"
    audited = "03"
    named = "仪器设备"
    called = "name"
    instno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "仪器编号"})
    name: Mapped[str] = text(64, "仪器名称")
    insttype: Mapped[str] = text(32, "仪器类型", dict="YQLX")
    model: Mapped[str] = text(64, "型号")
    range: Mapped[str] = text(128, "测量范围")
    accuracy: Mapped[str] = text(64, "准确度")
    maker: Mapped[str] = text(128, "制造单位")
    serial: Mapped[str] = text(64, "出厂编号")
    boxno: Mapped[str] = text(16, "工具箱")
    org_id: Mapped[str] = mapped_column(String(32), index=True, info={"label": "机构", "refers": "sys_org"})
    dept_id: Mapped[str] = text(32, "部门", refers="sys_org")
    keeper: Mapped[str] = text(64, "保管人")
    cycle: Mapped[int] = mapped_column(default=12, info={"label": "检定周期(月)"})
    lastcal: Mapped[date | None] = mapped_column(Date, info={"label": "检定日期"})
    nextcal: Mapped[date | None] = mapped_column(Date, info={"label": "有效期至"})
    method: Mapped[str] = text(4, "溯源方式", dict="C648")
    certno: Mapped[str] = text(64, "证书编号")
    status: Mapped[str] = text(4, "状态", dict="C647")

    @staticmethod
    def visible(me: User) -> Any:
        # the boxes of an institute go to whoever inspects next
        return in_scope(me, own=Instrument.createby, org=Instrument.org_id, shared=True)


ASKED, REFUSED, AGREED, OUT, BACK, DROPPED = "SQ", "BP", "DJ", "JC", "GH", "QX"  # steps of a loan
PROMISED = (AGREED, OUT)  # at these steps nobody else can have the instrument
GOOD, DAMAGED = "1", "2"
CONDITIONS = {GOOD: "完好", DAMAGED: "损坏"}


class InstrumentLoan(Record, Subject, Base):
    """One instrument lent to one person, from a day to a day, both of them included."""

    __tablename__ = "instrument_loan"
    audited, named, called = "03", "仪器借用", "loanno"
    loanno: Mapped[str] = text(32, "借用单号", number="instloan")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    instrument_id: Mapped[str] = mapped_column(
        ForeignKey("instrument.id"), info={"label": "仪器", "refers": "instrument"}
    )
    borrower_id: Mapped[str] = text(32, "借用人", refers="sys_user")
    purpose: Mapped[str] = text(500, "用途")
    fromday: Mapped[date] = mapped_column(Date, info={"label": "借用日期"})
    dueday: Mapped[date] = mapped_column(Date, info={"label": "应还日期"})
    approver_id: Mapped[str] = text(32, "批准人", refers="sys_user")
    approved: Mapped[datetime | None] = moment("批准时间")
    lender_id: Mapped[str] = text(32, "发出人", refers="sys_user")
    lent: Mapped[datetime | None] = moment("借出时间")
    receiver_id: Mapped[str] = text(32, "收回人", refers="sys_user")
    returned: Mapped[datetime | None] = moment("归还时间")
    condition: Mapped[str] = text(4, "归还时状况")
    conditionnote: Mapped[str] = text(500, "状况说明")
    __table_args__ = (
        Index("ix_instrument_loan_org", "orgid", "step", "dueday"),
        Index("ix_instrument_loan_instrument", "instrument_id", "step"),
        Index("ix_instrument_loan_borrower", "borrower_id", "createtime"),
        Index("uq_instrument_loan_out", "instrument_id", unique=True, postgresql_where="step = 'JC'"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Each the own; who handles loans those of the institute."""
        L = InstrumentLoan
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        mine = L.orgid == me.org_id
        return mine if me.may(LOAN_HANDLE) else and_(mine, L.borrower_id == me.id)


FOUND, MENDING, CHECKING, RESTORED, GIVEN_UP = "JX", "WX", "YS", "HF", "BF"  # steps of an overhaul
IN_WORK = (FOUND, MENDING, CHECKING)
MENDED, HOPELESS = "1", "2"
VERDICTS = {MENDED: "已修复", HOPELESS: "不能修复"}
TOUCHED, UNTOUCHED = "1", "0"
TOUCHES = {TOUCHED: "影响量值，送检合格后再用", UNTOUCHED: "不影响量值，直接入库"}


class InstrumentOverhaul(Record, Subject, Base):
    """What was wrong with an instrument, who mended it at what cost, and what another person found afterwards."""

    __tablename__ = "instrument_overhaul"
    audited, named, called = "03", "仪器检修", "repairno"
    repairno: Mapped[str] = text(32, "检修单号", number="instrepair")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    instrument_id: Mapped[str] = mapped_column(
        ForeignKey("instrument.id"), info={"label": "仪器", "refers": "instrument"}
    )
    loan_id: Mapped[str] = text(32, "由哪次借用发现", refers="instrument_loan")
    reporter_id: Mapped[str] = text(32, "登记人", refers="sys_user")
    foundday: Mapped[date] = mapped_column(Date, info={"label": "发现日期"})
    fault: Mapped[str] = text(500, "故障现象")
    repairer: Mapped[str] = text(120, "检修单位或人员")
    sender_id: Mapped[str] = text(32, "经办人", refers="sys_user")
    begun: Mapped[datetime | None] = moment("开始检修时间")
    repairnote: Mapped[str] = text(1000, "检修内容")
    cost: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), info={"label": "检修费用", "unit": "元"})
    verdict: Mapped[str] = text(4, "检修结论")
    handedin: Mapped[datetime | None] = moment("提交验收时间")
    touches: Mapped[str] = text(4, "对量值的影响")
    checknote: Mapped[str] = text(500, "验收情况")
    checker_id: Mapped[str] = text(32, "验收人", refers="sys_user")
    checked: Mapped[datetime | None] = moment("验收时间")
    __table_args__ = (
        Index("ix_instrument_overhaul_org", "orgid", "step", "foundday"),
        Index("ix_instrument_overhaul_instrument", "instrument_id", "foundday"),
        Index("uq_instrument_overhaul_work", "instrument_id", unique=True, postgresql_where="step in ('JX','WX','YS')"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """All of the institute: whoever reads them must know why an instrument is away."""
        if me.scope == "all":
            return true()
        return false() if me.unit_id or not me.org_id else InstrumentOverhaul.orgid == me.org_id
