"""What a desk is made of: figures and rows of lists, and panels with contents of their own.

A figure is the count of a list under conditions, and the address of that list under the same conditions: both are said
once, so that a desk can say nothing that its lists do not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Any, Literal
from urllib.parse import urlencode

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data
from tejian.kit.ground import clock
from tejian.kit.ground.shapes import ColumnType, Tone
from tejian.kit.ground.user import User
from tejian.kit.lists.listkeys import COUNT_CAP
from tejian.kit.lists.listview import LISTS, ListView
from tejian.kit.lists.statview import STATS
from tejian.system.models.organisations import Org

Asked = Callable[[User], Mapping[str, str]]
Kind = Literal["figures", "rows", "todo", "first", "due", "messages", "month", "people", "stat", "call"]
WORK = "/home"


DEPARTMENT = "{department}"  # stands in a condition for the name of the user's own


def nothing(_me: User) -> Mapping[str, str]:
    """All that the list shows."""
    return {}


def given(**conditions: str) -> Asked:
    """The same conditions for everybody."""
    return lambda me: conditions


def ahead(name: str, days: int, **more: str) -> Asked:
    """From today to so many days on."""
    return lambda me: {f"{name}Start": day(0), f"{name}End": day(days), **more}


def since_first(name: str, **more: str) -> Asked:
    """From the first of the month."""
    return lambda me: {f"{name}Start": str(clock.today().replace(day=1)), **more}


def on_this_day(name: str, **more: str) -> Asked:
    return ahead(name, 0, **more)


def day(offset: int) -> str:
    return str(clock.today() + timedelta(days=offset))


@dataclass(frozen=True)
class Figure:
    """A number that opens the list that it counts. `may`: what somebody needs besides the list to care for it."""

    label: str
    list: str
    asked: Asked = nothing
    unit: str = "台"
    tone: Tone = ""  # of a number that is not zero
    may: str = ""
    of: str = ""  # the label of the figure before it in the panel of which it is a share


@dataclass(frozen=True)
class Rows:
    """The first rows of a list: the names of its columns that are shown, and the page that a row opens."""

    list: str
    columns: Sequence[str]
    asked: Asked = nothing
    page: Callable[[Mapping[str, Any]], str] = lambda row: ""
    most: int = 10


@dataclass(frozen=True)
class Panel:
    """A part of a desk, for whoever has the right of its list or, with contents of its own, `may`."""

    key: str
    title: str
    kind: Kind
    sub: str = ""
    none: str = ""  # what is said when there is nothing
    may: Callable[[User], bool] = lambda me: True
    figures: Sequence[Figure] = ()
    rows: Rows | None = None
    stat: str = ""  # the number of the statistic that is drawn, and how it is divided
    by: str = ""
    call: str = ""  # of a panel drawn by the client: the call that answers what is in it


@dataclass(frozen=True)
class Desk:
    """What one kind of users finds when they come: the panels by their keys, in order.

    With `pages` it is nobody's first desk: whoever may opens it there.
    """

    key: str
    title: str
    may: Callable[[User], bool]
    panels: Sequence[str]
    path: str = WORK
    pages: Sequence[str] = ()


class DeskFigure(TypedDict):
    """`more`: at least so many."""

    label: str
    value: int
    more: bool
    unit: str
    tone: Tone
    route: str


class DeskColumn(TypedDict):
    """`due`: what a late row may be late by."""

    prop: str
    label: str
    type: ColumnType
    width: int
    due: bool


class DeskPerson(TypedDict):
    """What an inspector has in hand."""

    name: str
    open: int
    late: int
    entering: int
    route: str
    enteringRoute: str


class DeskPanel(TypedDict):
    """`route`: the list that the panel shows the beginning of; `stat`, `by`: the statistic that it draws; `call`: what
    answers its contents."""

    key: str
    kind: Kind
    title: str
    sub: str
    none: str
    route: str
    count: int
    figures: list[DeskFigure]
    columns: list[DeskColumn]
    rows: list[dict[str, Any]]
    people: list[DeskPerson]
    stat: str
    by: str
    call: str


class DeskAnswer(TypedDict):
    """The desk of the user and the page on which it stands."""

    key: str
    title: str
    path: str
    panels: list[DeskPanel]


@cache
def pages() -> Mapping[str, str]:
    """viewNo → the page of the menu that shows the list."""
    found: dict[str, str] = {"jy_buss_all": "/insBusQuery/compositeQuery"}  # of a page with two lists the first
    lists = [row for row in data.rows("screens") if row["kind"] == "list" and row["view"]]
    for row in sorted(lists, key=lambda row: "hidden" in row["flags"].split()):
        found.setdefault(row["view"], row["path"])
    return found


def address(view: ListView, asked: Mapping[str, str]) -> str:
    query = urlencode(asked)
    return f"{pages()[view.no]}{'?' if query else ''}{query}"


def sent(view: ListView, asked: Mapping[str, str]) -> dict[str, Any]:
    """The conditions of an address as the client sends them: a range that ends with a day has that day in it."""
    ends = {f"{s.name}End" for s in view.search if s.pair}
    later = {n: str(date.fromisoformat(v) + timedelta(days=1)) for n, v in asked.items() if n in ends}
    return {**view.params, **asked, **later}


def conditions(db: Session, me: User, asked: Asked) -> dict[str, str]:
    """What is asked for this user."""
    wanted = dict(asked(me))
    if DEPARTMENT in wanted.values():
        name = db.scalar(select(Org.name).where(Org.id == me.dept_id)) or ""
        wanted = {n: name if v == DEPARTMENT else v for n, v in wanted.items()}
    return wanted


def shown_figure(db: Session, me: User, one: Figure) -> DeskFigure:
    view, terms = LISTS[one.list], conditions(db, me, one.asked)
    page = view.page(db, me, {**sent(view, terms), "pageSize": 1})
    if page["countCapped"] and page["count"] < COUNT_CAP:  # it was looked for at the beginning only
        page = view.page(db, me, {**sent(view, terms), "pageSize": 1, "exactCount": "1"})
    value = page["count"]
    return {
        "label": one.label,
        "value": value,
        "more": page["countCapped"],
        "unit": one.unit,
        "tone": one.tone if value else "",
        "route": address(view, terms),
    }


def _shares(panel: Panel, figures: Sequence[DeskFigure]) -> list[DeskFigure]:
    """The figures, with their share behind the unit where they have one; of a whole that is too many to count, none."""
    known = {one["label"]: one for one in figures}
    whole = {one.label: known[one.of] for one in panel.figures if one.of in known}

    def share(one: DeskFigure) -> str:
        of = whole.get(one["label"])
        return f"（{one['value'] / of['value']:.1%}）" if of and of["value"] and not of["more"] else ""

    return [{**one, "unit": one["unit"] + share(one)} for one in figures]


def _drawn(panel: Panel, **more: Any) -> DeskPanel:
    own: dict[str, Any] = {n: getattr(panel, n) for n in ("key", "kind", "title", "sub", "none", "stat", "by", "call")}
    empty: dict[str, Any] = {"route": "", "count": 0, "figures": [], "columns": [], "rows": [], "people": []}
    return {**own, **empty, **more}  # type: ignore[typeddict-item]


def _rows(db: Session, me: User, panel: Panel, of: Rows) -> DeskPanel:
    view, terms = LISTS[of.list], conditions(db, me, of.asked)
    page = view.page(db, me, {**sent(view, terms), "pageSize": of.most})
    by = {c.name: c for c in view.columns}
    return _drawn(
        panel,
        route=address(view, terms),
        count=page["count"],
        columns=[
            {"prop": n, "label": by[n].label, "type": by[n].type, "width": by[n].width, "due": n in view.due_columns}
            for n in of.columns
        ],
        rows=[{**_told(row, of.columns), "route": of.page(row), "late": _late(view, row)} for row in page["list"]],
    )


def _late(view: ListView, row: Mapping[str, Any]) -> bool:
    return bool(view.late) and row[view.late] == "1"


def _told(row: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """The shown columns with their words and tones, and what makes the row different from others."""
    return {n: row[n] for name in columns for n in (name, f"{name}Name", f"{name}Tone") if n in row} | {"id": row["id"]}


@dataclass(frozen=True)
class Desks:
    """The declared set of panels, and the desks made of them."""

    panels: Mapping[str, Panel]
    desks: Sequence[Desk]
    people: Callable[[Session, User], list[DeskPerson]]

    def of(self, me: User) -> Desk:
        """The first desk that is meant for the user; the last is for everybody."""
        return next(one for one in self.desks if not one.pages and one.may(me))

    def shown(self, db: Session, me: User, page: str = "") -> DeskAnswer:
        """The desk that stands on a page, or else the user's own."""
        asked = (replace(one, path=page) for one in self.desks if page in one.pages and one.may(me))
        desk = next(asked, None) or self.of(me)
        made = [self._panel(db, me, self.panels[key]) for key in desk.panels]
        return {"key": desk.key, "title": desk.title, "path": desk.path, "panels": [one for one in made if one]}

    def _panel(self, db: Session, me: User, panel: Panel) -> DeskPanel | None:
        if not panel.may(me):
            return None
        if panel.rows:
            return _rows(db, me, panel, panel.rows) if me.may(LISTS[panel.rows.list].permission) else None
        if panel.stat:
            return _drawn(panel) if me.may(STATS[panel.stat].permission) else None
        if panel.kind == "people":
            people = self.people(db, me)
            return _drawn(panel, people=people, count=sum(one["open"] for one in people))
        if panel.kind == "figures":
            mine = [f for f in panel.figures if me.may(f.may or LISTS[f.list].permission)]
            figures = [shown_figure(db, me, f) for f in mine if me.may(LISTS[f.list].permission)]
            return _drawn(panel, figures=_shares(panel, figures)) if figures else None
        return _drawn(panel)
