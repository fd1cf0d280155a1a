"""Chinese words in letters: people search by them, and try them as passwords.

The words are loaded when they are first asked for: a quarter of a second, which no start should pay.
"""


def syllables(text: str) -> list[str]:
    from pypinyin import lazy_pinyin  # noqa: PLC0415

    found: list[str] = lazy_pinyin(text)
    return found


def initials(name: str) -> str:
    """The first letters of a name; what is not Chinese stays, in lower case."""
    from pypinyin import Style, lazy_pinyin  # noqa: PLC0415

    return "".join(lazy_pinyin(name, style=Style.FIRST_LETTER, errors=lambda x: x.lower()))[:200]
