"""The files between us and the client of an authority: what shall be issued goes out, what was issued comes in.

JSON or XML with the same names (docs/wire.md); which form numbers have is data (receipt_forms.csv). Nothing of a file
that is not read whole is taken.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

from tejian import data
from tejian.kit.ground.errors import BadInput

OUT_FORMAT = "bill-request-1"
MOST_BYTES, MOST_ROWS = 2 << 20, 500
JSON, XML = "json", "xml"
FORMS = {JSON: "JSON", XML: "XML"}
MIMES = {JSON: "application/json", XML: "application/xml"}
ISSUED, DECLINED = "issued", "declined"
UNREAD = "结果文件读不懂：应为 JSON 或 XML"
NAMES = ("requestno", "state", "code", "billno", "check", "amount", "reason")
MONEY = re.compile(r"-?\d{1,12}(\.\d{1,2})?")


@dataclass(frozen=True)
class ReceiptForm:
    """What a kind of receipt looks like: patterns of code, number and check ('' has none), and whether it bears tax."""

    kind: str
    label: str
    code: str
    number: str
    check: str
    taxed: bool

    def fault(self, row: "Answered") -> str:
        """What is wrong with what came back; '' when it has the form of its kind."""
        for label, pattern, text in (
            ("票据代码", self.code, row.code),
            ("票据号码", self.number, row.billno),
            ("校验码", self.check, row.check),
        ):
            if not re.fullmatch(pattern, text):
                return f"{label}{text}不是{self.label}的格式" if pattern else f"{self.label}没有{label}"
        return ""


@cache
def forms() -> Mapping[str, ReceiptForm]:
    """The kinds that are issued by file."""
    return {
        row["kind"]: ReceiptForm(
            **{name: row[name] for name in ("kind", "label", "code", "number", "check")}, taxed=row["taxed"] == "1"
        )
        for row in data.rows("receipt_forms")
    }


@dataclass(frozen=True)
class Answered:
    """What a line of a result says of one request."""

    requestno: str
    state: str
    code: str
    billno: str
    check: str
    amount: Decimal
    reason: str


def written(form: str, head: Mapping[str, str], bills: Sequence[Mapping[str, str]]) -> bytes:
    """The file that goes out."""
    if form == JSON:
        return json.dumps({**head, "bills": list(bills)}, ensure_ascii=False, indent=1).encode()
    root = ET.Element("bills", dict(head))
    for one in bills:
        ET.SubElement(root, "bill", dict(one))
    ET.indent(root)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return content


def read(content: bytes, fileno: str) -> list[Answered]:
    """What came back for a file of ours; raises BadInput with what is wrong."""
    if len(content) > MOST_BYTES:
        raise BadInput(f"结果文件过大，最多{MOST_BYTES >> 20} MB")
    number, rows = _xml(content) if content.lstrip().startswith(b"<") else _json(content)
    if number != fileno:
        raise BadInput(f"结果文件写的是{number[:32] or '（空）'}，不是{fileno}的结果")
    if not rows:
        raise BadInput("结果文件里没有一张票据")
    if len(rows) > MOST_ROWS:
        raise BadInput(f"结果文件最多{MOST_ROWS}张")
    lines = [_row(at, row) for at, row in enumerate(rows, 1)]
    for number, count in Counter(one.requestno for one in lines).items():
        if count > 1:
            raise BadInput(f"申请号{number}在结果文件里有{count}行")
    return lines


def _json(content: bytes) -> tuple[str, list[Any]]:
    try:
        whole = json.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        raise BadInput(UNREAD) from None
    rows = whole.get("results") if isinstance(whole, dict) else None
    if not isinstance(rows, list):
        raise BadInput("结果文件没有 results 一项")
    return str(whole.get("fileno", "")), rows


def _xml(content: bytes) -> tuple[str, list[Any]]:
    if b"<!" in content:  # a DTD may name other files or unfold without end
        raise BadInput("结果文件不能带 DTD、CDATA 或注释")
    try:
        root = ET.fromstring(content)
    except (ET.ParseError, ValueError, LookupError):
        raise BadInput(UNREAD) from None
    if root.tag != "results":
        raise BadInput("结果文件应以 results 开始")
    return root.get("fileno", ""), [dict(one.attrib) for one in root.findall("bill")]


def _row(at: int, row: Any) -> Answered:
    if not isinstance(row, dict):
        raise BadInput(f"第{at}张不是一行结果")
    cells = {name: row.get(name, "") for name in NAMES}
    for name, one in cells.items():
        if isinstance(one, bool) or not isinstance(one, str | int) or len(str(one)) > 200:
            raise BadInput(f"第{at}张的 {name} 应为文字")
    texts = {name: str(one).strip() for name, one in cells.items()}
    if not texts["requestno"]:
        raise BadInput(f"第{at}张没有申请号")
    if texts["state"] not in (ISSUED, DECLINED):
        raise BadInput(f"第{at}张的 state 应为 {ISSUED} 或 {DECLINED}")
    if texts["state"] == DECLINED and not texts["reason"]:
        raise BadInput(f"第{at}张没有开具，须写明 reason")
    if texts["state"] == ISSUED and not MONEY.fullmatch(texts["amount"]):
        raise BadInput(f"第{at}张的 amount 应为金额，最多两位小数")
    return Answered(**{**texts, "amount": _money(texts["amount"])})  # type: ignore[arg-type]


def _money(text: str) -> Decimal:
    try:
        return Decimal(text or 0)
    except InvalidOperation:
        return Decimal(0)  # of what was not issued nobody asks the amount
