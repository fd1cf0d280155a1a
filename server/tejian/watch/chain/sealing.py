"""Binds rows of the sealed tables into the chain, after they were committed: nobody who writes waits for it.

Which rows wait stands in chain_pending. One process seals at a time; a row of a transaction that commits late comes
into a later block, and nothing is looked for by times or numbers, so nothing is missed (ADR 21).
"""

import json
from collections.abc import Sequence
from datetime import UTC
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Date, DateTime, Table, delete, func, insert, select, tuple_
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from tejian.kit.database.db import Base, hold
from tejian.kit.ground import clock
from tejian.watch.models.chain import ChainBlock as Block
from tejian.watch.models.chain import ChainPending as Pending

from .verify_chain import FIRST, digest_of_block, digest_of_row

ROWS = 1000  # of a block
BLOCKS = 100  # of one run and chain: a run after an import ends, too
LOCK = "chain"
MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.US'


def sealed() -> list[Table]:
    """The tables under seal, by name: each is a chain."""
    return sorted((t for t in Base.metadata.tables.values() if t.info.get("sealed")), key=lambda t: t.name)


def columns_of(table: Table) -> list[str]:
    """What of a row is sealed, its key among it."""
    said = table.info["sealed"]
    names = [c.name for c in table.columns] if said is True else list(said)
    if wrong := {"id", *names} - set(table.columns.keys()) | ({"id"} - set(names)):
        raise ValueError(f"{table.name}: cannot seal {sorted(wrong)}")
    return names


def as_texts(table: Table) -> Any:
    """A row as one JSON object of texts that no setting of the database changes."""
    pairs: list[Any] = []
    for name in columns_of(table):
        column = table.c[name]
        text: Any = sa.cast(column, sa.Text)
        if isinstance(column.type, DateTime):
            text = func.to_char(func.timezone("UTC", column), MOMENT)
        elif isinstance(column.type, Date):
            text = func.to_char(column, "YYYY-MM-DD")
        elif isinstance(column.type, JSONB) and column.info.get("secret"):  # an export need not hold it
            text = func.encode(func.sha256(func.convert_to(text, "UTF8")), "hex")
        pairs += [sa.literal_column(f"'{name}'"), text]
    return func.json_build_object(*pairs)


def rows(db: Session, table: Table, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Rows of a sealed table by their keys, as texts."""
    wanted = [int(k) for k in keys] if isinstance(table.c.id.type, sa.Integer) else list(keys)
    found = db.scalars(
        select(as_texts(table)).where(table.c.id == func.any(sa.bindparam("keys", wanted, sa.ARRAY(table.c.id.type))))
    )
    return {str(row["id"]): row for row in found}


def seal_now(db: Session) -> None:
    """Bind all that is committed, waiting for whoever is doing so."""
    hold(db, LOCK)
    seal_all(db, most=10**6)


def seal_all(db: Session, most: int = BLOCKS) -> bool:
    """Whether every chain came to its end within so many blocks."""
    ended = [any(not _add_block(db, table) for _ in range(most)) for table in sealed()]
    return all(ended)


def _add_block(db: Session, table: Table) -> bool:
    """Bind the next rows of a chain; false when none waits."""
    chain = table.name
    waiting = select(Pending.row_key).where(Pending.chain == chain)
    keys = list(db.scalars(waiting.order_by(func.length(Pending.row_key), Pending.row_key).limit(ROWS)))
    if not keys:
        return False
    last = db.execute(
        select(Block.no, Block.digest).where(Block.chain == chain).order_by(Block.no.desc()).limit(1)
    ).first()
    columns, values = columns_of(table), rows(db, table, keys)
    block = {
        "chain": chain,
        "no": last.no + 1 if last else 1,
        "at": clock.now().astimezone(UTC).isoformat(timespec="microseconds"),
        "previous": last.digest if last else FIRST,
        "columns": json.dumps(columns),
        # A row that went away before it was bound is named all the same: the check will miss it.
        "rows": "\n".join(f"{key} {digest_of_row(values.get(key, {}), columns)}" for key in keys),
    }
    db.execute(insert(Block), [{**block, "digest": digest_of_block(block)}])
    db.execute(delete(Pending).where(tuple_(Pending.chain, Pending.row_key).in_([(chain, key) for key in keys])))
    return True


def last_blocks(db: Session) -> dict[str, dict[str, Any]]:
    """Number and digest of the last block of every chain."""
    newest = select(Block.chain, func.max(Block.no)).group_by(Block.chain)
    asked = select(Block.chain, Block.no, Block.digest).where(tuple_(Block.chain, Block.no).in_(newest))
    known = {chain: {"no": no, "digest": said} for chain, no, said in db.execute(asked)}
    return {t.name: known.get(t.name, {"no": 0, "digest": FIRST}) for t in sealed()}
