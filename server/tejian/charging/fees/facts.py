"""What fees are computed from: the values of a device, and of the pipelines of a project, on the acceptance day."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import every_field, labels
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.piping import Pipeline
from tejian.inspection.records.api import device_names
from tejian.inspection.rules.api import names_in
from tejian.kit.database.audit import present, really_on
from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore

from .book import BASE, OPTION, QUANTITY, SURCHARGE, FeeBook, fee_book

LEVELS = ("equkind", "equsubkind", "equclacode")
READ = (BASE, SURCHARGE, OPTION, QUANTITY)  # roles of rows that read a device
PIPELINE = ("pipeno", "nominaldia", "pipelength")


def book(db: Session) -> FeeBook:
    """The fee table as typed rows, those that are no longer in force too, kept until a rule changes."""

    def make(s: Session) -> FeeBook:
        words = {name: label for name, (label, _dict) in labels().items()}
        own: dict[str, dict[str, str]] = {}
        for one in every_field():
            own.setdefault(one.level, {})[one.name] = one.label
        return fee_book(rulestore.every(s, "fees"), rulestore.rows(s, "fee_names"), words, own)

    fees: FeeBook = rulestore.made(db, "fee_book", make)
    return fees


def names_read(fees: FeeBook, equclass: str = "", sorts: Collection[str] | None = None) -> set[str]:
    """What the rows of a table read of a device: of all, or of a class and some test sorts and those they refer to."""
    rows = [row for row in fees.rows if not equclass or equclass in row.classes]
    if sorts is not None:
        own = [row for row in rows if set(row.testsorts) & set(sorts)]
        also = {row.refers for row in own}
        rows = [row for row in rows if set(row.testsorts) & {*sorts, *also}]
    read = {name for row in rows for text in (row.calc, row.band_expr) if row.role in READ for name in names_in(text)}
    read |= {row.counted for row in rows if row.counted}
    texts = [text for row in fees.names if row.name in read for text in (row.condition, row.expr)]
    more = {name for text in texts for name in names_in(text)}
    return {*read, *more, *LEVELS}


def written_since(device: Device, day: date) -> bool:
    """Whether something of a device was written after a day."""
    return device.updatetime >= datetime.combine(day + timedelta(days=1), time(), clock.SHANGHAI)


def device_values(db: Session, device: Device, day: date | None = None) -> dict[str, Any]:
    """All fields of a device as they were on a day; the present ones where nothing was written since."""
    if day is None or not written_since(device, day):
        return present(device)
    return really_on(db, device, day)


def device_facts(values: Mapping[str, Any], kind: str, consprice: Decimal | None = None) -> dict[str, object]:
    """The values as the fee table reads them; the price of the contract comes from the declaration."""
    own = {**values, "equclacode": kind}
    if values.get("amount"):  # of a product: what all of it is worth
        own["equprice"] = values["amount"]
    if consprice is not None:
        own["consprice"] = consprice
    return device_names(kind, own)


def lines_of_projects(db: Session, devices: Iterable[Device]) -> dict[str, list[Pipeline]]:
    """The lines of the piping projects among some devices."""
    found: dict[str, list[Pipeline]] = {one.id: [] for one in devices if one.equclass == codes.PIPING}
    query = select(Pipeline).where(Pipeline.equdatasysid.in_(found)).order_by(Pipeline.pipeno)
    for line in db.scalars(query) if found else ():
        found[line.equdatasysid].append(line)
    return found


def charged_lines(lines: Iterable[Pipeline], named: Sequence[str] = ()) -> list[dict[str, object]]:
    """Of the lines of a project those that are charged: those that the declaration names, else all in use."""
    return [
        {name: getattr(one, name) for name in PIPELINE}
        for one in lines
        if (one.id in named if named else one.linestatus == codes.IN_USE)
    ]


def pipelines(db: Session, device: Device, named: Sequence[str] = ()) -> list[dict[str, object]]:
    """The lines of one device that are charged."""
    return charged_lines(lines_of_projects(db, [device]).get(device.id, ()), named)
