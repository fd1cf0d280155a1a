"""Writes the chain and its rows into files for verify_chain.py, all of one moment."""

import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import Base
from tejian.watch.models.chain import ChainBlock, ChainPending

from .sealing import as_texts, sealed

FETCHED = 2000


def export(db: Session, folder: Path) -> dict[str, int]:
    """How many lines each file holds."""
    db.execute(sa.text("set transaction isolation level repeatable read, read only"))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    queries: dict[str, Any] = {table.name: select(as_texts(table)) for table in sealed()}
    for model in (ChainBlock, ChainPending):
        table = Base.metadata.tables[model.__tablename__]
        pairs: list[Any] = []
        for column in table.columns:
            pairs += [sa.literal_column(f"'{column.name}'"), sa.cast(column, sa.Text)]
        queries[table.name] = select(sa.func.json_build_object(*pairs))
    return {name: _written(db, query, folder / f"{name}.jsonl") for name, query in queries.items()}


def _written(db: Session, query: Any, path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as out:
        path.chmod(0o600)
        for row in db.scalars(query.execution_options(yield_per=FETCHED)):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count
