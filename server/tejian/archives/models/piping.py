"""A piping line of a project, and a change of a registered project that waits for its review."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Computed, DateTime, Index, Numeric, String, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record, new_id
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces

WAITING = "0"  # a change that nobody has reviewed
NAMES = "pipeno || '|' || pipename || '|' || pipeunitregno"


def measure(label: str, unit: str, *, places: int = 3) -> Any:
    return mapped_column(Numeric(14, places), info={"label": label, "unit": unit})


class Pipeline(Record, Base):
    """A line (管线, class 8000GX). Inspection dates live here; the project takes the earliest."""

    __tablename__ = "pipeline"
    audited = "00"
    named = "压力管线"
    id: Mapped[str] = mapped_column("lineid", String(32), primary_key=True, default=new_id)
    equdatasysid: Mapped[str] = mapped_column(
        String(32), info={"label": "所属装置主键", "refers": "equipment", "merges": "管线"}
    )
    pipename: Mapped[str] = text(128, "管道名称")
    pipeno: Mapped[str] = text(64, "管道编号")
    pipeunitregno: Mapped[str] = text(64, "管道单元登记编号")
    pipelevel: Mapped[str] = text(8, "管道级别", dict="C616")
    nominaldia: Mapped[Decimal | None] = measure("公称直径", "mm")
    pipelength: Mapped[Decimal | None] = measure("管道长度", "m")
    pipematerial: Mapped[str] = text(64, "管道材质牌号")
    designpress: Mapped[Decimal | None] = measure("设计压力", "MPa", places=4)
    workpress: Mapped[Decimal | None] = measure("工作压力", "MPa", places=4)
    medium: Mapped[str] = text(64, "输送介质")
    linestatus: Mapped[str] = text(4, "管线使用状态", dict="C637")
    lineregstatus: Mapped[str] = text(4, "管线登记状态", dict="C636")
    ssdegree: Mapped[str] = text(4, "安全状况等级", dict="C615")
    setcyclemonths: Mapped[int | None] = mapped_column(info={"label": "检验机构确定的周期"})
    insresult: Mapped[str] = text(8, "检验结论", dict="C605")
    insreportno: Mapped[str] = text(32, "检验报告编号")
    inspdate: Mapped[date | None] = day("定期检验日期")
    ninspdate: Mapped[date | None] = day("下次定期检验日期")
    nyearcheckdate: Mapped[date | None] = day("下次年度检查日期")
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "其他参数"})
    searchtext: Mapped[str] = mapped_column(
        String(300), Computed(f"lower({NAMES})", persisted=True), deferred=True, info={"secret": True}
    )
    __table_args__ = (
        by_pieces("ix_pipeline_grams", "searchtext"),
        Index("uq_pipeline_pipeno", "equdatasysid", "pipeno", unique=True),
        Index("ix_pipeline_due", "ninspdate", "lineid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The lines of the projects that a user sees."""
        return Pipeline.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))


class PipeChange(Record, Base):
    """A change of a registered project or of its lines, waiting for the review or decided."""

    __tablename__ = "pipe_change"
    audited = "00"
    named = "管道修改"
    kind: Mapped[str] = text(8, "对象")  # project, line
    action: Mapped[str] = text(8, "操作")  # add, edit, del
    equdatasysid: Mapped[str] = mapped_column(
        String(32), info={"label": "所属装置主键", "refers": "equipment", "merges": "管道修改"}
    )
    lineid: Mapped[str] = text(32, "管线主键")
    title: Mapped[str] = text(200, "修改对象")
    changes: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "修改内容", "quiet": True})
    reason: Mapped[str] = text(500, "修改说明")
    state: Mapped[str] = text(4, "审核状态")  # 0 waiting, 1 agreed, 2 refused
    applyname: Mapped[str] = text(64, "申请人")
    applytime: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "申请时间"})
    checkname: Mapped[str] = text(64, "审核人")
    checktime: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "审核时间"})
    opinion: Mapped[str] = text(500, "审核意见")
    __table_args__ = (
        Index("ix_pipe_change_state", "state", "applytime"),
        Index("ix_pipe_change_project", "equdatasysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return PipeChange.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
