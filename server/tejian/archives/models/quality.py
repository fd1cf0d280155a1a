"""The last score of each device."""

from datetime import datetime

from sqlalchemy import BigInteger, Index, String, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base


class EquipmentQuality(Base):
    """`faults` are codes of checks; `score` is 100 less their weights, not below 0. Written by the check alone."""

    __tablename__ = "equipment_quality"
    equdatasysid: Mapped[str] = mapped_column(String(32), primary_key=True)
    score: Mapped[int]
    faults: Mapped[list[str]] = mapped_column(ARRAY(Text))
    checked: Mapped[datetime]
    __table_args__ = (
        Index("ix_equipment_quality_score", "score", "equdatasysid"),
        Index("ix_equipment_quality_faults", "faults", postgresql_using="gin"),
    )


class QualityWaiting(Base):
    """Devices that were changed and are checked again soon: rows are only added, so that nobody waits for another."""

    __tablename__ = "equipment_quality_waiting"
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    equdatasysid: Mapped[str] = mapped_column(String(32))
