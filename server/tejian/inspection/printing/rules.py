"""The numbers of mark sheets: how they are written, and that none of a roll is left without account."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tejian.kit.ground.errors import BadInput

MOST = 200  # sheets of one print
ROLL_GAP = 50  # a number further ahead begins another roll: sheets between are not missing
NUMBER = re.compile(r"^([0-9A-Z-]{0,22}?)(\d{1,9})$")
APART = re.compile(r"[、，,；;\s]+")
TO = re.compile(r"[~～至]")


@dataclass(frozen=True, order=True)
class Sheet:
    """A number in its parts: what all sheets of a roll share, and the running number in its digits."""

    prefix: str
    width: int
    serial: int

    def __str__(self) -> str:
        return f"{self.prefix}{self.serial:0{self.width}d}"


def read(text: str, label: str) -> list[Sheet]:
    """The sheets of what was typed: numbers apart by comma or blank, a run as HG001~HG010. Raises BadInput."""
    out: list[Sheet] = []
    for part in filter(None, APART.split(text.upper().strip())):
        ends = TO.split(part)
        first = _one(ends[0], label)
        last = first if len(ends) == 1 else _one(ends[-1], label)
        if len(ends) > 2 or (last.prefix, last.width) != (first.prefix, first.width) or last.serial < first.serial:
            raise BadInput(f"{label}：{part[:40]}不是一段连续编号，应如HG0001~HG0010")
        if len(out) + last.serial - first.serial >= MOST:
            raise BadInput(f"{label}：一次最多登记{MOST}张")
        out += [Sheet(first.prefix, first.width, n) for n in range(first.serial, last.serial + 1)]
    return out


def _one(text: str, label: str) -> Sheet:
    match = NUMBER.match(text)
    if match is None:
        raise BadInput(f"{label}：{text[:40]}应由字母、数字组成并以流水号结尾")
    return Sheet(match[1], len(match[2]), int(match[2]))


def refuse_twice(sheets: Sequence[Sheet]) -> None:
    """A number is said once, as used or as spoiled."""
    if again := next((one for n, one in enumerate(sheets) if one in sheets[:n]), None):
        raise BadInput(f"标志编号{again}重复")


def missing(sheets: Iterable[Sheet], last: int | None) -> list[Sheet]:
    """The sheets of one roll that lie between the last known number and these, and of which nothing was said."""
    named = sorted(sheets)
    known = {one.serial for one in named}
    begin = named[0].serial
    if last is not None and last < begin <= last + ROLL_GAP:
        begin = last + 1
    gaps = range(begin, named[-1].serial)
    return [Sheet(named[0].prefix, named[0].width, n) for n in gaps if n not in known]
