"""Tells the database of a backup or a drill, so that its age stands on the health page."""

import logging
from datetime import UTC, datetime

import psycopg

from tejian.kit.database.db import new_id

log = logging.getLogger(__name__)
INSERT = "INSERT INTO watch_operation (id, kind, at, good, detail) VALUES (%s, %s, %s, %s, %s)"


def note(url: str, kind: str, good: bool, detail: str) -> None:
    """Write it down; a database that does not know the table yet, or is away, does not spoil what was made."""
    try:
        with psycopg.connect(url) as db:
            db.execute(INSERT, (new_id(), kind, datetime.now(UTC), good, detail[:400]))
    except psycopg.Error as wrong:
        log.warning("the %s is not noted: %s", kind, type(wrong).__name__)
