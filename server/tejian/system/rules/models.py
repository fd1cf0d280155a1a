"""The flow configuration: which steps a process uses, and their limits."""

from typing import Any

from sqlalchemy import Index, String, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.db import Base, Record
from tejian.kit.user import User


class FlowConf(Record, Base):
    """Flow configuration, versioned: which steps a process uses, their limit in working days, and since when."""

    __tablename__ = "sys_flow_conf"
    audited = "03"
    process: Mapped[str] = mapped_column(String(32), info={"label": "流程"})
    conf_version: Mapped[int] = mapped_column(info={"label": "流程版本"})
    step: Mapped[str] = mapped_column(String(32), info={"label": "环节"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "环节名称"})
    used: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    limit_days: Mapped[int | None] = mapped_column(info={"label": "时限（工作日）"})
    scope: Mapped[str] = mapped_column(String(64), default="", info={"label": "适用范围"})
    source: Mapped[str] = mapped_column(String(256), default="", info={"label": "依据"})
    __table_args__ = (Index("ix_sys_flow_conf_process_version", "process", "conf_version"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
