"""What refers to a device or a unit: the table that a merge moves by, as the columns of the models declare it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import relink
from tejian.kit.database.db import Base

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


@cache
def references() -> Sequence[Reference]:
    """Every reference that the models declare, in the order in which their tables are."""
    return [one for m in sorted(Base.registry.mappers, key=_place) for one in _of(m.class_)]


def _place(mapper: Any) -> int:
    return list(Base.metadata.tables).index(mapper.class_.__tablename__)


def _of(model: Any) -> Iterator[Reference]:
    """The columns of a model that say what merging carries: `merges` is what a person calls it.

    `refers` names the table, `refers_by` the column beside it that does so for each row; `beside` is the copy of the
    name.
    """
    for column in model.__table__.columns:
        says = column.info
        for entity in ENTITIES if "merges" in says else ():
            narrow = [model.__table__.c[says["refers_by"]] == entity] if "refers_by" in says else []
            if narrow or says["refers"] == entity:
                yield Reference(entity, model, column.name, says["merges"], narrow, says.get("beside", ""))


def references_to(entity: str) -> list[Reference]:
    return [r for r in references() if r.entity == entity]
