"""The tables of a record as declared data, from report_tables.csv: what is typed, computed and concluded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .methods import parsed

PARAM, KEY, INPUT, COMPUTED, RESULT = "param", "key", "input", "computed", "result"
PHOTO = "photo"  # role and type of the column in which a row names its pictures
ROLES = (PARAM, KEY, INPUT, COMPUTED, RESULT, PHOTO)
NUMBERS = ("decimal", "int")
TYPES = (*NUMBERS, "text", "enum", "date", "bool", "ref", "person", "dict", PHOTO)
FLAGS = "0/1"  # the options of a cell that says yes or no; empty counts as no


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One row of report_tables.csv. A column may have several, of which the first whose `condition` holds is worked.

    `item`, `field` name the measured value that a result is (goes_to_item); `limit` must hold for a filled cell.
    """

    template: str
    table: str
    title: str
    seq: int
    role: str
    column: str
    label: str
    unit: str
    type: str
    options: tuple[str, ...]
    rows: str
    condition: str
    formula: str
    method: str
    limit: str
    item: str
    field: str
    decimals: int | None
    source: str
    words: str = ""  # the dictionary that the cells are codes of

    @property
    def is_number(self) -> bool:
        return self.type in NUMBERS

    @property
    def is_flag(self) -> bool:
        return "/".join(self.options) == FLAGS


@dataclass(frozen=True, slots=True)
class RecordTable:
    """A table of a template: its columns in their order."""

    template: str
    code: str
    title: str
    rows: str
    columns: tuple[TableColumn, ...]

    def of(self, *roles: str) -> tuple[TableColumn, ...]:
        return tuple(one for one in self.columns if one.role in roles)

    def shown(self, *roles: str) -> list[TableColumn]:
        """Each column once, however many formulas it has; with all its labels where they differ."""
        known: dict[str, TableColumn] = {}
        for one in self.of(*roles):
            first = known.setdefault(one.column, one)
            if one.label not in first.label.split("／"):
                known[one.column] = replace(first, label=f"{first.label}／{one.label}")
        return list(known.values())

    @property
    def params(self) -> dict[str, TableColumn]:
        return {one.column: one for one in self.of(PARAM)}

    @property
    def entered(self) -> dict[str, TableColumn]:
        """The cells that are filled in, by name."""
        return {one.column: one for one in self.of(KEY, INPUT)}

    @property
    def pictured(self) -> dict[str, TableColumn]:
        """The cells that name pictures, by name."""
        return {one.column: one for one in self.of(PHOTO)}


def table_column(row: Mapping[str, str]) -> TableColumn:
    """A row of report_tables.csv. Raises ValueError for a role, a type or an item that is none."""
    if row["role"] not in ROLES or row["type"] not in TYPES:
        raise ValueError(f"{row['template']} {row['table_code']} {row['column']}：{row['role']}、{row['type']}")
    item, _, field = row["goes_to_item"].partition(">")
    if bool(item) != bool(field):
        raise ValueError(f"{row['goes_to_item']} 应写作 项目>字段")
    listed = row["options"] if row["type"] == "enum" and "/" in row["options"] else ""
    if (row["role"] == PHOTO) != (row["type"] == PHOTO):
        raise ValueError(f"{row['template']} {row['table_code']} {row['column']}：附图列的角色和类型都应为 photo")
    return TableColumn(
        template=row["template"],
        table=row["table_code"],
        title=row["title"],
        seq=int(row["seq"]),
        role=row["role"],
        column=row["column"],
        label=row["label"],
        unit=row["unit"],
        type=row["type"],
        options=tuple(filter(None, listed.split("/"))),
        rows=row["row_source"],
        condition=row["condition"],
        formula=row["formula"],
        method=row["method"],
        limit=row["limit"],
        item=item,
        field=field,
        decimals=int(row["decimals"]) if row["decimals"] else None,
        source=row["source"],
        words=row["options"] if row["type"] == "dict" else "",
    )


def checked_column(row: Mapping[str, str]) -> TableColumn:
    """A row of report_tables.csv whose method there is. Raises ValueError."""
    if row["method"]:
        parsed(row["method"])
    return table_column(row)


def record_tables(columns: Iterable[TableColumn]) -> dict[str, dict[str, RecordTable]]:
    """The tables by template and code."""
    found: dict[tuple[str, str], list[TableColumn]] = {}
    for one in columns:
        found.setdefault((one.template, one.table), []).append(one)
    made: dict[str, dict[str, RecordTable]] = {}
    for (template, code), own in found.items():
        ordered = tuple(sorted(own, key=lambda one: one.seq))
        made.setdefault(template, {})[code] = RecordTable(template, code, own[0].title, own[0].rows, ordered)
    return made


def tables_for(tables: Mapping[str, Mapping[str, RecordTable]], templates: Iterable[str]) -> dict[str, RecordTable]:
    """The tables of a record made of several templates: the same table is filled once, for the items of each."""
    made: dict[str, RecordTable] = {}
    for template in templates:
        for code, table in tables.get(template, {}).items():
            known = made.get(code)
            if known is None:
                made[code] = table
                continue
            more = tuple(one for one in table.of(RESULT) if one.item)
            made[code] = RecordTable(known.template, code, known.title, known.rows, (*known.columns, *more))
    return made
