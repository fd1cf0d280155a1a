"""Records and reports of earlier inspections, as the institute brought them over from its old system with the history.

Written by the engine: the record of that day, filled and judged, and its report on paper, without the signature of a
platform that did not exist. Who audits a report today sees what the last one said.
"""

import random
import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from tejian import settings
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf

from .actors import Actors
from .devices import PASS, SHARES, sort_of
from .recording import fill

LAST = 2  # inspections of a device that have their records
OTHERS = 4  # devices of each class besides those whose reports wait for their audit or approval
CHECKED, APPROVED = timedelta(days=1), timedelta(days=4)  # after the inspection
KEEPER = "dangan"  # who reads what was brought over
SIGNING = ("verified", "jiaohe"), ("audited", "shenhe"), ("approved", "pizhun")


def chosen(db: Session, waiting: Iterable[str]) -> list[list[str]]:
    """The last periodic items of the devices whose reports wait, and of some others of each class, oldest first."""
    found = [_last(db, AppBuss.equdatasysid.in_(list(waiting)))]
    for equclass in SHARES:
        newest = select(Equipment.id).where(Equipment.equclass == equclass, Equipment.equstatus == "1")
        some = list(db.scalars(newest.order_by(Equipment.prodate, Equipment.equcode).limit(OTHERS)))
        found.append(_last(db, AppBuss.equdatasysid.in_(some)))
    every = {device: items for one in found for device, items in one.items()}
    return list(every.values())


def _last(db: Session, condition: Any) -> dict[str, list[str]]:
    """The last items that passed, of the sort that comes again and again, by device."""
    query = select(AppBuss.id, AppBuss.equdatasysid, AppBuss.equclacode, AppBuss.testsort)
    query = query.where(condition, AppBuss.imported, AppBuss.conclusion.in_(set(PASS.values())))
    items: dict[str, list[str]] = defaultdict(list)
    for one in db.execute(query.order_by(AppBuss.inspdate, AppBuss.seisn)):
        if one.testsort == sort_of(one.equclacode):
            items[one.equdatasysid].append(one.id)
    return {device: mine[-LAST:] for device, mine in items.items()}


def write(actors: Actors, items: Sequence[str]) -> None:
    """The records and reports of the items of a device, each by its inspectors on its day."""
    for key in items:
        Visit(actors, key).write()


class Visit:
    """One inspection that was brought over: its inspectors by their names, its day."""

    def __init__(self, actors: Actors, key: str):
        self.actors, self.key = actors, key
        logins = {one.name: login for login, one in actors.users.items()}
        day, names = actors.do(KEEPER, clock.now(), self._known)
        self.day, self.logins = day, [logins[name] for name in names.split("、")]

    def _known(self, db: Session, me: User) -> tuple[date, str]:
        row = _item(db, self.key)
        assert row.inspdate is not None
        return row.inspdate, row.inspectornames

    def write(self) -> None:
        people = [self.actors.users[login] for login in self.logins]
        signing = {name: self.actors.users[login].id for name, login in SIGNING}

        def made(db: Session, me: User) -> None:
            _written(db, me, self.key, people, signing)

        self.actors.do(self.logins[0], _at(self.day, 15), made)


def _written(db: Session, me: User, key: str, people: Sequence[User], signing: dict[str, str]) -> None:
    """As the flow leaves an item: people and days in it, its record filled, its report kept."""
    day = _item(db, key).inspdate
    assert day is not None
    ids = [one.id for one in people]
    own: dict[str, Any] = {"inspectors": ids, "scinspector": ids[0], "plandate": day}
    own |= {"enteredby": ids[0], "enteredat": _at(day, 16)}
    for name, person in signing.items():
        after = APPROVED if name == "approved" else CHECKED
        own |= {f"{name}by": person, f"{name}at": _at(day + after, 10)}
    _set(db, key, step=at.ENTER, **own)  # in hand while it is written, in this transaction alone
    row = _item(db, key)
    _address(db, row)
    record = records.new_record(db, row, "")
    record.equipment = record.equipment | _known_then(db, row)
    db.flush()
    fill(db, me, key, random.Random(f"brought {row.seisn}"), day, good=True)
    if _is_last(db, row):
        record.nextdate = row.nextdate  # it stands in the archive
    db.flush()
    _set(db, key, step=at.DONE, nextdate=record.nextdate)
    with clock.at(_at(day + APPROVED, 15)):
        _keep(db, _item(db, key), record)


def _is_last(db: Session, row: AppBuss) -> bool:
    return bool(db.scalar(select(Equipment.insreportno == row.reportno).where(Equipment.id == row.equdatasysid)))


def _known_then(db: Session, row: AppBuss) -> dict[str, str]:
    """What the archive said of the inspection before, on the day of this one."""
    query = select(AppBuss).where(AppBuss.equdatasysid == row.equdatasysid, AppBuss.inspdate < row.inspdate)
    query = query.where(AppBuss.testsort == row.testsort, AppBuss.imported).order_by(AppBuss.inspdate.desc()).limit(1)
    before = db.scalars(query).first()
    if before is None:
        return {"inspdate": "", "insreportno": "", "insresult": ""}
    return {"inspdate": str(before.inspdate), "insreportno": before.reportno, "insresult": before.conclusion}


def _address(db: Session, row: AppBuss) -> None:
    """The declaration that was brought over names its unit; a report states more of it."""
    main = select(AppMain.unitsysid).where(AppMain.id == row.appmain_id).scalar_subquery()
    unit = db.scalars(select(Unit).where(Unit.id == main)).one()
    known = {"unitcode": unit.code, "unitaddress": unit.address}
    db.execute(update(AppMain).where(AppMain.id == row.appmain_id, AppMain.unitcode == "").values(known))


def _keep(db: Session, row: AppBuss, record: OriginalRecord) -> None:
    code = "".join(secrets.choice("23456789ABCDEFGHJKMNPQRSTUVWXYZ") for _ in range(8))
    url, picture = records.verify_link(db, settings.current().public_url, row.reportno, code)
    data = records.document(db, row, record, verifyurl=url) | {"qr": picture}
    document = pdf.render(records.REPORT, data, made_at=clock.now())
    stated = records.stated(data) | {"item_version": record.template_version}
    made = {"key": files.keep_bytes(document), "size": len(document), "pages": pdf.page_count(document)}
    named = {"reportno": row.reportno, "title": data["reportname"], "template": record.template, "verifycode": code}
    db.add(
        Report(appbuss_id=row.id, content=stated, issuedat=clock.now(), state="有效", imported=True, **made, **named)
    )


def _set(db: Session, key: str, **values: Any) -> None:
    """Beside the trail of changes: nobody changed what was brought over."""
    db.flush()
    db.execute(update(AppBuss).where(AppBuss.id == key).values(**values))
    db.expire_all()


def _item(db: Session, key: str) -> AppBuss:
    return db.scalars(select(AppBuss).where(AppBuss.id == key)).one()


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), clock.SHANGHAI)
