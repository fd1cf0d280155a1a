"""考试机构 with what they may examine until when, and 监察人员 with their 监察证 (supervision.md G)."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, ForeignKey, Index, and_, case, func, literal, select, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

STATES = {"0": "有效", "s": "临期", "1": "停用", "4": "过期"}
TONES = {"0": "go", "s": "ca", "1": "ok", "4": "no"}
SOON_DAYS = 90
OFF = "1"


def state_of(held: Any, validto: Any) -> ColumnElement[str]:
    """Whether an approval or a certificate counts today."""
    today = func.current_date()
    return case(
        (held != "", literal(OFF)),
        (validto < today, literal("4")),
        (validto < today + SOON_DAYS, literal("s")),
        else_=literal("0"),
    )


class ExamBody(Record, Base):
    """A body that examines; its people are the accounts of its organisation. Everybody chooses among them."""

    __tablename__ = "exam_body"
    audited, named, called = "03", "考试机构", "name"
    name: Mapped[str] = text(128, "考试机构")
    org_id: Mapped[str] = text(32, "所属机构", refers="sys_org")
    approvalno: Mapped[str] = text(64, "公布文号")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    address: Mapped[str] = text(256, "考试地点")
    contact: Mapped[str] = text(64, "联系人")
    tel: Mapped[str] = text(32, "对外电话")
    validto: Mapped[date] = mapped_column(info={"label": "有效期至"})
    held: Mapped[str] = text(1, "停用")  # '' in force, 1 suspended
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("uq_exam_body_org", "org_id", unique=True),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class ExamBodyItem(Record, Base):
    """An item of C622 that a body may examine."""

    __tablename__ = "exam_body_item"
    part_of: ClassVar[Any] = ExamBody
    audited, named = "03", "考试机构的项目"
    body_id: Mapped[str] = mapped_column(ForeignKey("exam_body.id", ondelete="CASCADE"), info={"label": "考试机构"})
    item: Mapped[str] = text(8, "作业项目", dict="C622")
    validto: Mapped[date] = mapped_column(info={"label": "有效期至"})
    __table_args__ = (Index("uq_exam_body_item", "body_id", "item", unique=True),)


def may_examine(item: str, on: date) -> ColumnElement[bool]:
    """A body that is in force and may examine this item on a day."""
    B, line = ExamBody, ExamBodyItem
    own = select(line.id).where(line.body_id == B.id, line.item == item, line.validto >= on).correlate(B).exists()
    return and_(B.held == "", B.validto >= on, own)


class MonitorCert(Record, Base):
    """A supervisor and the certificate by which he checks."""

    __tablename__ = "monitor_cert"
    audited, named, called = "03", "监察证", "certno"
    user_id: Mapped[str] = text(32, "监察人员", refers="sys_user")
    org_id: Mapped[str] = text(32, "所在机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "监察区域", dict="AREA")
    certno: Mapped[str] = text(64, "监察证编号")
    classes: Mapped[str] = text(64, "监察种类", dict="C601")
    issueorg: Mapped[str] = text(128, "发证机关")
    issued: Mapped[date | None] = day("发证日期")
    validto: Mapped[date] = mapped_column(info={"label": "有效期至"})
    held: Mapped[str] = text(1, "停用")
    remark: Mapped[str] = text(200, "备注")
    __table_args__ = (
        Index("uq_monitor_cert_no", "certno", unique=True),
        Index("ix_monitor_cert_user", "user_id"),
        Index("ix_monitor_cert_area", "areacode"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The bureau of the area; a supervisor his own."""
        C = MonitorCert
        return in_scope(me, own=C.user_id, org=C.org_id, area=C.areacode)
