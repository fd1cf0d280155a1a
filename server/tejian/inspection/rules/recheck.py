"""Whether a record is a re-inspection inside the term of its notice (反馈期内的复检), and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from .roles import column_of, table_of

RECHECK = "recheck"  # the name of conclusion_names.csv
AGAIN, DAY = table_of("again"), column_of("again")  # the table of what was inspected again, and its day


@dataclass(frozen=True, slots=True)
class Term:
    """Until when the issued notice of a record wants its problems put right; without a notice both are empty."""

    noticeno: str = ""
    due: date | None = None


NO_TERM = Term()


@dataclass(frozen=True, slots=True)
class Told:
    """What follows for a name that an inspector may state otherwise: its value and why."""

    name: str
    value: str
    reason: str


def recheck(rows: Iterable[Mapping[str, object]], term: Term) -> Told:
    """1 where the last day of re-inspection lies in the term of the notice, the day on which it ends included."""
    days = [day for one in rows if isinstance(day := one.get(DAY), date)]
    if not days:
        return Told(RECHECK, "0", "复检表没有复检日期")
    if not term.noticeno or term.due is None:
        return Told(RECHECK, "0", "没有已签发的意见通知书，没有反馈期")
    last, notice = max(days), f"意见通知书{term.noticeno}的整改反馈期限{term.due}"
    if last > term.due:
        return Told(RECHECK, "0", f"复检日期{last}超过{notice}")
    return Told(RECHECK, "1", f"复检日期{last}在{notice}内")
