"""Inspection groups: the user's department and the common unit, by category, type and class."""

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.models.settings import Param

from .conftest import Office

PATH, PEOPLE = "/api/appmain/findInmGroup", "/api/businesspro/common/queryBusinessGroup"


def test_groups_follow_the_rule_table(office: Office) -> None:
    rows = office.good("shouli", PATH, seisort="02", testsort="0211", equclass="3000")
    assert {r["template"] for r in rows} == {"DT-DJ", "DT-ES", "DT-ZW"}
    assert {r["unitCode"] for r in rows} == {"530201-02", "530201-04", "530201-07", "530201-08"}
    assert len({r["id"] for r in rows}) == len(rows) == 12
    assert office.good("shouli", PATH, seisort="02", testsort="0201", equclass="3000") == []
    assert {r["equclass"] for r in office.good("shouli", PATH, equclass="1000")} == {"1000"}


def test_a_department_of_another_institute_has_no_groups_here(office: Office) -> None:
    bureau = office.db.scalars(select(Org.id).where(Org.code == "330200-SJ-01")).one()
    assert office.good("shouli", PATH, unit=bureau) == []
    own = office.db.scalars(select(Org.id).where(Org.code == "530201-04")).one()
    assert {r["unit"] for r in office.good("shouli", PATH, unit=own)} == {own}
    assert office.good("jianguan", PATH, equclass="3000") == []


def test_without_a_common_unit_only_the_own_department_is_offered(office: Office) -> None:
    office.db.scalars(select(Param).where(Param.key == "inspection.special_unit")).one().value = "-"
    from tejian.system.settings.cache import bump

    bump(office.db, "param")
    assert {r["unitCode"] for r in office.good("jianyan1", PATH, equclass="3000")} == {"530201-02"}


def test_groups_of_people_are_the_qualified_of_each_department(office: Office) -> None:
    rows = {r["code"]: r for r in office.good("diaodu", PEOPLE, type="3000")}
    assert set(rows) == {"530201-02", "530201-04", "530201-07", "530201-08"}
    names = {u["name"] for u in rows["530201-02"]["users"]}
    assert {"陈立峰", "林志远"} <= names and "俞卫东" not in names
    assert [r["code"] for r in office.good("diaodu", PEOPLE, name="承压")] == ["530201-03"]
    office.db.scalars(select(SysUser).where(SysUser.login == "jianyan2")).one().enabled = False
    again = office.good("diaodu", PEOPLE, orgId=rows["530201-02"]["id"], day=str(clock.today()))
    assert "林志远" not in {u["name"] for u in again[0]["users"]}
    assert office.good("jianguan", PEOPLE) == []
