"""Tables that only grow are kept in one part a year, so that no index and no vacuum grows with the age of the platform.

A table says `__table_args__ = (…, yearly(append_only=True))`: it is partitioned by its column `at`, its primary key is
(id, at), and its `id` is `log_id(<table>)`. Rows of years that have no part of their own stand in `<table>_default`.
Parts are made by the database function `tj_year_part` (migration 0011), which belongs to the owner of the tables and
makes the part of a year and nothing else: the app's role may call it but not change tables (ADR 9).
"""

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy import BigInteger, MetaData, Sequence
from sqlalchemy.orm import Mapped, mapped_column

from . import clock

AHEAD = 2  # years beyond this one whose parts are there before they are needed
OTHER = "default"  # the part that keeps what no year has


def yearly(**info: Any) -> dict[str, Any]:
    """The last of a model's `__table_args__`; `info` is the table's further information."""
    return {"postgresql_partition_by": "RANGE (at)", "info": {"yearly": True, **info}}


def log_id(table: str) -> Mapped[int]:
    """The key of a yearly table. A sequence, because identity columns of partitioned tables need PostgreSQL 17."""
    numbers = Sequence(f"{table}_id_seq")
    return mapped_column(BigInteger, numbers, server_default=numbers.next_value(), primary_key=True, autoincrement=True)


def tables(metadata: MetaData) -> list[str]:
    """The yearly tables."""
    return sorted(t.name for t in metadata.tables.values() if t.info.get("yearly"))


def part(table: str, year: int) -> str:
    """The name of the part that holds the rows of a year."""
    return f"{table}_{year}"


def is_part(name: str, metadata: MetaData) -> bool:
    """Whether a table of the database is a part of a yearly table."""
    return any(re.fullmatch(rf"{table}_(\d{{4}}|{OTHER})", name) for table in tables(metadata))


def make_parts(connection: Any, metadata: MetaData, first: int, last: int) -> list[str]:
    """Make the parts of these years that are missing; gives their names. `connection` is a connection or a session."""
    asked = sa.text("select tj_year_part(:table, :year)")
    wanted = [(table, year) for table in tables(metadata) for year in range(first, last + 1)]
    return [part(t, y) for t, y in wanted if connection.scalar(asked, {"table": t, "year": y})]


def make_ahead(connection: Any, metadata: MetaData) -> list[str]:
    """Make the parts of this year and the next ones."""
    this = clock.today().year
    return make_parts(connection, metadata, this, this + AHEAD)
