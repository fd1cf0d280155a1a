"""Any fragment finds its devices, and finds the same ones whichever way the page takes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import select, text, update

from tejian import areas
from tejian.archives.care.quality.running import refresh
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.kit.database import bulk, jobs
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.lists import facets, listkeys, listpage, longlists, search
from tejian.kit.lists.listview import LISTS
from tests.asked import asked_of

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


PATHS = (
    {"BEGINNING": 0, "SORTABLE": 10_000},
    {"BEGINNING": 0, "SORTABLE": 1},
    {"BEGINNING": 0, "SORTABLE": 1, "FURTHER": 0},
    {"BEGINNING": 2, "SORTABLE": 1},
    {"BEGINNING": 10_000},
    {"BEGINNING": 10_000, "SORTABLE": 3},
)


def test_the_page_is_the_same_whichever_way_finds_it(archive: Archive) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        (ALL, {"keyword": "有限公司"}),
        (ALL, {"codes": "2019"}),
        (ALL, {"codes": "2019", "keyword": "公司", "useplace": "宁波"}),
        (ALL, {"equcode": "3"}),
        (ALL, {"equcode": "3110", "equstatus": "1"}),
        (ALL, {"useorgname": "公司", "orderBy": "-ninspdate"}),
        (ALL, {"overdue": "1"}),
        (ALL, {"areacode": "330200", "equstatus": "1,2", "inspdateStart": "2024-03-05", "inspdateEnd": "2026-02-07"}),
        (ALL, {"ninspdateStart": "2026-01-01", "ninspdateEnd": "2027-06-01"}),
        (ALL, {"ninspdateStart": "2026-01-01", "ninspdateEnd": "2027-06-01", "orderBy": "-ninspdate", "codes": "3"}),
        (MAINS, {"keyword": "SB2"}),
        (MAINS, {"keyword": "公司"}),
    ]
    lifts = archive.db.scalars(select(Equipment).where(Equipment.equclass == "3000").limit(2)).all()
    for number, lift in enumerate(lifts):
        declared(archive, lift, f"SB20261120{number:04d}")
        lift.ninspdate, lift.equstatus, lift.inspecting = date(2026, 3, 1), "1", False
    archive.db.commit()
    for path, form in asked:
        whole = archive.office.good("yewu", path, **form, exactCount="1", pageSize=1000)
        assert whole["count"] > 1 and not whole["countCapped"], form
        for caps in PATHS:
            for size, number in ((1, 1), (1, 2), (20, 1), (1000, 1)):
                with limits(**{"OTHER_END_MS": 60_000, "COUNT_MS": 60_000, **caps}):
                    found = archive.office.good("yewu", path, **form, pageSize=size, pageNo=number)
                start = size * (number - 1)
                assert found["list"] == whole["list"][start : start + size], (form, caps)
                if found["countCapped"]:
                    assert start + len(found["list"]) <= found["count"] <= whole["count"], (form, caps)
                else:
                    assert found["count"] == whole["count"], (form, caps)


def test_what_is_sorted_otherwise_must_be_few(archive: Archive) -> None:
    whole = archive.office.good("yewu", ALL, orderBy="equcode", pageSize=1000, keyword="公司")
    assert [r["equcode"] for r in whole["list"]] == sorted(r["equcode"] for r in whole["list"])
    with limits(SORTABLE=3):  # a small table is sorted all the same
        assert archive.office.good("yewu", ALL, orderBy="equcode", pageSize=1000, keyword="公司") == whole
    with limits(SORTABLE=3, LARGE=-2, OTHER_ORDER_MS=60_000):
        refused = archive.office.refused("yewu", ALL, orderBy="equcode", keyword="公司")
        assert refused == "结果多于3条，不能按此列排序，请先增加查询条件"
        first = archive.office.good("yewu", ALL, keyword="公司", orderBy="-ninspdate")
        assert first["list"]


@pytest.mark.parametrize("beginning", [0, 20_000])
def test_a_number_that_many_begin_with_is_answered_alike(archive: Archive, beginning: int) -> None:
    """Where an index gives more than a number would, the beginning of the list is looked at first."""
    for asked in ({"equcode": "3"}, {"equcode": "3", "pageNo": 2}, {"equcode": "3", "pageNo": 999}):
        whole = archive.office.good("yewu", ALL, pageSize=5, **asked)
        assert whole["count"] > 10 and not whole["countCapped"]
        with limits(SELECTIVE_ROWS=3, BEGINNING=beginning, COUNT_MS=60_000):
            assert archive.office.good("yewu", ALL, pageSize=5, **asked) == whole
        with limits(SELECTIVE_ROWS=3, BEGINNING=beginning, COUNT_CAP=4, SHORT_LIST=4):
            some = archive.office.good("yewu", ALL, pageSize=5, **asked)
        assert some["list"] == whole["list"] and some["count"] <= whole["count"]


def test_a_list_that_is_turned_round_is_answered_in_time_or_refused(archive: Archive) -> None:
    """From its other end a list of millions is served when that is quick: nobody waits for a walk through all of it."""
    asked = {"orderBy": "-ninspdate", "areacode": "330200"}
    with limits(BEGINNING=0, SORTABLE=1, OTHER_END_MS=60_000):
        assert archive.office.good("yewu", ALL, **asked)["list"]
    late = mock.patch.object(longlists, "_through_index", waiting(longlists._through_index))
    with limits(BEGINNING=0, SORTABLE=1, OTHER_END_MS=20, LARGE=-2), late:
        said = archive.office.refused("yewu", ALL, **asked)
        assert said == "数据太多，不能倒过来排序，请先增加查询条件，或按列表原来的次序看"
        assert archive.office.good("yewu", ALL, areacode="330200")["list"]  # its own way has no such limit
    with limits(OTHER_END_MS=60_000):
        assert archive.office.good("yewu", ALL, **asked)["list"]


def waiting(found: Any) -> Any:
    def find(db: Any, *args: Any, **more: Any) -> Any:
        kit_db.fetch(db, "SELECT pg_sleep(0.2)", None)
        return found(db, *args, **more)

    return find


def test_a_fragment_too_short_for_an_index_is_answered_while_the_list_is_short(archive: Archive) -> None:
    assert archive.office.good("yewu", ALL, codes="龘")["count"] == 0
    with limits(SHORT_LIST=5):
        said = archive.office.refused("yewu", ALL, codes="龘")
        assert said == "设备五码：请多输入几个字（至少两个字或四位数字）"
        assert archive.office.good("yewu", ALL, codes="3", pageSize=5)["countCapped"]


def test_of_a_text_that_too_many_say_the_beginning_is_read_and_how_far_is_told(archive: Archive) -> None:
    """As five digits of a code that stand in thousands of devices, of which this list has none or few."""
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    other = archive.first(Equipment.equclass == "3000", Equipment.id != lift.id).equcode[-8:]
    own = lift.equcode[-8:]
    for number in range(6):
        declared(archive, lift, f"SB20261120{number:04d}")
    with mock.patch.object(search, "LOOKED_UP", 0), limits(SHORT_LIST=5, FURTHER=4, BEGINNING=2):
        none = archive.office.good("yewu", MAINS, codes=other)
        assert (none["list"], none["count"], none["countCapped"]) == ([], 0, True)
        assert none["note"] == "只查了列表的前4条，要查其余的请多输入几位，或增加查询条件"
        some = archive.office.good("yewu", MAINS, codes=own, pageSize=20)
        assert (len(some["list"]), some["count"], some["note"]) == (4, 4, none["note"])
        full = archive.office.good("yewu", MAINS, codes=own, pageSize=2)
        assert len(full["list"]) == 2 and full["countCapped"] and "note" not in full
        late = mock.patch.object(longlists, "fetch", slow_first(longlists.fetch))
        with late, limits(BEGINNING_MS=20):
            less = archive.office.good("yewu", MAINS, codes=own, pageSize=20)
        assert len(less["list"]) == 2 and "前2条" in less["note"]
        with limits(LARGE=-2, OTHER_ORDER_MS=60_000):  # to sort it, all would be judged
            assert archive.office.refused("yewu", MAINS, codes=own, orderBy="unitname") == longlists.TOO_MUCH
    with mock.patch.object(search, "LOOKED_UP", 0):  # a list that is not long is looked through
        found = archive.office.good("yewu", MAINS, codes=own, pageSize=20)
        assert len(found["list"]) >= 6 and "note" not in found


def test_a_word_that_too_many_units_say_is_found_by_what_the_devices_say_themselves(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgname.contains("有限公司"))
    asked = {"useorgname": "有限", "equclass": "3000", "pageSize": 1000}
    unit = archive.unit(lift.useorgsysid)
    archive.office.good("yewu", "/api/unitbasic/save", id=unit.id, version=unit.version, name="宁波紫霄阁公馆")
    whole = archive.office.good("yewu", ALL, **asked)
    assert whole["count"] > 10 and lift.id in {row["id"] for row in whole["list"]}  # it was called so
    for login in ("yewu", "sysadmin", "weibao"):
        whole = archive.office.good(login, ALL, **asked)
        with mock.patch.object(search, "LOOKED_UP", 3), limits(BEGINNING=0, SHORT_LIST=5), asked_of(archive.db) as said:
            assert archive.office.good(login, ALL, **asked) == whole
        assert any("tj_grams(equipment.nametext)" in sql for sql, _ in said)
    del asked["equclass"]
    with mock.patch.object(search, "LOOKED_UP", 0), limits(BEGINNING=0, SHORT_LIST=5):  # too many were called so
        assert "note" in archive.office.good("yewu", ALL, **asked)


def test_what_an_index_takes_too_long_for_is_read_as_far_as_it_goes(archive: Archive) -> None:
    """Nobody waits ten seconds for a refusal: what the index does not sort in time is looked for in the list."""
    asked = {"areacode": "330200", "pageSize": 1000}
    whole = archive.office.good("yewu", ALL, **asked)
    late = mock.patch.object(longlists, "matches_by_index", waiting(longlists.matches_by_index))
    with limits(BEGINNING=0, FURTHER=7, INDEX_MS=20, LARGE=-2), late:
        some = archive.office.good("yewu", ALL, **asked)
    assert some["list"] == whole["list"][: len(some["list"])] and some["countCapped"]
    assert some["note"] == "只查了列表的前7条，要查其余的请多输入几位，或增加查询条件"


@pytest.mark.parametrize("picked", ["3000", "3100", "3110", "2000", "2100"])
def test_each_level_of_the_class_picker_finds_all_below_it(archive: Archive, picked: str) -> None:
    level = picked.rstrip("0")
    wanted = archive.db.scalars(select(Equipment.id).where(Equipment.equclacode.startswith(level), visible(archive)))
    found = archive.office.good("yewu", ALL, equclacode=picked, pageSize=1000)
    ids = set(wanted)
    assert ids and found["count"] == len(ids) and {row["id"] for row in found["list"]} <= ids


def visible(archive: Archive) -> Any:
    return Equipment.visible(archive.office.user("yewu"))


def test_an_exact_count_is_the_only_count(archive: Archive) -> None:
    for asked in ({}, {"equclass": "3000"}):
        with asked_of(archive.db) as said:
            found = archive.office.good("yewu", ALL, **asked, exactCount="1", pageSize=2)
        counts = [(sql, values) for sql, values in said if "count(*)" in sql and "LIMIT" not in sql]
        capped = [values for sql, values in said if "count(*)" in sql and listkeys.COUNT_CAP + 1 in values.values()]
        assert len(counts) == 1 and not capped and not found["countCapped"]


def slow_first(keys: Any) -> Any:
    """The walk over the most rows takes long, the next one does not."""
    called: list[int] = []

    def reading(db: Any, query: Any) -> Any:
        called.append(1)
        if len(called) == 1:
            kit_db.fetch(db, "SELECT pg_sleep(0.2)", None)
        return keys(db, query)

    return reading


def test_an_exact_count_that_takes_too_long_says_at_least(archive: Archive) -> None:
    with limits(COUNT_CAP=3, EXACT_MS=1), mock.patch.object(listpage, "count_of", slow(listpage.count_of)):
        found = archive.office.good("yewu", ALL, exactCount="1", pageSize=2)
        assert (found["count"], found["countCapped"]) == (3, True)
    assert archive.office.good("yewu", ALL, pageSize=2)["count"] > 3


def slow(count: Any) -> Any:
    def counting(db: Any, query: Any, cap: int) -> int:
        if not cap:
            kit_db.fetch(db, "SELECT pg_sleep(0.2)", None)
        return int(count(db, query, cap))

    return counting


BIG = (
    *("eqd_all_list", "eqd_elevator_list", "eqd_stat_detail_list", "jy_appmain_sheet_list", "jy_buss_all"),
    *("portrait_report_list", "eqd_quality_list", "maintenance_lift_list"),
)


@pytest.mark.parametrize("no", BIG)
def test_what_an_index_answers_is_what_the_field_asks(archive: Archive, no: str) -> None:
    """Every field of the lists of millions: the conditions over facets and pieces keep all rows that are asked for."""
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    declared(archive, lift, "SB202611209003")
    refresh(archive.db)
    view, met = LISTS[no], 0
    for login in ("yewu", "jianyan1", "jianguan", "sysadmin", "qiye", "weibao"):
        assert whole(archive, view, login) == shown(archive, view, login), login
        me = replace(archive.office.user(login), permissions=frozenset(PERMISSIONS))
        for field in view.search:
            for asked in values_of(archive, view, field):
                query = view.query(me, {**view.params, **asked}).with_only_columns(view.key)
                wanted = sorted(archive.db.scalars(query.order_by(None)))
                with limits(BEGINNING=0, SORTABLE=10**6, SHORT_LIST=10**6):
                    found = view.page(archive.db, me, {**view.params, **asked, "pageSize": "1000"})
                assert found["count"] == len(wanted), (login, asked)
                if len(wanted) <= 1000:
                    assert sorted(row["id"] for row in found["list"]) == wanted, (login, asked)
                met += bool(wanted)
    assert met > 15 or no not in ("eqd_all_list", "eqd_elevator_list", "eqd_quality_list", "maintenance_lift_list")


@pytest.mark.parametrize("no", sorted(LISTS))
def test_a_list_shows_what_its_scope_says_and_nothing_else(archive: Archive, no: str) -> None:
    """Every list, asked without fields: made from another one, it keeps its own scope."""
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    declared(archive, lift, "SB202611209004")
    for login in ("yewu", "qiye", "weibao"):
        assert whole(archive, LISTS[no], login) == shown(archive, LISTS[no], login), login


def whole(archive: Archive, view: Any, login: str) -> int:
    me = replace(archive.office.user(login), permissions=frozenset(PERMISSIONS))
    query = view.query(me, dict(view.params)).with_only_columns(view.key, maintain_column_froms=True)
    return len(archive.db.execute(query.order_by(None)).all())


def shown(archive: Archive, view: Any, login: str) -> int:
    me = replace(archive.office.user(login), permissions=frozenset(PERMISSIONS))
    with limits(COUNT_CAP=10**6, SORTABLE=10**6):
        return int(view.page(archive.db, me, {**view.params, "pageSize": "20"})["count"])


def values_of(archive: Archive, view: Any, field: Any) -> list[dict[str, str]]:
    """What may be asked of a field: values that rows of the list have, and one that none has."""
    if field.widget == "checkbox":
        return [{field.name: "1"}]
    if field.options:
        return [{field.name: code} for code in field.options]
    if field.pair:
        start, end = field.name + "Start", field.name + "End"
        pairs = [("2025-06-15", "2026-09-20"), ("2027-01-01", ""), ("", "2024-01-01"), ("2026-05-05", "2026-05-05")]
        return [{k: v for k, v in ((start, a), (end, b)) if v} for a, b in pairs]
    if field.widget == "map":
        return [{field.name: box} for box in ("121,29,122,30", "121.5,29.8,121.6,29.9", "74,1,75,2")]
    if field.widget == "number":
        return [{field.name: "3"}, {field.name: "999"}]
    columns = {c.name: c.expr for c in view.columns}
    values = {
        "keyword": "公司",
        "codes": "2019",
        "number": "D",
        "unitname": "公司",
        "useplace": "宁波",
        "areacode": "330212",
    }
    said = [values[field.name]] if field.name in values else []
    expr = columns.get(field.name)
    if expr is not None:
        found = archive.db.scalars(view.source.with_only_columns(expr, maintain_column_froms=True).limit(400))
        said += sorted({str(v) for v in found if v})[:3]
    return [{field.name: v} for v in (*said, "龘龘")]


def test_pieces_wait_beside_the_index_until_they_are_taken_in(archive: Archive) -> None:
    bulk.take_in_pieces(archive.db)
    added = archive.added(useplace="甬江尽头灯塔七号")
    found = [archive.codes("yewu", keyword="灯塔七号")]
    assert bulk.take_in_pieces(archive.db) > 0  # by the account of the application, which does not own the indexes
    jobs.run("system.pieces", {})
    assert bulk.take_in_pieces(archive.db) == 0
    found.append(archive.codes("yewu", keyword="灯塔七号"))
    assert found == [[added.equcode]] * 2


@contextmanager
def limits(**caps: int) -> Iterator[None]:
    with ExitStack() as stack:
        for name, value in caps.items():
            for module in (facets, listkeys, listpage, longlists):
                if hasattr(module, name):
                    stack.enter_context(mock.patch.object(module, name, value))
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
    with limits(SORTABLE=1):
        many = archive.office.good("weibao", path, pageSize=1000)
        assert sorted(r["id"] for r in many["list"]) == ids
    in_order = [(r["ninspdate"] or "9", r["id"]) for r in found["list"]]
    assert in_order == sorted(in_order)
    half = len(ids) // 2
    for way in ("ninspdate", "-ninspdate"):
        whole = archive.office.good("weibao", path, orderBy=way, pageSize=1000)["list"]
        parts = [archive.office.good("weibao", path, orderBy=way, pageSize=half, pageNo=n) for n in (1, 2, 3)]
        assert [r for part in parts for r in part["list"]] == whole and len(whole) == len(ids)
        assert {part["count"] for part in parts} == {len(ids)}
    assert archive.office.good("weibao", "/api/eqd9000tpm/eqd9000tpm/findListBy9000")["count"] == 0


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


def test_reports_of_several_classes_are_found_together(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    main = declared(archive, lift, "SB202611209010")
    item = archive.db.scalars(select(AppItem).where(AppItem.appmain_id == main.id)).one()
    made = {}
    for equclass, kind in (("3000", "3110"), ("4000", "4170"), ("2000", "2130")):
        row = AppBuss(appmain_id=main.id, appitem_id=item.id, seisn=f"X{kind}", equdatasysid=lift.id, step="DONE")
        row.equclass, row.equclacode, row.cheorg, row.appno = equclass, kind, main.cheorg, main.appno
        archive.db.add(row)
        archive.db.flush()
        made[equclass] = row.id
    path = "/api/statistics/findReportList"
    for asked in (["3000"], ["3000", "4000"]):
        with limits(BEGINNING=0):
            found = archive.office.good("yewu", path, equclass=",".join(asked), pageSize=100)
        assert {made[one] for one in asked} == {row["id"] for row in found["list"]} & {*made.values()}


def test_a_part_of_a_table_of_millions_is_searched_in_time_or_says_what_to_do(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it stands a list opens; searched by what no index knows, it answers soon or with a sentence."""
    path = "/api/person/findSafetyList"
    monkeypatch.setattr(listpage, "in_order", slowed(listpage.in_order))
    with limits(OTHER_ORDER_MS=20, LARGE=-2):
        assert archive.office.good("yewu", path)["list"]
        for form in ({"post": "01"}, {"orderBy": "areacode"}):
            assert archive.office.refused("yewu", path, **form) == longlists.TOO_MUCH
    for patient in ({"OTHER_ORDER_MS": 60_000, "LARGE": -2}, {"OTHER_ORDER_MS": 20}):  # a small table is never refused
        with limits(**patient):
            assert archive.office.good("yewu", path, orderBy="areacode")["count"] > 0


def test_a_long_list_is_sorted_otherwise_in_time_or_says_what_to_do(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longlists, "by_index", slowed(longlists.by_index))
    asked = {"orderBy": "useplace", "equclacode": "3110"}
    with limits(OTHER_ORDER_MS=20, LARGE=-2):
        assert archive.office.refused("yewu", ALL, **asked) == longlists.TOO_MUCH
    with limits(OTHER_ORDER_MS=20):
        assert archive.office.good("yewu", ALL, **asked)["count"] > 0


def test_what_cannot_be_counted_soon_is_at_least(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listpage, "count_of", slowed(listpage.count_of))
    with limits(COUNT_MS=20, OTHER_ORDER_MS=60_000, LARGE=-2):
        found = archive.office.good("yewu", "/api/person/findSafetyList", orderBy="areacode", pageSize=2)
    assert (len(found["list"]), found["count"], found["countCapped"]) == (2, 2, True)


def test_what_a_list_leaves_is_read_where_an_index_takes_longer(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What many devices say, asked of a list of few: an index finds more of it than the list has."""
    path, form = "/api/refinery/findDevices", {"cheorgsysname": "特种设备"}
    asked, answered = [], []

    def slow(*of: Any) -> Any:
        asked.append(of)
        found = slowed(listkeys.by_index)(*of)
        answered.append(found)
        return found

    archive.db.execute(update(Unit).values(unittype="15"))  # refineries
    archive.db.commit()
    whole = archive.office.good("yewu", path, **form)
    assert whole["count"] > 0
    monkeypatch.setattr(listpage, "by_index", slow)
    with limits(INDEX_MS=20, OTHER_ORDER_MS=60_000, COUNT_MS=60_000, LARGE=-2):
        assert archive.office.good("yewu", path, **form) == whole
    assert (len(asked), len(answered)) == (1, 0)


def slowed(ask: Any) -> Any:
    """The same, after the database has waited for a while."""

    def waited(db: Any, *rest: Any) -> Any:
        kit_db.fetch(db, "SELECT pg_sleep(0.1)", None)
        return ask(db, *rest)

    return waited
