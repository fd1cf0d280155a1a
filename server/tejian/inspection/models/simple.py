"""简易报告: reports that were made elsewhere or long ago, kept with their file: no flow, but a digest and a check."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Index, func, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

OPEN, HELD, GIVEN = "DG", "DF", "YF"


class SimpleReport(Record, Subject, Base):
    """One report as it stands on paper. The platform vouches for the file that it keeps, not for what it says."""

    __tablename__ = "simple_report"
    audited, named, called = "03", "简易报告", "reportno"
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    reportno: Mapped[str] = text(32, "报告编号")
    kind: Mapped[str] = text(4, "报告种类", dict="C770")
    maker: Mapped[str] = text(200, "出具单位")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="简易报告")
    equname: Mapped[str] = text(100, "设备名称")
    unitname: Mapped[str] = text(200, "受检单位")
    inspdate: Mapped[date] = day("检验日期")
    nextdate: Mapped[date | None] = day("下次检验日期")
    conclusion: Mapped[str] = text(100, "检验结论")
    remark: Mapped[str] = text(200, "备注")
    pages: Mapped[int] = mapped_column(default=0, info={"label": "页数"})
    archivebox: Mapped[str] = text(32, "档案盒号")
    archiver_id: Mapped[str] = text(32, "归档人", refers="sys_user")
    archived: Mapped[datetime | None] = moment("归档时间")
    digest: Mapped[str] = text(64, "文件摘要")
    verifycode: Mapped[str] = text(16, "验证码")
    way: Mapped[str] = text(8, "领取方式")
    receiver: Mapped[str] = text(64, "领取人")
    giver_id: Mapped[str] = text(32, "发放人", refers="sys_user")
    given: Mapped[datetime | None] = moment("发放时间")
    __table_args__ = (
        Index("uq_simple_report_no", func.upper(literal_column("reportno")), "orgid", unique=True),
        Index("ix_simple_report_step", "orgid", "step", "createtime"),
        Index("ix_simple_report_equipment", "equdatasysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=SimpleReport.createby, org=SimpleReport.orgid)
