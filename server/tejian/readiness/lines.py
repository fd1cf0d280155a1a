"""A line of the page of readiness, and how those who write lines are found."""

from dataclasses import dataclass

GOOD, ATTENTION, MISSING = "ok", "ca", "no"


@dataclass(frozen=True)
class Line:
    """Something that is needed: how it stands, in a sentence, and the page of the menu where it is seen to."""

    title: str
    state: str
    text: str
    to: str = ""


def line(title: str, missing: str, good: str, to: str = "", *, weak: bool = False) -> Line:
    """A line that is good unless something is `missing`; a weak one does not hold the first report up."""
    return Line(title, GOOD if not missing else ATTENTION if weak else MISSING, missing or good, to)
