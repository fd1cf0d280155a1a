"""The supervision of one device, the points that it witnesses, the papers it ends with, its liaison sheets."""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import Date, ForeignKey, Index, Numeric, String, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

TASK, FIRST, WORK, DATA, ISSUE = "TASK", "FIRST", "WORK", "DATA", "ISSUE"
DONE, VOID = "DONE", "VOID"
RUNNING = (TASK, FIRST, WORK, DATA, ISSUE)
SENT, ANSWERED, CLOSED = "SENT", "ANSWERED", "CLOSED"
PASSED, FAILED, NONE = "1", "2", "3"  # of a point: 符合, 不符合, 不适用


class Supervision(Record, Subject, Base):
    """The supervision of one device from the task to the certificate, beside the business item of its report."""

    __tablename__ = "supervision"
    audited = "03"
    named = "监督检验"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), unique=True)
    seisn: Mapped[str] = text(32, "业务流水号")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="监督检验")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(20, "设备代码")
    useplace: Mapped[str] = text(256, "使用地点")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="监督检验", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    cheorg: Mapped[str] = text(32, "监检机构", refers="sys_org")
    chedept: Mapped[str] = text(32, "监检部门", refers="sys_org")
    notify_id: Mapped[str] = text(32, "施工告知主键", refers="construction_notice")
    notifyno: Mapped[str] = text(32, "施工告知编号")
    contractor_id: Mapped[str] = text(
        32, "施工单位主键", refers="unit", merges="监督检验（施工单位）", beside="contractorname"
    )
    contractorname: Mapped[str] = text(200, "施工单位")
    startdate: Mapped[date | None] = mapped_column(Date, info={"label": "计划开工日期"})
    inspectors: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "监检人员主键"})
    inspectornames: Mapped[str] = text(256, "监检人员")
    visitdate: Mapped[date | None] = mapped_column(Date, info={"label": "约定首次监检日期"})
    firstdate: Mapped[date | None] = mapped_column(Date, info={"label": "首次监检日期"})
    attendants: Mapped[str] = text(256, "参加人员")
    firstnote: Mapped[str] = text(500, "首次监检情况")
    handed: Mapped[date | None] = mapped_column(Date, info={"label": "竣工资料提交日期"})
    examiner: Mapped[str] = text(64, "资料审查人")
    examined: Mapped[date | None] = mapped_column(Date, info={"label": "资料审查日期"})
    reason: Mapped[str] = text(500, "资料退回原因")
    certno: Mapped[str] = text(32, "监检证书编号")
    certdate: Mapped[date | None] = mapped_column(Date, info={"label": "发证日期"})
    __table_args__ = (
        Index("uq_supervision_certno", "certno", unique=True, postgresql_where="certno <> ''"),
        Index("ix_supervision_org", "cheorg", "step", "startdate", "id"),
        Index("ix_supervision_time", "createtime", "id"),
        Index("ix_supervision_notice", "notify_id"),
        Index("ix_supervision_dept", "chedept", "step"),
        Index("ix_supervision_unit", "unitsysid"),
        Index("ix_supervision_contractor", "contractor_id"),
        Index("ix_supervision_inspectors", "inspectors", postgresql_using="gin"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Institute, department and area as of the business item; user and contractor; the inspectors of the task."""
        own = Supervision
        if me.unit_id:
            return or_(own.unitsysid == me.unit_id, own.contractor_id == me.unit_id)
        scope = in_scope(me, own=own.createby, dept=own.chedept, org=own.cheorg, area=own.areacode)
        return or_(scope, own.inspectors.contains([me.id])) if me.scope in ("own", "dept") else scope


class OfSupervision:
    """Rows that are seen by whoever sees their supervision."""

    supervision_id: Mapped[str]
    part_of: ClassVar[Any] = Supervision

    @classmethod
    def visible(cls, me: User) -> Any:
        return cls.supervision_id.in_(select(Supervision.id).where(Supervision.visible(me)))


def _parent() -> Any:
    return mapped_column(ForeignKey("supervision.id", ondelete="CASCADE"), index=True)


class SupervisionPoint(OfSupervision, Record, Base):
    """A stop or witness point with what was found there; a test has its medium, pressure or load."""

    __tablename__ = "supervision_point"
    audited = "03"
    named = "监检点"
    supervision_id: Mapped[str] = _parent()
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    stage: Mapped[str] = text(4, "监检阶段", dict="C725")
    hold: Mapped[str] = text(2, "类型")
    name: Mapped[str] = text(200, "监检内容")
    requirement: Mapped[str] = text(500, "要求")
    loadtest: Mapped[bool] = mapped_column(default=False, info={"label": "耐压或载荷试验"})
    agreed: Mapped[date | None] = mapped_column(Date, info={"label": "约定日期"})
    result: Mapped[str] = text(2, "结果")
    pointdate: Mapped[date | None] = mapped_column(Date, info={"label": "监检日期"})
    inspector: Mapped[str] = text(64, "监检人员")
    medium: Mapped[str] = text(64, "试验介质（载荷）")
    pressure: Mapped[Decimal | None] = mapped_column(Numeric(12, 3), info={"label": "试验压力（载荷）"})
    holdmin: Mapped[Decimal | None] = mapped_column(Numeric(8, 1), info={"label": "保压（持荷）时间", "unit": "min"})
    problem: Mapped[str] = text(500, "情况与问题")


class SupervisionPaper(OfSupervision, Record, Base):
    """A paper of completion: whether it was handed in."""

    __tablename__ = "supervision_paper"
    audited = "03"
    named = "竣工资料"
    supervision_id: Mapped[str] = _parent()
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    name: Mapped[str] = text(200, "资料名称")
    required: Mapped[bool] = mapped_column(default=True, info={"label": "必须有"})
    state: Mapped[str] = text(2, "状态")
    pages: Mapped[int | None] = mapped_column(info={"label": "页数"})
    note: Mapped[str] = text(200, "说明")


class LiaisonSheet(OfSupervision, Record, Subject, Base):
    """A liaison sheet (监检联络单): a problem told to the contractor, and what was done about it."""

    __tablename__ = "liaison_sheet"
    audited = "03"
    named = "监检联络单"
    supervision_id: Mapped[str] = _parent()
    point_id: Mapped[str] = text(32, "监检内容主键")
    liaisonno: Mapped[str] = text(32, "联络单编号")
    pointname: Mapped[str] = text(200, "监检内容")
    problem: Mapped[str] = text(500, "存在的问题")
    due: Mapped[date | None] = mapped_column(Date, info={"label": "回复期限"})
    issuer: Mapped[str] = text(64, "签发人")
    issuer_id: Mapped[str] = text(32, "签发人主键", refers="sys_user")
    issued: Mapped[date | None] = mapped_column(Date, info={"label": "签发日期"})
    answer: Mapped[str] = text(500, "处理结果")
    answerer: Mapped[str] = text(64, "回复人")
    answered: Mapped[date | None] = mapped_column(Date, info={"label": "回复日期"})
    closer: Mapped[str] = text(64, "确认人")
    closed: Mapped[date | None] = mapped_column(Date, info={"label": "确认日期"})
    reason: Mapped[str] = text(500, "退回原因")
    __table_args__ = (Index("uq_liaison_sheet_no", "liaisonno", unique=True, postgresql_where="liaisonno <> ''"),)
