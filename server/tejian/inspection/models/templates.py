"""Versions of a template: the head that is drafted and published, its rows, and what it was tried on."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Date, DateTime, ForeignKey, Identity, Index, String, true
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope
from tejian.system.rules.api import Edition

STATES = {"waiting": "等待", "running": "试算中", "done": "完成", "failed": "失败"}
STATE_TONES = {"waiting": "ca", "running": "ca", "done": "go", "failed": "no"}
ENDED = ("done", "failed")
CONCLUSION, FINDINGS, LEFT = "conclusion", "findings", "left"
WAYS = {CONCLUSION: "结论变化", FINDINGS: "检查结果变化", LEFT: "不能判定"}
WAY_TONES = {CONCLUSION: "no", FINDINGS: "ca", LEFT: "no"}


def keys(label: str) -> Any:
    return mapped_column(ARRAY(String(32)), default=list, info={"label": label})


class TemplateVersion(Record, Edition, Base):
    """A version of a template of reports. `base` are the rule rows that it was drafted from; publishing it ended some
    and put others in force.
    """

    __tablename__ = "report_template"
    audited = "03"
    named = "报告模板版本"
    templateno: Mapped[str] = text(32, "版本编号")
    template: Mapped[str] = text(16, "模板")
    title: Mapped[str] = text(100, "模板名称")
    edition: Mapped[int] = mapped_column(default=0, info={"label": "版次"})
    base: Mapped[list[str]] = keys("原规则主键")
    ended: Mapped[list[str]] = keys("停用的规则主键")
    added: Mapped[list[str]] = keys("启用的规则主键")
    __table_args__ = (Index("ix_report_template_template", "template", "effective"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class TemplateRow(Record, Base):
    """A row of a draft with the columns of its rule table. `base_id` is the rule that it comes from."""

    __tablename__ = "report_template_row"
    audited = "03"
    named = "报告模板内容"
    part_of: ClassVar[Any] = TemplateVersion
    version_id: Mapped[str] = mapped_column(ForeignKey("report_template.id", ondelete="CASCADE"))
    tbl: Mapped[str] = text(32, "规则表")
    seq: Mapped[int] = mapped_column(default=0, info={"label": "行号"})
    data: Mapped[dict[str, str]] = mapped_column(JSONB, info={"label": "内容"})
    base_id: Mapped[str] = text(32, "原规则主键")
    gone: Mapped[bool] = mapped_column(default=False, info={"label": "取消"})
    clause: Mapped[str] = text(300, "依据条款")
    reason: Mapped[str] = text(300, "变更原因")
    changedby: Mapped[str] = text(64, "修改人")
    __table_args__ = (Index("ix_report_template_row_version", "version_id", "tbl", "seq"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class TemplateTrial(Record, Base):
    """A draft tried on the records of a year: what would be concluded and found otherwise."""

    __tablename__ = "report_template_trial"
    part_of: ClassVar[Any] = TemplateVersion
    version_id: Mapped[str] = mapped_column(ForeignKey("report_template.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = text(100, "版本名称")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    firstday: Mapped[date] = mapped_column(Date, info={"label": "检验日期起"})
    lastday: Mapped[date] = mapped_column(Date, info={"label": "检验日期止"})
    madeby: Mapped[str] = text(64, "试算人")
    state: Mapped[str] = text(8, "状态")
    total: Mapped[int] = mapped_column(default=0, info={"label": "记录数"})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已试算"})
    conclusions: Mapped[int] = mapped_column(default=0, info={"label": "结论变化"})
    findings: Mapped[int] = mapped_column(default=0, info={"label": "检查结果变化"})
    left: Mapped[int] = mapped_column("left_out", default=0, info={"label": "不能判定"})
    message: Mapped[str] = text(500, "结果")
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "结束时间"})

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=TemplateTrial.createby, org=TemplateTrial.orgid)


class TemplateTrialLine(Base):
    """A record that the draft would judge otherwise."""

    __tablename__ = "report_template_trial_line"
    part_of: ClassVar[Any] = TemplateTrial
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    trial_id: Mapped[str] = mapped_column(ForeignKey("report_template_trial.id", ondelete="CASCADE"))
    appbuss_id: Mapped[str] = mapped_column(String(32))
    seisn: Mapped[str] = mapped_column(String(32), info={"label": "业务流水号"})
    reportno: Mapped[str] = mapped_column(String(32), info={"label": "报告编号"})
    equname: Mapped[str] = mapped_column(String(128), info={"label": "设备名称"})
    unitname: Mapped[str] = mapped_column(String(200), info={"label": "受检单位"})
    inspdate: Mapped[date | None] = mapped_column(Date, info={"label": "检验日期"})
    way: Mapped[str] = mapped_column(String(16), info={"label": "变化"})
    before: Mapped[str] = mapped_column(String(8), info={"label": "原结论", "dict": "C605"})
    after: Mapped[str] = mapped_column(String(8), info={"label": "新结论", "dict": "C605"})
    more: Mapped[str] = mapped_column(String(1000), info={"label": "新增的检查结果"})
    less: Mapped[str] = mapped_column(String(1000), info={"label": "不再有的检查结果"})
    __table_args__ = (Index("ix_report_template_trial_line_trial", "trial_id", "id"),)
