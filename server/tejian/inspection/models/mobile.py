"""移动平台: what a person has to settle of the work in the field, versions of the app, and the guide of a task."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.inspection.models.fieldwork import count, document, seen
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

WAIT, APPLIED, PASSED, FILED = "DZ", "TY", "YJ", "GD"  # of held operations
FAILED, BACK, MENDED = "DC", "TH", "XF"  # of an operation that was refused
DRAFT, STAGED, PUBLISHED, WITHDRAWN = "CG", "HD", "FB", "HT"  # of a version of the app
GUIDE_STEPS = {"1": "出发前", "2": "进场", "3": "检验中", "4": "离场"}


class HeldJob(Record, Subject, Base):
    """Operations that came for a job which could not be written any more: kept until somebody settles them."""

    __tablename__ = "held_job"
    audited, named, called = "03", "移动端退回业务", "reportno"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务", "refers": "appbuss"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    reportno: Mapped[str] = text(40, "报告编号")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="移动端退回业务")
    equname: Mapped[str] = text(128, "设备名称")
    unitname: Mapped[str] = text(200, "受检单位")
    user_id: Mapped[str] = text(32, "操作人", refers="sys_user")
    terminal_id: Mapped[str] = text(32, "终端", refers="terminal")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    why: Mapped[str] = text(200, "未写入原因")
    operations: Mapped[int] = count("操作条数")
    received: Mapped[datetime] = moment("最近收到")
    template: Mapped[str] = text(16, "模板")
    edition: Mapped[int] = count("模板版次")  # of the pack that the operations were written by
    target: Mapped[str] = text(32, "移交到业务")
    written_id: Mapped[str] = text(32, "写入的原始记录主键")
    outcome: Mapped[str] = text(500, "处置结果")
    results: Mapped[Any] = document("逐条结果", secret=True)
    handler_id: Mapped[str] = text(32, "处置人", refers="sys_user")
    handled: Mapped[datetime | None] = moment("处置时间")
    __table_args__ = (
        Index("uq_held_job", "appbuss_id", "record_id", "terminal_id", unique=True, postgresql_where="step = 'DZ'"),
        Index("ix_held_job_org", "orgid", "step", "createtime"),
        Index("ix_held_job_equipment", "equdatasysid"),
        Index("ix_held_job_written", "written_id", postgresql_where="written_id <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, HeldJob.user_id, HeldJob.deptid, HeldJob.orgid)


class OpFailure(Record, Subject, Base):
    """An operation that was refused, and what was done about it."""

    __tablename__ = "op_failure"
    audited, named, called = "03", "移动端校验失败", "words"
    op_id: Mapped[str] = mapped_column(ForeignKey("record_op.id"), info={"label": "操作", "refers": "record_op"})
    appbuss_id: Mapped[str] = text(32, "业务", refers="appbuss")
    reportno: Mapped[str] = text(40, "报告编号")
    equname: Mapped[str] = text(128, "设备名称")
    words: Mapped[str] = text(200, "内容")
    valueshown: Mapped[str] = text(500, "送来的值")
    message: Mapped[str] = text(500, "失败原因")
    user_id: Mapped[str] = text(32, "操作人", refers="sys_user")
    terminal_id: Mapped[str] = text(32, "终端", refers="terminal")
    app: Mapped[str] = text(32, "应用版本")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    answer: Mapped[str] = text(500, "处理说明")
    handler_id: Mapped[str] = text(32, "处理人", refers="sys_user")
    handled: Mapped[datetime | None] = moment("处理时间")
    __table_args__ = (
        Index("uq_op_failure_op", "op_id", unique=True),
        Index("ix_op_failure_org", "orgid", "step", "createtime"),
        Index("ix_op_failure_user", "user_id", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, OpFailure.user_id, OpFailure.deptid, OpFailure.orgid)


class RecordSubmit(Record, Base):
    """A record that was handed in from a terminal."""

    __tablename__ = "record_submit"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务", "refers": "appbuss"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    reportno: Mapped[str] = text(40, "报告编号")
    equname: Mapped[str] = text(128, "设备名称")
    unitname: Mapped[str] = text(200, "受检单位")
    user_id: Mapped[str] = text(32, "提交人", refers="sys_user")
    terminal_id: Mapped[str] = mapped_column(ForeignKey("terminal.id"), info={"label": "终端", "refers": "terminal"})
    app: Mapped[str] = text(32, "应用版本")
    at: Mapped[datetime] = moment("提交时间")
    recordversion: Mapped[int] = count("记录版本")
    operations: Mapped[int] = count("操作条数")
    people: Mapped[int] = count("录入人数")
    begun: Mapped[datetime | None] = moment("首次录入")
    delay: Mapped[int] = mapped_column(default=0, info={"label": "最长滞后（分钟）"})  # from the phone to the server
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    deptid: Mapped[str] = text(32, "部门", refers="sys_org")
    __table_args__ = (
        Index("ix_record_submit_org", "orgid", "at", "id"),
        Index("ix_record_submit_user", "user_id", "at", "id"),
        Index("ix_record_submit_item", "appbuss_id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return seen(me, RecordSubmit.user_id, RecordSubmit.deptid, RecordSubmit.orgid)


class AppVersion(Record, Subject, Base):
    """A version of the app, and to whom it is offered."""

    __tablename__ = "app_version"
    audited, named, called = "03", "移动应用版本", "appno"
    appno: Mapped[str] = text(32, "版本号")
    notes: Mapped[str] = text(2000, "更新说明")
    least: Mapped[str] = text(32, "最低可用版本")
    share: Mapped[int] = mapped_column(default=100, info={"label": "灰度比例（%）"})
    station: Mapped[str] = text(32, "灰度部门", refers="sys_org")
    publisher_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    published: Mapped[datetime | None] = moment("发布时间")
    withdrawn: Mapped[datetime | None] = moment("回退时间")
    reason: Mapped[str] = text(500, "回退原因")
    __table_args__ = (Index("uq_app_version_no", "appno", unique=True),)

    @staticmethod
    def visible(me: User) -> Any:
        """The app is one for all."""
        return true()


class TaskGuide(Record, Base):
    """What an inspector is told at a step of his task; `must` is confirmed before he goes on."""

    __tablename__ = "task_guide"
    audited, named, called = "03", "任务指引", "title"
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    title: Mapped[str] = text(100, "标题")
    content: Mapped[str] = text(2000, "指引内容")
    guidestep: Mapped[str] = text(4, "环节")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    must: Mapped[bool] = mapped_column(default=False, info={"label": "必须确认"})
    seq: Mapped[int] = count("次序")
    validfrom: Mapped[date] = day("生效日期")
    validto: Mapped[date | None] = day("失效日期")
    __table_args__ = (Index("ix_task_guide_org", "orgid", "guidestep", "seq"),)

    @staticmethod
    def visible(me: User) -> Any:
        if me.scope == "all":
            return true()
        return TaskGuide.orgid == me.org_id if me.org_id and not me.unit_id else false()
