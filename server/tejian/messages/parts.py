"""What the business fills into each kind of short message, by the Chinese words that a text names it with."""

import re
from collections.abc import Mapping
from functools import cache

from tejian import data

PART = re.compile(r"\{(\w+)\}")
SIGNED = re.compile(r"(【[^】]*】)?(.*)", re.DOTALL)
CLAUSE = re.compile(r"[^，。；]*[，。；]|[^，。；]+")


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

    `values` by name; a text that was written before parts had words may still say the name. A clause with an empty part
    is left out, for nobody can read it; '' when none is left.
    """
    texts = {**values} | {word: values[name] for name, word in words().items() if name in values}
    sign, clauses = SIGNED.findall(content)[0]
    text = "".join(
        PART.sub(lambda part: texts[part.group(1)], clause)
        for clause in CLAUSE.findall(clauses)
        if all(texts.get(name) for name in PART.findall(clause))
    )
    return sign + (f"{text[:-1]}。" if text.endswith("，") else text) if text.strip() else ""
