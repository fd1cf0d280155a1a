"""The prices that contracts set for a payer, as they were known at a moment."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from .judging import as_clause, clauses_of
from .models import Contract
from .rules import Clause, Terms


def terms_of(db: Session, payer: str, known: datetime) -> list[Terms]:
    """Every version that took effect by a moment, with its last day as it was known then."""
    query = select(Contract).where(Contract.unitsysid == payer, Contract.effective <= known)
    rows = list(db.scalars(query.order_by(Contract.agrno, Contract.edition)))
    clauses: dict[str, list[Clause]] = {}
    for one in clauses_of(db, *(row.id for row in rows)) if rows else ():
        clauses.setdefault(one.contract_id, []).append(as_clause(one))
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
