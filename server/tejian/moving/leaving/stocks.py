"""What is carried away: of each kind of records its rows, in the words in which moving in understands them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import UNITS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.inspection.models.simple import SimpleReport
from tejian.kit.database.audit import plain
from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.ground.user import User
from tejian.kit.importing.view import YES_NO, codes_of
from tejian.moving.coming.api import CERT, KINDS, OLDKEY, PERSON, REPORT, UNIT, Kind, view_of
from tejian.moving.models import OF_UNIT, MovingOut

BLOCK = 1_000
BESIDE = ("unit_code", "unit_areacode", "unit_address", "unit_contact", "unit_tel", "unit_usertype", "equcategory")
UNIT_ROLES = ("useorgsysid", "porgaosysid", "maiorgsysid")


@dataclass(frozen=True)
class Stock:
    """The records of one kind, and what their cells say."""

    kind: Kind
    fields: Sequence[Field]
    query: Select[Any]
    cells: Callable[[Session, Sequence[Any]], Iterator[list[str]]]


def _devices(me: User, out: MovingOut) -> Any:
    mine = Equipment.visible(me)
    return mine & (Equipment.useorgsysid == out.unit_id) if out.extent == OF_UNIT else mine


def _units(me: User, out: MovingOut) -> Any:
    if out.extent != OF_UNIT:
        return Unit.visible(me)
    named = [select(getattr(Equipment, name)).where(_devices(me, out)) for name in UNIT_ROLES]
    return or_(Unit.id == out.unit_id, *(Unit.id.in_(one) for one in named))


def _persons(me: User, out: MovingOut) -> Any:
    mine = Person.visible(me)
    return mine & (Person.unit_id == out.unit_id) if out.extent == OF_UNIT else mine


def _reports(me: User, out: MovingOut) -> Any:
    mine = SimpleReport.visible(me)
    if out.extent != OF_UNIT:
        return mine
    return mine & SimpleReport.equdatasysid.in_(select(Equipment.id).where(_devices(me, out)))


def stocks(db: Session, me: User, out: MovingOut) -> list[Stock]:
    """What an extent holds, kind by kind, in the order in which it can be moved in."""
    words = dictionary.words(db, me.dict_version)
    made = []
    for kind in sorted(KINDS.values(), key=lambda k: k.place):
        fields = [f for f in view_of(kind).columns(db, me) if f.name not in (*BESIDE, OLDKEY.name)]
        say = _Saying(fields, words)
        query: Any
        cells: Any
        own: Any
        if kind.code == UNIT:
            query, cells = select(Unit).where(_units(me, out), Unit.enabled).order_by(Unit.id), say.units
        elif kind.code == PERSON:
            query, cells = select(Person).where(_persons(me, out)).order_by(Person.id), say.persons
        elif kind.code == CERT:
            own = select(Person.id).where(_persons(me, out))
            query, cells = select(PersonCert).where(PersonCert.person_id.in_(own)).order_by(PersonCert.id), say.certs
        elif kind.code == REPORT:
            query, cells = select(SimpleReport).where(_reports(me, out)).order_by(SimpleReport.id), say.reports
        else:
            own = (Equipment.equclass == kind.code, _devices(me, out))
            query, cells = select(Equipment).where(*own).order_by(Equipment.id), say.devices
        made.append(Stock(kind, fields, query, cells))
    return made


def count(db: Session, stock: Stock) -> int:
    return db.scalar(select(func.count()).select_from(stock.query.order_by(None).subquery())) or 0


def blocks(db: Session, stock: Stock) -> Iterator[list[Any]]:
    """The records, block by block; no more of them in memory."""
    rows = db.scalars(stock.query.execution_options(yield_per=BLOCK))
    while block := list(islice(rows, BLOCK)):
        yield block


class _Saying:
    """Values as moving in reads them: words for codes, names or numbers of units for keys."""

    def __init__(self, fields: Sequence[Field], words: dictionary.Words):
        self.fields = fields
        self.codes: dict[str, Mapping[str, str]] = {}
        for f in fields:
            known = codes_of(f, words)
            if known is not None and f.type != "bool":
                labels = list(known.values())
                # a word that several codes share is written as its code
                self.codes[f.name] = {c: label if labels.count(label) == 1 else c for c, label in known.items()}

    def _text(self, f: Field, value: Any) -> str:
        if value is None or value == "":
            return ""
        if isinstance(value, bool) or f.type == "bool":
            return YES_NO["1" if value in (True, "1", 1) else "0"]
        text = str(plain(value))
        if f.name in self.codes:
            known = self.codes[f.name]
            return (
                "、".join(known.get(one, one) for one in text.split(","))
                if f.type.endswith("Multi")
                else known.get(text, text)
            )
        return text.replace("\r", " ").replace("\n", " ")

    def _row(self, row: Any, **own: str) -> list[str]:
        cells = (own[f.name] if f.name in own else self._text(f, getattr(row, f.name, None)) for f in self.fields)
        return [row.id, *cells]

    def units(self, db: Session, rows: Sequence[Unit]) -> Iterator[list[str]]:
        whole = _numbers(db, "legal", [row.id for row in rows])
        for row in rows:
            yield self._row(row, legalid=whole.get(row.id, ""))

    def devices(self, db: Session, rows: Sequence[Equipment]) -> Iterator[list[str]]:
        named = _names(db, {getattr(row, n, "") for row in rows for n in UNITS})
        beside = [f for f in self.fields if not hasattr(Equipment, f.name)]
        for row in rows:
            units = {n: named.get(getattr(row, n, "")) or str(getattr(row, name, "")) for n, name in UNITS.items()}
            params = {f.name: self._text(f, row.params[f.name]) for f in beside if f.name in row.params}
            yield self._row(row, **(units | params))

    def persons(self, db: Session, rows: Sequence[Person]) -> Iterator[list[str]]:
        whole = _numbers(db, "person", [row.id for row in rows])
        named = _names(db, {row.unit_id for row in rows})
        for row in rows:
            yield self._row(row, idno=whole.get(row.id, ""), unit_id=named.get(row.unit_id, ""))

    def certs(self, db: Session, rows: Sequence[PersonCert]) -> Iterator[list[str]]:
        whole = _numbers(db, "person", [row.person_id for row in rows])
        for row in rows:
            yield self._row(row, holder=whole.get(row.person_id, ""))

    def reports(self, db: Session, rows: Sequence[SimpleReport]) -> Iterator[list[str]]:
        ids = {row.equdatasysid for row in rows} - {""}
        numbers = dict(db.execute(select(Equipment.id, Equipment.equcode).where(Equipment.id.in_(ids))).tuples().all())
        for row in rows:
            yield self._row(row, equcode=numbers.get(row.equdatasysid, ""))


def _numbers(db: Session, kind: str, ids: Sequence[str]) -> dict[str, str]:
    query = select(IdentityNumber.ref_id, IdentityNumber.idno)
    query = query.where(IdentityNumber.kind == kind, IdentityNumber.ref_id.in_(ids))
    return dict(db.execute(query).tuples().all())


def _names(db: Session, ids: set[str]) -> dict[str, str]:
    """What says which unit is meant: its number, else its name."""
    rows = db.execute(select(Unit.id, Unit.code, Unit.name).where(Unit.id.in_(ids - {""})))
    return {key: code or name for key, code, name in rows}
