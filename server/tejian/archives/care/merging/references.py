"""What refers to a device or a unit: the table that a merge moves by. `tejian.bindings` fills it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import relink

ENTITIES: dict[str, type[Any]] = {"equipment": Equipment, "unit": Unit}


@dataclass(frozen=True)
class Reference:
    """Rows of `model` whose `column` holds the key of a device or unit; `where` narrows a shared column.

    `beside` names a column that repeats the name of the unit: it follows the key. A column that states what was true
    when its row was made (on a declaration, a report) is no copy and stays.
    """

    entity: str
    model: type[Any]
    column: str
    label: str
    where: Sequence[Any] = field(default_factory=tuple)
    beside: str = ""

    @property
    def name(self) -> str:
        return f"{self.model.__tablename__}.{self.column}"

    def count(self, db: Session, old: str) -> int:
        return relink.count(db, self.model, self.column, old, *self.where)

    def values(self, kept: Any) -> dict[str, str]:
        """What the columns of a moved row hold afterwards."""
        return {self.column: kept.id} | ({self.beside: kept.name} if self.beside else {})


REFERENCES: list[Reference] = []


def refers(entity: str, model: type[Any], column: str, label: str, *where: Any, beside: str = "") -> None:
    """Add a reference; a second declaration of the same column changes nothing."""
    made = Reference(entity, model, column, label, where, beside)
    if entity not in ENTITIES or column not in model.__table__.c:
        raise ValueError(f"{made.name}: no such reference to {entity}")
    if made.name not in {r.name for r in REFERENCES if r.entity == entity}:
        REFERENCES.append(made)


def references_to(entity: str) -> list[Reference]:
    return [r for r in REFERENCES if r.entity == entity]
