"""Changes of what protects the platform, which somebody else must agree to."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, String, Text, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

PARAM, RESET = "param", "reset"
KINDS = {PARAM: "系统参数", RESET: "重置密码"}
WAITING, DONE, REFUSED, WITHDRAWN = "WAIT", "DONE", "NO", "BACK"


class ProtectedChange(Record, Subject, Base):
    """One change: who asked for what, and who agreed. What is asked of a secret stands in `value` alone."""

    __tablename__ = "sys_protected_change"
    audited = "02"
    named = "受控变更"
    kind: Mapped[str] = mapped_column(String(16), info={"label": "种类"})
    target: Mapped[str] = mapped_column(String(32), index=True, info={"label": "对象主键"})
    title: Mapped[str] = mapped_column(String(128), info={"label": "变更内容"})
    old: Mapped[str] = mapped_column(String(512), default="", info={"label": "现值"})
    new: Mapped[str] = mapped_column(String(512), default="", info={"label": "新值"})
    value: Mapped[str] = mapped_column(Text, default="", info={"label": "待生效的值", "credential": True})
    reason: Mapped[str] = mapped_column(String(256), info={"label": "原因"})
    asked_name: Mapped[str] = mapped_column(String(64), info={"label": "申请人"})
    decided_name: Mapped[str] = mapped_column(String(64), default="", info={"label": "决定人"})
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "决定时间"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
