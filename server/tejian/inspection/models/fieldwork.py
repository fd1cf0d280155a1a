"""现场作业: terminals of inspectors, what they were given, and every operation that came from them, in order."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.inspection.models.items import AppBuss
from tejian.inspection.permissions import FIELD_ALL, PDA_QUERY
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

USED, LOST = "SY", "GS"  # of a terminal
TAKEN, SAME, MERGED, CONFLICT, HELD, REFUSED = "taken", "same", "merged", "conflict", "held", "refused"
OP_STATES = {TAKEN: "已写入", SAME: "已一致", MERGED: "已合并", CONFLICT: "冲突", HELD: "待处置", REFUSED: "未写入"}
OPEN, DECIDED, AGREED, GONE = "DC", "CD", "YZ", "ZF"  # of a conflict


def seen(me: User, own: Any, dept: Any, org: Any, right: str = FIELD_ALL) -> Any:
    """What somebody sent himself; who answers for others sees those of his scope."""
    return in_scope(me, own=own, dept=dept, org=org) if me.may(right) else own == me.id


def count(label: str) -> Any:
    return mapped_column(default=0, server_default="0", info={"label": label})


def document(label: str, *, nullable: bool = True, **info: Any) -> Any:
    return mapped_column(JSONB, nullable=nullable, info={"label": label, **info})


class Terminal(Record, Subject, Base):
    """A phone of an account. Its number is made on the phone; a lost one is given nothing more."""

    __tablename__ = "terminal"
    audited, named, called = "03", "移动终端", "name"
    user_id: Mapped[str] = text(32, "使用人", refers="sys_user")
    device: Mapped[str] = text(64, "终端编号")
    name: Mapped[str] = text(64, "终端名称")
    app: Mapped[str] = text(32, "应用版本")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    contact: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "最近联系", "quiet": True})
    address: Mapped[str] = mapped_column(String(64), default="", info={"label": "网络地址", "quiet": True})
    clockoff: Mapped[int] = mapped_column(default=0, info={"label": "时钟偏差（秒）", "quiet": True})
    lastseq: Mapped[int] = mapped_column(default=0, info={"label": "已收到的序号", "quiet": True})
    jobs: Mapped[int] = mapped_column(default=0, info={"label": "任务包任务数", "quiet": True})
    blockreason: Mapped[str] = text(200, "挂失原因")
    blockedby: Mapped[str] = text(32, "挂失人", refers="sys_user")
    blocked: Mapped[datetime | None] = moment("挂失时间")
    __table_args__ = (
        Index("uq_terminal_device", "user_id", "device", unique=True),
        Index("ix_terminal_org", "orgid", "contact", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, Terminal.user_id, Terminal.deptid, Terminal.orgid, PDA_QUERY)


class TerminalDay(Record, Base):
    """The contacts of a terminal on a day, by the address and the version that it came with."""

    part_of = Terminal
    __tablename__ = "terminal_day"
    terminal_id: Mapped[str] = mapped_column(ForeignKey("terminal.id"), info={"label": "终端", "refers": "terminal"})
    user_id: Mapped[str] = text(32, "使用人", refers="sys_user")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    day: Mapped[date] = day("日期")
    app: Mapped[str] = text(32, "应用版本")
    address: Mapped[str] = text(64, "网络地址")
    first: Mapped[datetime] = moment("首次联系")
    last: Mapped[datetime] = moment("最近联系")
    contacts: Mapped[int] = count("联系次数")
    jobs: Mapped[int] = count("下发任务")
    operations: Mapped[int] = count("收到操作")
    photos: Mapped[int] = count("收到照片")
    __table_args__ = (
        Index("uq_terminal_day", "terminal_id", "day", "app", "address", unique=True),
        Index("ix_terminal_day_org", "orgid", "last", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, TerminalDay.user_id, TerminalDay.deptid, TerminalDay.orgid, PDA_QUERY)


class PackJob(Record, Base):
    """A job that was given to an account: who had it once may still hand in what was written at the device."""

    part_of = AppBuss
    __tablename__ = "pack_job"
    user_id: Mapped[str] = text(32, "使用人", refers="sys_user")
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务", "refers": "appbuss"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    template: Mapped[str] = text(16, "模板")
    edition: Mapped[int] = count("模板版次")  # that the record had when it was given
    given: Mapped[datetime] = moment("下发时间")
    __table_args__ = (
        Index("uq_pack_job", "user_id", "appbuss_id", "record_id", unique=True),
        Index("ix_pack_job_record", "record_id"),
        Index("ix_pack_job_item", "appbuss_id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return PackJob.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


class RecordOp(Record, Base):
    """One operation as it came from a terminal, and what became of it. Only added to."""

    __tablename__ = "record_op"
    opid: Mapped[str] = text(64, "操作标识")
    terminal_id: Mapped[str] = mapped_column(ForeignKey("terminal.id"), info={"label": "终端", "refers": "terminal"})
    user_id: Mapped[str] = text(32, "操作人", refers="sys_user")
    user_name: Mapped[str] = text(64, "操作人姓名")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    seq: Mapped[int] = mapped_column(info={"label": "序号"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    appbuss_id: Mapped[str] = text(32, "业务", refers="appbuss")
    path: Mapped[str] = text(200, "位置")
    words: Mapped[str] = text(200, "内容")
    base: Mapped[Any] = document("原值")
    baseversion: Mapped[int] = count("原版本")
    value: Mapped[Any] = document("新值")
    at: Mapped[datetime | None] = moment("终端时间")
    clockoff: Mapped[int] = count("时钟偏差（秒）")
    app: Mapped[str] = text(32, "应用版本")
    digest: Mapped[str] = text(64, "摘要")
    state: Mapped[str] = text(8, "状态")
    message: Mapped[str] = text(500, "说明")
    working: Mapped[Any] = document("有效值")
    recordversion: Mapped[int] = count("记录版本")
    __table_args__ = (
        Index("uq_record_op_seq", "terminal_id", "seq", unique=True),
        Index("uq_record_op_opid", "opid", unique=True, postgresql_where="opid <> ''"),
        Index("ix_record_op_path", "record_id", "path", "createtime"),
        Index("ix_record_op_item", "appbuss_id", "createtime", postgresql_where="appbuss_id <> ''"),
        Index("ix_record_op_org", "orgid", "createtime", "id"),
        Index("ix_record_op_user", "user_id", "createtime", "id"),
        {"info": {"append_only": True}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, RecordOp.user_id, RecordOp.deptid, RecordOp.orgid)


class RecordRows(Record, Base):
    """The numbers that terminals know the rows of the tables of a record by, with the cells that a row had then."""

    part_of = AppBuss
    __tablename__ = "record_rows"
    record_id: Mapped[str] = mapped_column(ForeignKey("original_record.id", ondelete="CASCADE"), unique=True)
    rows: Mapped[dict[str, Any]] = document("行", nullable=False, secret=True)  # table → [[number, cells], …]
    gone: Mapped[dict[str, Any]] = document("删除的行", nullable=False, secret=True)  # table → number → cells


class RecordConflict(Record, Subject, Base):
    """Two values of one place of a record by two people: both stand until somebody decides."""

    __tablename__ = "record_conflict"
    audited, named, called = "03", "记录冲突", "words"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务", "refers": "appbuss"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    reportno: Mapped[str] = text(40, "报告编号")
    equname: Mapped[str] = text(128, "设备名称")
    unitname: Mapped[str] = text(200, "受检单位")
    path: Mapped[str] = text(200, "位置")
    words: Mapped[str] = text(200, "内容")
    decider: Mapped[str] = text(8, "裁定人范围")
    main_id: Mapped[str] = text(32, "主检", refers="sys_user")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    mine: Mapped[Any] = document("一方的值")
    mineshown: Mapped[str] = text(500, "一方")
    mine_id: Mapped[str] = text(32, "一方录入人", refers="sys_user")
    mineat: Mapped[datetime | None] = moment("一方时间")
    mineon: Mapped[str] = text(32, "一方终端", refers="terminal")
    theirs: Mapped[Any] = document("另一方的值")
    theirsshown: Mapped[str] = text(500, "另一方")
    theirs_id: Mapped[str] = text(32, "另一方录入人", refers="sys_user")
    theirson: Mapped[str] = text(32, "另一方终端", refers="terminal")
    theirs_name: Mapped[str] = text(64, "另一方姓名")  # who wrote it at a desk is known by the name alone
    base: Mapped[Any] = document("原值")
    working: Mapped[Any] = document("当前有效值")
    workingshown: Mapped[str] = text(500, "当前有效")
    value: Mapped[Any] = document("裁定值")
    valueshown: Mapped[str] = text(500, "裁定为")
    decidedby: Mapped[str] = text(32, "裁定人", refers="sys_user")
    decided: Mapped[datetime | None] = moment("裁定时间")
    reason: Mapped[str] = text(500, "裁定理由")
    __table_args__ = (
        Index("ix_record_conflict_open", "record_id", "path", postgresql_where="step = 'DC'"),
        Index("ix_record_conflict_item", "appbuss_id", postgresql_where="step = 'DC'"),
        Index("ix_record_conflict_org", "orgid", "step", "createtime"),
        Index("ix_record_conflict_main", "main_id", "step", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        C = RecordConflict
        mine = or_(C.main_id == me.id, C.mine_id == me.id, C.theirs_id == me.id)
        return or_(mine, seen(me, C.main_id, C.deptid, C.orgid))
