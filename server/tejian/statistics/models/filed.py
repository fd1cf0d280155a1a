"""Indicators and forms of supervision's statistics: versioned data, so that a new form is loaded, not programmed."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, false, true
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, USED, ENDED = "BZ", "SY", "FZ"
COUNT, FORMULA = "1", "2"
KINDS = {COUNT: "清单计数", FORMULA: "由指标计算"}
BY_CLASS, BY_COUNTY = "equclass", "county"
DIVISIONS = {BY_CLASS: "设备种类", BY_COUNTY: "区县"}


class Versioned(Subject):
    """What has versions under a code of its own: one of them is in use, and none changes once it was published."""

    edition: Mapped[int] = mapped_column(default=1, info={"label": "版本"})
    source: Mapped[str] = text(200, "依据")
    published: Mapped[datetime | None] = moment("发布时间")
    publisher_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    ended: Mapped[datetime | None] = moment("废止时间")

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> Any:
        return tuple(
            Index(f"uq_{cls.__tablename__}_{name}", "code", unique=True, postgresql_where=f"step = '{step}'")  # type: ignore[attr-defined]
            for name, step in (("used", USED), ("draft", DRAFT))
        )

    @staticmethod
    def visible(me: User) -> Any:
        return false() if me.unit_id else true()


class Indicator(Versioned, Record, Base):
    """What is counted: a list under conditions, over a period or as it stands; or a formula of other indicators."""

    __tablename__ = "stat_indicator"
    audited, named, called = "03", "统计指标", "name"
    code: Mapped[str] = text(8, "指标代码")
    name: Mapped[str] = text(60, "指标名称")
    unit: Mapped[str] = text(12, "计量单位")
    kind: Mapped[str] = text(1, "指标类型")
    behind: Mapped[str] = text(16, "统计的清单")
    asks: Mapped[str] = text(300, "条件")
    timed: Mapped[bool] = mapped_column(default=False, info={"label": "按期间"})
    formula: Mapped[str] = text(200, "算式")
    definition: Mapped[str] = text(500, "口径")


class StatForm(Versioned, Record, Base):
    """A form: its lines by one division, its columns of indicators, and what must add up in each line."""

    __tablename__ = "stat_form"
    audited, named, called = "03", "统计报表", "name"
    code: Mapped[str] = text(8, "表号")
    name: Mapped[str] = text(60, "报表名称")
    division: Mapped[str] = text(16, "行")
    note: Mapped[str] = text(500, "表下说明")


class StatColumn(Record, Base):
    """A column of a form: an indicator, by its code, under a heading of the form's own."""

    __tablename__ = "stat_column"
    part_of: ClassVar[Any] = StatForm
    form_id: Mapped[str] = mapped_column(ForeignKey("stat_form.id", ondelete="CASCADE"), index=True)
    code: Mapped[str] = text(8, "指标代码")
    heading: Mapped[str] = text(60, "栏目名称")


class StatBalance(Record, Base):
    """What must add up: a column, and the expression of other columns that it equals."""

    __tablename__ = "stat_balance"
    part_of: ClassVar[Any] = StatForm
    form_id: Mapped[str] = mapped_column(ForeignKey("stat_form.id", ondelete="CASCADE"), index=True)
    whole: Mapped[str] = text(8, "合计栏的指标")
    parts: Mapped[str] = text(200, "等于")
