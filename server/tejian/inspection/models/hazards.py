"""Hazards that an inspection left behind."""

from datetime import date
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, and_, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

NEW, MEND, ANSWERED, SECOND, CLOSED, VOID = "NEW", "MEND", "ANSWERED", "SECOND", "CLOSED", "VOID"
GONE = "GONE"  # its report was corrected: there was none
OPEN = (MEND, ANSWERED, SECOND)
GRAVE = ("1", "2", "3")  # C658: 特别重大、特大、重大


def day(label: str) -> Any:
    return mapped_column(Date, info={"label": label})


class Hazard(Record, Subject, Base):
    """A hazard (隐患) of one business item; device, unit and report are copied when it is made."""

    __tablename__ = "inspection_hazard"
    audited = "03"
    named = "隐患"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    hazno: Mapped[str] = text(32, "隐患编号")
    source: Mapped[str] = text(4, "隐患来源")
    level: Mapped[str] = text(4, "隐患级别", dict="C658")
    place: Mapped[str] = text(200, "隐患部位")
    content: Mapped[str] = text(1000, "隐患内容")
    demand: Mapped[str] = text(500, "治理要求")
    deadline: Mapped[date | None] = day("治理期限")
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(40, "报告编号")
    conclusion: Mapped[str] = text(8, "检验结论", dict="C605")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="隐患")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    useplace: Mapped[str] = text(256, "使用地点")
    unitsysid: Mapped[str] = text(32, "责任单位主键", refers="unit", merges="隐患", beside="unitname")
    unitname: Mapped[str] = text(200, "责任单位")
    registrar: Mapped[str] = text(64, "登记人")
    registered: Mapped[date | None] = day("登记日期")
    copied: Mapped[str] = text(200, "抄送")
    receiver: Mapped[str] = text(64, "签收人")
    receivedate: Mapped[date | None] = day("签收日期")
    measure: Mapped[str] = text(500, "治理措施与结果")
    donedate: Mapped[date | None] = day("完成日期")
    doneby: Mapped[str] = text(64, "治理负责人")
    againno: Mapped[str] = text(40, "复检报告编号")
    answerer_id: Mapped[str] = text(32, "提交人主键", refers="sys_user")
    verifier: Mapped[str] = text(64, "核实人")
    verifier_id: Mapped[str] = text(32, "核实人主键", refers="sys_user")
    second: Mapped[str] = text(64, "复核人")
    closedate: Mapped[date | None] = day("销号日期")
    __table_args__ = (
        Index("uq_inspection_hazard_no", "hazno", unique=True, postgresql_where="hazno <> ''"),
        Index("ix_inspection_hazard_step", "step", "deadline", "id"),
        Index("ix_inspection_hazard_device", "equdatasysid"),
        Index("ix_inspection_hazard_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item; the unit only what was registered."""
        seen = Hazard.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
        told = Hazard.step.in_((*OPEN, CLOSED)) | and_(Hazard.step == GONE, Hazard.hazno != "")
        return and_(seen, told) if me.unit_id else seen
