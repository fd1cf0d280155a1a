"""SQL that is made once and asked over and over, past the ORM: for the few questions that everybody asks all day.

To build and compile a statement costs as much as a small answer to it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

from psycopg.errors import QueryCanceled
from sqlalchemy import Select
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.util import LRUCache

from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from . import db as kit_db

PSYCOPG: Any = PGDialect_psycopg
EACH = PSYCOPG(paramstyle="pyformat")
T = TypeVar("T")


@dataclass(frozen=True)
class Body:
    """A statement, or a part of one, with its parameters by name."""

    sql: str
    values: Mapping[str, Any]

    def apart(self, mark: str) -> "Body":
        """The same with names of parameters that nobody else uses."""
        sql = self.sql
        for name in self.values:
            sql = sql.replace(f"%({name})s", f"%({mark}{name})s")
        return replace(self, sql=sql, values={f"{mark}{name}": value for name, value in self.values.items()})


@dataclass(frozen=True)
class _Place:
    """Stands for a value of a kept statement: which of those that its shape counts."""

    at: int

    @property
    def value(self) -> "_Place":
        return self

    effective_value = value


_kept: LRUCache[Any, Body] = LRUCache(500)  # with places for values: what compiled them is much more to keep


def compiled(clause: Any) -> Body:
    """A statement or condition as the driver takes it. Its text is kept by its shape: what is typed is a value."""
    shape = clause._generate_cache_key()
    statement = _kept.get(shape.key) if shape else None
    if statement is None:
        plan = clause.compile(dialect=EACH, cache_key=shape, compile_kwargs={"render_postcompile": True})
        if not shape or plan.post_compile_params:  # the text of `in` depends on how many values there are
            return Body(str(plan), plan.construct_params(extracted_parameters=shape.bindparams if shape else None))
        places = [_Place(at) for at in range(len(shape.bindparams))]
        statement = _kept[shape.key] = Body(str(plan), plan.construct_params(extracted_parameters=places))
    params = shape.bindparams
    values = {
        name: params[one.at].effective_value if isinstance(one, _Place) else one
        for name, one in statement.values.items()
    }
    return Body(statement.sql, values)


def union(asked: Iterable[Body]) -> Body:
    """The rows of several statements of the same shape, as one."""
    own = [one.apart(f"u{i}_") for i, one in enumerate(asked)]
    values = {name: value for one in own for name, value in one.values.items()}
    return Body(" UNION ALL ".join(f"({one.sql})" for one in own), values)


def together(db: Session, asked: Sequence[Body]) -> Sequence[Any]:
    """The rows of several statements of the same shape, asked at once."""
    one = union(asked)
    return kit_db.fetch(db, one.sql, one.values) if asked else []


def fetch(db: Session, query: Select[Any]) -> Sequence[Any]:
    """The rows of a query, as the driver gives them."""
    asked = compiled(query)
    return kit_db.fetch(db, asked.sql, asked.values)


def in_time(db: Session, ms: int, ask: Callable[[], T]) -> T | None:
    """The answer, when none of its statements takes longer than so many milliseconds; 0: however long they take."""
    if not ms:
        return ask()
    try:
        with kit_db.link(db).transaction():
            kit_db.fetch(db, f"SET LOCAL statement_timeout = '{ms}ms'", None)
            answer = ask()
            # what else the request asks may take longer
            kit_db.fetch(db, "SET LOCAL statement_timeout TO DEFAULT", None)
            return answer
    except DBAPIError as stopped:
        if not isinstance(stopped.orig, QueryCanceled):
            raise
        return None


def answered_in_time(db: Session, ms: int, ask: Callable[[], T], sentence: str) -> T:
    """The same; refused with a sentence that says what to do when it takes longer."""
    answer = in_time(db, ms, ask)
    if answer is None:
        raise Refused(sentence)
    return answer


def seen_by(me: User) -> tuple[User, date]:
    """What a question that depends on its user and on the day may be kept under."""
    return replace(me, session_id="", ip="", dict_version=0), clock.today()
