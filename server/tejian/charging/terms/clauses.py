"""The clauses and instalments of contracts as they are stored, and as the rules read them."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models.contracts import ContractClause, Instalment

from .rules import Clause


def clauses_of(db: Session, *ids: str) -> list[ContractClause]:
    """The clauses of versions, in their order."""
    query = select(ContractClause).where(ContractClause.contract_id.in_(ids))
    return list(db.scalars(query.order_by(ContractClause.contract_id, ContractClause.seq)))


def instalments_of(db: Session, *ids: str) -> list[Instalment]:
    query = select(Instalment).where(Instalment.contract_id.in_(ids))
    return list(db.scalars(query.order_by(Instalment.contract_id, Instalment.seq)))


def as_clause(row: ContractClause) -> Clause:
    """A stored clause as the rules read it."""
    kind = row.equclacode or row.equclass
    return Clause(row.seq, row.equdatasysid, kind, row.testsort, row.feecode, row.price, row.percent)
