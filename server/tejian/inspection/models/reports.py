"""Original records, reports, their prints and what customers say of them."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, ForeignKey, Index, String, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User

from .columns import text


class OriginalRecord(Record, Base):
    """The original record (原始记录) of an item: results, measured values and notes by item number."""

    part_of = AppBuss
    __tablename__ = "original_record"
    audited = "03"
    named = "原始记录"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), unique=True)
    template: Mapped[str] = text(16, "模板")
    template_version: Mapped[int] = mapped_column(default=1, info={"label": "模板版本"})
    equipment: Mapped[dict[str, Any]] = mapped_column(
        JSONB, default=dict, info={"label": "设备参数快照", "secret": True}
    )
    results: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "检验项目"})
    measures: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "测量数据"})
    conditions: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "检验条件"})
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "结论判定"})
    instruments: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "检验仪器"})
    inspdate: Mapped[date | None] = mapped_column(Date, info={"label": "检验日期"})
    # the clock on site, HH:MM; '' of a record that does not say it
    begunat: Mapped[str] = mapped_column(String(5), default="", server_default="", info={"label": "开始时间"})
    endedat: Mapped[str] = mapped_column(String(5), default="", server_default="", info={"label": "结束时间"})
    conclusion: Mapped[str] = text(8, "检验结论", dict="C605")
    unqualcode: Mapped[str] = text(8, "不合格结果代码", dict="C606")
    nextdate: Mapped[date | None] = mapped_column(Date, info={"label": "下次检验日期"})
    ruledate: Mapped[date | None] = mapped_column(Date, info={"label": "规则计算日期"})
    # of the other dates of the sort, by field: those that are earlier than the rule gives them
    nextdates: Mapped[dict[str, str]] = mapped_column(
        JSONB, default=dict, server_default="{}", info={"label": "其他下次日期"}
    )
    opinionno: Mapped[str] = text(32, "检验意见通知书编号")
    rectifydue: Mapped[date | None] = mapped_column(Date, info={"label": "整改反馈期限"})
    problems: Mapped[str] = text(2000, "问题及处理意见")
    remark: Mapped[str] = text(2000, "备注")
    corrections: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "设备参数更正"})
    reasons: Mapped[dict[str, Any]] = mapped_column(
        JSONB, default=dict, server_default="{}", info={"label": "检查说明"}
    )
    marks: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, server_default="{}", info={"label": "退回要求"})
    # what the conclusion asked for when the record was written last; cleared with it
    needs: Mapped[list[str]] = mapped_column(
        JSONB, default=list, server_default="[]", info={"label": "结论要求", "quiet": True}
    )

    __table_args__ = (
        # the records that name an instrument
        Index(
            "ix_original_record_instruments",
            "instruments",
            postgresql_using="gin",
            postgresql_ops={"instruments": "jsonb_path_ops"},
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return OriginalRecord.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


# What of an issued report is bound into the chain (ADR 21): all but its state and who touched it last.
SEALED = [*("id", "createtime", "createby", "appbuss_id", "reportno", "title", "template", "content", "key", "size")]


SEALED += ["pages", "verifycode", "signer", "issuedat", "imported"]


class Report(Record, Base):
    """An issued report: made once, hashed, signed, stored. What it states is copied into it and never changes."""

    __tablename__ = "report"
    audited = "03"
    named = "报告"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    reportno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "报告编号"})
    title: Mapped[str] = text(128, "报告名称")
    template: Mapped[str] = text(16, "模板")
    content: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "报告内容", "secret": True})
    key: Mapped[str] = mapped_column(String(64), info={"label": "文件摘要(SHA-256)", "content": True})
    size: Mapped[int] = mapped_column(default=0, info={"label": "文件大小"})
    pages: Mapped[int] = mapped_column(default=0, info={"label": "页数"})
    verifycode: Mapped[str] = text(16, "验证码")
    signer: Mapped[str] = text(128, "签章证书")
    issuedat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "签发时间"})
    state: Mapped[str] = text(8, "状态")
    replacedby: Mapped[str] = mapped_column(String(32), default="", server_default="", info={"label": "代替报告"})
    imported: Mapped[bool] = mapped_column(default=False, info={"label": "历史导入"})
    __table_args__ = (
        Index("ix_report_issuedat", "issuedat", "id"),
        Index("ix_report_changed", "updatetime", "id"),  # what changed since partners of the exchange read last
        Index("ix_report_key", "key"),  # the public page asks by the digest of a file
        {"info": {"sealed": SEALED}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        return Report.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


class PrintLog(Record, Base):
    """A print of a document: what, by whom, how many."""

    __tablename__ = "print_log"
    subject_id: Mapped[str] = mapped_column(String(32), index=True)
    subject_no: Mapped[str] = text(32, "单号")
    printtype: Mapped[str] = text(16, "打印类型")
    copies: Mapped[int] = mapped_column(default=1, info={"label": "份数"})
    by_name: Mapped[str] = text(64, "打印人")
    reportno: Mapped[str] = mapped_column(String(40), default="", server_default="", info={"label": "报告编号"})
    sheets: Mapped[str] = mapped_column(String(256), default="", server_default="", info={"label": "合格标志编号"})
    spoiled: Mapped[str] = mapped_column(String(256), default="", server_default="", info={"label": "作废标志编号"})
    reprint: Mapped[bool] = mapped_column(default=False, server_default="false", info={"label": "补打"})
    reason: Mapped[str] = mapped_column(String(256), default="", server_default="", info={"label": "补打原因"})
    __table_args__ = (Index("ix_print_log_time", "createtime", "id"),)

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees what was printed: the business item, or the declaration."""
        item = select(AppBuss.id).where(AppBuss.visible(me))
        main = select(AppMain.id).where(AppMain.visible(me))
        return or_(PrintLog.subject_id.in_(item), PrintLog.subject_id.in_(main))


class CustAssess(Record, Base):
    """The customer assessment of a declaration."""

    part_of = AppMain
    __tablename__ = "cust_assess"
    audited = "03"
    named = "客户评价"
    appmainsysid: Mapped[str] = mapped_column(ForeignKey("appmain.id", ondelete="CASCADE"), unique=True)
    appno: Mapped[str] = text(32, "申报单号")
    equcodeset: Mapped[str] = text(64, "设备种类")
    seisortcodeset: Mapped[str] = text(64, "检验类别")
    usertype: Mapped[str] = text(8, "用户类别", dict="C614")
    unitname: Mapped[str] = text(200, "被评价单位")
    inscontactname: Mapped[str] = text(64, "申报人")
    assessstate: Mapped[str] = text(4, "评价等级", dict="C612")
    describe: Mapped[str] = text(64, "存在问题", dict="C613")
    assessusername: Mapped[str] = text(64, "评价人")
    assesstime: Mapped[date | None] = mapped_column(Date, info={"label": "评价日期"})
    inscontacttel: Mapped[str] = contact_phone("cust_assess.inscontacttel", "手机")
    note: Mapped[str] = text(500, "备注")
