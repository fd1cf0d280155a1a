"""What a list of millions asks of its index: no piece that another one says, none that nearly all rows say."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian import areas
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground import clock
from tejian.kit.lists import facets, listsegments, longlists
from tejian.kit.lists.listquestion import question
from tejian.kit.lists.listview import LISTS
from tejian.kit.lists.ordering import each, is_column
from tests.asked import asked_of
from tests.conftest import Real
from tests.inspection.conftest import Office

areas.load()
LIFTS = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
PAGE = {"pageNo": 1, "pageSize": 100}


def pieces(office: Office, login: str, asked: Mapping[str, str], no: str = "eqd_elevator_list") -> list[str]:
    """The pieces that a question asks of the index."""
    found = question(LISTS[no], office.db, office.user(login), asked)
    return sorted(piece for one in found.indexed for piece in (*one.terms.every, *one.terms.some))


@pytest.fixture
def common(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facets, "_common", {"equipment": (clock.today(), frozenset({"s=1", "r=1"}))})


def test_an_area_within_the_own_and_a_kind_of_the_class_are_asked_for_alone(office: Office, common: None) -> None:
    assert pieces(office, "jianguan", {}) == ["a=3302", "c=3000"]
    assert pieces(office, "jianguan", {"areacode": "330203"}) == ["a=330203", "c=3000"]
    assert pieces(office, "jianguan", {"areacode": "330203", "equclacode": "3110"}) == ["a=330203", "k=3110"]
    assert pieces(office, "jianguan", {"equclacode": "2110"}) == ["a=3302", "c=3000", "k=2110"]  # no lift is a vessel
    assert pieces(office, "jianguan", {"areacode": "3303"}) == ["a=3302", "a=3303", "c=3000"]  # another city: both


def test_what_nearly_all_devices_say_is_not_asked_of_the_index_where_something_else_is(
    office: Office, common: None
) -> None:
    org = f"o={office.user('yewu').org_id}"
    assert pieces(office, "yewu", {"equstatus": "1"}) == ["c=3000", org, "s=1"]
    assert pieces(office, "yewu", {"equstatus": "1", "areacode": "330203"}) == ["a=330203", "c=3000", org]
    assert pieces(office, "yewu", {"equstatus": "1,2", "areacode": "330203"}) == ["a=330203", "c=3000", org]
    assert pieces(office, "yewu", {"equstatus": "2", "areacode": "330203"}) == ["a=330203", "c=3000", org, "s=2"]


def test_the_answer_is_judged_by_all_that_is_asked(office: Office, common: None) -> None:
    """A lift out of use, one of another area and one of another kind are not found, whatever the index gives."""
    org = office.user("yewu").org_id
    query = sa.select(E).where(E.cheorgsysid == org, E.equclacode == "3110", E.equstatus == "1").order_by(E.id)
    stopped, elsewhere, freight, *_ = office.db.scalars(query)
    stopped.equstatus, elsewhere.areacode, freight.equclacode = "2", "330203001", "3120"
    office.db.commit()
    asked = {"equstatus": "1", "areacode": "330212", "equclacode": "3110"}
    rows = {one["id"] for one in office.good("yewu", LIFTS, **PAGE, **asked)["list"]}
    same = query.where(E.areacode.startswith("330212"), E.equDel == 0)
    assert rows == {one.id for one in office.db.scalars(same)} and not rows & {stopped.id, elsewhere.id, freight.id}


def test_a_number_that_finds_nothing_asked_for_is_the_answer(office: Office) -> None:
    """What its own index found was judged: the index of the scope is not asked again."""
    me, view = office.user("yewu"), LISTS["eqd_elevator_list"]
    one = office.db.scalars(sa.select(E).where(E.cheorgsysid == me.org_id, E.equclacode == "3110")).first()
    with asked_of(office.db) as asked:
        page = view.page(office.db, me, {"equcode": one.equcode, "equstatus": "9"})
    assert (page["list"], page["count"], page["countCapped"]) == ([], 0, False)
    assert not [sql for sql, _ in asked if "tj_facets" in sql and "LIMIT" in sql and "few AS" not in sql]


def test_what_nearly_all_rows_say_is_known_by_what_the_database_has_counted(real: Real) -> None:
    with sa.create_engine(real.urls.owner.replace("postgresql://", "postgresql+psycopg://")).begin() as owner:
        owner.execute(sa.text("update equipment set regstatus = '1'"))
        owner.execute(sa.text("update equipment set regstatus = '2' where ctid = (select min(ctid) from equipment)"))
        owner.execute(sa.text("update equipment set equstatus = '1'"))
        owner.execute(sa.text("update equipment set equstatus = '2' where equclass = '2000'"))
        owner.execute(sa.text("analyze equipment"))
    with Session(real.engine) as db:
        facets._common.clear()
        known = E.facets.common(db)
        facets._common.clear()
        many = db.scalar(sa.select(sa.func.count()).select_from(E)) or 0
        vessels = db.scalar(sa.select(sa.func.count()).where(E.equclass == "2000")) or 0
    assert many // 20 < vessels < many // 2  # most are in use, but not nearly all
    assert {piece for piece in known if piece[0] in "rs"} == {"r=1"}
    assert all(piece[1] == "=" for piece in known)


def test_it_is_looked_up_once_a_day(db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facets, "_common", {})

    def looked_up() -> int:
        with asked_of(db) as asked:
            E.facets.common(db)
        return sum("pg_stats" in sql for sql, _ in asked)

    assert (looked_up(), looked_up()) == (1, 0)
    with clock.at(clock.now() + timedelta(days=1)):
        assert (looked_up(), looked_up()) == (1, 0)


def test_a_table_is_large_by_what_the_database_has_counted(db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = db.scalar(sa.text("select reltuples from pg_class where oid = 'equipment'::regclass")) or 0
    monkeypatch.setattr(facets, "_sizes", {})
    for limit, large in ((rows, False), (rows - 1, True)):
        monkeypatch.setattr(facets, "LARGE", limit)
        with asked_of(db) as asked:
            assert E.facets.is_large(db) is large
        assert len(asked) == (not large)  # looked up once a day


def asks_by_number(office: Office, typed: str) -> bool:
    """Whether the few rows that an index finds for a text are judged by themselves, before the list is asked."""
    with asked_of(office.db) as asked:
        LISTS["jy_appmain_sheet_list"].page(office.db, office.user("yewu"), {"keyword": typed})
    return any("few AS" in sql for sql, _ in asked)


def test_a_keyword_with_figures_is_a_number_and_the_name_of_a_unit_is_not(office: Office) -> None:
    assert asks_by_number(office, "SB20261127")
    assert asks_by_number(office, "31103302")
    assert not asks_by_number(office, "有限公司")
    assert not asks_by_number(office, "nbsm")


@pytest.mark.parametrize("no", sorted(no for no in LISTS if "stepcode" in LISTS[no].params))
def test_what_waits_at_a_step_is_sorted_by_a_column_that_an_index_holds(no: str) -> None:
    by, _ = LISTS[no].sorted_by({})
    assert is_column(by) and by.key == "limit_at"


def test_of_a_long_list_what_nearly_all_rows_are_is_not_counted_and_the_rest_is(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, me = LISTS["jy_appmain_sheet_list"], office.user("shouli")
    asked = question(view, office.db, me, {})
    parts = {"returned", "waiting", "running", "ended"}
    monkeypatch.setattr(listsegments, "FOUND_MS", 60_000)
    for common, counted in ((set[str](), parts), ({"t=DONE"}, parts - {"ended"})):
        monkeypatch.setattr(facets, "_common", {"appmain": (clock.today(), frozenset(common))})
        sizes = listsegments.sizes(office.db, asked, {}, long=True)
        assert set(sizes) == counted


def test_the_earlier_date_is_found_by_either_inspection_and_by_a_delay(office: Office) -> None:
    org = office.user("yewu").org_id
    same, delayed, yearly, earlier, later = office.db.scalars(sa.select(E).where(E.cheorgsysid == org).limit(5))
    day = clock.today().replace(day=15)
    far, past = day + timedelta(days=400), day - timedelta(days=400)
    rows = {same: (day, None, None), delayed: (past, day, None), yearly: (far, None, day)}
    rows |= {earlier: (day, None, past), later: (day, far, None)}
    for one, dates in rows.items():
        one.ninspdate, one.delaydate, one.ninspdate2 = dates
    office.db.commit()
    asked = {"firstdueStart": str(day), "firstdueEnd": str(day + timedelta(days=1))}
    found = office.good("yewu", "/api/eqdbase/eqdBasic/findEqdList", **PAGE, **asked)["list"]
    assert {one["id"] for one in found} & {one.id for one in rows} == {same.id, delayed.id, yearly.id}


def test_an_inspectors_own_tasks_and_those_of_the_office_are_asked_of_an_index_each(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One index or the other makes a database judge each row again: each is asked by itself, and none comes twice."""
    monkeypatch.setattr(longlists, "BEGINNING", 0)
    me, view, late = office.user("jianyan1"), LISTS["jy_buss_all"], clock.now() - timedelta(days=1)
    mine, elsewhere, others, both = office.accepted(4)
    for one, dept, people in (
        (mine, me.dept_id, []),
        (elsewhere, "another", [me.id]),
        (others, "another", []),
        (both, me.dept_id, [me.id]),
    ):
        one.chedept, one.inspectors, one.limit_at = dept, people, late
    office.db.flush()
    with asked_of(office.db) as asked:
        page = view.page(office.db, me, {"urgency": "late"})
    seen = [row["id"] for row in page["list"]]
    assert {mine.id, elsewhere.id, both.id} <= set(seen) and others.id not in seen
    assert len(seen) == len(set(seen)) == page["count"]
    found = [sql for sql, _ in asked if "tj_facets" in sql and "sorted" in sql]
    assert found and all(" UNION ALL " in sql.replace("\n", " ") and " OR " not in sql for sql in found)


@pytest.mark.parametrize("urgency", ["late", "today", "soon"])
@pytest.mark.parametrize("no", ["jy_buss_all", "jy_appmain_sheet_list"])
def test_what_is_near_its_limit_is_found_by_the_limit_itself(office: Office, no: str, urgency: str) -> None:
    """Months alone would give all that falls due in them, thousands for a week."""
    found = question(LISTS[no], office.db, office.user("yewu"), {"urgency": urgency})
    ranges = [one for one in each(found.by_fields) if getattr(getattr(one, "left", None), "name", "") == "limit_at"]
    assert ranges


def test_what_is_not_near_its_limit_is_common(office: Office) -> None:
    assert not question(LISTS["jy_buss_all"], office.db, office.user("yewu"), {"urgency": "rest"}).by_fields
