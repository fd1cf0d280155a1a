"""Objects in the order in which they changed, in the words of a published mapping."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select, text, tuple_
from sqlalchemy.orm import Session

from tejian.exchange.models import PUBLISHED
from tejian.exchange.models import ExchangeField as MappedField
from tejian.exchange.models import ExchangeMapping as Mapping
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock

from .entities import ENTITIES, Entity
from .wording import Wording, digest, worded, words_of

SKEW = timedelta(seconds=5)  # between the clocks of a program and of the database


@dataclass(frozen=True)
class Told:
    """An object in a partner's words; `why` is why it cannot be given."""

    key: str
    number: str
    title: str
    changed: str
    gone: bool
    content: dict[str, Any]
    why: str

    @property
    def digest(self) -> str:
        return digest({"deleted": self.gone, "data": self.content})


@dataclass(frozen=True)
class Edition:
    """A mapping as it is used."""

    id: str
    number: int
    fields: Sequence[Wording]


def published(db: Session, partner_id: str, entity: str) -> Edition | None:
    """The mapping by which a partner is told of an entity."""
    m = Mapping
    found = db.scalars(select(m).where(m.partner_id == partner_id, m.entity == entity, m.step == PUBLISHED)).first()
    return edition(db, found) if found else None


def edition(db: Session, row: Mapping) -> Edition:
    """A mapping with its columns, published or not."""
    query = select(MappedField).where(MappedField.mapping_id == row.id).order_by(MappedField.id)
    fields = [Wording(f.prop.partition(".")[2], f.outer, f.required, words_of(f.words)) for f in db.scalars(query)]
    return Edition(row.id, row.edition, fields)


def settled(db: Session) -> datetime:
    """The moment before which every change is committed: what still runs may yet commit what it stamped earlier."""
    running = db.scalar(
        text(
            "select min(xact_start) from pg_stat_activity"
            " where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()"
        )
    )
    return min(running or clock.now(), clock.now()) - SKEW


def cursor_of(stamp: datetime, key: str) -> str:
    return f"{stamp.isoformat()}|{key}"


def place_of(cursor: str) -> tuple[datetime, str]:
    """The place behind which to read on. Raises ValueError for what is none."""
    stamp, sign, key = cursor.partition("|")
    at = datetime.fromisoformat(stamp)
    if not sign or at.tzinfo is None or len(key) > 32:
        raise ValueError(cursor)
    return at, key


def page(
    db: Session, entity: Entity, mapped: Edition, scope: Sequence[ColumnElement[bool]], after: str, most: int
) -> tuple[list[Told], str]:
    """The objects that changed behind a place, the oldest change first; and the place behind the last of them.

    The keys are found in the index over the changes alone; only then the few rows are read.
    """
    model = entity.model
    query = entity.of(model.id, model.updatetime).where(*scope, model.updatetime < settled(db))
    if after:
        query = query.where(tuple_(model.updatetime, model.id) > tuple_(*place_of(after)))
    keys = db.execute(query.order_by(model.updatetime, model.id).limit(most)).all()
    if not keys:
        return [], after
    objects = {one.key: one for one in read(db, entity, mapped, [key for key, _ in keys])}
    return [objects[key] for key, _ in keys if key in objects], cursor_of(keys[-1][1], keys[-1][0])


def read(db: Session, entity: Entity, mapped: Edition, keys: Sequence[str]) -> list[Told]:
    """Objects by their keys in a partner's words."""
    model, columns = entity.model, entity.columns
    names = [f.prop for f in mapped.fields]
    fixed = (model.id, entity.number, entity.title, model.updatetime, entity.gone)
    out = []
    for row in db.execute(entity.of(*fixed, *(columns[name] for name in names)).where(model.id.in_(keys))):
        key, number, title, changed, gone, *values = row
        content, why = ({}, "") if gone else worded(mapped.fields, dict(zip(names, map(plain, values), strict=True)))
        out.append(Told(key, str(number or ""), str(title or ""), str(plain(changed)), bool(gone), content, why))
    return out


def count(db: Session, entity: Entity, scope: Sequence[ColumnElement[bool]]) -> int:
    """How many objects there are now."""
    return db.scalar(entity.of(func.count(literal_column("*"))).where(*scope, ~entity.gone)) or 0


def entity_of(code: str) -> Entity:
    return ENTITIES[code]
