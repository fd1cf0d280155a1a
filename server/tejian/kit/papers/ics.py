"""A calendar file (iCalendar, RFC 5545) of whole days: lines ended by CRLF, escaped (3.3.11) and folded (3.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

FOLD = 75  # octets of a line, without its end
ESCAPED = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}


@dataclass(frozen=True)
class Event:
    """Something of a day. `key` stays the same for the same thing, so that a calendar replaces it.

    `ahead`: so many days before, a calendar reminds of it; 0 never.
    """

    key: str
    day: date
    title: str
    place: str = ""
    text: str = ""
    ahead: int = 0


def calendar(name: str, made: datetime, events: Iterable[Event]) -> bytes:
    """The file of these events; `made` is when, with its time zone."""
    stamp = made.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tejian//Box//ZH", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for one in events:
        lines += _event(one, stamp)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _event(one: Event, stamp: str) -> list[str]:
    lines = ["BEGIN:VEVENT", f"UID:{one.key}@tejian", f"DTSTAMP:{stamp}", f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}"]
    lines += [f"DTEND;VALUE=DATE:{one.day + timedelta(days=1):%Y%m%d}", f"SUMMARY:{escaped(one.title)}"]
    lines += [f"{name}:{escaped(text)}" for name, text in (("LOCATION", one.place), ("DESCRIPTION", one.text)) if text]
    lines.append("TRANSP:TRANSPARENT")
    if one.ahead:
        alarm = f"TRIGGER:-P{one.ahead}D"
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(one.title)}", alarm, "END:VALARM"]
    return [*lines, "END:VEVENT"]


def escaped(text: str) -> str:
    """A text as a value: nothing in it ends the value or its line."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(ESCAPED.get(one, one) for one in plain if one >= " " or one in "\n\t")


def folded(line: str) -> str:
    """A line of more than 75 octets in several, none of which cuts a letter."""
    parts, size = [""], 0
    for letter in line:
        more = len(letter.encode())
        if size + more > FOLD:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += more
    return "\r\n".join(parts)
