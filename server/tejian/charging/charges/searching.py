"""Search fields of the long lists of charging: by the pieces of a text, of the row itself or of its charge."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from tejian.charging.models.charges import Charge as C
from tejian.charging.models.parts import ChargePart
from tejian.kit.lists import search
from tejian.kit.lists.listview import Search, dates

NEWEST, COMMON = 2_000, 100  # what so many of the newest charges say is common: their rows are found in order


def said(name: str, label: str, column: Any, text: Any, **more: Any) -> Search:
    """The column contains what is typed; it is looked for in the text that holds the column."""
    return Search(
        *(name, label, lambda v: column.icontains(v, autoescape=True)),
        indexed=lambda _db, v: search.indexed(v, text),
        **more,
    )


def by_pay_code() -> Search:
    """The charge with this code, or one of whose parts is paid by it."""

    def of_part(v: str) -> Any:
        return C.id.in_(select(ChargePart.charge_id).where(ChargePart.paycode == v))

    def indexed(db: Session, v: str) -> Any:
        pieces = search.indexed(v, C.searchtext)
        if pieces is None:
            return None
        charge = db.scalar(select(ChargePart.charge_id).where(ChargePart.paycode == v))
        return pieces if charge is None else or_(pieces, C.id == charge)

    def where(v: str) -> Any:
        return or_(C.paycode.icontains(v, autoescape=True), of_part(v))

    return Search("paycode", "缴款码", where, indexed=indexed, placeholder="整单或某一期的缴款码")


def of_charge(name: str, label: str, column: Any, charge: Any, **more: Any) -> Search:
    """A column of the joined charge, whose key stands in `charge`, contains what is typed."""

    def indexed(db: Session, v: str) -> Any:
        if not search.pieces(v):
            return None
        newest = select(C.searchtext).order_by(C.chargesysid.desc()).limit(NEWEST).subquery()
        common = db.scalar(select(func.count()).where(search.says(v, newest.c.searchtext)))
        keys = None if common and common > COMMON else search.keys(db, C.id, v, C.searchtext)
        return None if keys is None else search.among(charge, keys)

    return Search(name, label, lambda v: column.icontains(v, autoescape=True), indexed=indexed, **more)


def within(name: str, label: str, column: Any, **more: Any) -> Search:
    """From one moment to another, of a column that has an index of its own."""
    plain = dates(name, label, column, moment=True, facet=None, **more)

    def indexed(_db: Session, start: str, end: str) -> Any:
        return and_(*plain.conditions({f"{name}Start": start, f"{name}End": end}))

    asked: dict[str, Any] = {"indexed": indexed}
    return replace(plain, **asked)
