"""Equipment lists: who sees what, which rows are late, what the searches find."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from tejian.archives.equipment.lists import CLASS_LISTS, SCREENS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .conftest import Archive


@pytest.mark.parametrize("equclass", sorted(SCREENS))
def test_a_class_list_shows_its_class_only(archive: Archive, equclass: str) -> None:
    rows = archive.page("shouli", equclass, pageSize=200)
    wanted = archive.db.scalars(select(Equipment.id).where(Equipment.equclass == equclass)).all()
    assert {r["id"] for r in rows["list"]} == set(wanted)
    assert rows["count"] == len(wanted)
    assert {r["equclass"] for r in rows["list"]} <= {equclass}


def test_an_institute_sees_only_its_own_devices(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.cheorgsysid = archive.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    assert lift.equcode not in archive.codes("shouli")
    assert archive.get("shouli", "/api/eqd3000tpm/eqd3000tpm/getDetailBy3000", id=lift.id).status_code == 403


def test_an_inspector_sees_the_devices_of_the_institute(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.chedeptid != archive.office.user("jianyan1").dept_id)
    assert archive.page("jianyan1")["count"] == archive.page("shouli")["count"]
    assert lift.equcode in archive.codes("jianyan1")
    lift.cheorgsysid = archive.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    assert lift.equcode not in archive.codes("jianyan1")


def test_a_bureau_sees_the_devices_of_its_area(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    assert lift.equcode in archive.codes("jianguan")
    lift.areacode = "330106"
    assert lift.equcode not in archive.codes("jianguan")
    lift.areacode = "330212"
    assert lift.equcode in archive.codes("jianguan")


def test_an_enterprise_sees_the_devices_it_uses_or_maintains(archive: Archive) -> None:
    for login, column in (("qiye", Equipment.useorgsysid), ("weibao", Equipment.maiorgsysid)):
        mine = select(Equipment.id).where(column == archive.office.user(login).unit_id, Equipment.equclass == "3000")
        assert {r["id"] for r in archive.page(login, pageSize=200)["list"]} == set(archive.db.scalars(mine))
    assert archive.page("qiye")["count"] > 0


def test_a_deleted_record_is_in_no_list(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.equDel = 1
    assert lift.equcode not in archive.codes("shouli")
    assert archive.get("shouli", "/api/eqdbase/eqdBasic/getEqdBasicInfo", id=lift.id).status_code == 403


@pytest.mark.parametrize(
    ("days", "status", "delay", "inspecting", "late"),
    [
        (-1, "1", None, False, "1"),
        (0, "1", None, False, "0"),
        (1, "1", None, False, "0"),
        (-1, "9", None, False, "1"),
        (-1, "2", None, False, "0"),
        (-1, "1", None, True, "0"),
        (-10, "1", 0, False, "0"),
        (-10, "1", -1, False, "1"),
        (-1, "1", -30, False, "1"),
        (5, "1", -3, False, "0"),  # an earlier delay shortens nothing
        (0, "1", -1, False, "0"),
        (None, "1", None, False, "0"),
    ],
)
def test_a_row_is_late_from_the_day_after_it_was_due(
    archive: Archive, days: int | None, status: str, delay: int | None, inspecting: bool, late: str
) -> None:
    today = clock.today()
    lift = archive.first(Equipment.equclass == "3000")
    lift.ninspdate = None if days is None else today + timedelta(days=days)
    lift.delaydate = None if delay is None else today + timedelta(days=delay)
    lift.ninspdate2, lift.equstatus, lift.inspecting = None, status, inspecting
    row = next(r for r in archive.page("shouli", codes=lift.equcode)["list"] if r["id"] == lift.id)
    assert row["isNinspdateOverdue"] == late
    overdue = {r["id"] for r in archive.page("shouli", pageSize=200, overdue="1")["list"]}
    assert (lift.id in overdue) == (late == "1")


def test_the_yearly_date_makes_a_row_late_too(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.ninspdate, lift.ninspdate2 = clock.today() + timedelta(days=100), clock.today() - timedelta(days=1)
    assert archive.page("shouli", codes=lift.equcode)["list"][0]["isNinspdateOverdue"] == "1"


@pytest.mark.parametrize("equclass", ["1000", "2000"])
def test_the_earlier_of_two_inspections_comes_first(archive: Archive, equclass: str) -> None:
    """Also for the delay of one of them; a list of another class has one date and follows it."""
    rows = archive.db.scalars(select(Equipment).where(Equipment.equclass == equclass).order_by(Equipment.equcode))
    first, second, third = list(rows)[:3]
    day = clock.today() - timedelta(days=4000)
    far = timedelta(days=500)
    first.ninspdate, first.delaydate, first.ninspdate2 = day + far, None, day + timedelta(days=1)
    second.ninspdate, second.delaydate, second.ninspdate2 = day + timedelta(days=2), None, day + far
    third.ninspdate, third.delaydate, third.ninspdate2 = day, day + timedelta(days=3), None
    archive.db.commit()
    page = archive.page("yewu", equclass, pageSize=3)["list"]
    assert [(r["id"], r["firstdue"]) for r in page] == [
        (one.id, str(day + timedelta(days=n))) for n, one in enumerate((first, second, third), 1)
    ]
    until = str(day + timedelta(days=3))
    found = {r["id"] for r in archive.page("yewu", equclass, firstdueEnd=until)["list"]}
    assert found == {first.id, second.id}
    last = archive.page("yewu", equclass, orderBy="-firstdue", pageSize=200)["list"]
    days = [r["firstdue"] for r in last if r["firstdue"]]
    assert days == sorted(days, reverse=True) and days[-1] == str(day + timedelta(days=1))
    shown = {c.name for c in CLASS_LISTS[equclass].columns if c.shown}
    assert {"firstdue", "ninspdate", "ninspdate2"} <= shown
    assert (CLASS_LISTS["9000"].sort, CLASS_LISTS["3000"].sort) == ("firstdue", "ninspdate")


@pytest.mark.parametrize("name", ["ninspdate", "ninspdate2", "ndetdate", "nextbraketestdate", "nwaterdate"])
def test_any_date_that_has_passed_marks_its_row(archive: Archive, name: str) -> None:
    lift = archive.first(Equipment.equclass == "3000")

    def mark() -> str:
        return str(next(r for r in archive.page("shouli", codes=lift.equcode)["list"] if r["id"] == lift.id)["late"])

    for one in ("ninspdate", "ninspdate2", "ndetdate", "nextbraketestdate", "nwaterdate"):
        setattr(lift, one, clock.today())
    lift.delaydate, lift.equstatus, lift.inspecting = None, "1", False
    assert (mark(), name in CLASS_LISTS["3000"].due) == ("0", True)
    setattr(lift, name, clock.today() - timedelta(days=1))
    assert mark() == "1"
    lift.equstatus = "3"  # out of use
    assert mark() == "0"


@pytest.mark.parametrize("column", [c.name for c in CLASS_LISTS["3000"].columns if c.sortable])
def test_sorting_is_complete_stable_and_reversible(archive: Archive, column: str) -> None:
    def ids(sign: str, **more: object) -> list[str]:
        return [r["id"] for r in archive.page("shouli", orderBy=sign + column, **more)["list"]]

    up, down = ids("", pageSize=200), ids("-", pageSize=200)
    assert sorted(up) == sorted(down)
    assert [i for n in (1, 2, 3) for i in ids("", pageSize=12, pageNo=n)] == up[:36]
    assert [i for n in range(1, len(down) // 12 + 2) for i in ids("-", pageSize=12, pageNo=n)] == down
    values = {r["id"]: r[column] for r in archive.page("shouli", pageSize=200)["list"]}
    known = [values[i] for i in up if values[i] is not None]
    if column not in ("areacode",):
        assert known == sorted(known)


@pytest.mark.parametrize("name", ["equcode", "regcode", "usecertno", "prono", "equidentcode", "ele96333code"])
def test_each_code_is_found_by_any_fragment_of_two_characters(archive: Archive, name: str) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    marked = {"usecertno": "梯11浙B98765(24)", "equcode": "3110Q7W8E20249ZXY"}.get(name, "Q7W8E9")
    setattr(lift, name, marked)
    for fragment in (marked, marked[-2:], marked[1:4], marked[2:5].lower()):
        assert lift.equcode in archive.codes("shouli", codes=fragment), fragment


def test_a_chinese_fragment_of_two_characters_finds_a_certificate(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.usecertno = "梯11沪A00123(24)"
    assert archive.codes("shouli", codes="沪A") == [lift.equcode]
    assert archive.codes("shouli", codes="沪") == [lift.equcode]  # one character uses no piece and is still right


@pytest.mark.parametrize("text", ["%", "_", "%%", "\\", "浙_B", "(%)"])
def test_wildcards_in_a_search_are_characters(archive: Archive, text: str) -> None:
    assert archive.codes("shouli", codes=text) == []


def test_a_fragment_does_not_reach_over_two_codes(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.regcode, lift.usecertno = "AAAA", "BBBB"
    assert archive.codes("shouli", codes="AB") == []


def test_devices_are_found_by_a_fragment_code_or_initials_of_their_unit(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    unit = archive.unit(lift.useorgsysid)
    unit.name, unit.pinyin, unit.code = "宁波璟鑫物业有限公司", "nbjxwyyxgs", "91330200QQWWEERRTT"
    mine = set(archive.db.scalars(select(Equipment.equcode).where(Equipment.useorgsysid == unit.id)))
    lifts = {c for c in mine if c.startswith("3")}
    for text in ("璟鑫", "璟鑫物业", "jxwy", "JXWY", "QQWWEE"):
        assert set(archive.codes("shouli", useorgname=text)) == lifts, text


def test_searches_narrow_each_other(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    assert archive.codes("shouli", codes=lift.equcode, areacode=lift.areacode) == [lift.equcode]
    assert archive.codes("shouli", codes=lift.equcode, areacode="330106") == []
    assert archive.codes("shouli", codes=lift.equcode, equstatus="2,3") == []
    assert archive.codes("shouli", codes=lift.equcode, equstatus="1,9") == [lift.equcode]


def test_the_end_of_a_range_is_the_day_before(archive: Archive) -> None:
    """The client adds one day to an end date, so the bound itself is outside."""
    lift = archive.first(Equipment.equclass == "3000")
    lift.ninspdate = clock.today() + timedelta(days=3)
    day, after = lift.ninspdate.isoformat(), (lift.ninspdate + timedelta(days=1)).isoformat()
    assert lift.equcode in archive.codes("shouli", ninspdateStart=day, ninspdateEnd=after)
    assert lift.equcode not in archive.codes("shouli", ninspdateStart=day, ninspdateEnd=day)


def test_the_age_of_a_lift_counts_from_its_first_use(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.usestartdate = clock.today() - timedelta(days=int(15 * 365.25) + 2)
    assert lift.equcode in archive.codes("shouli", ladderAgeStart=15)
    assert lift.equcode not in archive.codes("shouli", ladderAgeStart=16)
    assert lift.equcode not in archive.codes("shouli", ladderAgeEnd=15)
    assert lift.equcode in archive.codes("shouli", ladderAgeEnd=16)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"pageNo": "0x1"}, "页码：请输入正整数"),
        ({"pageNo": "²"}, "页码：请输入正整数"),
        ({"pageSize": "-1"}, "每页条数：请输入正整数"),
        ({"ladderAgeStart": "³"}, "梯龄：请输入整数"),
        ({"ninspdateStart": "2026-02-30"}, "下次检验日期：日期应为yyyy-MM-dd"),
        ({"orderBy": "params"}, "排序字段不正确"),
    ],
)
def test_a_wrong_parameter_is_named(archive: Archive, query: dict[str, str], sentence: str) -> None:
    said = archive.get("shouli", "/api/eqd3000tpm/eqd3000tpm/findListBy3000", **query)
    assert (said.status_code, said.json()["errorMsg"]) == (422, sentence)


def test_units_are_found_by_name_code_and_initials(archive: Archive) -> None:
    unit = archive.units(Unit.usertype != "")[0]
    unit.name, unit.pinyin = "慈溪柒捌玖酒店", "cxqbjjd"
    for text in ("柒捌", "慈溪柒捌玖酒店", "cxqb", "QBJJ", unit.code[3:9], unit.code[-2:]):
        found = archive.get("shouli", "/api/unitbasic/findList", name=text, pageSize=200).json()["data"]["list"]
        assert unit.id in {r["id"] for r in found}, text
        picked = archive.office.good("shouli", "/api/common/getUnitList", name=text)
        assert unit.id in {u["id"] for u in picked}, text
    assert archive.office.good("shouli", "/api/common/getUnitList", name="没有这个单位") == []
