"""请假外出台账: when a colleague cannot inspect."""

from datetime import date
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

KINDS = {"1": "请假", "2": "外出", "3": "暂停检验"}
HALVES = ("上午", "下午")  # as the time of a task says it


class StaffLeave(Record, Base):
    """Somebody is away from a day to a day, both counted."""

    __tablename__ = "staff_leave"
    audited = "02"
    named = "请假外出"
    user_id: Mapped[str] = text(32, "人员", refers="sys_user")
    username: Mapped[str] = text(64, "姓名")
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    dept_id: Mapped[str] = text(32, "部门", refers="sys_org")
    kind: Mapped[str] = text(4, "类别")
    begins: Mapped[date] = day("从")
    ends: Mapped[date] = day("至")
    # of one day alone: which half of it; empty is the whole day
    half: Mapped[str] = mapped_column(String(8), default="", server_default="", info={"label": "时段"})
    reason: Mapped[str] = text(500, "原因")
    __table_args__ = (
        Index("ix_staff_leave_user", "user_id", "ends"),
        Index("ix_staff_leave_org", "org_id", "begins", "id"),
    )

    @property
    def word(self) -> str:
        """What a sentence calls it."""
        return self.half + KINDS[self.kind]

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=StaffLeave.user_id, dept=StaffLeave.dept_id, org=StaffLeave.org_id)
