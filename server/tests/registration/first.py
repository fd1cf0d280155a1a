"""First registrations as tests begin with them: the fields of a device of the city, under a number of its own."""

from typing import Any

from sqlalchemy import select

from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment
from tejian.registration.first.forms import NOT_ASKED
from tejian.registration.models.first import FirstRegistration
from tests.inspection.conftest import Office

API = "/api/firstRegister"
CRANE = "4000"


def form(office: Office, equclass: str = CRANE, **more: Any) -> dict[str, Any]:
    """A new device like one that the city has."""
    rows = office.db.scalars(select(Equipment).where(Equipment.equclass == equclass, Equipment.lacking.is_(None)))
    like = next(one for one in sorted(rows, key=lambda one: one.equcode) if not one.equclacode.startswith("23"))
    asked = {f.name for f in equipment.form_fields(like.equclass, like.equclacode)} - {*NOT_ASKED, "equidentcode"}
    held = {k: v for k, v in equipment.current(like).items() if k in asked and v not in (None, "")}
    new = {"equclass": equclass, "prono": "SJ-26-0001", "equcode": "", "ele96333code": "", "designenddate": ""}
    return {**held, **new, "cheorg": like.cheorgsysid, **more}


def saved(office: Office, login: str = "qiye", equclass: str = CRANE, **more: Any) -> FirstRegistration:
    """A draft of the unit, or of the inspector."""
    key = office.good(login, f"{API}/save", **form(office, equclass, **more))["id"]
    return row_of(office, key)


def row_of(office: Office, key: str) -> FirstRegistration:
    return office.db.scalars(select(FirstRegistration).where(FirstRegistration.id == key)).one()


def drafted(office: Office) -> FirstRegistration:
    """A draft of the unit, for the walks."""
    return saved(office)


def handed(office: Office, login: str = "qiye", **more: Any) -> FirstRegistration:
    row = saved(office, login, **more)
    office.good(login, f"{API}/submit", id=row.id)
    return row_of(office, row.id)
