"""Brings the rule tables of the product into the database: rows that are missing, and what is told of those there."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import data
from tejian.kit.ground.user import SYSTEM
from tejian.system.models.rules import RuleConfirmation, RuleRow
from tejian.system.settings.api import bump

from .store import SOURCES, TABLES, key_of

TOLD = (*SOURCES, "note")  # what a row says of itself and no rule reads


def load_tables(db: Session) -> int:
    """Load what the CSV files have and the database does not; rows of administrators stay. Returns the rows added.

    A row that came from a file, says what the file says and was not confirmed by anybody gets the source and the note
    that the file has now.
    """
    said_of = set(db.scalars(select(RuleConfirmation.rule_id)))
    added = retold = 0
    for table in TABLES:
        stored = db.scalars(select(RuleRow).where(RuleRow.tbl == table).order_by(RuleRow.validto.nulls_first()))
        have = dict[str, RuleRow | None]()
        for known in stored:
            have.setdefault(known.rowkey, known)
        for seq, row in enumerate(data.rows(table), 1):
            key = key_of(table, row)
            if key in have:
                known_row = have[key]
                if known_row and known_row.id not in said_of:
                    retold += _retell(known_row, row)
                continue
            have[key] = None
            added += 1
            db.add(_made(table, key, seq, row))
    if added or retold:
        bump(db, "rule")
    return added


def _made(table: str, key: str, seq: int, row: Mapping[str, str]) -> RuleRow:
    start = row.get("validfrom") or ""
    return RuleRow(
        tbl=table,
        rowkey=key,
        seq=seq,
        data=row,
        validfrom=date.fromisoformat(start) if start else None,
        source=_source_of(row),
        check_state=(row.get("check_state") or "")[:64],
    )


def _source_of(row: Mapping[str, str]) -> str:
    return next(filter(None, (row.get(c) for c in SOURCES)), "")[:512]


def _retell(known: RuleRow, row: Mapping[str, str]) -> bool:
    """Whether the row told of itself something else than the file does."""
    if known.validto or known.createby != SYSTEM.id:
        return False
    told = {c: row[c] for c in TOLD if c in row and known.data.get(c) != row[c]}
    if not told or any(known.data.get(c, v) != v for c, v in row.items() if c not in (*told, "check_state")):
        return False
    known.data, known.source = {**known.data, **told}, _source_of(row)
    return True
