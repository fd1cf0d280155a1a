"""The numbers of waybills, as couriers give them out: letters and digits that end with a running number."""

import re
from dataclasses import dataclass

from tejian.kit.ground.errors import BadInput

MOST = 100_000  # numbers of one range
TOGETHER = 100  # reports of one parcel
NUMBER = re.compile(r"[0-9A-Z]{8,32}")
RUNNING = re.compile(r"([0-9A-Z]*?)(\d{1,12})")


@dataclass(frozen=True)
class Numbers:
    """A run of numbers: what all share, the digits that run, the first and the last of them."""

    prefix: str
    width: int
    first: int
    last: int

    def text(self, serial: int) -> str:
        return f"{self.prefix}{serial:0{self.width}d}"


def number(text: str) -> str:
    """A number as it is typed. Raises BadInput."""
    typed = text.strip().upper()
    if not NUMBER.fullmatch(typed):
        raise BadInput("快递单号：应为8至32位字母和数字", field="expressno")
    return typed


def numbers(firstno: str, lastno: str) -> Numbers:
    """The numbers from the first to the last. Raises BadInput."""
    first, last = (RUNNING.fullmatch(number(text)) for text in (firstno, lastno))
    if first is None or last is None:
        raise BadInput("起始单号、结束单号：应以数字结尾", field="firstno")
    if (first[1], len(first[2])) != (last[1], len(last[2])):
        raise BadInput("结束单号：前缀和位数应与起始单号相同", field="lastno")
    run = Numbers(first[1], len(first[2]), int(first[2]), int(last[2]))
    if not 0 <= run.last - run.first < MOST:
        raise BadInput(f"结束单号：不得小于起始单号，一段最多{MOST:,}个", field="lastno")
    return run
