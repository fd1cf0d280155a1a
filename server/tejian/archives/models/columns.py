"""How a column of the archives is written: its width, its Chinese label, its dictionary."""

from typing import Any

from sqlalchemy import Date, DateTime, String
from sqlalchemy.orm import mapped_column


def text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


def day(label: str) -> Any:
    return mapped_column(Date, info={"label": label})


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})
