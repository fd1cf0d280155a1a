"""What belongs to a unit: earlier names, licences, branches, contacts, and what a maintainer may test by itself."""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Date, ForeignKey, Index, String, case, func, literal, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models import day, text
from tejian.kit.db import Base, Record
from tejian.kit.user import User


class OfUnit:
    """Rows that are seen by whoever sees their unit."""

    unit_id: Mapped[str]

    @classmethod
    def visible(cls, me: User) -> Any:
        return cls.unit_id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()


def _unit(label: str = "单位") -> Any:
    return mapped_column(ForeignKey("unit.unitsysid", ondelete="CASCADE"), index=True, info={"label": label})


class UnitName(OfUnit, Record, Base):
    """A name that a unit had before, and until when."""

    __tablename__ = "unit_name"
    unit_id: Mapped[str] = _unit()
    name: Mapped[str] = text(200, "曾用名")
    validto: Mapped[date] = mapped_column(Date, info={"label": "使用至"})
    changedby: Mapped[str] = text(64, "变更人")


class UnitLicence(OfUnit, Record, Base):
    """A licence of a unit: production, inspection approval, filling."""

    __tablename__ = "unit_licence"
    audited = "01"
    unit_id: Mapped[str] = _unit()
    licno: Mapped[str] = text(64, "许可证编号")
    lictype: Mapped[str] = text(8, "许可类别", dict="C740")
    items: Mapped[str] = text(256, "许可项目", dict="C624")
    level: Mapped[str] = text(32, "级别")
    issueorg: Mapped[str] = text(200, "发证机关")
    issuedate: Mapped[date | None] = day("发证日期")
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    scope: Mapped[str] = text(500, "许可范围")
    held: Mapped[str] = text(1, "证书处置")  # '' in force, 1 suspended, 2 cancelled
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (
        Index("ix_unit_licence_validto", "validto"),
        Index("uq_unit_licence_licno", "lictype", "licno", unique=True),
    )


LICENCE_STATES = {"0": "有效", "1": "暂扣", "2": "注销", "4": "过期"}
LICENCE_TONES = {"0": "go", "1": "ca", "2": "ok", "4": "no"}


def licence_state() -> ColumnElement[str]:
    """有效, 暂扣, 注销 or 过期 of a licence on the business date."""
    return case(
        (UnitLicence.held == "2", literal("2")),
        (UnitLicence.held == "1", literal("1")),
        (UnitLicence.validto < func.current_date(), literal("4")),
        else_=literal("0"),
    )


class UnitBranch(OfUnit, Record, Base):
    """A branch (分支机构) of a unit. Its area decides which authority supervises its devices."""

    __tablename__ = "unit_branch"
    audited = "01"
    unit_id: Mapped[str] = _unit()
    branchname: Mapped[str] = text(200, "分支机构名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    address: Mapped[str] = text(256, "地址")
    contact: Mapped[str] = text(64, "联系人")
    tel: Mapped[str] = text(32, "联系电话")
    superunit_id: Mapped[str] = text(32, "监察单位主键")
    superorgname: Mapped[str] = text(200, "监察单位")
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    __table_args__ = (Index("uq_unit_branch_name", "unit_id", "branchname", unique=True),)


class UnitContact(OfUnit, Record, Base):
    """A person to call at a unit."""

    __tablename__ = "unit_contact"
    unit_id: Mapped[str] = _unit()
    name: Mapped[str] = text(64, "姓名")
    post: Mapped[str] = text(64, "职务")
    tel: Mapped[str] = text(32, "电话")
    mobile: Mapped[str] = text(32, "手机")
    email: Mapped[str] = text(128, "电子邮箱")
    remark: Mapped[str] = text(200, "备注")


class DetectionCapability(OfUnit, Record, Base):
    """What a maintenance unit may test by itself (自行检测): classes, people, tools, until when."""

    __tablename__ = "detection_capability"
    audited = "01"
    unit_id: Mapped[str] = _unit("维保单位")
    classes: Mapped[str] = text(64, "设备种类", dict="C601")
    staff: Mapped[int] = mapped_column(default=0, info={"label": "检测人员数"})
    tools: Mapped[str] = text(500, "检测仪器")
    certno: Mapped[str] = text(64, "能力证明编号")
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    state: Mapped[str] = mapped_column(String(1), default="0", info={"label": "状态"})  # 0 waits, 1 passed, 2 stopped
    opinion: Mapped[str] = text(500, "审查意见")
    reviewer: Mapped[str] = text(64, "审查人")
    reviewdate: Mapped[date | None] = day("审查日期")
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("uq_detection_capability_unit", "unit_id", unique=True),)


class MaintContract(OfUnit, Record, Base):
    """A maintenance contract of a maintainer with a use unit."""

    __tablename__ = "maint_contract"
    audited = "01"
    unit_id: Mapped[str] = _unit("维保单位")
    useunit_id: Mapped[str] = mapped_column(String(32), index=True, info={"label": "使用单位主键"})
    useunitname: Mapped[str] = text(200, "使用单位")
    contractno: Mapped[str] = text(64, "合同编号")
    lifts: Mapped[int] = mapped_column(default=0, info={"label": "合同台数"})
    datefrom: Mapped[date] = mapped_column(Date, info={"label": "起始日期"})
    dateto: Mapped[date] = mapped_column(Date, info={"label": "截止日期"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("uq_maint_contract_no", "unit_id", "contractno", unique=True),)


CAPABILITY_STATES = {"0": "待审", "1": "通过", "2": "停用"}
