"""Rows that come with the product and that administrators may change: a new version renews what they left alone.

Beside each row stands what the product shipped last. What differs between that and the new version is the product's
change and is made; what differs between that and the row is the administrator's and stays. So a value changes only
where nobody had changed it, and a list (the permissions of a role) gains what is new and loses what was withdrawn.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.system.models.shipped import Shipped, Values


def renew(db: Session, model: type[Any], by: Sequence[str], rows: Iterable[Values], *, withdraw: bool = False) -> bool:
    """Add the rows that are missing and renew the others; gives whether anything changed.

    `by` names what tells the rows of `model` apart. `withdraw`: a row that is shipped no more is deleted when nobody
    changed it; else it stays. Of a row that is older than this record nothing is known: it stays as it is.
    """
    shipped = {"|".join(values[name] for name in by): values for values in rows}
    known = {s.key: s for s in db.scalars(select(Shipped).where(Shipped.kind == model.__tablename__))}
    have = {"|".join(getattr(row, name) for name in by): row for row in db.scalars(select(model))}
    changed = False
    for key, values in shipped.items():
        row, last = have.get(key), known.pop(key, None)
        if row is None and last is None:
            db.add(model(**values))
            changed = True
        elif row is not None and last is not None:
            changed |= _merge(row, last.content, values)
        if last is None:
            db.add(Shipped(kind=model.__tablename__, key=key, content=dict(values)))
        elif last.content != values:
            last.content = dict(values)
    for key, last in known.items() if withdraw else ():
        row = have.get(key)
        if row is not None and all(getattr(row, name) == old for name, old in last.content.items()):
            db.delete(row)
            changed = True
        db.delete(last)
    return changed


def _merge(row: Any, last: Values, values: Values) -> bool:
    """Make the product's changes of a row; gives whether it changed."""
    changed = False
    for name, new in values.items():
        now = getattr(row, name)
        old = last.get(name, now)
        wanted = now if now != old else new
        if isinstance(new, list):
            wanted = sorted({*now} - ({*old} - {*new}) | ({*new} - {*old}))
        if now != wanted:
            setattr(row, name, wanted)
            changed = True
    return changed
