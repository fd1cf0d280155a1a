"""Which templates a row that several share is for."""

from collections.abc import Collection, Sequence

NOT = "-"  # before a template: the row is for all the others


def is_of(named: Sequence[str], templates: Collection[str]) -> bool:
    """Whether a row that names these templates is for a record made of those. One that names none is for all."""
    if not named:
        return True
    if named[0].startswith(NOT):
        return any(f"{NOT}{one}" not in named for one in templates)
    return any(one in named for one in templates)


def without(named: Sequence[str], template: str) -> list[str] | None:
    """What a row names when it is for this template no more; None when nothing is left of it."""
    if not named or named[0].startswith(NOT):
        return [*named, f"{NOT}{template}"]
    return [one for one in named if one != template] or None
