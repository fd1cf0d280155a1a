"""What the date rules answer: every date with its rule, its base and the reason in words."""

from dataclasses import dataclass
from datetime import date
from typing import Literal


@dataclass(frozen=True, slots=True)
class DateLine:
    """One date field. `steps` are sentences in order; `value` None = no date; `base` None = nothing to count from.

    `lacking` says that the rule could not be worked out: the value is only the old one.
    """

    field: str
    label: str
    value: date | None
    old: date | None
    ruleid: str
    clause: str
    base: date | None
    months: int | None
    precision: str
    steps: tuple[str, ...]
    rulevalue: date | None = None
    mirror: str = ""
    lacking: bool = False

    @property
    def changed(self) -> bool:
        """Whether the archive value has to be written."""
        return self.value != self.old


State = Literal["done", "next", "later"]


@dataclass(frozen=True, slots=True)
class YearMark:
    """One year of an elevator schedule. `action` DJ or JC, `state` done, next or later, `brake` = 125 % test year."""

    number: int
    due: date
    action: Literal["DJ", "JC"]
    state: State
    brake: bool = False


@dataclass(frozen=True, slots=True)
class NextDates:
    """All dates that follow from an inspection (or from the archive alone).

    `refused` is a sentence when this inspection may not be done at all. `base` is the base of a schedule.
    `nextaction` is DJ or JC, whichever comes first (elevators). `done` holds the days of what this inspection did and
    later ones count from (archive field → day), besides that of the inspection itself.
    """

    lines: tuple[DateLine, ...] = ()
    years: tuple[YearMark, ...] = ()
    warnings: tuple[str, ...] = ()
    refused: str | None = None
    base: date | None = None
    nextaction: str = ""
    done: tuple[tuple[str, date], ...] = ()

    def line(self, field: str) -> DateLine | None:
        """The line of a date field."""
        return next((line for line in self.lines if line.field == field), None)

    def value(self, field: str) -> date | None:
        """The value of a date field; None also when the field is not touched."""
        line = self.line(field)
        return line.value if line else None

    def updates(self, *, done: bool = True) -> dict[str, date | None]:
        """Archive fields to write, with the fields that repeat them under another name (mirror); also what was done."""
        values: dict[str, date | None] = {}
        for line in self.lines:
            values[line.field] = line.value
            if line.mirror:
                values[line.mirror] = line.value
        return values | dict(self.done if done else ())


def numbered(steps: tuple[str, ...]) -> str:
    """The steps as one text, numbered, one per line."""
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
