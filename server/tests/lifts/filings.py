"""Filings of maintenance units as tests begin with them."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import UnitLicence
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.lifts.filing.nightly import every_night
from tejian.lifts.models.filing import MaintFiling
from tests.inspection.conftest import Office

OWN = "/api/epbrmogmmaibasic/epBrmOgmMaiBasic"
OFFICE = "/api/ibmsbrmogmmaibasic/ibmsBrmOgmMaiBasic"
AREA = "330203"
WORDS = {
    "address": "宁波市海曙区中山西路168号",
    "hotline": "0574-87001234",
    "contact": "何维保",
    "contacttel": "13805741235",
}


def licensed(office: Office) -> UnitLicence:
    """The unit of weibao has a licence for lifts."""
    row = UnitLicence(unit_id=office.user("weibao").unit_id, lictype="1", licno="TS3310330-2030", items="DTAZ-A1")
    row.validto = clock.today() + timedelta(days=700)
    office.db.add(row)
    office.db.commit()
    return row


def maintainers(office: Office, count: int = 2) -> list[Person]:
    """Persons of the unit of weibao with a certificate T in force."""
    made = []
    for n in range(count):
        one = Person(id=new_id(), name=f"何师傅{'一二三四五六'[n]}", unit_id=office.user("weibao").unit_id)
        one.post, one.status, one.workno = "12", "0", f"W{n + 1:03d}"
        cert = PersonCert(person_id=one.id, certno=f"T{new_id()[:12]}", item="T")
        cert.validto = clock.today() + timedelta(days=400)
        office.db.add(one)
        office.db.flush()
        office.db.add(cert)
        made.append(one)
    office.db.commit()
    return made


def ready(office: Office) -> list[Person]:
    """Licence and two maintainers, once."""
    unit = office.user("weibao").unit_id
    known = list(
        office.db.scalars(select(Person).where(Person.unit_id == unit, Person.post == "12").order_by(Person.id))
    )
    if known:
        return known
    licensed(office)
    return maintainers(office)


def saved(office: Office, login: str = "weibao", **more: Any) -> MaintFiling:
    """A draft of the unit of weibao."""
    people = [{"person_id": one.id} for one in ready(office)]
    form = {**WORDS, "filkind": "01", "areacode": AREA, "lifts": "60", "people": people}
    key = office.good(login, f"{OWN}/save", **form | more)["id"]
    return row_of(office, key)


def row_of(office: Office, key: str) -> MaintFiling:
    return office.db.scalars(select(MaintFiling).where(MaintFiling.id == key)).one()


MOVES = (("weibao", f"{OWN}/submitMai"), ("jianguan", f"{OFFICE}/reviewAgree"), ("jianguan2", f"{OFFICE}/checkAgree"))


def through(office: Office, row: MaintFiling, last: str = "checkAgree") -> MaintFiling:
    """Carried on as far as this move."""
    for login, path in MOVES:
        office.good(login, path, id=row.id)
        if path.endswith(last):
            break
    return row_of(office, row.id)


def filed(office: Office, **more: Any) -> MaintFiling:
    return through(office, saved(office, **more))


def changing(office: Office) -> MaintFiling:
    """One whose change waits for its review."""
    old = filed(office)
    through(office, saved(office, filkind="02"), "submitMai")
    return row_of(office, old.id)


def expired(office: Office) -> MaintFiling:
    """One whose year has ended, as the night finds it."""
    row = filed(office)
    row.validto = clock.today() - timedelta(days=1)
    office.db.commit()
    every_night(office.db)
    office.db.commit()
    return row_of(office, row.id)
