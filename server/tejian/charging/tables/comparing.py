"""A fee table beside the one before it: rows that are new, gone, or changed, cell by cell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models.tables import FeeTable, FeeTableRow
from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore
from tejian.system.rules.api import CHANGED, GONE, KINDS, NEW, TONES, Difference
from tejian.system.rules.api import differences as compared

from . import codes as at

__all__ = ["KINDS", "TONES", "Changed", "against_former", "before_day", "in_force", "rows_of"]


@dataclass(frozen=True)
class Changed:
    """One cell that is otherwise; a row that is new or gone is told by what it computes."""

    kind: str
    feecode: str
    item: str
    cell: str
    before: str
    after: str


def rows_of(db: Session, table_id: str) -> list[dict[str, str]]:
    """The rows of a table in the order of its file."""
    query = select(FeeTableRow.data).where(FeeTableRow.table_id == table_id)
    return list(db.scalars(query.order_by(FeeTableRow.seq)))


def before_day(table: FeeTable) -> date:
    """The day whose table this one is compared with: the last before its own, today while it has none."""
    if table.effective and (table.published or table.effective > clock.today()):
        return table.effective - timedelta(days=1)
    return clock.today()


def in_force(db: Session, day: date) -> list[dict[str, str]]:
    """The rows of the fee table in force on a day, without those that only explain."""
    return [row for row in rulestore.rows(db, at.TABLE, day) if row["line_role"] != at.NOTE]


def against_former(db: Session, table: FeeTable) -> list[Changed]:
    """What a table changes."""
    return differences(in_force(db, before_day(table)), rows_of(db, table.id))


def differences(before: Iterable[Mapping[str, str]], after: Sequence[Mapping[str, str]]) -> list[Changed]:
    """Rows are the same by their fee code; the order of the new table, then what is gone."""
    old, new = ({row["feecode"]: row for row in rows} for rows in (before, after))
    return [_changed(one, old, new) for one in compared(old, new, list(at.LABELS), _said)]


def _changed(one: Difference, old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> Changed:
    if not one.cell:
        return _whole(one.kind, (old if one.kind == GONE else new)[one.key])
    was, now = old[one.key], new[one.key]
    return Changed(CHANGED, one.key, now["item"], at.LABELS[one.cell], was.get(one.cell, ""), now.get(one.cell, ""))


def _said(name: str, row: Mapping[str, str]) -> str:
    """A cell without what makes no difference: 10.0 and 10 are one amount."""
    text = row.get(name, "").strip()
    if name == "amount" and "." in text:
        return text.rstrip("0").rstrip(".")
    return text


def _whole(kind: str, row: Mapping[str, str]) -> Changed:
    said = "　".join(text for text in (row["band"], row["calc"]) if text not in ("", "all"))
    return Changed(kind, row["feecode"], row["item"], "整行", said if kind == GONE else "", said if kind == NEW else "")
