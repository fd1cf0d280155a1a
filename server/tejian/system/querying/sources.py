"""The lists that a model may ask: those of the menu that the person may see, answered as every list is."""

from collections.abc import Iterator, Mapping
from functools import cache

from tejian import data
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists import serving
from tejian.kit.lists.listview import LISTS, Col, ListView, Search
from tejian.kit.web.edge import CALLS

ASKED = ("select", "input", "dateRange", "checkbox", "number", "area")  # widgets whose value a person can write


@cache
def _of_menu() -> Mapping[str, str]:
    """The lists of the menu with the titles of their pages."""
    rows = data.rows("screens")
    return {row["view"]: row["title"] for row in rows if row["kind"] == "list" and "hidden" not in row["flags"]}


def _is_plain(view: ListView) -> bool:
    """Whether it is answered as it is declared: what a call of its own adds, a model would leave out."""
    call = CALLS.get(view.url)
    fn = getattr(call, "fn", None)
    usual = getattr(fn, "__code__", None) in _CODES or getattr(fn, "__self__", None) is view
    return type(view) is ListView and usual


_CODES = [one for one in serving._pages_of.__code__.co_consts if hasattr(one, "co_code")]


def sources(me: User) -> Iterator[tuple[ListView, str]]:
    """The lists that a person may ask, with their titles."""
    for no, title in sorted(_of_menu().items(), key=lambda one: one[1]):
        view = LISTS.get(no)
        if view is not None and me.may(view.permission) and _is_plain(view):
            yield view, title


def source_of(me: User, no: str) -> ListView:
    """The list of a model. Raises Refused for what is none, or none that the person may see."""
    view = LISTS.get(no) if no in _of_menu() else None
    if view is None or not _is_plain(view):
        raise Refused("查询的清单：没有这份清单，请从选项中选择")
    if not me.may(view.permission):
        raise Refused(f"您没有查看“{title_of(no)}”的权限，不能查询这份清单")
    return view


def title_of(no: str) -> str:
    """What the page of a list is called."""
    return _of_menu().get(no, no)


def columns_of(view: ListView) -> dict[str, Col]:
    """The columns that a model may show: those that the list itself shows."""
    return {one.name: one for one in view.columns if one.label}


def searches_of(view: ListView) -> dict[str, Search]:
    """What a model may ask: the search fields of the list, so that its indexes answer."""
    return {one.name: one for one in view.search if one.widget in ASKED}


def options(me: User) -> list[Option]:
    """The lists to choose from."""
    return [{"value": view.no, "label": title} for view, title in sources(me)]
