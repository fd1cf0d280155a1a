"""What is typed or pasted into the cells of a table: read by the type of the column, or refused with a sentence."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation

from .tables import TableColumn

MOST = Decimal(1_000_000_000)
LONGEST = 200  # characters of a cell
YES = {"1": True, "0": False, "true": True, "false": False}


class BadCell(ValueError):
    """A cell whose value does not fit its column; the text is the sentence."""


def cell_text(column: TableColumn, value: object) -> str:
    """A cell as it is stored: '' when empty, else the text of its type. Raises BadCell."""
    text = str(value).strip() if value is not None else ""
    if not text:
        return ""
    if len(text) > LONGEST:
        raise BadCell(f"{column.label}：最多{LONGEST}个字")
    if column.options and text not in column.options:
        raise BadCell(f"{column.label}：只能是{'、'.join(column.options)}")
    if column.is_number:
        return _number(column, text)
    if column.type == "date":
        try:
            return date.fromisoformat(text[:10]).isoformat()
        except ValueError:
            raise BadCell(f"{column.label}：日期应为yyyy-MM-dd") from None
    if column.type == "bool" and text.lower() not in YES:
        raise BadCell(f"{column.label}：请填是或否")
    return text


def cell_value(column: TableColumn, text: str) -> object:
    """A stored cell as expressions read it; None when it is empty."""
    if not text:
        return None
    if column.is_number:
        return Decimal(text)
    if column.type == "date":
        return date.fromisoformat(text)
    return YES[text.lower()] if column.type == "bool" else text


def typed(columns: Mapping[str, TableColumn], cells: Mapping[str, str]) -> dict[str, object]:
    """The stored cells of a row or of the parameters, typed."""
    return {name: cell_value(columns[name], text) for name, text in cells.items() if name in columns}


def _number(column: TableColumn, text: str) -> str:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadCell(f"{column.label}：请输入数字") from None
    if not value.is_finite() or abs(value) > MOST:
        raise BadCell(f"{column.label}：请输入数字")
    if column.type == "int" and value != value.to_integral_value():
        raise BadCell(f"{column.label}：请输入整数")
    return f"{value:f}"
