"""The two workbooks of an import: the empty template with dropdowns and an example, and the rows that were refused."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.papers.sheet import OPTIONS

from .view import ERROR_HEAD, Row, head_of

DROPDOWN_MOST = 400  # longer lists are explained, not dropped down
ROWS_WITH_DROPDOWN = 10_000
SAYS = {
    "date": "日期，如 2026-03-18",
    "datetime": "时间，如 2026-03-18 09:30:00",
    "int": "整数",
    "decimal": "数字",
    "money": "金额（元）",
    "number": "数字",
    "bool": "是 或 否",
    "unit": "单位全称或统一社会信用代码，须已建档",
    "area": "区划名称或代码",
}


def _words(f: Field, words: dictionary.Words) -> Mapping[str, str]:
    if f.options is not None:
        return f.options
    return words.get(f.dict or {"area": "AREA", "category": "C602"}.get(f.type, ""), {})


def template(
    title: str,
    fields: Sequence[Field],
    example: Mapping[str, str],
    words: dictionary.Words,
    begun: Sequence[Mapping[str, str]] = (),
) -> bytes:
    """Sheet 1 to fill in, with an example row that the import skips and the rows that are known in advance; sheet 2
    says what each column takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.xlsx"
        book = xlsxwriter.Workbook(str(path), {**OPTIONS, "constant_memory": False})
        sheet, guide, lists = book.add_worksheet("数据"), book.add_worksheet("填写说明"), book.add_worksheet("可选值")
        plain = book.add_format({"bold": True, "bg_color": "#F5F7F9", "border": 1, "text_wrap": True, "valign": "top"})
        must = book.add_format(
            {"bold": True, "bg_color": "#FDF3E4", "border": 1, "text_wrap": True, "valign": "top", "color": "#8A5300"}
        )
        grey, as_text = book.add_format({"color": "#7A858F"}), book.add_format({"num_format": "@"})
        sheet.freeze_panes(1, 1)
        sheet.set_row(0, 32)
        for i, f in enumerate(fields):
            sheet.set_column(i, i, max(12, min(30, len(f.label) * 2.4)), as_text)
            sheet.write_string(0, i, head_of(f), must if f.required else plain)
            sheet.write_string(1, i, str(example.get(f.name, "")), grey)
            for n, row in enumerate(begun, 2):
                sheet.write_string(n, i, str(row.get(f.name, "")), as_text)
        _guide(guide, plain, fields, words)
        _dropdowns(sheet, lists, fields, words)
        lists.hide()
        book.close()
        return path.read_bytes()


def _guide(sheet: Any, head: Any, fields: Sequence[Field], words: dictionary.Words) -> None:
    for i, (label, width) in enumerate((("列", 26), ("必填", 8), ("填写要求", 50), ("说明", 60))):
        sheet.set_column(i, i, width)
        sheet.write_string(0, i, label, head)
    for n, f in enumerate(fields, 1):
        known = _words(f, words)
        says = SAYS.get(f.type, f"文字，最多{f.size}个字")
        if known and f.type != "area":
            says = "可选：" + "、".join(list(known.values())[:30]) + ("…（见下拉）" if len(known) > 30 else "")
        bounds = [f"不小于{f.low:g}" if f.low is not None else "", f"不大于{f.high:g}" if f.high is not None else ""]
        says = "，".join(filter(None, [says, *bounds, f"单位：{f.unit}" if f.unit else ""]))
        for i, text in enumerate((f.label, "是" if f.required else "", says, f.help)):
            sheet.write_string(n, i, text)


def _dropdowns(sheet: Any, lists: Any, fields: Sequence[Field], words: dictionary.Words) -> None:
    column = 0
    for i, f in enumerate(fields):
        labels = ["是", "否"] if f.type == "bool" else list(dict.fromkeys(_words(f, words).values()))
        if not labels or len(labels) > DROPDOWN_MOST or f.type.endswith("Multi"):
            continue
        for n, label in enumerate(labels):
            lists.write_string(n, column, label)
        from xlsxwriter.utility import xl_col_to_name  # noqa: PLC0415 (only a file of errors needs it)

        name = xl_col_to_name(column)
        source = f"=可选值!${name}$1:${name}${len(labels)}"
        sheet.data_validation(
            1,
            i,
            ROWS_WITH_DROPDOWN,
            i,
            {"validate": "list", "source": source, "error_type": "warning", "error_title": f.label[:30]}
            | {"error_message": "请从下拉中选择，或填写代码"},
        )
        column += 1


def refused(title: str, fields: Sequence[Field], rows: Iterable[Row], wrong: Sequence[str]) -> bytes:
    """The refused rows as they were given, with a column of reasons beside each column that has faults (`wrong`).

    Mended, the file can be imported as it is: columns of reasons are skipped.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "errors.xlsx"
        book = xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": folder})
        head = book.add_format({"bold": True, "bg_color": "#F5F7F9", "border": 1})
        red = book.add_format({"bg_color": "#FBE4E2"})
        says = book.add_format({"color": "#B3261E", "text_wrap": True})
        sheet = book.add_worksheet("需要修改的行")
        sheet.freeze_panes(1, 1)
        places: list[tuple[Field | None, str]] = [(None, "")]
        for f in fields:
            places.append((f, f.name))
            if f.name in wrong:
                places.append((None, f.name))
        for i, (known, name) in enumerate(places):
            label = head_of(known) if known else _reason_head(name, fields)
            sheet.set_column(i, i, 26 if known is None else 18)
            sheet.write_string(0, i, label, head)
        for n, row in enumerate(rows, 1):
            for i, (known, name) in enumerate(places):
                if known is None:
                    text = f"第{row.number}行　{row.errors.get('', '')}" if name == "" else row.errors.get(name, "")
                    sheet.write_string(n, i, text.strip("　"), says)
                elif row.cells.get(name):
                    sheet.write_string(n, i, row.cells[name][:32_000], *([red] if name in row.errors else []))
                elif name in row.errors:
                    sheet.write_blank(n, i, None, red)
        book.close()
        return path.read_bytes()


def _reason_head(name: str, fields: Sequence[Field]) -> str:
    label = next((f.label for f in fields if f.name == name), "原文件行号")
    return f"{label}{ERROR_HEAD}"
