"""Search for any fragment of two characters or more: an array of pieces of the text under a GIN index.

The pieces are a generated column (function `tj_grams`), so they can never be out of step with the text. Digits are cut
in fours, everything else in twos and threes: two digits stand in nearly every code and tell nothing, and names and
places are made of pairs that stand everywhere. A query asks for the longest pieces of its fragment and then checks the
text itself.
"""

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, cast, exists, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY


def pieces(fragment: str) -> list[str]:
    """The longest pieces of a fragment in lower case that `tj_grams` keeps of every text with that fragment.

    None when it is too short for any.
    """
    found = set()
    for word in re.split(r"[ \t\r\n\u3000|]", fragment.lower()):
        if len(word) == 2:
            found.add(word)
        for i in range(len(word) - 2):
            three, four = word[i : i + 3], word[i : i + 4]
            found.add(four if _digits(three) else three)
    return sorted(p for p in found if _digits(p) == (len(p) == 4))


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def says(fragment: str, *texts: Any) -> ColumnElement[bool]:
    """One of the texts (stored in lower case) contains the fragment; no index helps."""
    low = fragment.lower()
    return or_(*(func.strpos(text, low) > 0 for text in texts))


@dataclass(frozen=True)
class Way:
    """A way to find rows: by an index, and the same question for rows that are read in the order of a list.

    `quick` is false when no index serves `find`: then it is asked in order only.
    """

    find: ColumnElement[bool]
    in_order: ColumnElement[bool]
    quick: bool = True


def way(grams: Any, fragment: str, *texts: Any) -> Way:
    """By the pieces of a stored text, or by the text itself for each row."""
    return Way(contains(grams, fragment, *texts), says(fragment, *texts), bool(pieces(fragment)))


def through(column: Any, key: Any, grams: Any, fragment: str, *texts: Any) -> Way:
    """By the text of another record that the row names: `column` holds its `key`, `grams` and `texts` are its."""
    found = select(key).where(contains(grams, fragment, *texts))
    each = exists().where(key == column, says(fragment, *texts))
    return Way(column.in_(found), each, bool(pieces(fragment)))


def contains(grams: Any, fragment: str, *texts: Any) -> ColumnElement[bool]:
    """One of the texts, stored in lower case, contains `fragment` in any case.

    Too short a fragment uses no piece and is only checked.

    The check is `strpos`, not `like`: the planner takes a long pattern for a rare one, which "330212" is not.
    """
    exact = says(fragment, *texts)
    wanted = pieces(fragment)
    return and_(grams.contains(cast(wanted, ARRAY(Text))), exact) if wanted else exact


def starts(fragment: str, column: Any, *said: ColumnElement[bool]) -> Way:
    """The code column (stored in upper case, with an index) starts with the fragment; `said` repeats the condition of
    a partial index."""
    found = and_(column.startswith(fragment.upper(), autoescape=True), *said)
    return Way(found, found)
