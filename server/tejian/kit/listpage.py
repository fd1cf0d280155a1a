"""One page of a list in few and cheap statements: what each of two million devices' readers does all day.

The text of a list's columns and orders is made once; of a request only its conditions are compiled, and the rows come
from the driver without the ORM, which would cost ten times as much as the rows themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, any_, literal, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.orm import Session
from sqlalchemy.sql import visitors
from sqlalchemy.sql.selectable import SelectBase

from . import db as kit_db
from .errors import Refused
from .permission import require
from .user import User

if TYPE_CHECKING:
    from .listview import ListView

COUNT_CAP = 10_000  # nobody reads further; counting on costs 10 ms where the cap costs 1
FOUND_CAP = 1_000  # the same for what a fragment finds
DEEP = 1_000  # from this offset on, keys are fetched before rows
DEEPEST = 200_000
EXACT_SECONDS = 15  # an exact count may take so long
PSYCOPG: Any = PGDialect_psycopg
ONCE = PSYCOPG(paramstyle="named")  # for texts that hold no parameters
EACH = PSYCOPG(paramstyle="pyformat")
PLACE = "_columns_"


@dataclass
class Texts:
    """The parts of a list's statements that no request changes, as SQL."""

    columns: str
    key: str
    source: str  # SELECT _columns_ FROM …
    plain: bool  # conditions may be put behind `source`: no GROUP BY follows, no WITH goes before
    orders: dict[str, str] = field(default_factory=dict)


def _once(statement: Any) -> str:
    """SQL without parameters: the values in a declaration are the product's own, never a user's."""
    made = statement.compile(dialect=ONCE, compile_kwargs={"literal_binds": True})
    return str(made).replace("%", "%%")


def _texts(view: "ListView") -> Texts:
    found: Texts | None = view.__dict__.get("texts")
    if found is None:
        columns = _chosen(view, *(c.expr.label(c.name) for c in view.columns))
        bare: Any = select(literal_column(PLACE)).select_from(*view.source.get_final_froms())
        asked = _once(view.source.with_only_columns(view.key, maintain_column_froms=True))
        plain = asked.startswith("SELECT") and " GROUP BY " not in asked
        found = view.__dict__["texts"] = Texts(columns, _chosen(view, view.key.label("key")), _once(bare), plain)
    return found


def _chosen(view: "ListView", *columns: Any) -> str:
    """The text of columns where this list selects them."""
    begin: Any = literal_column("_begin_")
    end: Any = literal_column(PLACE)
    whole = _once(view.source.with_only_columns(begin, *columns, end, maintain_column_froms=True))
    return whole.split("_begin_, ", 1)[1].rsplit(f", {PLACE}", 1)[0]


def _order(view: "ListView", params: Mapping[str, Any]) -> str:
    texts, wanted = _texts(view), str(params.get("orderBy") or view.sort)
    if wanted not in texts.orders:
        order = view.order(params)
        made = _once(select(literal_column("1")).select_from(*view.source.get_final_froms()).order_by(*order))
        texts.orders[wanted] = made.rsplit(" ORDER BY ", 1)[1]
    return texts.orders[wanted]


@dataclass(frozen=True)
class Body:
    """FROM and WHERE of a request, as SQL with its parameters; the columns are put in last."""

    sql: str
    values: Mapping[str, Any]

    def of(self, columns: str, rest: str = "") -> str:
        return self.sql.replace(PLACE, columns, 1) + rest


def body(view: "ListView", query: Select[Any]) -> Body:
    """A query of this list compiled for the driver. Only a question about other tables needs its whole statement."""
    where: Any = query.whereclause
    if (
        where is not None
        and _texts(view).plain
        and not any(isinstance(part, SelectBase) for part in visitors.iterate(where))
    ):
        made = where.compile(dialect=EACH, compile_kwargs={"render_postcompile": True})
        return Body(f"{_texts(view).source} WHERE {made}", made.construct_params())
    whole: Any = query.with_only_columns(literal_column(PLACE), maintain_column_froms=True).order_by(None)
    made = whole.compile(dialect=EACH, compile_kwargs={"render_postcompile": True})
    return Body(str(made), made.construct_params())


def _among(view: "ListView", keys: Sequence[Any]) -> Body:
    """The rows with these keys."""
    return body(view, view.source.where(view.key == any_(literal(list(keys), ARRAY(view.key.type)))))


def page(view: "ListView", db: Session, me: User, params: Mapping[str, Any]) -> dict[str, Any]:
    """One page as the contract shapes it."""
    from .listview import whole

    require(me, view.permission)
    number = whole(params, "pageNo", 1, 1, 10_000_000)
    size = whole(params, "pageSize", view.page_size, 1, view.most_rows)
    offset = (number - 1) * size
    if offset > DEEPEST:
        raise Refused("翻页过深，请增加查询条件或导出")
    order, exact = _order(view, params), params.get("exactCount") == "1"
    keys = None if exact else found_keys(view, db, me, params)
    if keys is not None:
        here = _among(view, keys)
        rows, count, capped = _read(view, db, here, order, size, offset), len(keys), False
    else:
        here = body(view, view.query(me, params, in_order=not exact))
        rows = _read(view, db, here, order, size, offset)
        searched = any(s.arms and s.given(params) for s in view.search)
        count, capped = _counted(db, here, rows, size, offset, exact, FOUND_CAP if searched else COUNT_CAP)
    dressed = view.dressed(db, me, rows, view.columns)
    return {"pageNo": number, "pageSize": size, "count": count, "countCapped": capped, "list": dressed}


def found_keys(view: "ListView", db: Session, me: User, params: Mapping[str, Any]) -> list[Any] | None:
    """The keys that a fragment finds, when they are few; None when there is no fragment or it finds very many.

    Few are best fetched through the index of pieces and sorted, many by walking the list in its order: which it is,
    the search itself tells better than any estimate.
    """
    asked = next((s for s in view.search if s.arms and s.given(params)), None)
    if asked is None or asked.arms is None:
        return None
    query = view.query(me, params, but=asked)
    parts: list[str] = []
    values: dict[str, Any] = {}
    for i, arm in enumerate(asked.arms(asked.given(params))):
        one = body(view, query.where(arm))
        sql, renamed = one.of(_texts(view).key, f" LIMIT {FOUND_CAP + 1}"), {}
        for name, value in one.values.items():
            sql = sql.replace(f"%({name})s", f"%(a{i}_{name})s")
            renamed[f"a{i}_{name}"] = value
        parts.append(f"({sql})")
        values |= renamed
    found = list(dict.fromkeys(row[0] for row in kit_db.fetch(db, " UNION ALL ".join(parts), values)))
    return found if len(found) <= FOUND_CAP else None


def _read(view: "ListView", db: Session, here: Body, order: str, size: int, offset: int) -> Sequence[Any]:
    columns = _texts(view).columns
    rest = f" ORDER BY {order} LIMIT {size} OFFSET {offset}"
    if offset < DEEP:
        return kit_db.fetch(db, here.of(columns, rest), here.values)
    keys = [row[0] for row in kit_db.fetch(db, here.of(_texts(view).key, rest), here.values)]
    there = _among(view, keys)
    return kit_db.fetch(db, there.of(columns, f" ORDER BY {order}"), there.values)


def _counted(
    db: Session, here: Body, rows: Sequence[Any], size: int, offset: int, exact: bool, cap: int
) -> tuple[int, bool]:
    """How many rows there are, and whether counting stopped at the cap. A page that is not full needs no counting."""
    if len(rows) < size and (rows or offset == 0):
        return offset + len(rows), False
    if exact:
        kit_db.fetch(db, f"SET LOCAL statement_timeout = '{EXACT_SECONDS}s'", None)
        return kit_db.fetch(db, here.of("count(*)"), here.values)[0][0], False
    limited = f"SELECT count(*) FROM ({here.of('1', f' LIMIT {cap + 1}')}) AS counted"
    found = kit_db.fetch(db, limited, here.values)[0][0]
    return min(found, cap), found > cap
