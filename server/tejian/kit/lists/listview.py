"""One declaration per list screen; the page, the Excel file, the layout calls and the tests come from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property, partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, and_, case, literal, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.sql import visitors

from tejian.kit.database import phones
from tejian.kit.database.statements import in_time
from tejian.kit.forms.columns import Col as Col  # noqa: PLC0414 (who declares a list takes its columns from here)
from tejian.kit.forms.columns import col as col  # noqa: PLC0414
from tejian.kit.forms.columns import put_words
from tejian.kit.forms.form import as_date, as_moment
from tejian.kit.ground import clock, dictionary, shapes
from tejian.kit.ground.actions import Action, marked, offered
from tejian.kit.ground.declared import DECLARED_IN, declaring_module
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User

from . import listkeys, listpage, ordering, places, search
from .facets import TABLES, Facets

Params = Mapping[str, Any]
Where = Callable[[str], ColumnElement[bool]]

DAYS = timedelta(days=10)  # so short a range is found by its days, not by its months
LOOKED_UP_MS = 120  # keys of another, large table are looked up so long
COPIED = 300  # of more keys the copy on the row itself is asked: a piece of an index for each takes longer
AT_ONCE = 100  # rows of an export that the driver unpacks at once: nobody else has the interpreter meanwhile


class Answer(NamedTuple):
    """A condition that an index answers: all rows that are asked for meet it, and perhaps others."""

    condition: ColumnElement[bool]
    few: bool  # rows meet it, by the nature of the field


@dataclass(frozen=True)
class Search:
    """A search field: how it is drawn and what it asks for."""

    name: str
    label: str
    where: Where
    widget: str = "input"
    dict: str = ""
    options: Mapping[str, str] | None = None
    placeholder: str = ""
    quick: bool = False
    pair: bool = False  # a range: NameStart and NameEnd
    end: Where | None = None
    # conditions that follow from what is typed and that an index answers; None for what is too short or too common.
    # `indexed` finds texts in any list, `facet` serves the lists of millions (see ListView.indexed)
    indexed: Callable[[Session, str], Any] | None = None
    facet: Callable[..., Any] | None = None
    # where `indexed` finds too many: what the list's own table says of the same, in an index of its own
    copied: Callable[[Session, str], Any] | None = None
    selective: bool = False  # finds few by its nature: its index is asked before the list is read in its order

    def config(self) -> shapes.SearchField:
        out: Any = {"prop": self.name, "label": self.label, "widget": self.widget, "quick": self.quick}
        if self.dict:
            out["dict"] = self.dict
        if self.placeholder:
            out["placeholder"] = self.placeholder
        if self.options:
            out["options"] = [{"value": k, "label": v} for k, v in self.options.items()]
        return out  # type: ignore[no-any-return]

    def given(self, params: Params, name: str = "") -> str:
        """What the request says for this field, '' when nothing."""
        value = params.get(name or self.name)
        if value is None or value == "":
            return ""
        if not isinstance(value, str | int | list) or len(str(value)) > 200:
            raise BadInput(f"{self.label}：格式不正确")
        return (",".join(map(str, value)) if isinstance(value, list) else str(value)).strip()

    def is_given(self, params: Params) -> bool:
        return any(self.given(params, name) for name in self.names)

    @property
    def names(self) -> Sequence[str]:
        return (self.name + "Start", self.name + "End") if self.pair else (self.name,)

    def answer(self, db: Session, params: Params, *, big: bool) -> "Answer | None":
        """What an index answers of this field, if any does."""
        asked = [self.given(params, name) for name in self.names]
        made = self.indexed(db, *asked) if self.indexed else None
        if made is not None:
            return Answer(made, self.selective)
        other = self.copied(db, *asked) if self.copied else self.facet(*asked) if big and self.facet else None
        return None if other is None else Answer(other, few=False)

    def conditions(self, params: Params) -> Iterator[ColumnElement[bool]]:
        for name, where in zip(self.names, (self.where, self.end), strict=False):
            if where and (text := self.given(params, name)):
                yield where(text)


def _facets(column: Any) -> Facets | None:
    """The facets of the table of a column, where it has any."""
    return getattr(getattr(column, "class_", None), "facets", None)


def same(name: str, label: str, col: Any, means: Mapping[str, Sequence[str]] | None = None, **kw: Any) -> Search:
    """Equal, or one of several values separated by commas. `means`: an option that stands for several values, as the
    column shows them under one word."""

    def values(v: str) -> list[str]:
        return [one for part in v.split(",") for one in (means or {}).get(part, (part,))]

    if facets := _facets(col):
        kw = {"facet": lambda v: facets.says(_named(col), values(v))} | kw
    return Search(name, label, lambda v: col.in_(some) if len(some := values(v)) > 1 else col == some[0], **kw)


def _named(col: Any) -> str:
    return str(col.property.columns[0].name)


def like(name: str, label: str, *cols: Any, **kw: Any) -> Search:
    """Any of the columns contains the text. For small tables; big ones use kit.search."""
    return Search(name, label, lambda v: or_(*(c.icontains(v, autoescape=True) for c in cols)), **kw)


def fragment(name: str, label: str, *texts: Any, **kw: Any) -> Search:
    """One of some stored texts, each with an index over its pieces (see kit.search), contains what is typed."""

    def indexed(_db: Session, v: str) -> Any:
        found = [search.indexed(v, text) for text in texts]
        return or_(*(one for one in found if one is not None)) if all(one is not None for one in found) else None

    return Search(name, label, lambda v: or_(*(search.says(v, text) for text in texts)), indexed=indexed, **kw)


def through(
    name: str, label: str, column: Any, key: Any, text: Any, *, also: Sequence[tuple[Any, Any]] = (), **kw: Any
) -> Search:
    """A text of the record whose `key` stands in `column` contains what is typed; `also` are keys and texts of other
    tables whose records stand there."""
    sources = [(key, text), *also]
    facets = _facets(column)

    def indexed(db: Session, v: str) -> Any:
        # what takes longer to find is taken for common
        ms = LOOKED_UP_MS if facets and facets.is_large(db) else 0
        keys = in_time(db, ms, partial(search.keys_of, db, sources, v, COPIED if kw.get("copied") else 0))
        if keys is None:
            return None
        condition = facets.says(_named(column), keys) if facets else None
        return search.among(column, keys) if condition is None else condition

    return Search(
        name,
        label,
        lambda v: or_(*(search.each(column, one, v, words) for one, words in sources)),
        indexed=indexed,
        **{"selective": facets is not None} | kw,  # of a text that few records say
    )


def behind(columns: Sequence[Col], place: str, names: Sequence[str]) -> list[Col]:
    """The columns with some of them, shown and in this order, behind another one."""
    known = {c.name: replace(c, shown=True) for c in columns}
    rest = [c for c in columns if c.name not in names]
    at = next(n for n, c in enumerate(rest, 1) if c.name == place)
    return [*rest[:at], *(known[name] for name in names), *rest[at:]]


def begun(name: str, label: str, *columns: Any, **kw: Any) -> Search:
    """One of some code columns, stored in upper case with an index of patterns, starts with what is typed.

    A tuple holds the condition of a partial index too.
    """
    parts = [column if isinstance(column, tuple) else (column,) for column in columns]

    def where(v: str) -> ColumnElement[bool]:
        return or_(*(column.startswith(v.upper(), autoescape=True) for column, *_ in parts))

    def indexed(_db: Session, v: str) -> Any:
        return or_(*(search.starts(v, *one) for one in parts))

    return Search(name, label, where, indexed=indexed, selective=True, **kw)


def prefix(name: str, label: str, col: Any, *, beginning: Callable[[str], str] = str, **kw: Any) -> Search:
    """Begins with what is typed, or with what `beginning` makes of it."""
    if facets := _facets(col):
        kw = {"facet": lambda v: facets.begins(_named(col), beginning(v))} | kw
    return Search(name, label, lambda v: col.startswith(beginning(v), autoescape=True), **kw)


def dates(name: str, label: str, col: Any, *, moment: bool = False, **kw: Any) -> Search:
    """From–to. The client already adds one unit to the end, so the upper bound is exclusive."""

    def value(v: str) -> date | datetime:
        if not moment:
            return as_date(v, label)
        return as_moment(v, label) if len(v) > 10 else datetime.combine(as_date(v, label), time())

    if facets := _facets(col):
        known, has_index = facets, not moment and _has_index(col)

        def facet(start: str, end: str) -> Any:
            first, last = value(start) if start else None, value(end) if end else None
            if has_index and first and last and last - first <= DAYS:
                return and_(col >= first, col < last)
            if isinstance(last, datetime):
                last += timedelta(days=1)  # the day in which the range ends belongs to it
            return known.between(_named(col), day_of(first), day_of(last))

        kw = {"facet": facet} | kw
    return Search(
        name, label, lambda v: col >= value(v), widget="dateRange", pair=True, end=lambda v: col < value(v), **kw
    )


def _has_index(col: Any) -> bool:
    """Whether an index holds a column in its order."""
    own = col.property.columns[0]
    return any(next(iter(index.expressions)) is own for index in own.table.indexes)


def day_of(value: date | datetime | None) -> date | None:
    """The day in China of a moment; of one that names no zone, as it is written."""
    if not isinstance(value, datetime):
        return value
    return (value.astimezone(clock.SHANGHAI) if value.tzinfo else value).date()


def on_map(model: Any) -> Search:
    """What stands in a part of the map: `mapBox=west,south,east,north` in degrees."""
    return Search(
        places.NAME,
        "地图范围",
        lambda v: places.box_of(v).holds(model),
        widget="map",
        indexed=lambda _db, v: places.box_of(v).squares(model),
        selective=True,
    )


def numbers(name: str, label: str, col: Any, **kw: Any) -> Search:
    def value(v: str) -> int:
        if not v.removeprefix("-").isdecimal() or len(v) > 9:
            raise BadInput(f"{label}：请输入整数")
        return int(v)

    return Search(name, label, lambda v: col == value(v), widget="number", **kw)


@dataclass(frozen=True)
class Segment:
    """A part of a list that is opened by one click, with its count: what somebody comes to the list for."""

    code: str
    label: str
    where: Callable[[User], ColumnElement[bool]]
    # of a list of millions: what of the part its index answers; the part is found and counted by it
    facet: Callable[[], ColumnElement[bool]] | None = None
    sort: str = ""  # the order of the part, where it is not that of the list


@dataclass(frozen=True, eq=False)
class ListView:
    """A list screen. `visible` is the data scope: required, so that no list can forget it."""

    no: str
    title: str
    permission: str
    source: Select[Any]  # FROM, joins and fixed WHERE; its columns are ignored
    key: Any
    visible: Callable[[User], ColumnElement[bool]]
    columns: Sequence[Col]
    url: str
    sort: str
    fixed: Sequence[ColumnElement[bool]] = ()  # what is true of all its rows, where `source` does not say it
    # of a list of millions: what of its scope an index answers (kit.longlists); it is sorted by `sort` alone, and by
    # other columns when few rows are left
    indexed: Callable[[User], Sequence[ColumnElement[bool]]] | None = None
    ordered: Callable[[User], bool] | None = None  # whether an index holds each of `parts` in that order; None: always
    counts: Facets | None = None  # the large table in which its columns are counted for each row
    search: Sequence[Search] = ()
    segments: Sequence[Segment] = ()  # where they have no facet, of lists that are not long: all rows are counted
    actions: Sequence[Action] = ()
    row_key: str = "id"
    # what marks a row as late: a condition, or the column whose "1" says it; and the columns that may be why (none: the
    # order of the list)
    late: Any = ""
    due: Sequence[str] = ()
    params: Mapping[str, str] = field(default_factory=dict)
    export_permission: str = ""
    max_export: int = 200_000
    page_size: int = 20

    def __post_init__(self) -> None:
        self._complete()
        names = [c.name for c in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.no}: a column name is used twice")
        for wanted in (self.sort.lstrip("-"), self.row_key, *([self.late] if self.late else []), *self.due):
            if wanted not in names:
                raise ValueError(f"{self.no}: unknown column {wanted!r}")
        for code in (self.permission, self.export_permission, *(a.permission for a in self.actions)):
            if code and code not in PERMISSIONS:
                raise ValueError(f"{self.no}: permission {code} is not declared")

    # -- the query ------------------------------------------------------------------------------------------------

    def query(self, me: User, params: Params) -> Select[Any]:
        """Rows of this list that `me` may see and `params` ask for; unordered."""
        return self.source.where(*self.fixed, self.visible(me), *self.asked(me, params))

    def asked(self, me: User, params: Params) -> list[ColumnElement[bool]]:
        """What the search fields and the segment of a request ask for."""
        part = self.part(params)
        return [*([part.where(me)] if part else []), *self.typed(params)]

    def _complete(self) -> None:
        """Add what rows need and nobody sees: the key, the version that a change was read with, whether it is late."""
        names, own = {c.name for c in self.columns}, []
        if not isinstance(self.late, str):
            own.append(Col("late", "", case((self.late, literal("1")), else_=literal("0")), sortable=False))
            object.__setattr__(self, "late", "late")
        model: Any = getattr(self.key, "class_", None)
        own += [Col(self.row_key, "", self.key)]
        large = self.is_of_millions or hasattr(model, "facets")  # what is only read there may stand in the index alone
        if hasattr(model, "version") and not self.source._group_by_clauses and (self.actions or not large):
            own += [Col("version", "", model.version)]
        object.__setattr__(self, "columns", [*self.columns, *(c for c in own if c.name not in names)])
        if self.has_places:
            object.__setattr__(self, "search", [*self.search, on_map(model)])

    @property
    def has_places(self) -> bool:
        """Whether its rows are records that stand somewhere: then it can be seen as a map."""
        return hasattr(getattr(self.key, "class_", None), "places") and not self.source._group_by_clauses

    def part(self, params: Params) -> Segment | None:
        """The segment of a request."""
        wanted = params.get("segment") if self.segments else None
        found = next((s for s in self.segments if s.code == wanted), None)
        if wanted and found is None:
            raise BadInput("没有这一部分数据")
        return found

    def typed(self, params: Params) -> list[ColumnElement[bool]]:
        """What the search fields of a request ask for."""
        return [c for s in self.search for c in s.conditions(params)]

    def sorted_by(self, params: Params) -> tuple[Any, bool]:
        """What a request orders by, and whether downwards."""
        wanted = params.get("orderBy") or self.sort
        by = {c.name: c for c in self.columns if c.sortable}
        col = by.get(wanted.lstrip("-")) if isinstance(wanted, str) else None
        if col is None:
            raise BadInput("排序字段不正确")
        return ordering.sorted_as(col.expr), wanted.startswith("-")

    def _select(self, query: Select[Any], columns: Sequence[Col]) -> Select[Any]:
        return query.with_only_columns(*(c.expr.label(c.name) for c in columns), maintain_column_froms=True)

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        """Rows as dictionaries with the words of coded columns beside them."""
        names = [c.name for c in columns]
        out = [dict(zip(names, row, strict=True)) for row in rows]
        for c in (c for c in columns if c.is_phone):
            for told in out:
                told[c.name] = phones.shown(c.expr, told[c.name])
        put_words(db, out, columns, dictionary.words(db, me.dict_version))
        return marked(db, me, self.actions, out, self.row_key)

    def parts(self, me: User) -> Sequence[ColumnElement[bool]]:
        """The scope in parts that share no row: an index serves each, none serves them together.

        A model whose own scope is that of the list may have such parts; any other scope is one.
        """
        model: Any = getattr(self.key, "class_", None)
        own = hasattr(model, "visible_parts") and self.visible is model.visible
        return model.visible_parts(me) if own else [self.visible(me)]

    @property
    def is_of_millions(self) -> bool:
        """Whether the index of a large table answers its fields."""
        return self.indexed is not None or self.counts is not None

    def limited(self, db: Session, ms: int) -> int:
        """So many milliseconds where its rows are some of a large table, joined with one or counted in one; else 0: on
        a busy machine a small list is slow, not refused."""
        tables = [self.counts] if self.counts else [TABLES[name] for name in self._tables if name in TABLES]
        return ms if any(one.is_large(db) for one in tables) else 0

    @cached_property
    def _tables(self) -> Sequence[str]:
        """The tables that its rows are made of."""
        return [str(t.name) for t in visitors.iterate(self.source.get_final_froms()[0]) if isinstance(t, Table)]

    def indexed_parts(self, me: User) -> Sequence[ColumnElement[bool]]:
        """What an index answers of each of `parts`, where that is another index: one of two makes a database judge
        every row a second time."""
        model: Any = getattr(self.key, "class_", None)
        own = hasattr(model, "indexed_parts") and self.indexed is model.indexed and self.visible is model.visible
        return model.indexed_parts(me) if own else []

    def page(self, db: Session, me: User, params: Params) -> shapes.Page:
        """One page as the contract shapes it."""
        return listpage.page(self, db, me, params)

    def rows(self, db: Session, me: User, params: Params, columns: Sequence[Col]) -> Iterator[list[dict[str, Any]]]:
        """All rows in blocks, read through a server-side cursor in one snapshot."""
        answers = [s.answer(db, params, big=self.is_of_millions) for s in self.search if s.is_given(params)]
        found = self.query(me, params).where(*(one.condition for one in answers if one))
        by, down = self.sorted_by(params)
        statement = self._select(found, columns).order_by(*ordering.order_by(by, self.key, down=down))
        result = db.execute(statement.execution_options(stream_results=True, yield_per=AT_ONCE))
        for block in result.partitions():
            yield self.dressed(db, me, block, columns)

    # -- the layout -----------------------------------------------------------------------------------------------

    def table_config(self, me: User, views: Sequence[shapes.SavedView] = ()) -> shapes.TableConfig:
        """What the client needs to draw the table."""
        return {
            "viewNo": self.no,
            "title": self.title,
            "url": self.url,
            "params": dict(self.params),
            "rowKey": self.row_key,
            "defaultSort": self.sort,
            "pageSize": self.page_size,
            "exportable": me.may(self.export_permission or self.permission),
            "late": self.late or None,
            "due": self.due_columns,
            "columns": [c.config() for c in self.columns if c.label],
            "actions": [a.config() for a in offered(me, self.actions)],
            "views": list(views),
            "segments": [{"code": s.code, "label": s.label, "sort": s.sort or self.sort} for s in self.segments],
            "sortsAtMost": listkeys.SORTABLE if self.indexed else None,
        }

    @property
    def due_columns(self) -> list[str]:
        """The columns that may be why a row is late."""
        return list(self.due or [self.sort.lstrip("-")]) if self.late else []

    def search_config(self) -> shapes.SearchFormConfig:
        return {"viewNo": self.no, "fields": [s.config() for s in self.search]}

    def exported(self, names: Sequence[str]) -> list[Col]:
        """The columns of the Excel file: as the layout orders them, else the shown ones."""
        by = {c.name: c for c in self.columns if c.label}
        picked = [by[n] for n in names if n in by]
        return picked or [c for c in self.columns if c.label and c.shown]


def listing(model: type[Any], **more: Any) -> ListView:
    """The list of a whole table: its rows, its key, its scope, the newest first."""
    own = {"source": select(model), "key": model.id, "visible": model.visible, "sort": "-createtime"}
    return add_list(ListView(**own | more))


LISTS: dict[str, ListView] = {}


def add_list(view: ListView) -> ListView:
    """Register a list under its viewNo."""
    if view.no in LISTS:
        raise ValueError(f"two lists share viewNo {view.no}")
    LISTS[view.no] = view
    DECLARED_IN[view.no] = declaring_module()
    return view
