"""One declaration per kind of record that comes from Excel files: template, check and error workbook follow."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Protocol

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User

CHANGED_HEADS = "。请勿改动模板的表头"
ERROR_HEAD = "（错误说明）"  # the head of a column of reasons ends so; an import skips such columns


@dataclass
class Row:
    """One row of the file. `errors` is column name → sentence; '' stands for the row as a whole. `lacks` is what it
    does not state, where a record may come without."""

    number: int
    cells: dict[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    lacks: dict[str, str] = field(default_factory=dict)

    def wrong(self, name: str, sentence: str) -> None:
        self.errors.setdefault(name, sentence)

    def lack(self, name: str, sentence: str) -> None:
        self.lacks.setdefault(name, sentence)


class NewUnit(TypedDict):
    """A unit that a file brings; `row` is its first, `faults` stand against it."""

    name: str
    code: str
    row: int
    rows: int
    faults: list[str]


class OtherValue(TypedDict):
    label: str
    ours: str
    theirs: str


class DifferingUnit(TypedDict):
    name: str
    code: str
    rows: int
    values: list[OtherValue]


class ImportUnits(TypedDict):
    """The units that the rows of a file name: how many are new and known, the first of the new, and of the known those
    of which the file says otherwise than the archive."""

    created: int
    linked: int
    new: list[NewUnit]
    differing: list[DifferingUnit]


class Importer(Protocol):
    """What a view does with the rows of one run. `check` sees every row, in blocks, before `write` sees one."""

    def check(self, rows: Sequence[Row]) -> None:
        """Name what is wrong beyond the single cell: relations, duplicates in the file and in the database."""

    def checked(self) -> None:
        """All rows were seen: whatever the check did to the database is taken back."""

    def told(self) -> ImportUnits | None:
        """What the check says of the units that the rows name; None where rows bring no units."""

    def write(self, rows: Sequence[Row]) -> None:
        """Make the records of rows that are right."""

    def finish(self) -> None:
        """The last look before the commit, under the locks that a single save takes. May refuse everything."""


def judge_each(rows: Sequence[Row], judge: Callable[[Row], None]) -> None:
    """Ask of each row that is right so far; a refusal stands against the cell that it names."""
    for row in rows:
        if row.errors:
            continue
        try:
            judge(row)
        except Refused as no:
            row.wrong(str(no.extra.get("field") or ""), no.message)


@dataclass(frozen=True)
class ImportView:
    """`no` is the viewNo of the list that offers the import."""

    no: str
    title: str
    permission: str
    columns: Callable[[Session, User], Sequence[Field]]
    example: Callable[[Session, User], Mapping[str, str]]
    start: Callable[[Session, User], Importer]
    begun: Callable[[Session, User], Sequence[Mapping[str, str]]] | None = None  # rows that the template holds already
    secret: frozenset[str] = frozenset()  # columns whose values no list of faults repeats
    drafts: frozenset[str] = frozenset()  # without these no record may come to be completed later; empty: none may
    whole: bool = False  # the rows mean something together only: all of them or none
    partial: frozenset[str] = frozenset()  # days of which a year, or a year and a month, may be all that is known
    most: int = 0  # rows of one file, where fewer than the platform takes
    leads: tuple[str, str] | None = None  # what is done next with what was written: the words and the page
    signed: bool = False  # what the rows do is signed: the PIN is asked for when the file is sent to be written
    once: bool = False  # the rows order something: a file that was written is not taken again

    def __post_init__(self) -> None:
        if self.permission not in PERMISSIONS:
            raise ValueError(f"import {self.no}: permission {self.permission} is not declared")

    def rows_begun(self, db: Session, me: User) -> Sequence[Mapping[str, str]]:
        """The rows that the template holds already; an import skips those that nobody went on with."""
        return self.begun(db, me) if self.begun else ()


IMPORTS: dict[str, ImportView] = {}


def add_import(view: ImportView) -> ImportView:
    if view.no in IMPORTS:
        raise ValueError(f"two imports share viewNo {view.no}")
    IMPORTS[view.no] = view
    return view


def import_of(no: str) -> ImportView:
    if no not in IMPORTS:
        raise BadInput("该列表不支持导入")
    return IMPORTS[no]


def head_of(f: Field) -> str:
    """The head of a column as template and file write it: label, unit, and * where a value is required."""
    return f"{'*' if f.required else ''}{f.label}{f'（{f.unit}）' if f.unit else ''}"


def columns_by_place(fields: Sequence[Field], head: Sequence[Any]) -> dict[int, Field]:
    """Which column of the file holds which field. Refuses renamed, missing and repeated heads by name."""
    by = {_plain(head_of(f)): f for f in fields} | {_plain(f.label): f for f in fields}
    columns: dict[int, Field] = {}
    strange, twice = [], []
    for place, cell in enumerate(head):
        text = str(cell or "").strip()
        if not text or text.endswith(ERROR_HEAD):
            continue
        match = by.get(_plain(text))
        if match is None:
            strange.append(text[:30])
        elif match in columns.values():
            twice.append(match.label)
        else:
            columns[place] = match
    lacking = [f.label for f in fields if f.required and f not in columns.values()]
    faults = []
    if lacking:
        faults.append("缺少列：" + "、".join(lacking[:8]))
    if strange:
        faults.append("不认识的列：" + "、".join(strange[:8]))
    if twice:
        faults.append("重复的列：" + "、".join(twice[:8]))
    if faults:
        raise BadInput("；".join(faults) + CHANGED_HEADS)
    return columns


def _plain(head: str) -> str:
    return head.strip().lstrip("*").replace("(", "（").replace(")", "）").replace(" ", "")


def as_text(cell: Any) -> str:
    """A cell as a person reads it: dates as yyyy-MM-dd, whole numbers without decimals."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == cell.time().min else cell.isoformat(" ", "seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, bool):
        return "是" if cell else "否"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return str(cell).strip()


def codes_of(f: Field, words: dictionary.Words) -> Mapping[str, str] | None:
    """Code → label of a coded field; None for one that takes anything."""
    if f.options is not None:
        return f.options
    if f.type == "bool":
        return YES_NO
    name = f.dict or {"area": "AREA", "category": "C602"}.get(f.type, "")
    return words.get(name, {}) if name else None


class Reader:
    """Turns cells into typed values, with the words of the dictionaries as people write them."""

    def __init__(
        self,
        db: Session,
        me: User,
        fields: Mapping[int, Field],
        partial: frozenset[str] = frozenset(),
        foreign: Mapping[str, Mapping[str, str]] | None = None,
        drafts: frozenset[str] = frozenset(),
    ):
        """`foreign` are the words of a file that are not ours: field → word → code, '' for none."""
        self.fields, self.partial, self.foreign = fields, partial, foreign or {}
        self.required = [f.name for f in fields.values() if f.required]
        self.may_lack = set(self.required) - drafts if drafts else set()
        self.words = dictionary.words(db, me.dict_version)
        self.codes: dict[str, dict[str, str]] = {}
        for f in fields.values():
            known = codes_of(f, self.words)
            if known is not None:
                self.codes[f.name] = _by_label(known)

    def row(self, number: int, cells: Sequence[Any]) -> Row:
        out = Row(number, {})
        for place, cell in enumerate(cells):
            if cell == "" or cell is None or place not in self.fields:  # most columns of a row are empty
                continue
            f, text = self.fields[place], as_text(cell)
            if (code := self.foreign.get(f.name, {}).get(text)) is not None:
                text = self._label(f, code)
            if not text:
                continue
            out.cells[f.name] = text
            if isinstance(cell, float) and abs(cell) >= 1e15 and f.type == "text":
                out.wrong(f.name, "数字超过15位，Excel已丢失末位，请把单元格设为文本后重填")
                continue
            try:
                out.values[f.name] = f.read(self._coded(f, text), self.words)
            except Refused as wrong:
                out.wrong(f.name, wrong.message.removeprefix(f"{f.label}："))
        for name in self.required:
            if name not in out.cells:
                (out.lack if name in self.may_lack else out.wrong)(name, "必填")
        return out

    def _label(self, f: Field, code: str) -> str:
        """Our word for a code, as a file of errors may say it; the code where several share the word."""
        label = (codes_of(f, self.words) or {}).get(code, code)
        return label if self.codes[f.name].get(label) == code else code

    def _coded(self, f: Field, text: str) -> str:
        if f.type == "bool":
            return {"有": "1", "无": "0"}.get(text, self.codes[f.name].get(text, text))
        if f.type == "date":
            return _date_text(text, f.name in self.partial)
        if f.type in NUMBERS:
            return _number_text(text, f.unit)
        codes = self.codes.get(f.name)
        if codes is None:
            return text
        parts = text.replace("，", ",").replace("、", ",").split(",") if f.type.endswith("Multi") else [text]
        values = [codes.get(part.strip(), "") for part in parts]
        if "" in values:
            bad = parts[values.index("")].strip()
            many = AMBIGUOUS in codes and bad in codes[AMBIGUOUS].split("\n")
            raise BadInput(f"“{bad[:20]}”有多个同名选项，请填代码" if many else f"“{bad[:20]}”不在可选值中")
        return ",".join(values)


AMBIGUOUS = "\0ambiguous"


def _by_label(known: Mapping[str, str]) -> dict[str, str]:
    """Code and label → code. A label of several codes is left out and remembered."""
    out: dict[str, str] = {}
    several: set[str] = set()
    for code, label in known.items():
        if label in out and out[label] != code:
            several.add(label)
        out[label] = code
    for label in several:
        del out[label]
    out.update({code: code for code in known})
    if several:
        out[AMBIGUOUS] = "\n".join(several)
    return out


YES_NO: Mapping[str, str] = {"1": "是", "0": "否"}
NUMBERS = ("int", "decimal", "money", "number")
FIRST_SERIAL = date(1899, 12, 30)  # day 0 of Excel
SERIALS = range(18_000, 73_050)  # 1949 to 2099: a bare number of five digits in a column of days


def _date_text(text: str, partial: bool) -> str:
    """yyyy-MM-dd from the ways people and workbooks write a day; anything else as it is.

    With `partial` a year, or a year and a month, stands for its first day.
    """
    text = unicodedata.normalize("NFKC", text)
    plain = text.replace("/", "-").replace(".", "-").replace("年", "-").replace("月", "-").replace("日", "")
    parts = plain[:10].strip("-").split("-")
    if not all(p.isdecimal() for p in parts):
        return text
    if len(parts) == 1 and len(plain) == 8:
        parts = [text[:4], text[4:6], text[6:]]
    if len(parts) == 1 and text.isdecimal() and int(text) in SERIALS:
        return (FIRST_SERIAL + timedelta(days=int(text))).isoformat()
    if partial and len(parts) < 3 and len(parts[0]) == 4:
        parts = [*parts, "1", "1"][:3]
    return "-".join(part.zfill(2) for part in parts) if len(parts) == 3 else text


def _number_text(text: str, unit: str) -> str:
    """A number as people write it: with commas between thousands, full-width, or with the unit of its column."""
    plain = unicodedata.normalize("NFKC", text).removesuffix(unicodedata.normalize("NFKC", unit)).strip()
    return plain.replace(",", "") if THOUSANDS.fullmatch(plain) else plain


THOUSANDS = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")
