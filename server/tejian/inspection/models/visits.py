"""Visits that a unit books for several of its devices: the days that suit it, those that do not, the day that came."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, String, and_, select, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.inspection.models.online import OnlineApplication
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

WAIT, ASKED, AGREED, OTHER = "WAIT", "ASKED", "AGREED", "OTHER"


def _days(label: str) -> Any:
    """Days as they are written, yyyy-MM-dd, in their order."""
    return mapped_column(ARRAY(String(10)), default=list, server_default="{}", info={"label": label})


class UnitVisit(Record, Subject, Base):
    """A visit (约检) of one unit. Its devices stand on the online applications that were made of it.

    `wished` are the days that suit the unit, `closed` those on which it cannot be inspected; `days` are those that the
    institute arranged, about which the unit is asked.
    """

    part_of: ClassVar[Any] = OnlineApplication  # it is seen beside them, and has no page of its own
    __tablename__ = "unit_visit"
    audited, named, called = "03", "约检", "visitno"
    visitno: Mapped[str] = text(32, "约检编号", number="visit")
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="约检", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    equcount: Mapped[int] = mapped_column(default=0, info={"label": "台数"})
    wished: Mapped[list[str]] = _days("期望日期")
    closed: Mapped[list[str]] = _days("不便日期")
    days: Mapped[list[str]] = _days("安排日期")
    answeredby: Mapped[str] = text(64, "答复人")
    answered: Mapped[datetime | None] = moment("答复时间")
    reason: Mapped[str] = text(500, "另约原因")
    __table_args__ = (
        Index("uq_unit_visit_no", "visitno", unique=True),
        Index("ix_unit_visit_unit", "unitsysid", "step", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit its own; the institute those of which it has an application."""
        C, A = UnitVisit, OnlineApplication
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return C.id.in_(select(A.visit_id).where(and_(A.visit_id != "", A.visible(me))))


def of_declaration(appmain_id: str) -> Any:
    """The visit that a declaration was made for, as a query; most have none."""
    A = OnlineApplication
    return select(UnitVisit).join(A, A.visit_id == UnitVisit.id).where(A.appmain_id == appmain_id, A.visit_id != "")
