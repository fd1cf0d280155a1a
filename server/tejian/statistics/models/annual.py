"""Editions of a year's figures, and the figures. What was counted after the end of its year never changes."""

from datetime import date, datetime

from sqlalchemy import Date, DateTime, Float, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record


class AnnualEdition(Record, Base):
    """One counting of a year. A year that runs has one that is counted anew; later countings stand beside it."""

    __tablename__ = "annual_edition"
    year: Mapped[int] = mapped_column(info={"label": "年度"})
    number: Mapped[int] = mapped_column(info={"label": "版次"})
    closed: Mapped[bool] = mapped_column(info={"label": "年终数据"})  # counted after the year had ended
    upto: Mapped[date] = mapped_column(Date, info={"label": "截止日期"})
    countedat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "统计时间"})
    countedby: Mapped[str] = mapped_column(String(64), info={"label": "统计人"})
    seconds: Mapped[float] = mapped_column(Float, info={"label": "用时（秒）"})
    useunits: Mapped[int] = mapped_column(info={"label": "使用单位"})
    maintainers: Mapped[int] = mapped_column(info={"label": "维保单位"})
    makers: Mapped[int] = mapped_column(info={"label": "制造单位"})
    installers: Mapped[int] = mapped_column(info={"label": "施工单位"})
    persons: Mapped[int] = mapped_column(info={"label": "持证人员"})
    __table_args__ = (Index("uq_annual_edition_year", "year", "number", unique=True),)


class AnnualFigure(Record, Base):
    """The figures of one class in one county: its devices (kind of inspection empty), or one kind of inspection."""

    __tablename__ = "annual_figure"
    edition_id: Mapped[str] = mapped_column(ForeignKey("annual_edition.id", ondelete="CASCADE"))
    area: Mapped[str] = mapped_column(String(6), info={"label": "区县", "dict": "AREA"})
    equclass: Mapped[str] = mapped_column(String(8), info={"label": "设备种类", "dict": "C601"})
    seisort: Mapped[str] = mapped_column(String(4), default="", info={"label": "检验类别", "dict": "C603"})
    total: Mapped[int] = mapped_column(default=0, info={"label": "年末在册"})
    inuse: Mapped[int] = mapped_column(default=0, info={"label": "在用"})
    stopped: Mapped[int] = mapped_column(default=0, info={"label": "停用"})
    scrapped: Mapped[int] = mapped_column(default=0, info={"label": "报废注销"})
    registered: Mapped[int] = mapped_column(default=0, info={"label": "新登记"})
    due: Mapped[int] = mapped_column(default=0, info={"label": "应检"})
    done: Mapped[int] = mapped_column(default=0, info={"label": "已检"})
    inspected: Mapped[int] = mapped_column(default=0, info={"label": "检验"})
    unqualified: Mapped[int] = mapped_column(default=0, info={"label": "不合格"})
    __table_args__ = (Index("ix_annual_figure_edition", "edition_id", "seisort"),)
