"""What was asked of the database: through the ORM and by kit.db.fetch."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock

import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db


@contextmanager
def asked_of(db: Session) -> Iterator[list[tuple[str, Any]]]:
    """Every statement on the connection of `db` while the block runs, with its values."""
    asked: list[tuple[str, Any]] = []
    connection, fetch = db.connection(), kit_db.fetch

    def note(_c: Any, _cursor: Any, statement: str, values: Any, _ctx: Any, _many: bool) -> None:
        asked.append((statement, values))

    def noted(session: Session, sql: str, values: Mapping[str, Any] | None, **how: Any) -> Any:
        asked.append((sql, values))
        return fetch(session, sql, values, **how)

    sa.event.listen(connection, "before_cursor_execute", note)
    try:
        with mock.patch.object(kit_db, "fetch", noted):
            yield asked
    finally:
        sa.event.remove(connection, "before_cursor_execute", note)
