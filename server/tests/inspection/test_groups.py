"""Inspection groups: the user's department and the common unit, by category, type and class."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.teams import InspectionTeam
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
    assert {r["unit"] for r in office.good("shouli", PATH, unit="530201-04")} == {own}
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


CONF = "/api/inmConf"


def team(office: Office, **more: Any) -> dict[str, Any]:
    """A group of the first electromechanical department for the periodic inspection of lifts."""
    dept = office.db.scalars(select(Org.id).where(Org.code == "530201-02")).one()
    people = [office.user(login).id for login in ("jianyan1", "jianyan2")]
    form = {"dept_id": dept, "name": "电梯一组", "equclass": "3000", "seisort": "02", "testsort": "0211"}
    form |= {"templates": "DT-DJ", "member_ids": ",".join(people), "enabled": "1", "sort": "1"}
    return office.post("sysadmin", f"{CONF}/save", **form | more)  # type: ignore[no-any-return]


def test_a_configured_group_stands_instead_of_its_department(office: Office) -> None:
    asked = {"unit": "530201-02", "seisort": "02", "testsort": "0211", "equclass": "3000"}
    before = office.good("shouli", PATH, **asked)
    made = team(office)["data"]
    found = {one["template"]: one for one in office.good("shouli", PATH, **asked)}
    assert set(found) == {"DT-DJ", "DT-ES", "DT-ZW"} and len(before) == 3
    assert found["DT-DJ"]["name"] == "电梯一组"
    assert [one["name"] for one in found["DT-DJ"]["members"]] == ["陈立峰", "林志远"]
    assert [found[one] for one in ("DT-ES", "DT-ZW")] == [one for one in before if one["template"] != "DT-DJ"]
    assert office.good("shouli", "/api/inmmain/getList", **asked) == office.good("shouli", PATH, **asked)
    others = office.good("shouli", PATH, **asked | {"unit": "530201-04"})
    assert {one["name"] for one in others}.isdisjoint({"电梯一组"})
    part = {"id": made["id"], "version": made["version"], "enabled": "0"}  # a page sends what was changed
    office.good("sysadmin", f"{CONF}/save", **part)
    assert office.good("shouli", PATH, **asked) == before


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"equclass": "1000", "templates": ""}, "设备种类：机电检验一部不承担这种设备的检验"),
        ({"testsort": "0201"}, "检验类型：业务代码表中该种类没有这样的检验"),
        ({"templates": "GL-WJ"}, "模板：GL-WJ不用于所选的检验"),
        ({"member_ids": ""}, "成员：必填"),
        ({"name": ""}, "检验组：必填"),
    ],
)
def test_a_group_that_cannot_inspect_is_refused(office: Office, more: dict[str, str], sentence: str) -> None:
    said = team(office, **more)
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert office.db.scalar(select(func.count()).select_from(InspectionTeam)) == 0


def test_members_are_of_the_institute_and_a_name_stands_once(office: Office) -> None:
    stranger = office.db.scalars(select(SysUser).where(SysUser.login == "jianguan")).one()
    assert team(office, member_ids=stranger.id)["errorMsg"] == f"成员：{stranger.name}不是该机构的人员"
    assert team(office)["isSuccess"]
    assert team(office, testsort="")["errorMsg"] == "检验组：机电检验一部已有电梯一组"
    rows = office.good("sysadmin", f"{CONF}/findList")["list"]
    assert [(one["deptName"], one["memberNames"], one["templateNames"]) for one in rows] == [
        ("机电检验一部", "陈立峰、林志远", "DT-DJ")
    ]
    assert office.post("shouli", f"{CONF}/findList")["status"] == 403
