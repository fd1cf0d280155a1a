"""Records of duty as tests begin with them."""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock
from tejian.supervision.duties.items import items_of
from tejian.supervision.models.duties import DutyRecord
from tests.inspection.conftest import Office

API = "/api/companyDuty"


def begun(office: Office, **more: Any) -> DutyRecord:
    """Today's record of the lifts of the unit, with the picture that was drawn for."""
    form = {"period": "D", "equclass": "3000", "firstday": str(clock.today())}
    key = office.good("qiye", f"{API}/save", **form | more)["id"]
    row = record_of(office, key)
    for item in items_of(office.db, row):
        if item.photo:
            scan: Any = {"name": "现场.jpg", "mime": "image/jpeg", "key": "0" * 64, "size": 1, "item": item.no}
            office.db.add(Attachment(owner="companyDuty", attrefsysid=key, **scan))
    office.db.commit()
    return record_of(office, key)


def record_of(office: Office, key: str) -> DutyRecord:
    return office.db.scalars(select(DutyRecord).where(DutyRecord.id == key)).one()


def handed(office: Office, **more: Any) -> DutyRecord:
    row = begun(office, **more)
    office.good("qiye", f"{API}/submit", id=row.id)
    return record_of(office, row.id)
