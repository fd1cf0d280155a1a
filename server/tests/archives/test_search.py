"""Any fragment finds its devices, and finds the same ones whichever way the page takes."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import select, text

from tejian import areas
from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.equipment.models import Equipment
from tejian.inspection.models import AppItem, AppMain
from tejian.kit import bulk, clock, jobs, listpage, search
from tejian.kit import db as kit_db
from tejian.kit.listview import LISTS
from tejian.kit.permission import PERMISSIONS

from .conftest import Archive

areas.load()
ALL = "/api/eqdbase/eqdBasic/findEqdList"
MAINS = "/api/businesspro/appmain/findList"
SAMPLES = (
    "3110330212202300015",
    "梯11浙B00123(23)",
    "NB2023-001 a|宁波市 道1357号",
    "A",
    "12",
    "123",
    "浙B1",
    "ＡＢ1２",
)


def declared(archive: Archive, lift: Equipment, number: str) -> AppMain:
    """A declaration of one device."""
    unit, me = archive.unit(lift.useorgsysid), archive.office.user("yewu")
    main = AppMain(appno=number, appdate=clock.today(), equclass="3000", step="YWSB", status="00", cheorg=me.org_id)
    main.unitsysid, main.unitname = unit.id, unit.name
    main.unittext = f"{unit.name}|{unit.code}|{unit.pinyin}".lower()
    archive.db.add(main)
    archive.db.flush()
    archive.db.add(AppItem(appmain_id=main.id, equdatasysid=lift.id, equcode=lift.equcode))
    archive.db.commit()
    return main


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_fragment_is_cut_as_the_database_cuts_a_text(archive: Archive, sample: str) -> None:
    cut = set(archive.db.scalar(text("select tj_grams(:t)"), {"t": sample}))
    assert all(piece in sample.lower() for piece in cut)
    for start, end in combinations(range(len(sample) + 1), 2):
        assert set(search.pieces(sample[start:end])) <= cut, sample[start:end]
    assert search.pieces("鄞县大道1203号B座") == ["03号", "1203", "号b座", "大道1", "鄞县大"]
    assert search.pieces("31103300220096787") == ["0967", "2009", "6787"]
    assert search.pieces("12") == search.pieces("123") == search.pieces(" 1 号") == []
    assert search.pieces("1A 号楼") == ["1a", "号楼"]


def test_one_box_finds_a_device_by_all_that_is_said_of_it(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "", Equipment.useplace != "")
    lift.regcode, lift.equidentcode, lift.useplace = "31103302122019040007", "NB300990017", "鄞县大道旁试验楼9幢"
    archive.db.commit()
    unit = archive.unit(lift.useorgsysid)
    said = [lift.equcode, lift.regcode[4:13], lift.usecertno[2:8], lift.prono[1:], lift.equidentcode[4:]]
    said += [lift.useorgname[:4], unit.pinyin[:5].upper(), "道旁试", "楼9", "90"]
    for fragment in said:
        found = archive.office.good("yewu", ALL, keyword=fragment, pageSize=1000)
        assert lift.id in {r["id"] for r in found["list"]}, fragment
        assert found["count"] == len(found["list"]) and not found["countCapped"]
    assert archive.office.good("yewu", ALL, keyword="道旁试x")["list"] == []
    assert archive.office.good("jianguan", ALL, keyword="道旁试")["count"] == 1


def test_few_and_many_give_the_same_rows_in_the_same_order(archive: Archive) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        (ALL, {"keyword": "有限公司"}),
        (ALL, {"codes": "20"}),
        (ALL, {"codes": "20", "keyword": "公司", "useplace": "宁波"}),
        (ALL, {"equcode": "3"}),
        (ALL, {"equcode": "3110", "equstatus": "1"}),
        (ALL, {"useorgname": "公司", "orderBy": "-equcode"}),
        (MAINS, {"keyword": "SB2"}),
        (MAINS, {"keyword": "公司"}),
    ]
    lifts = archive.db.scalars(select(Equipment).where(Equipment.equclass == "3000").limit(2)).all()
    for number, lift in enumerate(lifts):
        declared(archive, lift, f"SB20261120{number:04d}")
    none = {"WALKED": 0, "WALKED_FAR": 0}
    for path, form in asked:
        whole = archive.office.good("yewu", path, **form, exactCount="1")
        assert whole["count"] > 1 and not whole["countCapped"], form
        several = {**none, "FOUND_CAP": 1}, {**none, "FOUND_CAP": 2, "FAR": 0}, {**none, "FOUND_CAP": 30, "FAR": 0}
        for caps in ({}, none, *several, {**none, "THROUGH": 0}, {**none, "WALKED": 5, "DENSE": 1000}):
            for size in (1, 20):
                with limits(**caps):
                    found = archive.office.good("yewu", path, **form, pageSize=size)
                assert found["list"] == whole["list"][:size], (form, caps)
                if found["countCapped"]:
                    assert size <= found["count"] < whole["count"], (form, caps)
                else:
                    assert found["count"] == whole["count"], (form, caps)
        with limits(**none, FOUND_CAP=1):
            beyond = archive.office.good("yewu", path, **form, pageSize=whole["count"], pageNo=2)
        assert (beyond["list"], beyond["count"], beyond["countCapped"]) == ([], whole["count"], False), form
    with limits(**none):
        assert archive.office.good("yewu", ALL, keyword="有限公司")["countCapped"] is False
    with limits(**none, FOUND_CAP=1):
        assert archive.office.good("yewu", ALL, keyword="有限公司", pageSize=1)["count"] == 1


def test_what_is_common_is_read_at_the_beginning_of_the_list(archive: Archive) -> None:
    whole = archive.office.good("yewu", ALL, keyword="公司", pageSize=1000)
    with limits(WALKED=whole["count"] // 2):
        first = archive.office.good("yewu", ALL, keyword="公司", pageSize=5, pageNo=2)
        assert first["list"] == whole["list"][5:10]
        assert 10 <= first["count"] <= whole["count"] // 2 and first["countCapped"]
        last = archive.office.good("yewu", ALL, keyword="公司", pageSize=1000)
        assert (last["list"], last["count"], last["countCapped"]) == (whole["list"], whole["count"], False)


@pytest.mark.parametrize("order", ["ninspdate", "-ninspdate"])
def test_many_that_stand_far_from_the_beginning_are_not_walked_to(archive: Archive, order: str) -> None:
    """Some of them say up to which day the page can reach; the index is asked again for what stands before it."""
    days = date(2026, 12, 3), date(2026, 12, 1), None, date(2026, 12, 2), date(2026, 12, 2)
    for number, day in enumerate(days):
        own = {"equcode": make_equipment_code("3110", "33902", 2026, 9000 + number), "prono": f"T{number}"}
        archive.added(useplace=f"甬江尽头灯塔{number}号", **own).ninspdate = day
    archive.db.commit()
    asked = {"keyword": "江尽头灯", "orderBy": order}
    whole = archive.office.good("yewu", ALL, **asked, exactCount="1")["list"]
    assert [r["ninspdate"] for r in whole][:4] == sorted((r["ninspdate"] for r in whole[:4]), reverse=order[0] == "-")
    assert [r["ninspdate"] for r in whole][4:] == [None]
    walked = mock.patch.object(listpage, "_sorted", side_effect=AssertionError("walked"))
    with limits(WALKED=0, WALKED_FAR=0, FOUND_CAP=4, FAR=0), walked:
        for size in (1, 2, 3, 4):
            found = archive.office.good("yewu", ALL, **asked, pageSize=size)
            assert found["list"] == whole[:size]
            assert (found["count"], found["countCapped"]) == (4, True)
    with limits(WALKED=0, WALKED_FAR=0, FOUND_CAP=4, FAR=0):
        last = archive.office.good("yewu", ALL, **asked, pageSize=4, pageNo=2)
        assert (last["list"], last["count"], last["countCapped"]) == (whole[4:], 5, False)


def test_pieces_wait_beside_the_index_until_they_are_taken_in(archive: Archive) -> None:
    bulk.take_in_pieces(archive.db)
    added = archive.added(useplace="甬江尽头灯塔七号")
    found = [archive.codes("yewu", keyword="灯塔七号")]
    assert bulk.take_in_pieces(archive.db) > 0  # by the account of the application, which does not own the indexes
    jobs.run("system.pieces", {})
    assert bulk.take_in_pieces(archive.db) == 0
    found.append(archive.codes("yewu", keyword="灯塔七号"))
    assert found == [[added.equcode]] * 2


def test_what_is_more_than_is_counted_is_counted_again_after_a_minute(archive: Archive) -> None:
    asked: list[str] = []
    fetch = kit_db.fetch

    def noted(db: Any, sql: str, values: Any, **how: Any) -> Any:
        asked.append(sql)
        return fetch(db, sql, values, **how)

    def counted() -> tuple[int, bool, int]:
        asked.clear()
        found = archive.office.good("yewu", ALL, pageSize=2)
        return found["count"], found["countCapped"], sum("count(*)" in sql for sql in asked)

    whole = archive.office.good("yewu", ALL)["count"]
    with limits(COUNT_CAP=3), mock.patch.object(kit_db, "fetch", noted):
        assert (counted(), counted()) == ((3, True, 1), (3, True, 0))
        exact = archive.office.good("yewu", ALL, exactCount="1")
        assert (exact["count"], exact["countCapped"]) == (whole, False)
        with mock.patch.object(listpage.time, "monotonic", return_value=time.monotonic() + 61):
            assert counted() == (3, True, 1)
    assert archive.office.good("yewu", ALL)["count"] == whole


@contextmanager
def limits(**caps: int) -> Iterator[None]:
    with ExitStack() as stack:
        for name, value in caps.items():
            stack.enter_context(mock.patch.object(listpage, name, value))
        yield


def test_an_enterprise_sees_what_it_uses_and_what_it_maintains_once_each(archive: Archive) -> None:
    own = archive.db.scalar(text("select unit_id from sys_user where login = 'weibao'"))
    lift = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid == own)
    lift.useorgsysid = own
    archive.db.commit()
    path = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
    wanted = select(Equipment.id).where(
        Equipment.equclass == "3000",
        Equipment.equDel == 0,
        (Equipment.useorgsysid == own) | (Equipment.maiorgsysid == own),
    )
    ids = sorted(archive.db.scalars(wanted))
    found = archive.office.good("weibao", path, pageSize=1000)
    assert sorted(r["id"] for r in found["list"]) == ids and found["count"] == len(ids)
    with mock.patch.object(listpage, "FOUND_CAP", 1):
        many = archive.office.good("weibao", path, pageSize=1000)
        assert sorted(r["id"] for r in many["list"]) == ids
        ours = archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == own)).all()
        for device in ours:
            device.useorgsysid = ""
        archive.db.commit()
        maintained = archive.office.good("weibao", path, pageSize=1000)
        again = archive.office.good("weibao", path, pageSize=1000)
        assert again["list"] == maintained["list"] and len(again["list"]) > 1
        for device in ours:  # what is new in a part that had nothing is there at once
            device.useorgsysid = own
        archive.db.commit()
        assert sorted(r["id"] for r in archive.office.good("weibao", path, pageSize=1000)["list"]) == ids
    assert archive.office.good("weibao", "/api/eqd9000tpm/eqd9000tpm/findListBy9000")["count"] == 0


def test_who_only_maintains_searches_what_he_maintains(archive: Archive) -> None:
    own = archive.db.scalar(text("select unit_id from sys_user where login = 'weibao'"))
    path, word = "/api/eqd3000tpm/eqd3000tpm/findListBy3000", {"keyword": "公司", "pageSize": 1000}
    for device in archive.db.scalars(select(Equipment).where(Equipment.useorgsysid == own)):
        device.useorgsysid = ""
    archive.db.commit()
    whole = archive.office.good("weibao", path, **word, exactCount="1")
    assert whole["count"] > 1
    walked: list[int] = []
    walk = listpage._walked

    def noted(*asked: Any) -> Any:
        walked.append(1)
        return walk(*asked)

    with limits(FOUND_CAP=1), mock.patch.object(listpage, "_walked", noted):
        assert archive.office.good("weibao", path, **word)["list"] == whole["list"]
        assert walked  # his part is a list with an order, as that of an institute
        lift = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid == own)
        lift.useorgsysid, lift.useorgname = own, "宁波自用物业有限公司"
        archive.db.commit()
        both = archive.office.good("weibao", path, **word)
        assert (lift.id in {r["id"] for r in both["list"]}, both["count"]) == (True, whole["count"])


@pytest.mark.parametrize("no", sorted(no for no, view in LISTS.items() if view.parts))
def test_a_scope_asked_in_parts_is_the_whole_scope_and_no_more(archive: Archive, no: str) -> None:
    view = LISTS[no]
    for login in ("qiye", "weibao"):
        me = replace(archive.office.user(login), permissions=frozenset(PERMISSIONS))
        exact = {"exactCount": "1", "pageSize": "1000"}  # is asked for the scope as a whole
        whole = view.page(archive.db, me, {**view.params, **exact})
        in_parts = view.page(archive.db, me, {**view.params, "pageSize": "1000"})
        assert (in_parts["list"], in_parts["count"]) == (whole["list"], whole["count"]), login


SCOPED = sorted(no for no, view in LISTS.items() if view.scope_pieces and any(s.name == "keyword" for s in view.search))


@pytest.mark.parametrize("no", SCOPED)
def test_a_fragment_among_ones_own_rows_is_that_of_all_rows(archive: Archive, no: str) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    declared(archive, lift, "SB202611209003")
    view, sizes = LISTS[no], set()
    for login in ("yewu", "jianyan1", "jianguan", "sysadmin", "qiye"):
        me = replace(archive.office.user(login), permissions=frozenset(PERMISSIONS))
        asked = {**view.params, "keyword": "公司", "pageSize": "1000"}
        whole = view.page(archive.db, me, {**asked, "exactCount": "1"})  # asks for the text alone
        with limits(WALKED=0, WALKED_FAR=0):
            scoped = view.page(archive.db, me, asked)
        assert (scoped["list"], scoped["count"]) == (whole["list"], whole["count"]), login
        sizes.add(bool(whole["count"]))
    assert True in sizes or no not in ("eqd_all_list", "eqd_elevator_list", "jy_appmain_sheet_list")


@pytest.mark.parametrize("no", sorted(LISTS))
def test_a_page_is_the_same_when_its_keys_come_first(archive: Archive, no: str) -> None:
    view, me = LISTS[no], replace(archive.office.user("yewu"), permissions=frozenset(PERMISSIONS))
    whole = view.page(archive.db, me, dict(view.params))
    with limits(DEEP=0):
        assert view.page(archive.db, me, dict(view.params)) == whole


def test_the_initials_follow_the_unit(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    unit = archive.unit(lift.useorgsysid)
    save = "/api/unitbasic/save"
    archive.office.good("yewu", save, id=unit.id, version=unit.version, name="宁波紫霄阁实业有限公司")
    found = archive.office.good("yewu", ALL, keyword="nbzxg", pageSize=1000)
    mine = archive.db.scalars(select(Equipment.id).where(Equipment.useorgsysid == unit.id, Equipment.equDel == 0))
    assert {r["id"] for r in found["list"]} == set(mine)


def test_a_declaration_is_found_by_number_unit_initials_and_device(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    main, unit = declared(archive, lift, "SB202611209001"), archive.unit(lift.useorgsysid)
    for fragment in (main.appno, main.appno[:8], unit.pinyin[:6], unit.name[1:5], lift.equcode[-8:]):
        found = archive.office.good("yewu", MAINS, keyword=fragment)
        assert [r["id"] for r in found["list"]] == [main.id], fragment
    assert archive.office.good("yewu", MAINS, keyword="SB202611209002")["count"] == 0
