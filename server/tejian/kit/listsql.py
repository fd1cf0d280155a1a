"""What a list asks, as SQL: the text of its columns, source and orders, made once, and of a request its conditions.

Values never enter a text: they are parameters, and what is compiled with its values comes from declarations.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Select, and_, any_, literal_column, select

from .statements import EACH, PSYCOPG, Body, asks_others, compiled, seen_by
from .user import User

if TYPE_CHECKING:
    from .listview import ListView

ONCE = PSYCOPG(paramstyle="named")  # for texts that hold no parameters
BEGIN, PLACE, KEYS = "_begin_", "_columns_", "_keys_"
NULLS_LAST = " NULLS LAST"
KEPT = 200  # questions of a list whose statements are kept
PAGING = ("pageNo", "pageSize", "exactCount")


@dataclass(frozen=True)
class Order:
    """How a list is sorted, as SQL."""

    sql: str
    by: str  # what it is sorted by, as the column «sorted»
    named: str  # the same order in a table of «sorted» and «key»


@dataclass
class Texts:
    """The parts of a list's statements that no request changes, as SQL."""

    columns: str
    key: str
    source: str  # SELECT _columns_ FROM …
    plain: bool  # conditions may be put behind `source`: no GROUP BY follows, no WITH goes before
    keyed: bool  # the key is a column: rows are quickly found by it
    orders: dict[str, Order] = field(default_factory=dict)


def _once(statement: Any) -> str:
    """SQL without parameters: the values in a declaration are the product's own, never a user's."""
    made = statement.compile(dialect=ONCE, compile_kwargs={"literal_binds": True})
    return str(made).replace("%", "%%")


def texts_of(view: "ListView") -> Texts:
    found: Texts | None = view.__dict__.get("texts")
    if found is None:
        columns = _chosen(view, *(c.expr.label(c.name) for c in view.columns))
        bare = _once(select(_named(PLACE)).select_from(*view.source.get_final_froms()))
        asked = str(view.source.with_only_columns(view.key, maintain_column_froms=True).compile(dialect=EACH))
        plain = asked.startswith("SELECT") and " GROUP BY " not in asked
        keyed = isinstance(getattr(view.key, "expression", None), Column)
        found = view.__dict__["texts"] = Texts(columns, _chosen(view, view.key.label("key")), bare, plain, keyed)
    return found


def _named(mark: str) -> Any:
    """A mark in a statement by which its text is cut."""
    return literal_column(mark)


def _chosen(view: "ListView", *columns: Any) -> str:
    """The text of columns where this list selects them.

    Without its conditions: those of a saved query hold what a user typed, which must never become part of a text.
    """
    whole = _once(select(_named(BEGIN), *columns, _named(PLACE)).select_from(*view.source.get_final_froms()))
    return whole.split(f"{BEGIN}, ", 1)[1].split(f", {PLACE}", 1)[0]


def order_of(view: "ListView", params: Mapping[str, Any]) -> Order:
    texts, wanted = texts_of(view), str(params.get("orderBy") or view.sort)
    if wanted not in texts.orders:
        begin = _named(BEGIN)
        made = select(begin).select_from(*view.source.get_final_froms()).order_by(begin, *view.order(params))
        sql = _once(made).split(f" ORDER BY {BEGIN}, ", 1)[1]
        by, down = view.sorted_by(params)
        way = " DESC" if down else " ASC"
        named = f"sorted{way}{NULLS_LAST if NULLS_LAST in sql else ''}, key{way}"
        texts.orders[wanted] = Order(sql, _chosen(view, by.label("sorted")), named)
    return texts.orders[wanted]


def selecting(here: Body, columns: str, rest: str = "") -> str:
    """A statement from what comes after its columns."""
    return here.sql.replace(PLACE, columns, 1) + rest


def body(view: "ListView", query: Select[Any]) -> Body:
    """A query of this list compiled for the driver. Only a question about other tables needs its whole statement."""
    if _is_plain(view, query):
        made = compiled(query.whereclause)
        return Body(f"{texts_of(view).source} WHERE ({made.sql})", made.values)
    return compiled(query.with_only_columns(literal_column(PLACE), maintain_column_froms=True).order_by(None))


def _is_plain(view: "ListView", query: Select[Any]) -> bool:
    """Whether the text of a query is that of its list and one condition in parentheses: others may be put behind it."""
    where: Any = query.whereclause
    return where is not None and texts_of(view).plain and not asks_others(where)


def with_keys(view: "ListView", keys: str, columns: str, rest: str) -> Body:
    """The rows of a list whose keys a subquery gives."""
    kept: Body | None = view.__dict__.get("with_keys")
    if kept is None:
        wanted = view.key == any_(_named(f"ARRAY({KEYS})"))
        kept = view.__dict__["with_keys"] = body(view, view.source.where(wanted)).apart("k_")
    return Body(selecting(kept, columns, rest).replace(KEYS, keys, 1), kept.values)


@dataclass
class Question:
    """What somebody asks of a list, as SQL: made once for all of its pages."""

    here: Body
    plain: bool  # see _is_plain
    told: Body | None  # the rows that say something of what they are sorted by, where that may be empty
    full: tuple[int, float] = (0, 0.0)  # the cap that the count ran into, and until when that is believed
    part: User | None = None  # whose part of the scope had so many, the others none


@dataclass(frozen=True)
class Place:
    """Which rows of a list make the page."""

    order: Order
    size: int
    offset: int
    narrowed: bool = False  # something is asked for that may be true of few rows

    @property
    def end(self) -> int:
        return self.offset + self.size

    @property
    def limits(self) -> str:
        return f"LIMIT {self.size} OFFSET {self.offset}"

    @property
    def rest(self) -> str:
        return f" ORDER BY {self.order.sql} {self.limits}"


def question(view: "ListView", query: Select[Any], params: Mapping[str, Any]) -> Question:
    told = None
    if NULLS_LAST in order_of(view, params).sql and texts_of(view).plain:
        by, _ = view.sorted_by(params)
        told = body(view, query.where(by.is_not(None)))
    return Question(body(view, query), _is_plain(view, query), told)


def kept_question(view: "ListView", me: User, params: Mapping[str, Any]) -> Question:
    """The question of a request. Conditions are made from the user, what is typed, and the day."""
    said = tuple(sorted((k, v) for k, v in params.items() if k not in PAGING and isinstance(v, str)))
    if len(said) + sum(k in params for k in PAGING) < len(params):  # a list of values: rare, and no key
        return question(view, view.query(me, params), params)
    key = (seen_by(me), said)
    kept: dict[Any, Question] = view.__dict__.setdefault("questions", {})
    found = kept.get(key)
    if found is None:
        found = (said and _narrowed(view, me, params)) or question(view, view.query(me, params), params)
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = found
    return found


def _narrowed(view: "ListView", me: User, params: Mapping[str, Any]) -> Question | None:
    """What is typed, behind the question of the user who typed nothing, which is kept; None where that cannot be."""
    asked = view.asked(params)
    here = behind(view, me, {}, and_(*asked)) if asked and NULLS_LAST not in order_of(view, params).sql else None
    return Question(here, True, None) if here else None


def behind(view: "ListView", me: User, params: Mapping[str, Any], condition: Any) -> Body | None:
    """One more condition behind a kept question; None where either of them asks other tables."""
    added, kept = compiled(condition), kept_question(view, me, params)
    if added.asks_others or not kept.plain:
        return None
    more = added.apart(f"s{len(kept.here.values)}_")  # a number that no condition before it had
    return Body(f"{kept.here.sql} AND ({more.sql})", {**kept.here.values, **more.values})
