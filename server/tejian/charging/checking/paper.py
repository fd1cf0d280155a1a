"""The file of the payment platform or the bank, read and refused before anything is stored.

Its first line says what it is: 对账单, 平台 or 银行, first and last day, number of payments and their sum; the second
names the columns; each further one is a payment. UTF-8 or GBK. A file of the bank may have 收入 and 支出 and no 金额:
what went out is negative, the sum is what came in less what went out. Thousands may be set apart by commas.
"""

import csv
import io
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tejian.charging import codes as at
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput

MOST_BYTES, MOST_LINES = 4 << 20, 20_000
BANK = "银行"
OWN = "对账单"
SOURCES = {"平台": (at.ONLINE,), BANK: ("pos", "transfer")}  # which of our payments stand in it
IN, OUT = "收入", "支出"
NEEDED = ("流水号", "金额", "交易日期")
KNOWN = (*NEEDED, IN, OUT, "付款人", "摘要")
AMOUNT = re.compile(r"(\d{1,10}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?")
WHOLE = re.compile(r"\d{1,6}")


@dataclass(frozen=True)
class Payment:
    """One line of the file."""

    lineno: int
    number: str
    amount: Decimal
    day: date
    payer: str
    memo: str


@dataclass(frozen=True)
class Paper:
    """The file as it says and as it was found."""

    source: str
    first: date
    last: date
    payments: tuple[Payment, ...]
    outgoing: bool  # whether it tells what went out too

    @property
    def total(self) -> Decimal:
        return sum((one.amount for one in self.payments), Decimal("0.00"))


def is_own(content: bytes) -> bool:
    """Whether a file begins as ours do."""
    return any(content.removeprefix(b"\xef\xbb\xbf").startswith(OWN.encode(one)) for one in ("utf-8", "gb18030"))


def read(content: bytes) -> Paper:
    """The file; raises BadInput with what is wrong, by the number of its line."""
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(_text(content)))]
    if len(rows) < 3 or len(rows[0]) < 6 or rows[0][0] != OWN:
        raise BadInput("不是对账单文件：首行应为“对账单,平台或银行,起始日期,截止日期,笔数,合计金额”")
    _, source, first, last, count, total, *_ = rows[0]
    if source not in SOURCES:
        raise BadInput("首行：对账单应为平台或银行")
    days = _day(first, "首行"), _day(last, "首行")
    if days[0] > days[1] or days[1] > clock.today():
        raise BadInput("首行：起止日期不正确")
    places = _places(rows[1], source)
    body = [(n, row) for n, row in enumerate(rows[2:], 3) if any(row)]
    if len(body) > MOST_LINES:
        raise BadInput(f"一次最多{MOST_LINES}笔")
    payments = tuple(_payment(n, row, places, days) for n, row in body)
    paper = Paper(source, *days, payments, OUT in places)
    refuse_repeated(payments)
    if not WHOLE.fullmatch(count) or int(count) != len(payments):
        raise BadInput(f"首行说有{count[:20]}笔，文件中为{len(payments)}笔")
    if _signed(total, "首行", paper.outgoing) != paper.total:
        raise BadInput(f"首行合计{total[:20]}元，文件中合计为{paper.total}元")
    return paper


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise BadInput(f"文件过大，最多{MOST_BYTES >> 20} MB")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise BadInput("不是文本文件：对账单应为 CSV（UTF-8 或 GBK）")


def _places(head: list[str], source: str) -> dict[str, int]:
    strange = [one for one in head if one and one not in KNOWN]
    both = IN in head and OUT in head
    lacking = [one for one in NEEDED if one not in head and not (both and one == "金额")]
    if (IN in head or OUT in head) and ("金额" in head or not both or source != BANK):
        raise BadInput("第2行：收入、支出两列用于银行对账单，须同时有，并且没有金额列")
    if lacking or strange or len(set(head)) < len(head):
        faults = [f"缺少列{'、'.join(lacking)}"] if lacking else []
        faults += [f"不认识的列{'、'.join(one[:20] for one in strange)}"] if strange else []
        raise BadInput(f"第2行：{'；'.join(faults) or '列名重复'}")
    return {name: place for place, name in enumerate(head) if name}


def _payment(n: int, row: list[str], places: dict[str, int], days: tuple[date, date]) -> Payment:
    def cell(name: str) -> str:
        place = places.get(name, len(row))
        return row[place] if place < len(row) else ""

    number = cell("流水号")
    if not number or len(number) > 64:
        raise BadInput(f"第{n}行：流水号应为1至64个字")
    day = _day(cell("交易日期"), f"第{n}行")
    if not days[0] <= day <= days[1]:
        raise BadInput(f"第{n}行：交易日期{day}不在首行所说的{days[0]}至{days[1]}内")
    amount = _in_or_out(cell(IN), cell(OUT), f"第{n}行") if OUT in places else _amount(cell("金额"), f"第{n}行")
    return Payment(n, number, amount, day, cell("付款人")[:200], cell("摘要")[:200])


def _in_or_out(came: str, went: str, where: str) -> Decimal:
    """What a line moved: one of both columns says it, the other is empty or nothing."""
    yuan = [_amount(text, where) if text not in ("", "-") else Decimal("0.00") for text in (came, went)]
    if (yuan[0] > 0) == (yuan[1] > 0):
        raise BadInput(f"{where}：收入和支出应填一项")
    return yuan[0] - yuan[1]


def _signed(text: str, where: str, outgoing: bool) -> Decimal:
    """The sum in the head: below nothing when more went out than came in."""
    if outgoing and text.startswith("-"):
        return -_amount(text[1:], where)
    return _amount(text, where)


def _amount(text: str, where: str) -> Decimal:
    if not AMOUNT.fullmatch(text):
        raise BadInput(f"{where}：金额{text[:20]}不正确，应为不带符号、最多两位小数的数字")
    return Decimal(text.replace(",", "")).quantize(Decimal("0.01"))


def _day(text: str, where: str) -> date:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        raise BadInput(f"{where}：日期{text[:20]}应为yyyy-MM-dd") from None


def refuse_repeated(payments: tuple[Payment, ...]) -> None:
    """No number stands twice in a file: by it a payment is known."""
    lines: dict[str, int] = {}
    for one in payments:
        if (before := lines.setdefault(one.number, one.lineno)) != one.lineno:
            raise BadInput(f"第{one.lineno}行：流水号{one.number}与第{before}行相同")
