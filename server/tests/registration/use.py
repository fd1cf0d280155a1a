"""Applications for registration of use as tests begin with them."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.registration.models.use import UseRegistration
from tejian.registration.use.api import MATERIALS
from tests.inspection.conftest import Office

API = "/api/useRegister"
WHO = {"contact": "胡斌", "contacttel": "13805741234"}


def new_lifts(office: Office, count: int = 1) -> list[Equipment]:
    """Lifts of the unit of the account qiye that passed their first inspection and have no certificate."""
    unit = office.user("qiye").unit_id
    rows = list(office.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclass == "3000")))
    found = sorted(rows, key=lambda one: one.equcode)[:count]
    assert len(found) == count
    for one in found:
        one.regstatus, one.usecertno, one.regdate, one.equstatus, one.unqualcode = "0", "", None, "9", ""
        one.insinspdate, one.areacode = clock.today() - timedelta(days=3), "330203"
        one.designenddate, one.maiorgname = None, one.maiorgname or "某维保公司"
    owner = office.db.get(Unit, unit)
    assert owner is not None
    owner.safemanager = owner.safemanager or "李安全"
    office.db.commit()
    return found


def saved(office: Office, devices: list[Equipment], mode: str = "set", login: str = "qiye", **more: Any) -> str:
    """The key of a draft of the unit."""
    form = {**WHO, "equipment": [{"equdatasysid": one.id} for one in devices], **more}
    return str(office.good(login, f"{API}/{mode}/save", **form)["id"])


def with_materials(office: Office, key: str, login: str = "qiye") -> None:
    """Every material answered, and a scan of those that the archive does not hold."""
    row = row_of(office, key)
    for item in MATERIALS.items(office.db, row):
        if item.photo:
            scan = {"name": "扫描件.jpg", "mime": "image/jpeg", "key": "0" * 64, "size": 1}
            office.db.add(Attachment(owner="useRegister", attrefsysid=key, item=item.no, **scan))
    office.db.commit()
    answers = [{"no": item.no, "result": "√"} for item in MATERIALS.items(office.db, row)]
    state = office.good(login, f"{API}/checkList", id=key)
    office.good(login, f"{API}/answer", id=key, version=str(state["version"]), items=answers)


def row_of(office: Office, key: str) -> UseRegistration:
    return office.db.scalars(select(UseRegistration).where(UseRegistration.id == key)).one()


def drafted(office: Office, **more: Any) -> UseRegistration:
    """A draft with all its materials, ready to be handed in."""
    key = saved(office, new_lifts(office), **more)
    with_materials(office, key)
    return row_of(office, key)


def changed(office: Office, regtype: str, devices: list[Equipment], **more: Any) -> str:
    """A draft of a change with its materials."""
    key = saved(office, devices, "change", regtype=regtype, **more)
    with_materials(office, key)
    return key


MOVES = (("qiye", "submit"), ("jianguan", "accept"), ("jianguan2", "examine"), ("jianguan", "issue"))


def through(office: Office, key: str, last: str = "issue") -> UseRegistration:
    """Carried on as far as this move."""
    for login, move in MOVES:
        office.good(login, f"{API}/{move}", id=key)
        if move == last:
            break
    return row_of(office, key)
