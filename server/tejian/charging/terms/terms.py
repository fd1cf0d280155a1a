"""The prices that contracts set for a payer, as they were known at a moment."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models.contracts import Contract

from .clauses import as_clause, clauses_of
from .rules import Clause, Terms


def terms_of(db: Session, payer: str, known: datetime) -> list[Terms]:
    """Every version that took effect by a moment, with its last day as it was known then."""
    query = select(Contract).where(Contract.unitsysid == payer, Contract.effective <= known)
    rows = list(db.scalars(query.order_by(Contract.agrno, Contract.edition)))
    return _terms(rows, _clauses(db, rows), known)


def terms_of_all(db: Session) -> Callable[[str, datetime], list[Terms]]:
    """`terms_of` for many payers: all contracts that ever took effect are read once."""
    query = select(Contract).where(Contract.effective.is_not(None)).order_by(Contract.agrno, Contract.edition)
    rows = list(db.scalars(query))
    clauses = _clauses(db, rows)
    of_payer: dict[str, list[Contract]] = {}
    for row in rows:
        of_payer.setdefault(row.unitsysid, []).append(row)

    def terms(payer: str, known: datetime) -> list[Terms]:
        own = of_payer.get(payer)
        if own is None:  # as most have none
            return []
        return _terms([row for row in own if row.effective and row.effective <= known], clauses, known)

    return terms


def _clauses(db: Session, rows: Sequence[Contract]) -> dict[str, list[Clause]]:
    clauses: dict[str, list[Clause]] = {}
    for one in clauses_of(db, *(row.id for row in rows)) if rows else ():
        clauses.setdefault(one.contract_id, []).append(as_clause(one))
    return clauses


def _terms(rows: Sequence[Contract], clauses: Mapping[str, Sequence[Clause]], known: datetime) -> list[Terms]:
    return [
        Terms(
            row.id,
            row.orgid,
            row.title,
            row.nature,
            row.validfrom,
            row.lastday if row.stopped and row.stopped <= known else row.validto,
            row.stacks,
            tuple(clauses.get(row.id, ())),
        )
        for row in rows
    ]
