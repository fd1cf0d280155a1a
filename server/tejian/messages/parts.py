"""What the business fills into each kind of short message, by the Chinese words that a text names it with."""

import re
from collections.abc import Mapping
from functools import cache

from tejian import data

PART = re.compile(r"\{(\w+)\}")


@cache
def words() -> dict[str, str]:
    """The word of each name that the business fills."""
    return {row["name"]: row["label"] for row in data.rows("sms_parts")}


@cache
def words_of(code: str) -> tuple[str, ...]:
    """What the text of a kind of message may name; none for a kind that nothing sends."""
    shipped = {row["code"]: row["parts"].split() for row in data.rows("sms_templates")}
    return tuple(words()[name] for name in shipped.get(code, ()))


def filled(content: str, values: Mapping[str, str]) -> str:
    """A text with its parts filled; what is filled in is never read as a text with parts.

    `values` by name; a text that was written before parts had words may still say the name.
    """
    said = {**values} | {word: values[name] for name, word in words().items() if name in values}
    return PART.sub(lambda part: said.get(part.group(1), ""), content)
