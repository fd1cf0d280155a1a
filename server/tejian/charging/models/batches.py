"""Charges that are confirmed, received or billed many at once: a preview first, then what came of each."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Numeric, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .charges import moment, money, text


class ChargeBatch(Record, Subject, Base):
    """What somebody means to do with many charges; each of them is done by itself, or not."""

    __tablename__ = "chabatch"
    audited = "03"
    named = "批量办理"
    called = "batchno"
    batchno: Mapped[str] = text(32, "批次号", number="chargebatch")
    kind: Mapped[str] = text(8, "办理")
    madeby: Mapped[str] = text(64, "办理人")
    note: Mapped[str] = text(500, "说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    rowcount: Mapped[int] = mapped_column(default=0, info={"label": "收费单数"})
    fitting: Mapped[int] = mapped_column(default=0, info={"label": "可以办理"})
    done: Mapped[int] = mapped_column(default=0, info={"label": "办成"})
    failed: Mapped[int] = mapped_column(default=0, info={"label": "未办成"})
    amount: Mapped[Decimal] = money("拟办金额")
    doneamount: Mapped[Decimal] = money("办成金额")
    given: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "收到现金", "unit": "元"})
    run: Mapped[datetime | None] = moment("办理时间")
    __table_args__ = (
        Index("uq_chabatch_no", "batchno", unique=True),
        Index("ix_chabatch_org", "orgid", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Those of an institute; units have none."""
        return in_scope(me, own=ChargeBatch.createby, org=ChargeBatch.orgid)


class BatchRow(Record, Base):
    """One charge of a batch: what would become of it when it was looked at, and what has."""

    __tablename__ = "chabatchrow"
    part_of: ClassVar[Any] = ChargeBatch
    batch_id: Mapped[str] = mapped_column(ForeignKey("chabatch.id", ondelete="CASCADE"))
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    charge_id: Mapped[str] = mapped_column(
        String(32), index=True, default="", info={"label": "收费单主键", "refers": "chamain"}
    )
    chargesysid: Mapped[str] = text(32, "收费单号")
    payunitname: Mapped[str] = text(200, "缴费单位")
    nature: Mapped[str] = text(8, "收费性质")
    amount: Mapped[Decimal] = money("金额")
    chargeversion: Mapped[int] = mapped_column(default=0, info={"label": "预览时的版本"})
    fits: Mapped[bool] = mapped_column(default=False, info={"label": "可以办理"})
    said: Mapped[str] = text(500, "预览")
    result: Mapped[str] = text(8, "结果")
    sentence: Mapped[str] = text(500, "结果说明")
    entry_id: Mapped[str] = text(32, "收款主键")
    __table_args__ = (Index("uq_chabatchrow_charge", "batch_id", "charge_id", unique=True),)
