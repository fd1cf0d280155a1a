"""Why the next dates of a device are what they are, as they are kept with it and shown."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class DateLine(TypedDict):
    """A computed date: by which rule, from which day, step by step."""

    field: str
    label: str
    value: str | None
    old: str | None
    ruleid: str
    clause: str
    rule: NotRequired[str | None]  # the day by rule; `value` may be an earlier one that the inspector set
    base: str | None
    steps: list[str]


class YearMark(TypedDict):
    """A year of the cycle: inspection (DJ) or detection (JC) is done, next or due later."""

    number: int
    due: str
    action: Literal["DJ", "JC"]
    state: Literal["done", "next", "later"]
    brake: bool


class NextExplained(TypedDict):
    """Why the next dates are what they are."""

    lines: list[DateLine]
    years: list[YearMark]
    warnings: list[str]
    base: str | None
    nextaction: str
    reportno: NotRequired[str]  # of the inspection that they were computed at
    chosen: NotRequired[str]  # the shorter day that the inspector set
    recomputed: NotRequired[str]  # the run that computed them anew
