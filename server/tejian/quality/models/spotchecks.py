"""报告质量抽查: what an institute draws from its issued reports, and what was found in each of them."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, and_, false, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.quality.permissions import SPOT_CHECK

DRAFT, DRAWN, DONE = "CG", "CQ", "WC"
OPEN, ASKED, ANSWERED, CLOSED = "DC", "DF", "DQ", "GB"


class SpotCheck(Record, Subject, Base):
    """One draw: of which reports, how many, and by which seed, so that anybody can repeat it."""

    __tablename__ = "spot_check"
    audited, named, called = "03", "报告抽查", "checkno"
    checkno: Mapped[str] = text(32, "抽查编号", number="spotcheck", numbered="move")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    datefrom: Mapped[date] = day("批准日期起")
    dateto: Mapped[date] = day("批准日期止")
    equclass: Mapped[str] = text(4, "设备种类", dict="C601")
    sample: Mapped[int] = mapped_column(info={"label": "抽取份数"})
    note: Mapped[str] = text(200, "抽查目的")
    frame: Mapped[int] = mapped_column(default=0, info={"label": "报告总数"})
    seed: Mapped[str] = text(64, "种子")
    framedigest: Mapped[str] = text(64, "名单摘要")
    drawer_id: Mapped[str] = text(32, "抽取人", refers="sys_user")
    drawn: Mapped[datetime | None] = moment("抽取时间")
    finished: Mapped[datetime | None] = moment("完成时间")
    __table_args__ = (Index("ix_spot_check_org", "orgid", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        if me.scope == "all":
            return true()
        return SpotCheck.orgid == me.org_id if me.org_id and not me.unit_id else false()


class SpotItem(Record, Subject, Base):
    """A report that was drawn: who looked at it, what was wrong, who answers for it and with which measure.

    `signers` are those who stood for the report when it was drawn: none of them looks at it.
    """

    __tablename__ = "spot_item"
    audited, named, called = "03", "抽查的报告", "reportno"
    check_id: Mapped[str] = mapped_column(ForeignKey("spot_check.id"), info={"label": "抽查", "refers": "spot_check"})
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    place: Mapped[int] = mapped_column(info={"label": "序号"})
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "检验业务"})
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(32, "报告编号")
    unitname: Mapped[str] = text(200, "受检单位")
    equclass: Mapped[str] = text(4, "设备种类", dict="C601")
    template: Mapped[str] = text(16, "报告模板")
    chedept: Mapped[str] = text(32, "检验部门", refers="sys_org")
    signers: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "签名人员"})
    errorclass: Mapped[str] = text(4, "差错类别", dict="C667E")
    errorplace: Mapped[str] = text(100, "差错位置")
    errortext: Mapped[str] = text(500, "差错")
    person_id: Mapped[str] = text(32, "责任人", refers="sys_user")
    checker_id: Mapped[str] = text(32, "抽查人", refers="sys_user")
    checked: Mapped[datetime | None] = moment("抽查时间")
    answer: Mapped[str] = text(500, "答复")
    measure: Mapped[str] = text(500, "措施")
    answered: Mapped[datetime | None] = moment("答复时间")
    closer_id: Mapped[str] = text(32, "确认人", refers="sys_user")
    closed: Mapped[datetime | None] = moment("确认时间")
    __table_args__ = (
        Index("uq_spot_item_report", "check_id", "appbuss_id", unique=True),
        Index("ix_spot_item_appbuss_id", "appbuss_id"),
        Index("ix_spot_item_org", "orgid", "step", "createtime"),
        Index("ix_spot_item_person", "person_id", "step"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Who looks at reports sees those of the institute; everybody else what he answers for."""
        I = SpotItem  # noqa: E741
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        mine = I.orgid == me.org_id
        return mine if me.may(SPOT_CHECK) else and_(mine, I.person_id == me.id)
