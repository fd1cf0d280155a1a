"""What the archive knows of the cells of the tables of a record: proposed to empty ones, held against typed ones."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import fields_of, flat
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import SAME, Known, Names, Worked, differing, known_cells
from tejian.kit.database.audit import plain

from . import book, pipelines
from .reading import names_for, templates_of

LINES = "8000GX"  # the kind of a line
LINE_OF_ROW = ("lineid", "part")  # the cells that may name a line of a piping project
KnownRows = Mapping[str, Sequence[Mapping[str, Known]]]  # by table, row by row
NOTHING_KNOWN: KnownRows = {}


def known_of(db: Session, row: AppBuss, record: OriginalRecord, worked: Mapping[str, Worked]) -> KnownRows:
    """What the archive knows of each row of the filled tables, as the record has taken it over."""
    templates = templates_of(db, row)[1]
    cells = [one for one in book.archived_cells(db, row.templateday) if one.is_for(templates, row.equclacode)]
    wanted = {one.table for one in cells} & set(worked)
    if not wanted:
        return {}
    archive = names_for(db, record)
    lines = {line.pipeno: _names_of_line(flat(line)) for line in pipelines.named_lines(db, row)}

    def known(code: str, cells_of_row: Names) -> dict[str, Known]:
        line = next((lines[name] for c in LINE_OF_ROW if (name := str(cells_of_row.get(c) or "")) in lines), {})
        return known_cells([one for one in cells if one.table == code], cells_of_row, {**archive, **line})

    return {code: [known(code, {**worked[code].params, **one}) for one in worked[code].rows] for code in wanted}


def _names_of_line(values: Mapping[str, Any]) -> dict[str, object]:
    """The values of a line by their names: what is a number is read as one."""
    numbers = {name for name, one in fields_of(LINES, LINES).items() if one.type in ("int", "decimal")}
    known = {name: value for name, value in values.items() if value not in (None, "")}
    return {f"line_{name}": book.number(value) if name in numbers else value for name, value in known.items()}


def proposals(known: Sequence[Mapping[str, Known]]) -> list[dict[str, str]]:
    """The values of the archive for the cells of a table, row by row, as they are typed."""
    return [{name: text_of(one.value) for name, one in cells.items() if one.relation == SAME} for cells in known]


def text_of(value: object) -> str:
    """A value as people type it: without the zeros that a column adds."""
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(plain(value))


def against_archive(known: KnownRows, worked: Mapping[str, Worked]) -> list[dict[str, Any]]:
    """The typed cells that do not agree with the archive, for the checks of the report."""
    cells = []
    for code, rows in known.items():
        table = worked[code].table
        columns = {one.column: one for one in table.columns}
        for one in differing(rows, worked[code].rows):
            column = columns[one.column]
            place: dict[str, Any] = {"code": code, "row": Decimal(one.row), "column": one.column}
            words = {
                "value": text_of(one.typed),
                "how": one.known.against(one.typed),
                "known": text_of(one.known.value),
            }
            cells.append({**place, **words, "table": table.title, "label": column.label, "unit": column.unit})
    return cells
