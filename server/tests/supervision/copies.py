"""A carbon copy as tests begin with it."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.supervision.models.copies import CarbonCopy
from tests.inspection.conftest import Office

API = "/api/carbonCopyManager"


def drafted(office: Office, **more: Any) -> CarbonCopy:
    """A draft of the institute to the bureau."""
    form = {"subject": "电梯超期未检仍在使用", "content": "请核实并责令停用", "toorg": office.user("jianguan").org_id}
    form |= {"deadline": str(clock.today() + timedelta(days=10)), "equipment": [{"equdatasysid": office.lifts()[0].id}]}
    key = office.good("yewu", f"{API}/save", **form | more)["id"]
    return office.db.scalars(select(CarbonCopy).where(CarbonCopy.id == key)).one()
