"""设备类别 as a search field: a class, a category or a kind finds all that stands below it in the tree."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, and_, or_

from tejian.archives.codes import below
from tejian.kit.lists.listview import Search, prefix

from .kinds import of_level


def in_level(column: Any, picked: str) -> ColumnElement[bool]:
    """Whether a kind of device stands below what was picked."""
    beginning, others, besides = of_level(picked)
    found = column.startswith(beginning, autoescape=True)
    found = and_(found, column.not_in(others)) if others else found
    return or_(found, column.in_(besides)) if besides else found


def category(name: str, label: str, column: Any, **more: Any) -> Search:
    """The search field of a kind of device, picked at any of its levels."""

    asked = prefix(name, label, column, beginning=below, widget="category", dict="C602", **more)
    return replace(asked, where=lambda v: in_level(column, v), facet=asked.facet and _facet(asked.facet))


def _facet(one: Callable[[str], Any]) -> Callable[[str], Any]:
    """The index asked for a branch: for its beginning, and for each that begins otherwise."""

    def facet(v: str) -> Any:
        found = [one(v), *(one(code) for code in of_level(v)[2])]
        return None if any(part is None for part in found) else found[0] if len(found) == 1 else or_(*found)

    return facet
