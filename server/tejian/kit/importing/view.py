"""One declaration per kind of record that comes from Excel files: template, check and error workbook follow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NotRequired, Protocol, runtime_checkable

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User

from . import cells

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


class NearUnit(TypedDict):
    id: str
    name: str
    code: str


class UnknownUnit(TypedDict):
    """A unit without an archive: in which columns and how many rows it stands, and units that are called nearly so."""

    name: str
    labels: list[str]
    rows: int
    near: list[NearUnit]


CREATE, CHOOSE, LATER = "create", "choose", "later"
UNIT_ACTS = (CREATE, CHOOSE, LATER)


@dataclass(frozen=True)
class UnitAct:
    """What is done with an unknown unit; `unit` is the one that was chosen."""

    act: str
    unit: str = ""


class ImportUnits(TypedDict):
    """The units that the rows of a file name: how many are new and known, the first of the new, of the known those
    of which the file says otherwise than the archive, and those that are unknown."""

    created: int
    linked: int
    new: list[NewUnit]
    differing: list[DifferingUnit]
    unknown: NotRequired[list[UnknownUnit]]


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


@runtime_checkable
class Decided(Protocol):
    """An importer of rows that name units: what is done with those that nobody knows is said once for the file."""

    def decide(self, acts: Mapping[str, UnitAct]) -> None:
        """Folded name → what is done."""


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
    months: Callable[[Session], Mapping[str, str]] | None = None  # days of which a month says enough → FIRST or LAST
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

    def known_days(self, db: Session) -> dict[str, str]:
        """Days of which a month may be all that is known, with the day of it that is meant."""
        return {**dict.fromkeys(self.partial, cells.FIRST), **(self.months(db) if self.months else {})}


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
        partial: Mapping[str, str] | None = None,
        foreign: Mapping[str, Mapping[str, str]] | None = None,
        drafts: frozenset[str] = frozenset(),
        whole: Sequence[tuple[Field, str]] = (),
        others: Sequence[Field] = (),
    ):
        """`partial`: days of which a month may be all that is known → the first or the last day of it. `foreign` are
        the words of a file that are not ours: field → word → code, '' for none. `whole` is what the file says of every
        row without a column of its own; `others` are all fields, of which a cell may speak beside its own."""
        self.fields, self.partial, self.foreign = fields, partial or {}, foreign or {}
        self.whole = whole
        stated = [*fields.values(), *(f for f, _text in whole)]
        self.by_name = {f.name: f for f in stated}
        self.others = {f.name: f for f in others if f.name not in self.by_name}
        self.required = [f.name for f in stated if f.required]
        self.may_lack = set(self.required) - drafts if drafts else set()
        self.words = dictionary.words(db, me.dict_version)
        self.codes: dict[str, dict[str, str]] = {}
        for f in stated:
            known = codes_of(f, self.words)
            if known is not None:
                self.codes[f.name] = _by_label(known)

    def row(self, number: int, line: Sequence[Any]) -> Row:
        out = Row(number, {})
        for place, cell in enumerate(line):
            if cell == "" or cell is None or place not in self.fields:  # most columns of a row are empty
                continue
            f = self.fields[place]
            if isinstance(cell, float) and abs(cell) >= 1e15 and f.type == "text":
                out.cells[f.name] = as_text(cell)
                out.wrong(f.name, "数字超过15位，Excel已丢失末位，请把单元格设为文本后重填")
                continue
            self._take(out, f, as_text(cell))
        for f, text in self.whole if out.cells else ():
            self._take(out, f, text)
        for name in self.required:
            if name not in out.cells:
                (out.lack if name in self.may_lack else out.wrong)(name, "必填")
        return out

    def _take(self, out: Row, f: Field, text: str) -> None:
        """One value into a row; what is written together is taken apart, and a unit says what it says."""
        if (code := self.foreign.get(f.name, {}).get(text)) is not None:
            text = self._label(f, code)
        if not text:
            return
        parts = {n: v for n, v in cells.parts_of(f.name, text).items() if n == f.name or n in self.others}
        if len(parts) > 1:
            for name, part in parts.items():
                self._value(out, self.by_name.get(name) or self.others[name], part)
            return
        self._value(out, f, text)

    def _value(self, out: Row, f: Field, text: str) -> None:
        out.cells[f.name] = text
        if fault := cells.fault_of(text):
            out.wrong(f.name, fault)
            return
        try:
            if f.type in NUMBERS:
                number, name, code = cells.measured(text, f.unit)
                if name and name in self.others:
                    out.values.setdefault(name, code)
                out.values[f.name] = f.read(number, self.words)
            else:
                out.values[f.name] = f.read(self._coded(f, text), self.words)
        except Refused as wrong:
            out.wrong(f.name, wrong.message.removeprefix(f"{f.label}："))

    def _label(self, f: Field, code: str) -> str:
        """Our word for a code, as a file of errors may say it; the code where several share the word."""
        label = (codes_of(f, self.words) or {}).get(code, code)
        return label if self.codes[f.name].get(label) == code else code

    def _coded(self, f: Field, text: str) -> str:
        if f.type == "bool":
            return {"有": "1", "无": "0"}.get(text, self.codes[f.name].get(text, text))
        if f.type == "date":
            return cells.day_or_month(text, self.partial.get(f.name, ""))
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
