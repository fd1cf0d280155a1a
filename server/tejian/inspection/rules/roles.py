"""Which table or item of the templates is what the platform itself reads, from template_roles.csv."""

from collections.abc import Mapping
from functools import cache

from tejian import data


@cache
def _roles() -> Mapping[str, Mapping[str, str]]:
    return {row["role"]: row for row in data.rows("template_roles")}


def table_of(role: str) -> str:
    """The code of the table that has a role."""
    return _roles()[role]["table_code"]


def column_of(role: str) -> str:
    """The column by which its rows are known, or that is read of them."""
    return _roles()[role]["column"]


def item_of(role: str) -> str:
    """The number of the item that has a role."""
    return _roles()[role]["item_no"]
