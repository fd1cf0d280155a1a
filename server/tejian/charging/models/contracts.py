"""Contracts: every version is a row of its own with its clauses and instalments, and none is overwritten."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import Date, DateTime, ForeignKey, Index, Numeric, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.charging.models.instalments import Agreed
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from . import contract_codes as at


def day(label: str) -> Any:
    return mapped_column(Date, info={"label": label})


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


def yuan(label: str) -> Any:
    return mapped_column(Numeric(14, 2), info={"label": label, "unit": "元"})


class Contract(Record, Subject, Base):
    """A version of a contract with a payer. It rules prices from `validfrom` to `lastday`, once it has taken effect.

    `effective` and `stopped` say when that became known: what was charged before is worked out again as it was then.
    """

    __tablename__ = "agreement"
    audited = "03"
    named = "合同"
    called = "agrname"
    agrno: Mapped[str] = text(32, "合同号", number="agreement", numbered="move")
    edition: Mapped[int] = mapped_column(default=1, info={"label": "版本"})
    series_id: Mapped[str] = text(32, "首版主键")
    agrname: Mapped[str] = text(200, "合同名称")
    unitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="合同")
    unitname: Mapped[str] = text(200, "缴费单位")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    status: Mapped[str] = text(4, "合同状态", dict="C666")
    nature: Mapped[str] = text(8, "收费性质")
    document: Mapped[str] = text(200, "文件依据")
    validfrom: Mapped[date] = day("开始日期")
    validto: Mapped[date] = day("结束日期")
    signdate: Mapped[date | None] = day("签订日期")
    amount: Mapped[Decimal | None] = yuan("合同金额")
    stacks: Mapped[bool] = mapped_column(default=False, info={"label": "可再减免"})
    content: Mapped[str] = text(2000, "合同内容")
    contact: Mapped[str] = text(64, "联系人")
    contacttel: Mapped[str] = contact_phone("agreement.contacttel", "联系电话")
    changenote: Mapped[str] = text(500, "变更说明")
    drafter: Mapped[str] = text(64, "起草人")
    drafter_id: Mapped[str] = text(32, "起草人主键", refers="sys_user")
    auditor: Mapped[str] = text(64, "审核人")
    auditor_id: Mapped[str] = text(32, "审核人主键", refers="sys_user")
    legal: Mapped[str] = text(500, "法务意见")
    confirmer: Mapped[str] = text(64, "确认人")
    effective: Mapped[datetime | None] = moment("生效时间")
    stopday: Mapped[date | None] = day("实际截止日期")
    stopped: Mapped[datetime | None] = moment("截止时间")
    stopreason: Mapped[str] = text(500, "终止原因")
    __table_args__ = (
        Index("uq_agreement_no", "agrno", "edition", unique=True, postgresql_where="agrno <> ''"),
        Index(
            "uq_agreement_change",
            "series_id",
            unique=True,
            postgresql_where="step in ('DRAFT', 'BACK', 'AUDIT', 'CONFIRM')",
        ),
        Index("ix_agreement_series", "series_id", "edition"),
        Index("ix_agreement_org", "orgid", "step", "createtime", "id"),
        Index("ix_agreement_time", "createtime", "id"),
        Index("ix_agreement_unit", "unitsysid", "validfrom"),
        Index("ix_agreement_end", "validto", "id"),
    )

    @property
    def lastday(self) -> date:
        """The last day on which its prices rule."""
        return min(self.validto, self.stopday) if self.stopday else self.validto

    @property
    def title(self) -> str:
        """How lines of charges and papers name it."""
        return f"合同{self.agrno}第{self.edition}版"

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own; a unit sees those that it has agreed to."""
        if me.unit_id:
            return (Contract.unitsysid == me.unit_id) & Contract.step.not_in((*at.ON_THE_WAY, at.VOID))
        return in_scope(me, own=Contract.createby, org=Contract.orgid)


class ContractClause(Record, Base):
    """What a contract agrees for a device, a class or an item of the fee table: a price, or a share of the standard."""

    __tablename__ = "agreement_clause"
    part_of: ClassVar[Any] = Contract
    contract_id: Mapped[str] = mapped_column(ForeignKey("agreement.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0, info={"label": "条"})
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="合同条款")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(20, "设备代码")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    feecode: Mapped[str] = text(16, "收费代码")
    price: Mapped[Decimal | None] = yuan("合同价")
    percent: Mapped[Decimal | None] = mapped_column(Numeric(5, 2), info={"label": "按标准收", "unit": "%"})
    note: Mapped[str] = text(200, "备注")
    __table_args__ = (Index("ix_agreement_clause_device", "equdatasysid", postgresql_where="equdatasysid <> ''"),)

    @staticmethod
    def visible(me: User) -> Any:
        return ContractClause.contract_id.in_(select(Contract.id).where(Contract.visible(me)))


class Instalment(Agreed, Record, Base):
    """A payment that a contract agrees: how much by which day."""

    __tablename__ = "agreement_instalment"
    part_of: ClassVar[Any] = Contract
    contract_id: Mapped[str] = mapped_column(ForeignKey("agreement.id", ondelete="CASCADE"), index=True)
    __table_args__ = (Index("ix_agreement_instalment_day", "dueday"),)

    @staticmethod
    def visible(me: User) -> Any:
        return Instalment.contract_id.in_(select(Contract.id).where(Contract.visible(me)))
