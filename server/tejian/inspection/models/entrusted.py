"""Entrusted projects (委托项目)."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, Index, Numeric
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

REGISTERED, RUNNING, FINISHED, ARCHIVED, VOID = "DJ", "ZX", "WC", "GD", "ZF"
CATEGORIES = {"1": "检测", "2": "试验", "3": "咨询", "4": "监造"}


def day(label: str) -> Any:
    return mapped_column(Date, info={"label": label})


class EntrustedProject(Record, Subject, Base):
    """Work for a unit by contract: what, by whom, until when, and what it delivered."""

    __tablename__ = "entrusted_project"
    audited = "03"
    named = "委托项目"
    entrustno: Mapped[str] = text(32, "委托编号", number="entrust")
    unitsysid: Mapped[str] = text(32, "委托单位主键", refers="unit", merges="委托项目", beside="unitname")
    unitname: Mapped[str] = text(200, "委托单位")
    name: Mapped[str] = text(128, "项目名称")
    category: Mapped[str] = text(4, "项目类别")
    content: Mapped[str] = text(1000, "委托内容")
    contractno: Mapped[str] = text(64, "合同编号")
    amount: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), info={"label": "合同金额", "unit": "元"})
    sampleno: Mapped[str] = text(64, "样品编号")
    sample: Mapped[str] = text(200, "样品名称与状态")
    leader: Mapped[str] = text(32, "负责人", refers="sys_user", beside="leadername")
    leadername: Mapped[str] = text(64, "负责人姓名")
    startdate: Mapped[date | None] = day("开始日期")
    duedate: Mapped[date | None] = day("完成期限")
    finished: Mapped[date | None] = day("完成日期")
    reportno: Mapped[str] = text(64, "成果报告编号")
    outcome: Mapped[str] = text(500, "完成情况")
    archiveno: Mapped[str] = text(64, "档案号")
    archivebox: Mapped[str] = text(64, "档案盒/柜位")
    archived: Mapped[date | None] = day("归档日期")
    archivist: Mapped[str] = text(64, "归档人")
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    dept_id: Mapped[str] = text(32, "部门", refers="sys_org")
    __table_args__ = (
        Index("uq_entrusted_project_no", "entrustno", unique=True, postgresql_where="entrustno <> ''"),
        Index("ix_entrusted_project_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """By scope; who leads a project sees it."""
        scope = in_scope(me, own=EntrustedProject.createby, dept=EntrustedProject.dept_id, org=EntrustedProject.org_id)
        return scope | (EntrustedProject.leader == me.id)
