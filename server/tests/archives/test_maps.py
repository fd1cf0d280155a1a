"""A list as a map: squares that add up to the list, whatever is asked, and a part of the map as a condition."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, text, update

from tejian.archives.models.equipment import Equipment
from tejian.kit.lists import places
from tejian.kit.lists.listview import LISTS

from .conftest import Archive

ALL, CALL = "eqd_all_list", "/api/layout/findMap"
CITY = "121.00000,29.40000,122.20000,30.40000"


def stood(archive: Archive, *where: tuple[str, str]) -> list[str]:
    """Devices at these places, and no other device anywhere."""
    db = archive.db
    db.execute(update(Equipment).values(longitude=None, latitude=None))
    keys = list(db.scalars(select(Equipment.id).order_by(Equipment.equcode).limit(len(where))))
    for key, (lng, lat) in zip(keys, where, strict=True):
        own = {"longitude": Decimal(lng), "latitude": Decimal(lat)}
        db.execute(update(Equipment).where(Equipment.id == key).values(own))
    db.commit()
    return keys


def seen(archive: Archive, login: str = "dangan", **more: Any) -> dict[str, Any]:
    return archive.office.good(login, CALL, **{"viewNo": ALL, "box": CITY, **more})  # type: ignore[no-any-return]


def listed(archive: Archive, login: str = "dangan", **more: Any) -> list[str]:
    page = archive.office.good(login, LISTS[ALL].url, **LISTS[ALL].params, pageSize=1000, **more)
    return [row["id"] for row in page["list"]]


@pytest.mark.parametrize(
    ("lng", "lat"),
    [(73.0, 0.0), (136.0, 54.0), (121.55, 29.87), (121.549999, 29.869999), (104.065, 30.65), (135.0, 48.0)],
)
def test_a_square_is_named_alike_by_both(archive: Archive, lng: float, lat: float) -> None:
    known = archive.db.scalar(text("select tj_square(:x, :y)"), {"x": Decimal(str(lng)), "y": Decimal(str(lat))})
    name = places._name(*places._step(lng, lat))
    assert known == name
    west, south, east, north = places._bounds(name, places.BITS)
    assert west <= lng <= east and south <= lat <= north


def test_what_stands_together_is_one_circle_and_all_of_it_is_the_list(archive: Archive) -> None:
    near = ("121.550100", "29.870100"), ("121.550200", "29.870200")
    keys = stood(archive, *near, ("121.950000", "30.100000"))
    drawn = seen(archive)
    assert sorted(one["count"] for one in drawn["squares"]) == [1, 2]
    pair = next(one for one in drawn["squares"] if one["count"] == 2)
    assert (pair["lng"], pair["lat"]) == (pytest.approx(121.55015), pytest.approx(29.87015))
    assert drawn["outside"] == len(listed(archive)) - 3 and not drawn["outsideCapped"]
    assert sorted(listed(archive, mapBox=",".join(str(one) for one in pair["box"]))) == sorted(keys[:2])
    assert sorted(listed(archive, mapBox=CITY)) == sorted(keys)
    assert listed(archive, mapBox="121.94000,30.09000,121.96000,30.11000") == [keys[2]]


def test_a_part_of_the_map_is_exact_at_its_edge(archive: Archive) -> None:
    stood(archive, ("121.500000", "29.800000"))
    assert len(listed(archive, mapBox="121.5,29.8,121.6,29.9")) == 1
    assert listed(archive, mapBox="121.500001,29.8,121.6,29.9") == []
    assert listed(archive, mapBox="121.4,29.7,121.499999,29.9") == []


def test_late_ones_colour_it_and_those_due_soon(archive: Archive) -> None:
    late, soon, well = stood(archive, *[("121.550100", "29.870100")] * 3)
    days = {late: "current_date - 1", soon: "current_date + 30", well: "current_date + 31"}
    for key, day in days.items():
        archive.db.execute(
            text(
                f"update equipment set ninspdate = {day}, ninspdate2 = null, delaydate = null, ndetdate = null,"
                " nextbraketestdate = null, nwaterdate = null, inspecting = false, equstatus = '1'"
                " where equdatasysid = :key"
            ),
            {"key": key},
        )
    archive.db.commit()
    (square,) = seen(archive)["squares"]
    assert (square["count"], square["late"], square["soon"]) == (3, 1, 1)


def test_it_asks_what_the_list_asks_and_shows_what_one_may_see(archive: Archive) -> None:
    keys = stood(archive, *[("121.550100", "29.870100")] * 4)
    one = archive.db.scalars(select(Equipment).where(Equipment.id == keys[0])).one()
    assert sum(s["count"] for s in seen(archive, usecodes=one.equcode)["squares"]) == len(
        listed(archive, usecodes=one.equcode, mapBox=CITY)
    )
    assert sum(s["count"] for s in seen(archive, equclass=one.equclass)["squares"]) == len(
        listed(archive, equclass=one.equclass, mapBox=CITY)
    )
    own = len(listed(archive, "qiye", mapBox=CITY))
    assert sum(s["count"] for s in seen(archive, "qiye")["squares"]) == own


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        ("", "地图范围：应为西、南、东、北四个数字"),
        ("121,29,122", "地图范围：应为西、南、东、北四个数字"),
        ("121,29,x,30", "地图范围：应为西、南、东、北四个数字"),
        ("122,29,121,30", "地图范围：应在东经73至136度、北纬0至54度之间，西小于东，南小于北"),
        ("121,29,137,30", "地图范围：应在东经73至136度、北纬0至54度之间，西小于东，南小于北"),
        ("nan,29,122,30", "地图范围：应在东经73至136度、北纬0至54度之间，西小于东，南小于北"),
    ],
)
def test_what_is_no_part_of_the_map_is_a_sentence(archive: Archive, box: str, sentence: str) -> None:
    assert archive.office.refused("dangan", CALL, viewNo=ALL, box=box) == sentence
    if box:
        assert archive.office.refused("dangan", LISTS[ALL].url, **LISTS[ALL].params, mapBox=box) == sentence


def test_a_list_without_places_has_no_map(archive: Archive) -> None:
    assert archive.office.refused("sysadmin", CALL, viewNo="sys_param_list", box=CITY) == "这个列表没有地图"


def test_names_of_divisions_are_the_finest_that_have_room(archive: Archive) -> None:
    assert "鄞州区" in {one["name"] for one in seen(archive)["divisions"]}
    country = seen(archive, box="73,0,136,54")["divisions"]
    assert "浙江省" in {one["name"] for one in country} and len(country) < 40
