"""Requests for receipts: what we ask the platform for, how often we did, and what became of it."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging import codes as at
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from . import facets as kept
from .charges import Charge, as_its_charge, moment, money, text

_OPEN = f"step in {at.OPEN_BILLS}"


class BillRequest(Record, Subject, Base):
    """A request for one receipt or its reversal. A charge has one open request at most, an original one reversal."""

    __tablename__ = "chabill"
    audited = "03"
    named = "开票申请"
    facets = kept.BILL
    part_of: ClassVar[Any] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"), index=True)
    chargesysid: Mapped[str] = text(32, "收费单号")
    payunitname: Mapped[str] = text(200, "缴费单位")
    requestno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "申请号"})
    kind: Mapped[str] = text(4, "票据类型", dict="C642")
    amount: Mapped[Decimal] = money("金额")
    title: Mapped[str] = text(200, "抬头")
    taxno: Mapped[str] = text(32, "税号")
    email: Mapped[str] = text(128, "邮箱")
    original_id: Mapped[str | None] = mapped_column(ForeignKey("chainvoice.id"))
    originalno: Mapped[str] = text(32, "原票号码")
    reason: Mapped[str] = text(256, "红冲原因")
    askedby: Mapped[str] = text(64, "申请人")
    tries: Mapped[int] = mapped_column(default=0, info={"label": "已请求次数"})
    nexttry: Mapped[datetime | None] = moment("下次请求")
    asking: Mapped[datetime | None] = moment("正在请求")
    there: Mapped[str] = text(8, "平台情况")
    answer: Mapped[str] = text(500, "平台答复")
    confirmation: Mapped[str] = text(32, "红字信息确认单")
    billno: Mapped[str] = text(32, "票据号码")
    file_id: Mapped[str | None] = mapped_column(ForeignKey("chabillfile.id"), index=True)
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    searchtext: Mapped[str] = kept.pieces_of("payunitname", "chargesysid", "requestno", "billno")
    __table_args__ = (
        kept.BILL.index("ix_chabill_facets", "searchtext"),
        Index("ix_chabill_no", "requestno", "id"),
        Index("ix_chabill_created", "createtime"),
        Index("uq_chabill_open", "charge_id", unique=True, postgresql_where=f"{_OPEN} and original_id is null"),
        Index("uq_chabill_red", "original_id", unique=True, postgresql_where=f"{_OPEN} and original_id is not null"),
        Index("ix_chabill_due", "nexttry", postgresql_where=f"step = '{at.WAITING_BILL}'"),
        Index("ix_chabill_org", "orgid", "requestno", "id"),
        Index("ix_chabill_step", "orgid", "step", "requestno"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """As the charge that it is for."""
        return as_its_charge(me, BillRequest.charge_id, BillRequest.orgid)


class BillFile(Record, Subject, Base):
    """Requests that went out in one file to be issued by the client of the authority, and what came back of them."""

    __tablename__ = "chabillfile"
    audited = "03"
    named = "开票文件"
    called = "fileno"
    fileno: Mapped[str] = text(32, "文件号", number="billfile")
    kind: Mapped[str] = text(4, "票据类型", dict="C642")
    form: Mapped[str] = text(8, "格式")
    rowcount: Mapped[int] = mapped_column(default=0, info={"label": "张数"})
    amount: Mapped[Decimal] = money("金额")
    issued: Mapped[int] = mapped_column(default=0, info={"label": "已开具"})
    declined: Mapped[int] = mapped_column(default=0, info={"label": "未开具"})
    wrong: Mapped[int] = mapped_column(default=0, info={"label": "不符"})
    madeby: Mapped[str] = text(64, "导出人")
    note: Mapped[str] = text(500, "说明")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    __table_args__ = (
        Index("uq_chabillfile_no", "fileno", unique=True),
        Index("ix_chabillfile_org", "orgid", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Those of an institute; units have none."""
        return in_scope(me, own=BillFile.createby, org=BillFile.orgid)
