"""跨市业务查询: what is inspected in another city; 到龄检验详情: what assessed a device and made its life longer."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, text

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.registration.models.use import LONGER, RegisteredDevice, UseRegistration
from tejian.system.models.organisations import Org

from .conftest import Office

ASSESSED = "已达设计使用年限，已有安全评估；延长后的年限以使用登记变更为准"
FAR, AGE = "/api/appbuss/query/findIntercity", "/api/expiry/ageRecord"


def far(office: Office, item: AppBuss, area: str, home: str = "330200") -> bool:
    """Whether an inspection of a device in an area, by an institute at home elsewhere, is of another city."""
    office.db.scalars(select(Org).where(Org.id == item.cheorg)).one().areacode = home
    office.item(item.id).areacode = area
    office.db.commit()
    found = office.good("yewu", FAR, number=item.seisn)["list"]
    return [one["seisn"] for one in found] == [item.seisn]


def test_another_city_is_another_city(office: Office) -> None:
    item = office.accepted()[0]
    assert not far(office, item, "330212")
    assert not far(office, item, "330283")  # a town of the same city, with its county's code
    assert far(office, item, "330106")
    assert far(office, item, "310115")
    assert not far(office, item, "330000")  # nobody knows the city
    assert not far(office, item, "")
    assert not far(office, item, "330106", "330000")  # an institute of the whole province
    assert not far(office, item, "310151", "310115")  # 1101 and 1102: one municipality
    assert far(office, item, "429004", "429006")  # counties under their province alone
    assert not far(office, item, "429004", "429004")


def test_the_row_says_both_places(office: Office) -> None:
    item = office.accepted()[0]
    assert far(office, item, "330106")
    row = office.good("yewu", FAR, number=item.seisn)["list"][0]
    assert (row["devicearea"], row["orgarea"]) == ("330106", "330200")
    assert row["deviceareaName"].endswith("西湖区") and row["orgareaName"].endswith("宁波市")
    assert "没有此操作的权限" in office.refused("secadmin", FAR)


def test_of_another_institute_it_is_not_shown(office: Office) -> None:
    item = office.accepted()[0]
    assert far(office, item, "330106")
    own = office.db.scalars(select(Org).where(Org.id == item.cheorg)).one()
    other = Org(name="绍兴市特种设备检验院", code="530601", kind="institute", areacode="330600")
    office.db.add(other)
    office.db.flush()
    office.item(item.id).cheorg = other.id
    office.db.commit()
    assert own.areacode == "330200"
    assert office.good("yewu", FAR, number=item.seisn)["list"] == []


def test_an_institute_that_moves_takes_its_cases_along(office: Office) -> None:
    item = office.accepted()[0]
    assert far(office, item, "330106")
    office.db.scalars(select(Org).where(Org.id == item.cheorg)).one().areacode = "330100"
    office.db.commit()
    assert office.good("yewu", FAR, number=item.seisn)["list"] == []
    assert office.db.scalar(text("select intercity from appbuss where id = :id"), {"id": item.id}) is False


def old_lift(office: Office) -> Equipment:
    lift = office.lifts()[0]
    lift.designenddate = clock.today() - timedelta(days=30)
    office.db.commit()
    return lift


def page(office: Office, lift: Equipment) -> dict[str, Any]:
    return dict(office.good("yewu", AGE, id=lift.id))


def facts(told: dict[str, Any]) -> dict[str, str]:
    return {one["label"]: one["text"] for one in told["facts"]}


def rows(told: dict[str, Any], key: str) -> list[dict[str, Any]]:
    return next(part["rows"] for part in told["parts"] if part["key"] == key)


def test_an_old_device_says_that_nothing_is_on_file(office: Office) -> None:
    lift = old_lift(office)
    told = page(office, lift)
    assert facts(told)["最近安全评估"] == facts(told)["延长使用登记"] == "没有"
    assert [one["text"] for one in told["notices"]] == [
        "已达设计使用年限，没有安全评估：继续使用须经安全评估合格并办理使用登记变更"
    ]
    assert rows(told, "assessments") == rows(told, "extensions") == []
    assert lift.id in {one["id"] for one in office.good("yewu", "/api/expiry/findOfAge", pageSize=500)["list"]}


def test_its_assessment_and_its_extension_stand_there(office: Office) -> None:
    item = office.approved()
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    lift.designenddate = clock.today() - timedelta(days=1)
    office.item(item.id).seisort = "12"
    office.db.commit()
    told = page(office, lift)
    assert facts(told)["最近安全评估"] == str(item.inspdate)
    assert [one["seisn"] for one in rows(told, "assessments")] == [item.seisn]
    assert [one["text"] for one in told["notices"]] == [
        "已达设计使用年限，已有安全评估；延长后的年限以使用登记变更为准"
    ]
    day = clock.today() + timedelta(days=1000)
    change = UseRegistration(
        regapplyno="BG1", mode="1", regtype=LONGER, step="YS", applied=clock.now(), newdesignend=day
    )
    office.db.add(change)
    office.db.flush()
    office.db.add(RegisteredDevice(reg_id=change.id, equdatasysid=lift.id))
    office.db.commit()
    told = page(office, lift)
    assert facts(told)["延长使用登记"] == "没有"  # asked for, not granted
    assert [(one["number"], one["until"], one["issued"]) for one in rows(told, "extensions")] == [("BG1", str(day), "")]
    change.issued = clock.today()
    office.db.commit()
    told = page(office, lift)
    assert facts(told)["延长使用登记"] == f"延长至{day}" and told["notices"] == []
    assert "没有此操作的权限" in office.refused("secadmin", AGE, id=lift.id)
