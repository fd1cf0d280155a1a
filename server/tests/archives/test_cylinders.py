"""Vehicles with gas cylinders: saved as one, registered by vehicle, scrapped with it."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import vin_check_char
from tejian.archives.models.cylinders import Cylinder, CylinderCar
from tejian.kit.ground import clock

from .conftest import Archive

BASE = "/api/cylinder"
OTHER = "1M8GDM9AXKP042788"


def bottle(number: str = "C2023001", **more: Any) -> dict[str, Any]:
    row = {"cylno": number, "maker": "浙江金盾", "volume": "80", "workpress": "20", "prodate": "2023-03-01"}
    return row | {"scrapdate": "2038-03-01", "cylkind": "23102"} | more


def car(**more: Any) -> dict[str, Any]:
    form: dict[str, Any] = {"carno": "浙B12345", "vin": OTHER, "medium": "CNG", "ownername": "宁波公交"}
    form |= {"areacode": "330212", "cylinders": [bottle(), bottle("C2023002")]}
    return form | {"pipes": [{"name": "高压管", "count": "2", "spec": "φ6×1"}]} | more


def cars(archive: Archive) -> list[CylinderCar]:
    return list(archive.db.scalars(select(CylinderCar)))


def bottles(archive: Archive) -> list[Cylinder]:
    return list(archive.db.scalars(select(Cylinder).order_by(Cylinder.seq)))


def test_a_vehicle_is_kept_with_its_rows(archive: Archive) -> None:
    made = archive.office.good("yewu", f"{BASE}/save", **car())
    row = cars(archive)[0]
    assert (row.cylnum, row.cylvolume, row.status) == (2, Decimal(160), "1")
    assert row.pipes == [{"name": "高压管", "spec": "φ6×1", "count": 2}]
    first = made["cylinders"][0]
    changed = car(id=row.id, version=1, cylinders=[bottle(id=first["id"], netweight="61.5"), bottle("C3")], pipes=[])
    archive.office.good("yewu", f"{BASE}/save", **changed)
    assert [(b.cylno, b.netweight) for b in bottles(archive)] == [("C2023001", Decimal("61.5")), ("C3", None)]
    assert bottles(archive)[0].id == first["id"] and cars(archive)[0].pipes == []
    found = archive.get("yewu", f"{BASE}/findList", cylno="c3").json()["data"]["list"]
    assert [r["carno"] for r in found] == ["浙B12345"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"carno": "B12345"}, "车牌号：车牌号格式不正确"),
        ({"vin": OTHER[:8] + "1" + OTHER[9:]}, "车辆识别代号：车辆识别代号（VIN）校验位不正确"),
        ({"cylinders": []}, "请至少填写一只气瓶"),
        ({"cylinders": [bottle(), bottle()]}, "第2只气瓶：编号 C2023001 重复"),
        ({"cylinders": [bottle(), bottle("X", volume="")]}, "气瓶第2行 公称容积：必填"),
        ({"cylinders": [bottle(cylkind="2110")]}, "气瓶第1行 气瓶品种：请从选项中选择"),
        ({"cylinders": [bottle(scrapdate="2020-01-01")]}, "第1只气瓶：设计使用年限到期日期应晚于制造日期"),
        ({"pipes": [{"name": "管"}]}, "管路第1行 数量：必填"),
        ({"inspdate": "2025-01-01", "ninspdate": "2024-01-01"}, "下次检验日期：应晚于上次检验日期 2025-01-01"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_stored(archive: Archive, change: dict[str, Any], sentence: str) -> None:
    said = archive.office.post("yewu", f"{BASE}/save", **car(**change))
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert cars(archive) == [] and bottles(archive) == []


def test_a_vehicle_and_a_cylinder_are_registered_once(archive: Archive) -> None:
    archive.office.good("yewu", f"{BASE}/save", **car())
    said = archive.office.refused("yewu", f"{BASE}/save", **car(carno="浙B99999"))
    assert said == "该车辆识别代号已登记：浙B12345 宁波公交"
    second = "LSVAU2A37N2000000"

    second = second[:8] + vin_check_char(second) + second[9:]
    said = archive.office.refused("yewu", f"{BASE}/save", **car(carno="浙B99999", vin=second))
    assert said == "气瓶 C2023001 已登记在 浙B12345"
    assert len(cars(archive)) == 1 and len(bottles(archive)) == 2


def test_registration_is_by_vehicle_and_scrapping_ends_it(archive: Archive) -> None:
    key = archive.office.good("yewu", f"{BASE}/save", **car())["id"]
    form = {"id": key, "usecertno": "瓶31浙B00123(26)", "regdate": str(clock.today())}
    assert archive.office.refused("yewu", f"{BASE}/register", **form | {"usecertno": "梯11浙B00123(26)"}).startswith(
        "使用登记证编号：气瓶的登记证以"
    )
    archive.office.good("yewu", f"{BASE}/register", **form | {"usecertno": "瓶31浙B00123（26）"})
    assert cars(archive)[0].usecertno == "瓶31浙B00123(26)"
    assert archive.office.refused("yewu", f"{BASE}/register", **form) == "该车已登记：瓶31浙B00123(26)"
    moved = archive.office.refused("yewu", f"{BASE}/save", **car(id=key, vin="L" + OTHER[1:]))
    assert moved == "已使用登记，车辆识别代号不能再改" and cars(archive)[0].vin == OTHER
    archive.office.good("yewu", f"{BASE}/scrap", id=key, scrapdate=str(clock.today()), scrapreason="到期")
    assert (cars(archive)[0].status, cars(archive)[0].ninspdate) == ("3", None)
    assert archive.office.refused("yewu", f"{BASE}/save", **car(id=key)) == "该车气瓶已报废，不能再修改"
    assert archive.office.good("yewu", f"{BASE}/save", **car())["id"] != key


def test_a_cylinder_at_the_end_of_its_life_is_not_registered(archive: Archive) -> None:
    yesterday = str(clock.today() - timedelta(days=1))
    key = archive.office.good("yewu", f"{BASE}/save", **car(cylinders=[bottle(scrapdate=yesterday)]))["id"]
    form = {"id": key, "usecertno": "瓶31浙B00123(26)", "regdate": str(clock.today())}
    said = archive.office.refused("yewu", f"{BASE}/register", **form)
    assert said == f"有气瓶已于 {yesterday} 到达设计使用年限，不能登记"
    assert cars(archive)[0].usecertno == ""


def test_who_may_not_write_is_refused(archive: Archive) -> None:
    key = archive.office.good("yewu", f"{BASE}/save", **car())["id"]
    for login in ("qiye", "jianyan1", "zhiliang"):
        assert archive.office.post(login, f"{BASE}/save", **car(id=key))["status"] == 403
        assert (
            archive.office.post(login, f"{BASE}/scrap", id=key, scrapdate="2026-01-01", scrapreason="x")["status"]
            == 403
        )
        assert archive.office.post(login, f"{BASE}/register", id=key)["status"] == 403
    assert archive.office.post("yewu", f"{BASE}/save", **car(id="0" * 32))["status"] == 403
    assert archive.office.post("qiye", f"{BASE}/load", id=key)["status"] == 403
    assert (archive.db.scalar(select(func.count()).select_from(CylinderCar)), cars(archive)[0].status) == (1, "1")
