"""Archive tests: the office of the inspection tests, with a new lift and a new unit as forms send them."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.common.identifiers import make_equipment_code, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tests.inspection.conftest import Office, office

__all__ = ["Archive", "office"]


class Archive:
    """What the archive tests do over and over."""

    def __init__(self, office: Office):
        self.office, self.db = office, office.db

    def get(self, login: str, path: str, **query: Any) -> Any:
        """The answer of a GET as that account."""
        self.office.call.user = self.office.user(login)
        self.db.commit()
        try:
            return self.office.call.client.get(path, params=query)
        finally:
            self.office.call.user = None
            self.db.expire_all()

    def page(self, login: str, equclass: str = "3000", **query: Any) -> Any:
        said = self.get(login, f"/api/eqd{equclass}tpm/eqd{equclass}tpm/findListBy{equclass}", **query).json()
        assert said["isSuccess"], said["errorMsg"]
        return said["data"]

    def codes(self, login: str, **query: Any) -> list[str]:
        return [r["equcode"] for r in self.page(login, pageSize=200, **query)["list"]]

    def one(self, row_id: str) -> Equipment:
        return self.db.scalars(select(Equipment).where(Equipment.id == row_id)).one()

    def unit(self, row_id: str) -> Unit:
        return self.db.scalars(select(Unit).where(Unit.id == row_id)).one()

    def first(self, *where: Any) -> Equipment:
        return self.db.scalars(select(Equipment).where(*where).order_by(Equipment.equcode)).all()[0]

    def units(self, *where: Any) -> list[Unit]:
        return list(self.db.scalars(select(Unit).where(*where).order_by(Unit.name)))

    def lift_form(self, **more: Any) -> dict[str, Any]:
        """A new lift as the form sends it."""
        maker, user = self.units(Unit.ismaker)[0], self.units(Unit.usertype != "")[0]
        form = {"equclass": "3000", "equclacode": "3110", "equname": "客梯", "prono": "26T90001", "model": "MAX-V"}
        form |= {"equcode": make_equipment_code("3110", "33901", 2025, 9001), "porgaosysid": maker.id}
        form |= {"prodate": "2025-03-01", "useorgsysid": user.id, "areacode": "330212", "useplace": "鄞县大道 1 号"}
        form |= {
            "elefloornumber": "18",
            "elestadenumber": "18",
            "eledoornumber": "18",
            "ratedload": "1000",
            "runvelocity": "1.75",
        }
        return form | more

    def added(self, **more: Any) -> Equipment:
        made = self.office.good("dangan", "/api/eqdbase/eqdBasic/addEqm", **self.lift_form(**more))
        return self.one(made["id"])

    def unit_form(self, **more: Any) -> dict[str, Any]:
        form = {"name": "宁波测试物业有限公司", "code": make_uscc(77_000_001), "usertype": "03", "areacode": "330212"}
        return form | {"address": "鄞县大道 2 号", "contact": "王芳", "tel": "13805748888"} | more

    def history(self, login: str, entity: str, row_id: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.office.good(login, "/api/common/history", entity=entity, id=row_id)
        return rows


@pytest.fixture
def archive(office: Office) -> Archive:
    assert clock.today()
    return Archive(office)
