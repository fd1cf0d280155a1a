"""The file of a bank as the bank makes it: titles above the table, its own headings, in and out in two columns or one.

What the headings mean is proposed from the words that banks use (bank_heads.csv), said by a person, and kept per bank.
A workbook or a text; nothing of it is stored before every line was read.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from tejian import data
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.importing import apart, plain
from tejian.kit.importing.cells import day_or_month
from tejian.kit.importing.layout import NOTE
from tejian.kit.importing.meaning import BEFORE, SAME, heads_of
from tejian.kit.importing.view import as_text

from .paper import AMOUNT, BANK, MOST_BYTES, MOST_LINES, Paper, Payment, refuse_repeated

FIELDS = {
    "number": "流水号",
    "day": "交易日期",
    "in": "收入",
    "out": "支出",
    "amount": "金额",
    "flag": "收支方向",
    "payer": "对方户名",
    "memo": "摘要",
}
LOOKED_AT = 30  # lines among which the heading is looked for
SAMPLES = 3
Line = tuple[int, list[str]]
NOTHING = ("", "-", "--", "—")


@dataclass(frozen=True)
class Column:
    """A heading of the file, what it probably means and why, and its first values."""

    head: str
    field: str
    why: str
    samples: tuple[str, ...]


@cache
def _heads() -> Mapping[str, tuple[str, int]]:
    """What banks call a column → what it is, and how usual that is: the first of two for the same is taken."""
    known = [row for row in data.rows("bank_heads") if row["kind"] == "head"]
    return {_folded(row["word"]): (row["field"], place) for place, row in enumerate(known)}


@cache
def _flags() -> Mapping[str, str]:
    return {row["word"]: row["field"] for row in data.rows("bank_heads") if row["kind"] == "flag"}


def _folded(head: str) -> str:
    """A heading without blanks, brackets of another width and what it says of its currency."""
    plain_head = re.sub(r"\s|\[.*?\]", "", head).replace("（", "(").replace("）", ")")
    return re.sub(r"\((元|人民币|RMB|CNY)\)$|/元$", "", plain_head)


# -- reading ------------------------------------------------------------------------------------------------------


def lines_of(content: bytes, name: str) -> list[Line]:
    """The lines of a workbook or a text with their numbers, every cell as a person reads it."""
    if len(content) > MOST_BYTES:
        raise BadInput(f"文件过大，最多{MOST_BYTES >> 20} MB")
    if not name.lower().endswith(plain.ENDINGS) and content[:2] in (b"PK", b"\xd0\xcf"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bank.xlsx"
            path.write_bytes(content)
            apart.check(path, MOST_LINES, apart.AT_ONCE)
            rows: Iterable[tuple[int, Sequence[Any]]] = list(apart.rows(path, apart.AT_ONCE))
    else:
        rows = enumerate(plain.lines_of(content), 1)
    lines = [(n, [as_text(cell).strip("\t ") for cell in cells]) for n, cells in rows]
    lines = [(n, cells) for n, cells in lines if any(cells)]
    if not lines:
        raise BadInput("文件中没有内容")
    return lines


def propose(lines: Sequence[Line], formats: Iterable[Mapping[str, str]] = ()) -> tuple[int, list[Column], int | None]:
    """The line of the heading, its columns, and which of the known `formats` the file has, if any.

    A format that was kept holds for a file that has all its headings; otherwise the words of banks are asked."""
    forms = list(formats)
    for place, form in enumerate(forms):
        for n, cells in lines[:LOOKED_AT]:
            if form and set(form) <= set(heads_of(cells).values()):
                return n, _columns(lines, n, form, BEFORE), place
    number, cells = max(lines[:LOOKED_AT], key=lambda line: len(_meant(heads_of(line[1]).values())))
    return number, _columns(lines, number, _meant(heads_of(cells).values()), SAME), None


def _meant(heads: Iterable[str]) -> dict[str, str]:
    """What headings are, by the words of banks; of two for the same the more usual."""
    places: dict[str, tuple[int, str]] = {}
    for head in heads:
        if known := _heads().get(_folded(head)):
            field, place = known
            if field not in places or place < places[field][0]:
                places[field] = place, head
    if {"in", "out"} <= set(places):  # both columns say it: a third would say it twice
        places = {field: one for field, one in places.items() if field not in ("amount", "flag")}
    return {head: field for field, (_place, head) in places.items()}


def _columns(lines: Sequence[Line], number: int, meant: Mapping[str, str], why: str) -> list[Column]:
    places = heads_of(next(cells for n, cells in lines if n == number))
    body = [cells for n, cells in lines if n > number][:50]
    columns = []
    for place, head in places.items():
        samples = [cells[place] for cells in body if place < len(cells) and cells[place]][:SAMPLES]
        columns.append(Column(head, meant.get(head, ""), why if meant.get(head) else "", tuple(samples)))
    return columns


def read(content: bytes, name: str, meant: Mapping[str, str], first: date | None, last: date | None) -> Paper:
    """The payments of a file whose headings mean what was said; raises BadInput with what is wrong, by its line."""
    _refuse_meaning(meant)
    lines = lines_of(content, name)
    number, cells = next(((n, c) for n, c in lines[:LOOKED_AT] if set(meant) <= set(heads_of(c).values())), (0, []))
    if not number:
        raise BadInput(f"文件中没有表头{'、'.join(sorted(meant))[:100]}，请重新选择文件并说明各列")
    places = {meant[head]: place for place, head in heads_of(cells).items() if meant.get(head)}
    body = [_Row(n, row, places) for n, row in lines if n > number]
    payments = tuple(one.payment() for one in body if not one.is_note())
    if not payments:
        raise BadInput("文件中没有交易")
    if len(payments) > MOST_LINES:
        raise BadInput(f"一次最多{MOST_LINES}笔")
    refuse_repeated(payments)
    days = [one.day for one in payments]
    period = first or min(days), last or max(days)
    if period[0] > period[1] or period[1] > clock.today():
        raise BadInput("起止日期不正确")
    outside = next((one for one in payments if not period[0] <= one.day <= period[1]), None)
    if outside:
        raise BadInput(f"第{outside.lineno}行：交易日期{outside.day}不在{period[0]}至{period[1]}内")
    both = "out" in places or "flag" in places or any(one.amount < 0 for one in payments)
    return Paper(BANK, *period, payments, both)


def _refuse_meaning(meant: Mapping[str, str]) -> None:
    """A file is read when it says the number, the day and what moved, each in one column."""
    fields = [field for field in meant.values() if field]
    if strange := [one for one in fields if one not in FIELDS]:
        raise BadInput(f"列对应：没有项目{strange[0][:20]}")
    if twice := sorted({FIELDS[one] for one in fields if fields.count(one) > 1}):
        raise BadInput(f"列对应：几列对应了{'、'.join(twice)}")
    lacking = [FIELDS[one] for one in ("number", "day") if one not in fields]
    if lacking:
        raise BadInput(f"列对应：没有列对应{'、'.join(lacking)}")
    two = {"in", "out"} & set(fields)
    if len(two) == 1 or bool(two) == ("amount" in fields):
        raise BadInput("列对应：应有收入和支出两列，或金额一列")
    if "flag" in fields and "amount" not in fields:
        raise BadInput("列对应：收支方向用于金额一列的文件")


@dataclass(frozen=True)
class _Row:
    """A line below the heading."""

    lineno: int
    cells: Sequence[str]
    places: Mapping[str, int]

    def cell(self, field: str) -> str:
        place = self.places.get(field, len(self.cells))
        return self.cells[place] if place < len(self.cells) else ""

    def is_note(self) -> bool:
        """Whether it is no payment: without a day it is a sum or a note when it says so, or names nothing of one."""
        if self.cell("day"):
            return False
        first = next((one for one in self.cells if one), "")
        return bool(NOTE.match(first)) or not any(self.cell(one) for one in ("number", "in", "out", "amount"))

    def payment(self) -> Payment:
        number = self.cell("number")
        if not number or len(number) > 64:
            raise BadInput(f"第{self.lineno}行：流水号应为1至64个字")
        return Payment(
            self.lineno, number, self._moved(), self._day(), self.cell("payer")[:200], self.cell("memo")[:200]
        )

    def _day(self) -> date:
        text = self.cell("day")
        try:
            return date.fromisoformat(day_or_month(re.split(r"[ T]", text, maxsplit=1)[0]))
        except ValueError:
            raise BadInput(f"第{self.lineno}行：交易日期{text[:20]}不是日期") from None

    def _moved(self) -> Decimal:
        """What came in, or as a negative amount what went out."""
        if "amount" not in self.places:
            came, went = (self._yuan(self.cell(one)) for one in ("in", "out"))
            if (came > 0) == (went > 0) or came < 0 or went < 0:
                raise BadInput(f"第{self.lineno}行：收入和支出应填一项，不带符号")
            return came - went
        amount = self._yuan(self.cell("amount"))
        if not amount:
            raise BadInput(f"第{self.lineno}行：金额为空或为0")
        if "flag" not in self.places:
            return amount
        way = _flags().get(self.cell("flag"))
        if way is None or amount < 0:
            raise BadInput(f"第{self.lineno}行：收支方向{self.cell('flag')[:10]}不是借或贷，或金额带有符号")
        return amount if way == "in" else -amount

    def _yuan(self, text: str) -> Decimal:
        text = re.sub(r"[\s¥￥]", "", text)
        if text in NOTHING:
            return Decimal("0.00")
        sign = -1 if text.startswith("-") else 1
        text = text.removeprefix("-").removeprefix("+")
        if not AMOUNT.fullmatch(text):
            raise BadInput(f"第{self.lineno}行：金额{text[:20]}不正确，应为最多两位小数的数字")
        return sign * Decimal(text.replace(",", "")).quantize(Decimal("0.01"))
