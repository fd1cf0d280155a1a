"""Batches of charges as tests make them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from tejian.charging.models.batches import BatchRow, ChargeBatch
from tejian.charging.models.charges import Charge

from .conftest import Cash
from .transfers import taxed

BATCH = "/api/chamain/batch"


def one(cash: Cash, key: str) -> ChargeBatch:
    query = select(ChargeBatch).where(ChargeBatch.id == key).execution_options(populate_existing=True)
    return cash.office.db.scalars(query).one()


def rows(cash: Cash, batch: ChargeBatch) -> list[BatchRow]:
    query = select(BatchRow).where(BatchRow.batch_id == batch.id).order_by(BatchRow.seq)
    return list(cash.office.db.scalars(query.execution_options(populate_existing=True)))


def looked_at(cash: Cash, kind: str, charges: Sequence[Charge], login: str = "shoufei", **more: Any) -> ChargeBatch:
    """A batch of which it was said what will happen."""
    made = cash.office.good(login, f"{BATCH}/{kind}", ids=[one.id for one in charges], **more)
    return one(cash, made["id"])


def waiting(cash: Cash) -> ChargeBatch:
    """A payment of 300 yuan that waits to be received."""
    return looked_at(cash, "receive", taxed(cash, "300"))


def received(cash: Cash) -> ChargeBatch:
    batch = waiting(cash)
    cash.office.good("shoufei", f"{BATCH}/run", ids=batch.id)
    return one(cash, batch.id)
