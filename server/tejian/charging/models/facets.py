"""What of the tables that grow with every charge stands in an index: any search of their lists is one bitmap."""

from typing import Any

from sqlalchemy import Computed, String
from sqlalchemy.orm import mapped_column

from tejian.kit.lists.facets import Facets

CHARGE = Facets("chamain", codes={"u": "payunitsysid", "t": "step", "n": "nature"}, moments={"c": "createtime"})
ENTRY = Facets("chaentry", codes={"w": "way", "k": "kind", "p": "userid"}, days={"d": "day"})
INVOICE = Facets("chainvoice", codes={"k": "kind", "s": "state"}, moments={"i": "issued"})
BILL = Facets("chabill", codes={"t": "step"}, moments={"c": "createtime"})
ORDER = Facets("chaorder", codes={"s": "state"}, moments={"c": "createtime"})


def pieces_of(*columns: str) -> Any:
    """The text in which a row is looked for, kept beside it in lower case."""
    whole = " || '|' || ".join(columns)
    return mapped_column(String(600), Computed(f"lower({whole})", persisted=True), deferred=True, info={"secret": True})
