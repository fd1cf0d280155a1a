"""Imports of records that are saved one by one, as their form saves them: the check is a save that is taken back."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.orm import Session, SessionTransaction

from tejian.kit.errors import Refused

from .view import Row

Save = Callable[[dict[str, Any]], None]


class SavingImporter:
    """`save(values)` makes one record or refuses. The rows of a file are tried together: one sees the others."""

    def __init__(self, db: Session, save: Save, prepare: Callable[[Sequence[Row]], None] = lambda rows: None):
        self.db, self.save, self.prepare = db, save, prepare
        self.trial: SessionTransaction | None = None

    def check(self, rows: Sequence[Row]) -> None:
        if self.trial is None:
            self.trial = self.db.begin_nested()
        self.prepare(rows)
        for row in rows:
            if not row.errors:
                self._try(row)

    def _try(self, row: Row) -> None:
        step = self.db.begin_nested()
        try:
            self.save(dict(row.values))
            step.commit()
        except Refused as said:
            step.rollback()
            name = str(said.extra.get("field") or "")
            _label, colon, rest = said.message.partition("：")
            row.wrong(name, rest if name and colon else said.message)

    def checked(self) -> None:
        if self.trial is not None:
            self.trial.rollback()
            self.trial = None
            self.db.expire_all()

    def write(self, rows: Sequence[Row]) -> None:
        self.prepare(rows)
        for row in rows:
            self.save(dict(row.values))

    def finish(self) -> None:
        """Every save took its own locks and looked for itself."""
