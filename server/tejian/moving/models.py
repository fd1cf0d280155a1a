"""Projects of moving in with their files, rows and old numbers; packages that are carried away."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import BigInteger, ForeignKey, Index, Numeric, String, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.sealed import sealed
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

# where a project stands
PREPARED, TRYING, TRIED, WAITING = "prepare", "trying", "tried", "waiting"
LOADING, LOADED, UNDOING, UNDONE = "loading", "loaded", "undoing", "undone"
STATES = {
    PREPARED: "准备",
    TRYING: "试装中",
    TRIED: "已试装",
    WAITING: "待批准",
    LOADING: "装入中",
    LOADED: "已装入",
    UNDOING: "撤回中",
    UNDONE: "已撤回",
}
TONES = {TRYING: "ca", WAITING: "ca", LOADING: "ca", LOADED: "go", UNDOING: "ca", UNDONE: "ok"}
BUSY = (TRYING, LOADING, UNDOING)

# where a file stands
READING, ASKING, READY, FAULTY = "reading", "asking", "ready", "faulty"
FILE_STATES = {READING: "读取中", ASKING: "待对应", READY: "已对应", FAULTY: "不能用"}
FILE_TONES = {READING: "ca", ASKING: "ca", READY: "go", FAULTY: "no"}

# what becomes of a row of a file
GOOD, DOUBLE, SAME, UPDATE, REJECTED, MADE, MERGED = "good", "double", "same", "update", "rejected", "made", "merged"
ROW_STATES = {
    GOOD: "可装入",
    DOUBLE: "与已有重复",
    SAME: "已迁入过",
    UPDATE: "已迁入，有变化",
    REJECTED: "不装入",
    MADE: "已装入",
    MERGED: "已并入",
}
ROW_TONES = {GOOD: "go", DOUBLE: "ca", SAME: "ok", UPDATE: "ca", REJECTED: "no", MADE: "go", MERGED: "go"}


class MovingProject(Record, Base):
    """The move of one older system, as one batch: its rows are loaded together and taken back together."""

    __tablename__ = "moving_project"
    audited, named, called = "03", "迁入项目", "name"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    name: Mapped[str] = text(60, "项目名称")
    system: Mapped[str] = text(60, "旧系统")
    remark: Mapped[str] = text(500, "说明")
    drafts: Mapped[bool] = mapped_column(default=True, info={"label": "缺项的设备作为待完善档案装入"})
    makes: Mapped[bool] = mapped_column(default=True, info={"label": "未建档的单位随设备新建"})
    state: Mapped[str] = mapped_column(String(8), default=PREPARED, info={"label": "状态", "quiet": True})
    message: Mapped[str] = mapped_column(String(500), default="", info={"label": "结果", "quiet": True})
    total: Mapped[int] = mapped_column(default=0, info={"label": "共", "quiet": True})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已处理", "quiet": True})
    begun: Mapped[int] = mapped_column(default=0, info={"label": "开始次数", "quiet": True})
    worker_id: Mapped[str] = text(32, "办理人", refers="sys_user")
    sender_id: Mapped[str] = text(32, "提交人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("提交时间")
    approver_id: Mapped[str] = text(32, "批准人", refers="sys_user")
    approved: Mapped[datetime | None] = moment("批准时间")
    reason: Mapped[str] = text(500, "退回原因")
    loaded: Mapped[datetime | None] = moment("装入时间")
    undone: Mapped[datetime | None] = moment("撤回时间")
    before: Mapped[Decimal | None] = mapped_column(Numeric(6, 2), info={"label": "装入前质量分"})
    after: Mapped[Decimal | None] = mapped_column(Numeric(6, 2), info={"label": "装入后质量分"})
    # what stands against taking it back, as it was found last
    held: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "撤不回的", "quiet": True})
    __table_args__ = (Index("ix_moving_project_org", "org_id", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=MovingProject.createby, org=MovingProject.org_id)


class MovingFile(Record, Base):
    """A file of a project: a table of one kind of record, or a bundle of documents that belong to such records."""

    __tablename__ = "moving_file"
    part_of: ClassVar[Any] = MovingProject
    project_id: Mapped[str] = mapped_column(
        ForeignKey("moving_project.id", ondelete="CASCADE"), info={"label": "项目主键"}
    )
    name: Mapped[str] = text(200, "文件")
    key: Mapped[str] = mapped_column(String(64), info={"label": "内容", "content": True, "secret": True})
    memo: Mapped[str] = mapped_column(
        String(64), default="", info={"label": "备注文件", "content": True, "secret": True}
    )
    size: Mapped[int] = mapped_column(default=0, info={"label": "字节"})
    format: Mapped[str] = text(8, "格式")
    encoding: Mapped[str] = text(16, "编码")
    separator: Mapped[str] = text(4, "分隔符")
    kind: Mapped[str] = text(16, "内容")
    state: Mapped[str] = mapped_column(String(8), default=READING, info={"label": "状态"})
    message: Mapped[str] = text(500, "说明")
    rows: Mapped[int] = mapped_column(default=0, info={"label": "行数"})
    found: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "概况", "secret": True})
    meaning: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "对应", "secret": True})
    counts: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict, info={"label": "结果"})
    loaded: Mapped[datetime | None] = moment("装入时间")
    __table_args__ = (Index("ix_moving_file_project", "project_id", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return MovingFile.project_id.in_(select(MovingProject.id).where(MovingProject.visible(me)))


class MovingRow(Record, Base):
    """What becomes of one row of a file, and why. The cells are sealed: they hold numbers of persons."""

    __tablename__ = "moving_row"
    part_of: ClassVar[Any] = MovingFile
    file_id: Mapped[str] = mapped_column(
        ForeignKey("moving_file.id", ondelete="CASCADE"), info={"label": "文件", "refers": "moving_file"}
    )
    project_id: Mapped[str] = text(32, "项目", refers="moving_project")
    line: Mapped[int] = mapped_column(info={"label": "行"})
    oldkey: Mapped[str] = text(64, "旧编号")
    title: Mapped[str] = text(100, "名称")
    state: Mapped[str] = mapped_column(String(8), info={"label": "结果"})
    field: Mapped[str] = text(100, "列")
    why: Mapped[str] = text(500, "原因")
    leaves: Mapped[bool] = mapped_column(default=False, info={"label": "不并入"})
    target_id: Mapped[str] = text(32, "档案主键")
    digest: Mapped[str] = mapped_column(String(64), default="", info={"label": "摘要", "secret": True})
    cells: Mapped[str] = sealed("moving_row.cells", default="", info={"label": "单元格", "secret": True})
    __table_args__ = (
        Index("ix_moving_row_file", "file_id", "state", "line"),
        Index("ix_moving_row_project", "project_id", "line", "id"),
        Index("ix_moving_row_line", "line", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return MovingRow.project_id.in_(select(MovingProject.id).where(MovingProject.visible(me)))


class MovingNumber(Record, Base):
    """The number that a record had in an older system, and the record that it is here."""

    __tablename__ = "moving_number"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    system: Mapped[str] = text(60, "旧系统")
    kind: Mapped[str] = text(16, "内容")
    oldkey: Mapped[str] = text(64, "旧编号")
    title: Mapped[str] = text(100, "名称")
    target_id: Mapped[str] = text(32, "档案主键")
    file_id: Mapped[str] = text(32, "文件", refers="moving_file")
    made: Mapped[bool] = mapped_column(info={"label": "由迁入新建"})
    digest: Mapped[str] = mapped_column(String(64), info={"label": "摘要", "secret": True})
    __table_args__ = (
        Index("uq_moving_number", "org_id", "system", "kind", "oldkey", unique=True),
        Index("ix_moving_number_oldkey", "oldkey", postgresql_ops={"oldkey": "text_pattern_ops"}),
        Index("ix_moving_number_file", "file_id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=MovingNumber.createby, org=MovingNumber.org_id)


class MovingTrace(Record, Base):
    """A record that a load has made: what is taken away when it is taken back. `was` is the version it had then."""

    __tablename__ = "moving_trace"
    part_of: ClassVar[Any] = MovingFile
    file_id: Mapped[str] = mapped_column(
        ForeignKey("moving_file.id", ondelete="CASCADE"), info={"label": "文件", "refers": "moving_file"}
    )
    place: Mapped[int] = mapped_column(info={"label": "次序"})
    model: Mapped[str] = text(64, "表")
    target_id: Mapped[str] = text(32, "主键")
    was: Mapped[int] = mapped_column(default=0, info={"label": "装入时的版本"})
    __table_args__ = (Index("ix_moving_trace_file", "file_id", "model", "place"),)


class MovingCounter(Base):
    """How far a series of numbers stood before a load raised it, and to what."""

    __tablename__ = "moving_counter"
    part_of: ClassVar[Any] = MovingFile
    file_id: Mapped[str] = mapped_column(ForeignKey("moving_file.id", ondelete="CASCADE"), primary_key=True)
    series: Mapped[str] = mapped_column(String(64), primary_key=True)
    period: Mapped[str] = mapped_column(String(16), primary_key=True)
    was: Mapped[int | None]
    raised: Mapped[int]


# where a package that is carried away stands
ASKED, MAKING, DONE, DENIED, FAILED, ENDED = "asked", "making", "done", "denied", "failed", "ended"
OUT_STATES = {ASKED: "待批准", MAKING: "生成中", DONE: "可下载", DENIED: "已退回", FAILED: "失败", ENDED: "已删除"}
OUT_TONES = {ASKED: "ca", MAKING: "ca", DONE: "go", DENIED: "ok", FAILED: "no", ENDED: "ok"}
WHOLE, OF_UNIT = "whole", "unit"
EXTENTS = {WHOLE: "本机构全部", OF_UNIT: "一家单位"}


class MovingOut(Record, Base):
    """A package of archives that somebody asks for and two others approve."""

    __tablename__ = "moving_out"
    audited, named, called = "03", "迁出", "name"
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    name: Mapped[str] = text(60, "名称")
    why: Mapped[str] = text(200, "用途")
    extent: Mapped[str] = text(8, "范围")
    unit_id: Mapped[str] = text(32, "单位", refers="unit", merges="数据迁出")
    locked: Mapped[bool] = mapped_column(default=True, info={"label": "加密"})
    word: Mapped[str] = sealed("moving_out.word", default="", info={"label": "口令", "secret": True})
    state: Mapped[str] = mapped_column(String(8), default=ASKED, info={"label": "状态", "quiet": True})
    message: Mapped[str] = mapped_column(String(500), default="", info={"label": "结果", "quiet": True})
    total: Mapped[int] = mapped_column(default=0, info={"label": "共", "quiet": True})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已处理", "quiet": True})
    asker_id: Mapped[str] = text(32, "申请人", refers="sys_user")
    first_id: Mapped[str] = text(32, "第一批准人", refers="sys_user")
    firsttime: Mapped[datetime | None] = moment("第一批准时间")
    second_id: Mapped[str] = text(32, "第二批准人", refers="sys_user")
    secondtime: Mapped[datetime | None] = moment("第二批准时间")
    reason: Mapped[str] = text(500, "退回原因")
    ready: Mapped[datetime | None] = moment("生成时间")
    size: Mapped[int] = mapped_column(BigInteger, default=0, info={"label": "字节", "quiet": True})
    digest: Mapped[str] = mapped_column(String(64), default="", info={"label": "文件摘要", "quiet": True})
    manifest: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "清单", "quiet": True})
    __table_args__ = (Index("ix_moving_out_org", "org_id", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=MovingOut.asker_id, org=MovingOut.org_id)


class MovingPiece(Base):
    """A piece of a package in the store of files, in its order."""

    __tablename__ = "moving_piece"
    part_of: ClassVar[Any] = MovingOut
    out_id: Mapped[str] = mapped_column(ForeignKey("moving_out.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(64), info={"label": "内容", "content": True})
