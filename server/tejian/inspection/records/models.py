"""What the checks of a report said when it was moved on."""

from typing import Any

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.inspection.models import AppBuss
from tejian.kit.db import Base, Record
from tejian.kit.user import User


class CheckRun(Record, Base):
    """The checks at one move of a report: what they said, what was answered, on which record and which rules.

    Written with the move and never changed: a later dispute shows what was known.
    """

    part_of = AppBuss
    __tablename__ = "report_check_run"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id", ondelete="CASCADE"), index=True)
    step: Mapped[str] = mapped_column(String(16), info={"label": "环节"})
    by_id: Mapped[str] = mapped_column(String(32), info={"label": "办理人主键"})
    by_name: Mapped[str] = mapped_column(String(64), info={"label": "办理人"})
    findings: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "检查结果"})
    digest: Mapped[str] = mapped_column(String(64), info={"label": "原始记录摘要"})
    rules: Mapped[int] = mapped_column(info={"label": "规则版本"})

    @staticmethod
    def visible(me: User) -> Any:
        return CheckRun.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
