"""A form as a workbook: the same table as the preview, with its period and its footnotes."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.lists.excel import MIME, workbook
from tejian.kit.lists.listview import Col
from tejian.kit.web.edge import File
from tejian.statistics.models.filed import StatForm

from .counting import CountedForm, preview

NOTHING = "—"  # what is divided by nothing


def workbook_of(db: Session, me: User, form: StatForm, begin: str, end: str) -> File:
    """A form as it is counted now."""
    return as_workbook(preview(db, me, form, begin, end))


def as_workbook(table: CountedForm, *lines: str) -> File:
    """Its lines, the sum, what does not add up and the notes; `lines` stand first under it."""
    columns = [Col("label", table["by"], None, 200)]
    columns += [Col(one["code"], f"{one['heading']}（{one['unit']}）", None, 110, "number") for one in table["columns"]]
    rows: list[dict[str, Any]] = []
    notes = [*lines, f"统计期间 {table['begin']} 至 {table['end']}，统计时间 {clock.minute(table['at'])}"]
    for line in (*table["lines"], table["total"]):
        values = {code: NOTHING if (n := cell["value"]) is None else n for code, cell in line["cells"].items()}
        rows.append({"label": line["label"], **values})
        notes += [f"{line['label']}：{fault}" for fault in line["faults"]]
    blank = dict.fromkeys((one.name for one in columns), "")
    footnotes = [blank | {"label": note} for note in (*notes, *filter(None, [table["note"]]))]
    return File(
        workbook(table["title"], columns, [rows, footnotes]),
        MIME,
        f"{table['title']}{table['begin']}至{table['end']}.xlsx",
    )
