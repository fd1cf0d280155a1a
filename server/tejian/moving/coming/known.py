"""Which record a row of a file already is: by its number in the older system, or by what no two records share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, any_, func, literal, select, tuple_
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from tejian.archives.common.api import of_one_device
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person, PersonCert, digest_of
from tejian.archives.models.units import Unit
from tejian.archives.persons.api import normalised
from tejian.inspection.models.simple import SimpleReport
from tejian.kit.database.audit import plain
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.folding import folded
from tejian.kit.ground.typed import tight
from tejian.kit.ground.user import User
from tejian.kit.importing.view import Row
from tejian.moving.models import MovingNumber

from .kinds import CERT, PERSON, REPORT, UNIT, Kind

MODELS: Mapping[str, type[Any]] = {
    "unit": Unit,
    "equipment": Equipment,
    "person": Person,
    "person_cert": PersonCert,
    "simple_report": SimpleReport,
}


@dataclass(frozen=True)
class Known:
    """A record that is here, and in words which one it is."""

    id: str
    title: str


def identities(kind: Kind, row: Row) -> list[str]:
    """What says which record a row is, the surest first."""
    v = row.values
    if kind.code == UNIT:
        code = tight(str(v.get("code") or "")).upper()
        return [f"code {code}"] if code else [f"name {folded(str(v['name']))}"] if v.get("name") else []
    if kind.code == PERSON:
        try:
            number = normalised(str(v.get("idtype") or "01"), str(v.get("idno") or ""))
        except BadInput:
            return []
        return [f"id {v.get('idtype') or '01'} {digest_of(number)}"]
    if kind.code == CERT:
        return [f"cert {v['item']} {v['certno']}"] if v.get("item") and v.get("certno") else []
    if kind.code == REPORT:
        return [f"report {str(v['reportno']).upper()}"] if v.get("reportno") else []
    cert = str(v.get("usecertno") or "")
    out = [f"equcode {str(v['equcode']).strip().upper()}"] if v.get("equcode") else []
    return [*out, f"usecertno {cert.strip()}"] if of_one_device(cert) else out


def find(db: Session, me: User, kind: Kind, by_row: Mapping[int, Sequence[str]]) -> dict[int, Known]:
    """The records that rows already are. One statement for each way of knowing them."""
    wanted = {one for statement in by_row.values() for one in statement}
    finding: dict[str, Known] = {}
    for way in {one.partition(" ")[0] for one in wanted}:
        values = [one.partition(" ")[2] for one in wanted if one.startswith(f"{way} ")]
        finding |= {f"{way} {value}": known for value, known in _by(db, me, way, values)}
    return {
        number: known
        for number, statement in by_row.items()
        if (known := next(filter(None, map(finding.get, statement)), None))
    }


def _texts(values: Iterable[str]) -> Any:
    return any_(literal(list(values), ARRAY(String)))


def _by(db: Session, me: User, way: str, values: list[str]) -> list[tuple[str, Known]]:
    if way in ("code", "name"):
        column = Unit.code if way == "code" else Unit.namefold
        query = select(column, Unit.id, Unit.name).where(column == _texts(values), Unit.enabled, Unit.visible(me))
    elif way == "id":
        pairs = [tuple(one.split(" ")) for one in values]
        number = (IdentityNumber.idtype, IdentityNumber.idno_blind)
        query = (
            select(number[0].concat(" ").concat(number[1]), Person.id, Person.name)
            .join(Person, Person.id == IdentityNumber.ref_id)
            .where(IdentityNumber.kind == "person", tuple_(*number).in_(pairs))
        )
    elif way == "cert":
        pairs = [tuple(one.split(" ", 1)) for one in values]
        number = (PersonCert.item, PersonCert.certno)
        query = select(number[0].concat(" ").concat(number[1]), PersonCert.id, PersonCert.certno)
        query = query.where(tuple_(*number).in_(pairs))
    elif way == "report":
        upper = func.upper(SimpleReport.reportno)
        query = select(upper, SimpleReport.id, SimpleReport.reportno)
        query = query.where(upper == _texts(values), SimpleReport.orgid == me.org_id)
    else:
        column = Equipment.equcode if way == "equcode" else Equipment.usecertno
        query = select(column, Equipment.id, Equipment.equname.concat(" ").concat(Equipment.equcode))
        query = query.where(column == _texts(values), Equipment.visible(me))
    out: dict[str, list[Known]] = {}
    for value, key, title in db.execute(query):
        out.setdefault(value, []).append(Known(key, title.strip()))
    return [(value, alike[0]) for value, alike in out.items() if len(alike) == 1]  # of several nobody knows which


def moved_before(db: Session, org_id: str, system: str, kind: Kind, keys: Iterable[str]) -> dict[str, MovingNumber]:
    """What was moved before under these numbers of the older system."""
    N = MovingNumber
    mine = (N.org_id == org_id, N.system == system, N.kind == kind.code)
    return {one.oldkey: one for one in db.scalars(select(N).where(*mine, N.oldkey == _texts(keys)))}


def differing(db: Session, kind: Kind, pairs: Sequence[tuple[Row, str]], secret: frozenset[str]) -> dict[int, str]:
    """Where rows say otherwise than the records that they are: row → a sentence; '' where they agree."""
    model = MODELS[kind.model]
    records = {one.id: one for one in db.scalars(select(model).where(model.id == _texts(key for _r, key in pairs)))}
    out = {}
    for row, key in pairs:
        record, statement = records.get(key), []
        for name, value in row.values.items() if record is not None else ():
            column = model.__table__.columns.get(name)
            if name in secret or column is None or "refers" in column.info or not isinstance(value, str | int):
                continue
            ours, theirs = str(plain(getattr(record, name)) or ""), str(value)
            if theirs and ours != theirs:
                label = column.info.get("label", name)
                statement.append(f"{label}档案为“{ours[:30] or '空'}”，文件为“{theirs[:30]}”")
        out[row.number] = "；".join(statement)[:400]
    return out
