"""Rows that come with the product, as it shipped them last."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base

Values = Mapping[str, Any]  # by attribute, as JSON holds them


class Shipped(Base):
    """What the product shipped last of one row."""

    __tablename__ = "sys_shipped"
    kind: Mapped[str] = mapped_column(String(64), primary_key=True)  # the table of the row
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
