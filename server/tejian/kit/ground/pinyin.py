"""Chinese words in letters: people search by them, and try them as passwords.

The words are loaded when they are first asked for: a quarter of a second, which no start should pay.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import event


def syllables(text: str) -> list[str]:
    from pypinyin import lazy_pinyin  # noqa: PLC0415

    found: list[str] = lazy_pinyin(text)
    return found


def initials(name: str) -> str:
    """The first letters of a name; what is not Chinese stays, in lower case."""
    from pypinyin import Style, lazy_pinyin  # noqa: PLC0415

    return "".join(lazy_pinyin(name, style=Style.FIRST_LETTER, errors=lambda x: x.lower()))[:200]


KEY_LENGTH = 400


def sort_key(name: str, surnames: Mapping[str, str] | None = None) -> str:
    """By what a Chinese name is sorted: its syllables with their tones, what is not Chinese as it is, in lower case.

    `surnames`: how a first character is read where the name is a person's.
    """
    from pypinyin import Style, lazy_pinyin  # noqa: PLC0415

    syllables_of = lazy_pinyin(name, style=Style.TONE3, neutral_tone_with_five=True, errors=lambda other: other.lower())
    if surnames and name[:1] in surnames:
        syllables_of[0] = surnames[name[0]]
    return " ".join(syllables_of)[:KEY_LENGTH]


def sorted_by_sound(owner: Any, name: str, column: str, surnames: Mapping[str, str] | None = None) -> None:
    """Keep the sort column of a table beside its name: whenever a record is made or its name is changed.

    Statements that insert without the records of the table have the key from the default of the column.
    """

    def follow(target: Any, value: Any, old: Any, initiator: Any) -> None:
        setattr(target, column, sort_key(value or "", surnames))

    event.listen(getattr(owner, name), "set", follow)


def key_of(name: str, surnames: Mapping[str, str] | None = None) -> Callable[[Any], str]:
    """The default of a sort column beside the column `name`."""

    def made(context: Any) -> str:
        told = context.get_current_parameters() if context else {}  # copied in bulk: each row says its own
        return sort_key(told.get(name) or "", surnames)

    return made
