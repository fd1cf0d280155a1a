"""Columns as most tables have them, for migrations that make one. What stands here stays: others build on it."""

from typing import Any

import sqlalchemy as sa


def texts(**sizes: int) -> list[Any]:
    """Texts that are never null, by name and size."""
    return [sa.Column(name, sa.String(size), nullable=False) for name, size in sizes.items()]


def days(*names: str, null: bool = True) -> list[Any]:
    return [sa.Column(name, sa.Date(), nullable=null) for name in names]


def moments(*names: str, null: bool = True) -> list[Any]:
    return [sa.Column(name, sa.DateTime(timezone=True), nullable=null) for name in names]


def record(table: str) -> list[Any]:
    """Key, version, who made and changed it when (kit.db.Record, 2026-11)."""
    key = [sa.PrimaryKeyConstraint("id", name=f"pk_{table}"), sa.Column("version", sa.Integer(), nullable=False)]
    return [*texts(id=32, createby=32, updateby=64), *moments("createtime", "updatetime", null=False), *key]


def subject() -> list[Any]:
    """Where a row stands in its process (kit.process.Subject, 2026-11)."""
    return [*texts(step=16, opened_by=64), *moments("step_since", "limit_at")]
