"""Search for any fragment of two characters or more: an array of two-character pieces under a GIN index.

The pieces are a generated column (function `tj_grams` of the first migration), so they can never be out of step with
the text. A query asks for the pieces of its fragment and then checks the text itself.
"""

from typing import Any

from sqlalchemy import ColumnElement, Text, and_, cast, func, or_
from sqlalchemy.dialects.postgresql import ARRAY


def pieces(fragment: str) -> list[str]:
    """The two-character pieces of a fragment, lower case, without blanks."""
    low = fragment.lower()
    found = {low[i : i + 2] for i in range(len(low) - 1)}
    return sorted(p for p in found if not any(c.isspace() or c == "|" for c in p))


def contains(grams: Any, text: Any, fragment: str) -> ColumnElement[bool]:
    """`text` contains `fragment` (any case). A single character can use no piece and is only checked."""
    exact = func.lower(cast(text, Text)).contains(fragment.lower(), autoescape=True)
    wanted = pieces(fragment)
    return and_(grams.contains(cast(wanted, ARRAY(Text))), exact) if wanted else exact


def starts(fragment: str, *columns: Any) -> ColumnElement[bool]:
    """Any of the code columns starts with the fragment (codes are stored in upper case)."""
    return or_(*(c.startswith(fragment.upper(), autoescape=True) for c in columns))
