"""大检修: a project of a plant, the devices filed under it, and the work that is planned and done on each of them."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Numeric, String, and_, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

PREPARED, RUNNING, COMPLETE, CLOSED = "CB", "ZX", "WG", "GB"
OPEN = (PREPARED, RUNNING, COMPLETE)
WORKED = (PREPARED, RUNNING)  # while devices are filed and planned
FILED, PLANNED, BEGUN, FINISHED = "DP", "DK", "JX", "WC"
VESSEL, LINE = "1", "2"
PASSED, FAILED, MENDING = "1", "2", "3"  # C776: 合格, 不合格, 有问题待处理


def amount(label: str) -> Any:
    return mapped_column(Numeric(12, 2), info={"label": label})


class TurnaroundProject(Record, Subject, Base):
    """One turnaround of one plant of a unit, from the first to the last day of its window."""

    __tablename__ = "turnaround_project"
    audited, named, called = "03", "大修项目", ("projectno", "name")
    projectno: Mapped[str] = text(32, "项目编号", number="turnaround")
    name: Mapped[str] = text(128, "项目名称")
    unitsysid: Mapped[str] = text(32, "业主单位", refers="unit", merges="大修项目", beside="unitname")
    unitname: Mapped[str] = text(200, "业主单位名称")
    plant: Mapped[str] = text(128, "装置")
    begins: Mapped[date] = day("检修开始日期")
    ends: Mapped[date] = day("检修结束日期")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    dept_id: Mapped[str] = text(32, "负责部门", refers="sys_org")
    remark: Mapped[str] = text(500, "说明")
    started: Mapped[datetime | None] = moment("开始执行时间")
    completed: Mapped[datetime | None] = moment("完工时间")
    closer_id: Mapped[str] = text(32, "关闭人", refers="sys_user")
    closed: Mapped[datetime | None] = moment("关闭时间")
    __table_args__ = (
        Index("uq_turnaround_project_no", "projectno", unique=True, postgresql_where="projectno <> ''"),
        Index("ix_turnaround_project_org", "orgid", "createtime"),
        Index("ix_turnaround_project_unit", "unitsysid", "step"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Everybody of the institute, whose departments share such work, and the owner."""
        P = TurnaroundProject
        if me.unit_id:
            return P.unitsysid == me.unit_id
        return in_scope(me, own=P.createby, dept=P.dept_id, org=P.orgid, shared=True)


class OfProject:
    """Rows that are seen by whoever sees their project."""

    project_id: Mapped[str]

    @classmethod
    def visible(cls, me: User) -> Any:
        P = TurnaroundProject
        return cls.project_id.in_(select(P.id).where(P.visible(me)))


class TurnaroundItem(OfProject, Record, Subject, Base):
    """A vessel, or a line of piping, in a project: its plan, who does it, and how far it came."""

    __tablename__ = "turnaround_item"
    audited, named, called = "03", "大修设备", "objectno"
    project_id: Mapped[str] = mapped_column(
        ForeignKey("turnaround_project.id"), info={"label": "大修项目", "refers": "turnaround_project"}
    )
    kind: Mapped[str] = text(4, "对象")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="大修设备")
    lineid: Mapped[str] = text(32, "管线主键")
    objectno: Mapped[str] = text(64, "设备代码（管线编号）")
    objectname: Mapped[str] = text(128, "设备（管线）名称")
    innerno: Mapped[str] = text(64, "位号（管道级别）")
    ninspdate: Mapped[date | None] = day("纳入时的下次检验日期")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    seisort: Mapped[str] = text(4, "检验类别", dict="C603")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    packageno: Mapped[str] = text(64, "工作包号")
    planbegin: Mapped[date | None] = day("计划开工日期")
    planend: Mapped[date | None] = day("计划完工日期")
    inspectors: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "检验人员"})
    inspectornames: Mapped[str] = text(256, "检验人员姓名")
    begun: Mapped[date | None] = day("开工日期")
    finished: Mapped[date | None] = day("完工日期")
    result: Mapped[str] = text(4, "检验结果", dict="C776")
    problem: Mapped[str] = text(500, "存在的问题")
    finisher_id: Mapped[str] = text(32, "完工填报人", refers="sys_user")
    agreed: Mapped[date | None] = day("业主签认日期")
    appmain_id: Mapped[str] = text(32, "申报单", refers="appmain")
    __table_args__ = (
        Index("ix_turnaround_item_project", "project_id", "kind", "planend"),
        Index("ix_turnaround_item_time", "createtime", "id"),
        Index("ix_turnaround_item_device", "equdatasysid"),
        Index("ix_turnaround_item_line", "lineid"),
        Index("ix_turnaround_item_inspectors", "inspectors", postgresql_using="gin"),
    )

    @classmethod
    def overdue(cls) -> Any:
        """Not finished, and past its last planned day."""
        return and_(cls.step != FINISHED, cls.planend < func.current_date())


class TurnaroundWork(Record, Base):
    """An amount of one method of a package: what is planned, and what is done of it."""

    __tablename__ = "turnaround_work"
    audited, named = "03", "大修工作量"
    part_of: ClassVar[Any] = TurnaroundItem
    item_id: Mapped[str] = mapped_column(ForeignKey("turnaround_item.id", ondelete="CASCADE"), index=True)
    method: Mapped[str] = text(16, "检测方法", dict="C682")
    planned: Mapped[Decimal] = mapped_column(Numeric(12, 2), default=0, info={"label": "计划工作量"})
    unit: Mapped[str] = text(8, "单位", dict="C775")
    done: Mapped[Decimal | None] = amount("完成工作量")
    unqualified: Mapped[Decimal | None] = amount("其中不合格")
    why: Mapped[str] = text(200, "超出计划的原因")

    @classmethod
    def visible(cls, me: User) -> Any:
        return cls.item_id.in_(select(TurnaroundItem.id).where(TurnaroundItem.visible(me)))


def kept(key: Any) -> Any:
    """The project of this key, shared with others who work under it: whoever completes or closes it waits for them."""
    query = select(TurnaroundProject).where(TurnaroundProject.id == key).with_for_update(read=True)
    return query.execution_options(populate_existing=True)


def taken(devices: Iterable[str] | Any, lines: Iterable[str] | Any = ()) -> Any:
    """The devices and lines among these that a project holds which is not closed: one device is in one of them."""
    T, P = TurnaroundItem, TurnaroundProject
    mine = or_(and_(T.lineid == "", T.equdatasysid.in_(devices)), T.lineid.in_(lines))
    return select(T).join(P, P.id == T.project_id).where(P.step != CLOSED, mine)
