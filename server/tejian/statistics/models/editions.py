"""Editions of forms: a form counted for a period and kept, with its cells and the records behind each of them."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Date, ForeignKey, Identity, Index, Numeric, String, false
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

COUNTING, FAILED, KEPT, REVIEWED, REPORTED = "TJ", "CW", "CG", "FH", "YB"
COUNTED, SUMMED = "1", "2"
WAYS = {COUNTED: "统计本区划", SUMMED: "汇总所辖区划"}
TOTAL = ""  # the line of the sum


class StatEdition(Subject, Record, Base):
    """A form for a period as one area files it. What the form was then stands in it: `definition`."""

    __tablename__ = "stat_edition"
    audited, named, called = "03", "统计报表", "editionno"
    editionno: Mapped[str] = text(32, "编号", number="statedition")
    form_id: Mapped[str] = text(32, "报表", refers="stat_form")
    code: Mapped[str] = text(8, "表号")
    name: Mapped[str] = text(60, "报表名称")
    first: Mapped[date] = mapped_column(Date, info={"label": "统计期间起"})
    last: Mapped[date] = mapped_column(Date, info={"label": "统计期间止"})
    areacode: Mapped[str] = text(12, "填报区划", dict="AREA")
    dept_id: Mapped[str] = text(32, "填报单位", refers="sys_org")
    way: Mapped[str] = text(1, "统计方式")
    round: Mapped[int] = mapped_column(default=0, info={"label": "更正次数"})
    corrects_id: Mapped[str] = text(32, "更正的报表", refers="stat_edition")
    why: Mapped[str] = text(500, "更正原因")
    definition: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "口径", "quiet": True})
    take: Mapped[int] = mapped_column(default=1, info={"label": "统计次数", "quiet": True})
    passed: Mapped[int] = mapped_column(default=0, info={"label": "已完成", "quiet": True})
    total: Mapped[int] = mapped_column(default=0, info={"label": "共", "quiet": True})
    message: Mapped[str] = text(500, "统计结果")
    frozen: Mapped[datetime | None] = moment("统计时间")
    digest: Mapped[str] = text(64, "摘要")
    maker_id: Mapped[str] = text(32, "编制人", refers="sys_user")
    reviewer_id: Mapped[str] = text(32, "复核人", refers="sys_user")
    reviewed: Mapped[datetime | None] = moment("复核时间")
    reporter_id: Mapped[str] = text(32, "上报人", refers="sys_user")
    reported: Mapped[datetime | None] = moment("上报时间")
    __table_args__ = (
        # one of each form, period and area, and one of each correction of it
        Index("uq_stat_edition_filed", "areacode", "code", "first", "last", "round", unique=True),
        Index("ix_stat_edition_period", "code", "first", "last"),
        Index("uq_stat_edition_no", "editionno", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """A bureau sees what is filed in its own area, that of its districts too."""
        return false() if me.unit_id else in_scope(me, own=StatEdition.maker_id, area=StatEdition.areacode)


class StatCell(Base):
    """A number of an edition as it was counted. `digest`: over the records behind it, or over the cells summed."""

    __tablename__ = "stat_cell"
    part_of: ClassVar[Any] = StatEdition
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    edition_id: Mapped[str] = mapped_column(ForeignKey("stat_edition.id", ondelete="CASCADE"))
    line: Mapped[str] = mapped_column(String(12), info={"label": "行"})
    code: Mapped[str] = mapped_column(String(8), info={"label": "指标代码"})
    value: Mapped[Decimal | None] = mapped_column(Numeric(20, 4), info={"label": "数值"})
    digest: Mapped[str] = mapped_column(String(64), default="", info={"label": "摘要"})
    __table_args__ = (Index("uq_stat_cell", "edition_id", "line", "code", unique=True),)


class StatGroup(Base):
    """The records of a line that the same indicators counted: a cell is made of some groups, each record is in one."""

    __tablename__ = "stat_group"
    part_of: ClassVar[Any] = StatEdition
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)  # a hash of what it is
    edition_id: Mapped[str] = mapped_column(ForeignKey("stat_edition.id", ondelete="CASCADE"))
    behind: Mapped[str] = mapped_column(String(16), info={"label": "统计的清单"})
    line: Mapped[str] = mapped_column(String(12), info={"label": "行"})
    codes: Mapped[list[str]] = mapped_column(ARRAY(String(8)), info={"label": "计入的指标"})
    __table_args__ = (Index("ix_stat_group_edition", "edition_id", "line"),)


class StatRow(Base):
    """A record that was counted, and what it said then."""

    __tablename__ = "stat_row"
    part_of: ClassVar[Any] = StatEdition
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    group_id: Mapped[int] = mapped_column(BigInteger, info={"label": "组"})  # no key: both come at once
    record_id: Mapped[str] = mapped_column(String(32))
    number: Mapped[str] = mapped_column(String(64), info={"label": "编号"})
    title: Mapped[str] = mapped_column(String(500), info={"label": "名称"})
    unit: Mapped[str] = mapped_column(String(200), info={"label": "单位"})
    place: Mapped[str] = mapped_column(String(256), info={"label": "地点"})
    state: Mapped[str] = mapped_column(String(60), info={"label": "状态"})
    day: Mapped[date | None] = mapped_column(Date, info={"label": "日期"})
    # a cell is read group by group, each in this order
    __table_args__ = (Index("ix_stat_row_group", "group_id", "id"),)


class StatPart(Base):
    """A district of a sum: the edition that was summed, or why there is none."""

    __tablename__ = "stat_part"
    part_of: ClassVar[Any] = StatEdition
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    edition_id: Mapped[str] = mapped_column(ForeignKey("stat_edition.id", ondelete="CASCADE"), index=True)
    areacode: Mapped[str] = mapped_column(String(12), info={"label": "区划", "dict": "AREA"})
    part_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "报表", "refers": "stat_edition"})
    missing: Mapped[str] = mapped_column(String(200), default="", info={"label": "未汇总的原因"})
    digest: Mapped[str] = mapped_column(String(64), default="", info={"label": "摘要"})
