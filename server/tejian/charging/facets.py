"""What of the tables that grow with every charge stands in an index, so that any search of their lists is one bitmap."""

from typing import Any

from sqlalchemy import ColumnElement, Computed, String
from sqlalchemy.orm import mapped_column

from tejian.kit.facets import Facets
from tejian.kit.user import User

CHARGE = Facets(
    "chamain",
    codes={"o": "orgid", "u": "payunitsysid", "t": "step", "n": "nature"},
    moments={"c": "createtime"},
)
ENTRY = Facets(
    "chaentry",
    codes={"w": "way", "k": "kind", "p": "userid"},
    days={"d": "day"},
    moments={"a": "at"},
)
INVOICE = Facets(
    "chainvoice",
    codes={"o": "orgid", "k": "kind", "s": "state"},
    moments={"i": "issued"},
)
BILL = Facets(
    "chabill",
    codes={"o": "orgid", "t": "step"},
    moments={"c": "createtime"},
)
ORDER = Facets(
    "chaorder",
    codes={"o": "orgid", "s": "state"},
    moments={"c": "createtime"},
)


def pieces_of(*columns: str) -> Any:
    """The text in which a row is looked for, kept beside it in lower case."""
    whole = " || '|' || ".join(columns)
    return mapped_column(String(600), Computed(f"lower({whole})", persisted=True), deferred=True, info={"secret": True})


def of_institute(facets: Facets, me: User) -> list[ColumnElement[bool]]:
    """What of a scope the facets answer: the institute. Who sees but his own, or everything, is found without."""
    found = facets.says("orgid", [me.org_id]) if me.scope == "org" and not me.unit_id else None
    return [] if found is None else [found]
