"""双随机: a draw of units and officers that anybody can repeat, with the frame that it was made from."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, String, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, PUBLISHED, DRAWN, PLANNED, VOID = "CG", "GB", "CQ", "XD", "ZF"
HIGH, MIDDLE, LOW = "H", "M", "L"
STRATA = {HIGH: "高风险", MIDDLE: "中风险", LOW: "一般"}
UNIT, OFFICER = "U", "O"
TAKEN, REPLACED = "1", "2"
STATES = {TAKEN: "抽中", REPLACED: "已替换"}


def count(label: str) -> Any:
    return mapped_column(default=0, info={"label": label})


class Draw(Record, Subject, Base):
    """A draw from its plan over the frozen frame to the checks that came of it. Its secret shows when it is used."""

    __tablename__ = "supervision_draw"
    audited, named, called = "03", "双随机抽查", "drawno"
    drawno: Mapped[str] = text(32, "抽查编号", number="draw", numbered="move")
    title: Mapped[str] = text(100, "抽查名称")
    org_id: Mapped[str] = text(32, "抽查机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "抽查区域", dict="AREA")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    highs: Mapped[int] = count("高风险家数")
    middles: Mapped[int] = count("中风险家数")
    lows: Mapped[int] = count("一般家数")
    publicsource: Mapped[str] = text(200, "公开随机值的来源")
    publicday: Mapped[date] = day("公开随机值的日期")
    secret: Mapped[str] = mapped_column(String(64), default="", info={"label": "未公开的密钥", "credential": True})
    digest: Mapped[str] = text(64, "密钥摘要")
    framedigest: Mapped[str] = text(64, "名单摘要")
    units: Mapped[int] = count("名单单位数")
    officers: Mapped[int] = count("名单人员数")
    publisher_id: Mapped[str] = text(32, "公布人", refers="sys_user")
    published: Mapped[datetime | None] = moment("公布时间")
    publicvalue: Mapped[str] = text(200, "公开随机值")
    revealed: Mapped[str] = text(64, "密钥")
    drawer_id: Mapped[str] = text(32, "抽取人", refers="sys_user")
    drawn: Mapped[datetime | None] = moment("抽取时间")
    planday: Mapped[date | None] = day("计划检查日期")
    reason: Mapped[str] = text(500, "作废原因")
    __table_args__ = (
        Index("ix_supervision_draw_org", "org_id", "step"),
        Index("ix_supervision_draw_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The office that draws, and the bureaus of the area."""
        C = Draw
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        return or_(C.org_id == me.org_id, in_scope(me, area=C.areacode))

    @property
    def sizes(self) -> dict[str, int]:
        return {HIGH: self.highs, MIDDLE: self.middles, LOW: self.lows}


class Recusal(Record, Base):
    """An officer who must not check a unit (回避), said before the frame is published."""

    part_of: ClassVar[Any] = Draw
    __tablename__ = "supervision_draw_recusal"
    draw_id: Mapped[str] = mapped_column(ForeignKey("supervision_draw.id", ondelete="CASCADE"), index=True)
    officer_id: Mapped[str] = text(32, "检查人员", refers="sys_user")
    unitsysid: Mapped[str] = text(32, "回避的单位", refers="unit", merges="双随机回避")
    why: Mapped[str] = text(200, "回避原因")


class DrawSubject(Record, Base):
    """One of the frame: a unit in its stratum or an officer, as it was when it was published, and what became of it."""

    part_of: ClassVar[Any] = Draw
    __tablename__ = "supervision_draw_subject"
    draw_id: Mapped[str] = mapped_column(ForeignKey("supervision_draw.id", ondelete="CASCADE"))
    kind: Mapped[str] = text(4, "类别")
    key: Mapped[str] = text(32, "对象")
    name: Mapped[str] = text(200, "名称")
    stratum: Mapped[str] = text(4, "分层")
    score: Mapped[int] = count("风险分")
    scored: Mapped[str] = text(200, "得分说明")
    state: Mapped[str] = text(4, "结果")
    place: Mapped[int] = count("次序")
    first_id: Mapped[str] = text(32, "检查人员", refers="sys_user")
    second_id: Mapped[str] = text(32, "第二检查人员", refers="sys_user")
    why: Mapped[str] = text(200, "替换原因")
    __table_args__ = (Index("uq_supervision_draw_subject", "draw_id", "kind", "key", unique=True),)
