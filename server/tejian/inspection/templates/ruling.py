"""The rules that make up a template on a day."""

import re
from collections.abc import Iterable
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.inspection.records import api as records
from tejian.system.rules.api import RuleRow

from .parts import FIELDS, PARTS, SHARED

R = RuleRow
READING = ("expr", "condition", "formula", "limit", "low", "high", "least")  # columns that name what they read


def in_force(db: Session, day: date) -> list[RuleRow]:
    """The rules of all templates that are in force on a day."""
    query = select(R).where(R.tbl.in_(list(PARTS)), or_(R.validfrom.is_(None), R.validfrom <= day))
    query = query.where(or_(R.validto.is_(None), R.validto > day))
    return list(db.scalars(query.order_by(R.seq, R.id)))


def ruling(db: Session, template: str, day: date) -> list[RuleRow]:
    """Those of one template."""
    rows = [row for row in in_force(db, day) if PARTS[row.tbl].is_of(row.data, template)]
    own = [row for row in rows if row.tbl != FIELDS]
    mine = records.fields_of_template(db, template, day)
    asked = [row for row in rows if row.tbl == FIELDS and (row.data.get(SHARED) or row.rowkey in mine)]
    known = _read(own)
    return [*own, *(row for row in asked if row.data["read"] != "Y" or row.data["name"] in known)]


def _read(rows: Iterable[RuleRow]) -> set[str]:
    """The names that the rules of a template read."""
    text = " ".join(str(row.data.get(one) or "") for row in rows for one in READING)
    return set(re.findall(r"[A-Za-z_]\w*", text))
