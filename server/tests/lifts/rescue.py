"""Rescues as tests begin with them."""

from typing import Any

from sqlalchemy import select

from tejian.lifts.models.rescue import RescueIncident
from tests.inspection.conftest import Office

from . import binding

API = "/api/rescue"
CALL = {"people": "2", "caller": "陈女士", "callertel": "13805740000", "floor": "7"}


def called(office: Office, **more: Any) -> RescueIncident:
    """A call for a lift that is bound to weibao, taken by the bureau's operator."""
    code = more.pop("code96333", None) or binding.bound(office).code96333
    key = office.good("jianguan", f"{API}/save", code96333=code, **CALL | more)["id"]
    return row_of(office, key)


def row_of(office: Office, key: str) -> RescueIncident:
    return office.db.scalars(select(RescueIncident).where(RescueIncident.id == key)).one()


MOVES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("jianguan", "dispatch", {}),
    ("weibao", "accept", {"forecast": "10"}),
    ("weibao", "arrive", {}),
    ("weibao", "free", {}),
    ("jianguan", "follow", {"followsaid": "已安全离开"}),
    ("jianguan", "close", {"cause": "01", "causesaid": "更换门锁触点"}),
)


def through(office: Office, row: RescueIncident, last: str = "close") -> RescueIncident:
    """Carried on as far as this move."""
    for login, move, form in MOVES:
        office.good(login, f"{API}/{move}", id=row.id, **form)
        if move == last:
            break
    return row_of(office, row.id)
