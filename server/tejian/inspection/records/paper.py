"""What a record states put in the order of its layout: cover, identity, numbered sections, dates, signatures.

Layouts are data (report_layouts.csv, report_fields.csv); nothing here knows a template or a class by name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import EquipmentField, fields_of
from tejian.inspection.rules.api import (
    MEASURE,
    ROWS,
    Found,
    ReportLayout,
    Shown,
    SiteCondition,
    StatedName,
    TableColumn,
)
from tejian.kit.database.audit import plain
from tejian.kit.ground.dictionary import Words

from .annexes import YES_NO, with_unit
from .grids import EMPTY, Column, ems, printed

DIGITS = "一二三四五六七八九十"
HALF = 15.0  # characters that half of a line holds
FLAGS = {"C678"}  # the dictionary of yes and no

Pair = dict[str, Any]
Section = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that a report is put together of. `values` are those of the device, the unit beside them."""

    layouts: Sequence[ReportLayout]  # of the item lists; the first leads
    technical: Sequence[Shown]
    kind: str
    values: Mapping[str, Any]
    words: Words
    lines: Sequence[Mapping[str, Any]]  # of a piping project, with their documents unfolded
    conditions: Sequence[tuple[SiteCondition, str]]
    instruments: Sequence[Mapping[str, Any]]
    items: Sequence[Mapping[str, Any]]
    inputs: Sequence[Pair]
    tables: Sequence[dict[str, Any]]
    curves: Sequence[dict[str, Any]]
    photos: Sequence[Mapping[str, Any]]
    unprinted: int = 0  # photos that are kept and not printed
    own: Mapping[str, str] = field(default_factory=dict)  # labels of values that no field table has
    picked: Mapping[str, dict[str, Any] | None] = field(
        default_factory=dict
    )  # rows of tables, as the layout names them
    of_lines: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what followed for each line, by heading

    @property
    def layout(self) -> ReportLayout:
        return self.layouts[0]

    def pairs(self, fields: Sequence[Shown]) -> list[Pair]:
        """Fields of the device as label and value; what the kind does not have is left out."""
        known = fields_of(class_of(self.kind), self.kind)
        made = []
        for one in fields:
            label = one.label or (known[one.name].label if one.name in known else self.own.get(one.name, ""))
            if not label or (one.name not in known and one.name not in self.own):
                continue
            made.append(pair(label, self._value(one, known)))
        return made

    def _value(self, one: Shown, known: Mapping[str, EquipmentField]) -> str:
        raw = self.values.get(one.name)
        declared = known.get(one.name)
        if raw in (None, ""):
            return EMPTY
        unit = declared.unit if declared else ""
        if one.unit_from:
            unit = self._word(known.get(one.unit_from), self.values.get(one.unit_from))
        return f"{self._word(declared, raw)} {unit}".strip()

    def _word(self, declared: EquipmentField | None, raw: Any) -> str:
        return word_of(declared, raw, self.words)


def word_of(declared: EquipmentField | None, raw: Any, words: Words) -> str:
    """A value of a field in words: the label of a code, a day written out."""
    text = str(plain(raw)) if raw not in (None, "") else ""
    if declared is None:
        return text
    if declared.type == "date":
        return cn_day(text)
    if declared.type == "decimal" and "." in text:
        return text.rstrip("0").rstrip(".")
    if declared.dict in FLAGS:
        return words.get(declared.dict, {}).get(text, YES_NO.get(text, text))
    return words.get(declared.dict, {}).get(text, text) if declared.dict else text


def cn_day(text: str) -> str:
    """2026-06-11 → 2026年06月11日; other texts stay as they are."""
    parts = text[:10].split("-")
    return f"{parts[0]}年{parts[1]}月{parts[2]}日" if len(parts) == 3 and len(parts[0]) == 4 else text


def pair(label: str, value: str) -> Pair:
    """A label with its value; a long one takes a whole line."""
    return {"label": label, "value": value, "wide": ems(value) > HALF or ems(label) > HALF}


def sections(all_: Material) -> list[Section]:
    """The sections that have something to say, numbered without gaps."""
    single = {one.partition(":")[2] for one in all_.layout.body if ":" in one}
    made: list[Section] = []
    for name in all_.layout.body:
        kind, _, code = name.partition(":")
        if kind == ROWS:
            made += _rows(all_.picked.get(code))
        elif kind == "tables":
            wanted = [t for t in all_.tables if (t["code"] == code if code else t["code"] not in single)]
            made += _tables(wanted, code)
        else:
            made += MAKERS[kind](all_)
    annex = 0
    for number, one in enumerate(made):
        one["title"] = f"{ordinal(number + 1)}、{one['title']}"
        for table in one.get("tables", ()):
            annex += 1
            table["no"] = annex
    return made


def ordinal(number: int) -> str:
    """1 → 一, 12 → 十二."""
    return DIGITS[number - 1] if number <= len(DIGITS) else f"十{DIGITS[number - 11]}"


def _overview(all_: Material) -> list[Section]:
    pairs = all_.pairs([*all_.layout.blocks["base"], *all_.technical])
    return [{"kind": "pairs", "title": "设备概况", "pairs": pairs}] if pairs else []


def _lines(all_: Material) -> list[Section]:
    """The lines of a piping project that were inspected."""
    known = fields_of("8000GX", "8000GX")
    shown = [one for one in all_.layout.blocks["line"] if one.name in known]
    if not all_.lines or not shown:
        return []
    columns = [
        Column(
            one.label or known[one.name].label,
            known[one.name].unit,
            [word_of(known[one.name], line.get(one.name), all_.words) for line in all_.lines],
            key=n == 0,
        )
        for n, one in enumerate(shown)
    ]
    columns += [Column(label, "", list(texts)) for label, texts in all_.of_lines.items()]
    table = {"code": "lines", "title": "", "params": [], "results": [], **printed(columns)}
    return [{"kind": "grid", "title": "管道（管线）明细", "grid": table}]


def _conditions(all_: Material) -> list[Section]:
    rows = [
        {
            "label": one.label,
            "value": with_unit(text, one.unit),
            "limit": one.words() or EMPTY,
            "said": one.outside if _is_outside(one, text) else ("符合" if text and one.is_limited else EMPTY),
        }
        for one, text in all_.conditions
    ]
    return [{"kind": "conditions", "title": f"{all_.layout.noun}条件", "rows": rows}] if rows else []


def _is_outside(one: SiteCondition, text: str) -> bool:
    return bool(text) and one.is_limited and not one.holds_for(Decimal(text))


def _instruments(all_: Material) -> list[Section]:
    title = f"主要{all_.layout.noun}仪器设备"
    rows = [{k: v or EMPTY for k, v in one.items()} for one in all_.instruments]
    return [{"kind": "instruments", "title": title, "rows": rows}] if rows else []


def _items(all_: Material) -> list[Section]:
    """One section for each item list, in its own form."""
    made = []
    for layout in all_.layouts:
        rows = [one for one in all_.items if one["template"] == layout.template]
        if not rows:
            continue
        name = f"（{layout.name}）" if len(all_.layouts) > 1 else ""
        kind = "measured" if layout.itemform == MEASURE else "items"
        made.append({"kind": kind, "title": f"{layout.noun}项目及{layout.noun}结果{name}", "rows": rows})
    return made


def _findings(all_: Material) -> list[Section]:
    return [{"kind": "pairs", "title": "评定与判定参数", "pairs": list(all_.inputs)}] if all_.inputs else []


def _tables(tables: Sequence[dict[str, Any]], code: str) -> list[Section]:
    """Upright tables first, then those across: a page is turned once. One that stands alone is its section."""
    if not tables:
        return []
    if code:
        return [{"kind": "grid", "title": tables[0]["title"], "grid": tables[0]}]
    ordered = sorted(tables, key=lambda one: bool(one["across"]))
    return [{"kind": "tables", "title": "观测数据与测量结果", "tables": ordered}]


def _rows(table: dict[str, Any] | None) -> list[Section]:
    """Some rows of a table on a page of their own."""
    return [{"kind": "grid", "title": table["title"], "grid": table, "apart": True}] if table else []


def _curves(all_: Material) -> list[Section]:
    return [{"kind": "curves", "title": "曲线", "curves": list(all_.curves)}] if all_.curves else []


def _photos(all_: Material) -> list[Section]:
    return [{"kind": "photos", "title": "附图与照片", "unprinted": all_.unprinted}] if all_.photos else []


MAKERS: Mapping[str, Callable[[Material], list[Section]]] = {
    "overview": _overview,
    "lines": _lines,
    "conditions": _conditions,
    "instruments": _instruments,
    "items": _items,
    "findings": _findings,
    "curves": _curves,
    "photos": _photos,
}


def stated_pair(one: StatedName, text: str) -> Pair:
    """What the inspector states of a name, with its unit."""
    if one.kind == "flag":
        return pair(one.label, YES_NO.get(text, text))
    return pair(one.label, with_unit(cn_day(text) if one.kind == "day" else text, one.unit))


def curves(sheet: Found, layout: ReportLayout) -> list[dict[str, Any]]:
    """The curves that a layout draws of the tables: each has at least two points."""
    made = []
    for one in layout.curves:
        worked = sheet.worked.get(one.table)
        if worked is None:
            continue
        labels = {c.column: _axis(c) for c in worked.table.columns}
        points = {name: [p for row in worked.rows if (p := _point(row, one.along, name))] for name in one.up}
        series = [{"label": labels[name], "points": known} for name, known in points.items() if len(known) > 1]
        if series:
            made.append({"title": worked.table.title, "along": labels[one.along], "series": series})
    return made


def _axis(column: TableColumn) -> str:
    return f"{column.label}（{column.unit}）" if column.unit else column.label


def _point(row: Mapping[str, object], along: str, up: str) -> list[float] | None:
    x, y = row.get(along), row.get(up)
    return [float(x), float(y)] if isinstance(x, Decimal) and isinstance(y, Decimal) else None
