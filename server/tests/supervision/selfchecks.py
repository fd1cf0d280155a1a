"""A rule of self-inspection as tests begin with it: three lifts whose detection is due, was due, and is long late."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.supervision.models.selfchecks import SelfCheckRule
from tests.inspection.conftest import Office

API = "/api/supervision/selfCheck"
DAYS = (20, -5, -40)  # until the detection of each lift is due
ASKED = {"areacode": "330200", "ahead": "30", "grace": "15", "channel": "both", "source": "本局通知"}


def lifts(office: Office) -> list[Equipment]:
    """The three lifts, the first due last; every other is due far ahead."""
    mine = select(Equipment).where(Equipment.equclass == "3000", Equipment.equstatus == "1", Equipment.equDel == 0)
    office.db.execute(update(Equipment).where(Equipment.equclass == "3000").values(ndetdate=None))
    found = list(office.db.scalars(mine.where(Equipment.areacode.startswith("3302")).limit(len(DAYS))))
    for one, left in zip(found, DAYS, strict=True):
        one.ndetdate, one.usetel = clock.today() + timedelta(days=left), "13800001234"
    office.db.commit()
    return found


def of(office: Office, key: str) -> SelfCheckRule:
    return office.db.scalars(select(SelfCheckRule).where(SelfCheckRule.id == key)).one()


def drafted(office: Office, **more: Any) -> SelfCheckRule:
    form = {**ASKED, "validfrom": str(clock.today())} | more
    return of(office, office.good("jianguan", f"{API}/save", **form)["id"])


def issued(office: Office, **more: Any) -> SelfCheckRule:
    rule = drafted(office, **more)
    office.good("juzhang", f"{API}/issue", ids=rule.id)
    return of(office, rule.id)
