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


@cache
def items_of_role(role: str) -> frozenset[tuple[str, str]]:
    """The items that have a role: template and number, one in each list that has such an item."""
    own = (row for row in data.rows("template_roles") if row["role"] == role)
    return frozenset((row["template"], row["item_no"]) for row in own if row["item_no"])
