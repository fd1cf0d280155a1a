"""What a fee says of other rows stands in columns of its own; until now it was read out of its note."""

import json
import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0094"
down_revision = "0087"
branch_labels = None
depends_on = None

EXCLUDES = re.compile(r"(?:不与|not together with) ([F0-9, 、]+)")
INSTEAD = re.compile(r"代替整台|instead of")
Row = tuple[Any, dict[str, str]]
# rows of a table beside each other: what tells tables apart, and the key of a row
TABLES = {
    "rule_row": "select 'fees', id, data from rule_row where tbl = 'fees'",
    "feetablerow": "select table_id, id, data from feetablerow",
}


def upgrade() -> None:
    link = op.get_bind()
    for table, query in TABLES.items():
        together: dict[str, list[Row]] = {}
        for of, key, data in link.execute(sa.text(query)):
            together.setdefault(of, []).append((key, data))
        change = sa.text(f"update {table} set data = data || cast(:said as jsonb) where id = :key")
        for rows in together.values():
            for key, data in rows:
                said = {"instead": _replaced(data, rows), "excludes": _excluded(data)}
                link.execute(change, {"key": key, "said": json.dumps(said)})


def _excluded(data: dict[str, str]) -> str:
    found = EXCLUDES.search(data.get("note", "")) if data["line_role"] == "rule" else None
    return "/".join(re.findall(r"F\d{4}", found.group(1))) if found else ""


def _replaced(data: dict[str, str], rows: Sequence[Row]) -> str:
    """All base rows that may stand beside an option which stands instead of them."""
    if data["line_role"] != "option" or not INSTEAD.search(data.get("note", "")):
        return ""
    codes = {
        one["feecode"]
        for _key, one in rows
        if one["line_role"] == "base" and all(_meet(data[name], one[name]) for name in ("equclass", "testsort"))
    }
    return "/".join(sorted(codes))


def _meet(one: str, other: str) -> bool:
    return bool(set(one.split("/")) & set(other.split("/")))


def downgrade() -> None:
    for table in TABLES:
        where = " where tbl = 'fees'" if table == "rule_row" else ""
        op.execute(f"update {table} set data = data - 'instead' - 'excludes'{where}")
