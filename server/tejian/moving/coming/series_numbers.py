"""Which series a number belongs to, and how far it stands there: the pattern of a rule read backwards."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tejian.kit.database.numbering import PART, PERIODS

DATES = {"yyyy": r"\d{4}", "yy": r"\d{2}", "MM": r"\d{2}", "dd": r"\d{2}"}


@dataclass(frozen=True)
class Numbers:
    """A rule of numbers: its code, its pattern, and when it begins anew."""

    code: str
    pattern: str
    reset: str


def _read(pattern: str) -> re.Pattern[str]:
    out, at = "", 0
    for part in PART.finditer(pattern):
        name, width = part[1], part[2]
        out += re.escape(pattern[at : part.start()])
        at = part.end()
        if name == "seq":
            one = rf"\d{{{width}}}" if width else r"\d+"
        else:
            one = DATES.get(name, r"[0-9A-Z\-]+?")
        out += rf"(?P<{name}>{one})"
    return re.compile(out + re.escape(pattern[at:]))


def counted(rule: Numbers, values: Iterable[str]) -> dict[tuple[str, str], int]:
    """The highest value of each series and period among numbers; what the rule would not write counts for nothing."""
    pattern = _read(rule.pattern)
    out: dict[tuple[str, str], int] = {}
    for value in values:
        finding = pattern.fullmatch(value.strip().upper())
        if finding is None or "seq" not in finding.groupdict():
            continue
        statement = finding.groupdict()
        year = int(statement.get("yyyy") or 0) or 2000 + int(statement.get("yy") or 0)
        try:
            day = date(year, int(statement.get("MM") or 1), int(statement.get("dd") or 1))
        except ValueError:
            continue
        named = sorted(name for name in statement if name not in DATES and name != "seq")
        at = "/".join([rule.code, *(statement[n] for n in named)]), day.strftime(PERIODS[rule.reset])
        out[at] = max(out.get(at, 0), int(statement["seq"]))
    return out
