"""Savepoints of tests straight to the driver: every request and every commit of a test is one, and SQLAlchemy compiles
each of their statements anew."""

from typing import Any

import sqlalchemy as sa


def quick(engine: sa.Engine) -> None:
    """The connections of this engine set, release and roll back to savepoints without compiling them."""
    dialect: Any = engine.dialect
    dialect.do_savepoint = lambda connection, name: _say(connection, f"SAVEPOINT {name}")
    dialect.do_release_savepoint = lambda connection, name: _say(connection, f"RELEASE SAVEPOINT {name}")
    dialect.do_rollback_to_savepoint = lambda connection, name: _say(connection, f"ROLLBACK TO SAVEPOINT {name}")


def _say(connection: sa.Connection, words: str) -> None:
    driver: Any = connection.connection.driver_connection
    driver.execute(words, prepare=False)
