"""The first page of every list, and its count, come from an index: no list reads the heap of a big table through."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian import areas
from tejian.demo.actors import Actors
from tejian.inspection.onsite import finding
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.lists import facets
from tejian.kit.lists.listview import LISTS
from tests import database
from tests.asked import asked_of

from .crowd import fill

areas.load()
MOST = 20_100  # the largest unit has 20,000 devices of the crowd beside those of the small city
WHO = {"org": "shouli", "dept": "jianyan1", "area": "jianguan", "unit": "qiye", "all": "sysadmin"}


def first_rows(db: Session, me: User) -> tuple[dict[str, Any], dict[str, Any]]:
    """A declaration and an item to copy from."""
    device = db.execute(
        sa.text("select equdatasysid, useorgsysid from equipment where equclass = '3000' limit 1")
    ).one()
    now, head = clock.now(), {"cheorg": me.org_id, "chedept": me.dept_id, "unitsysid": device.useorgsysid}
    common = {"equclass": "3000", "equclacode": "3110", "step_since": now, "limit_at": now + timedelta(days=5), **head}
    main = {"id": "first-main", "appno": "SB1", "step": "YWSL", "appdate": now.date(), **common}
    item = {"id": "first-item", "appmain_id": "first-main", "seisn": "DT1", "step": "RWAP", "appno": "SB1", **common}
    item |= {"equdatasysid": device.equdatasysid, "inspectors": [me.id], "areacode": "330212", "reportno": "NB1"}
    return main, item


@pytest.fixture
def crowd(application: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Session, Actors]]:
    for known in ("_sizes", "_common"):  # of its own tables, not of those that other tests ask
        monkeypatch.setattr(facets, known, {})
    with database.copied("crowd") as at:
        engine = sa.create_engine("postgresql+psycopg://" + at.admin.removeprefix("postgresql://"))
        with Session(engine) as db:
            actors = Actors(db)
            fill(db, *first_rows(db, actors.users["jianyan1"]))
            db.commit()
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as plain:
            plain.execute(sa.text("vacuum analyze equipment, unit, appmain, appbuss"))
        with Session(engine) as db:
            yield db, actors
        engine.dispose()


def plans_of(db: Session, work: Any) -> list[tuple[str, Any]]:
    """What `work` asks of the database, each with its plan as it really ran."""
    connection = db.connection()
    with asked_of(db) as asked:
        work()
    found = []
    for statement, parameters in list(asked):
        if statement.lstrip(" (\n").lower().startswith("select"):
            explained = connection.exec_driver_sql("explain (analyze, format json) " + statement, parameters)
            found.append((statement, explained.scalar_one()[0]["Plan"]))
    return found


def touched(plan: dict[str, Any]) -> int:
    """Rows that the plan read from heaps, whether they were kept or thrown away."""
    own = 0
    if plan["Node Type"] in ("Seq Scan", "Index Scan", "Bitmap Heap Scan"):
        names = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
        own = int(sum(plan.get(n, 0) for n in names) * plan.get("Actual Loops", 1))
    elif plan["Node Type"] == "Index Only Scan":
        own = int(plan.get("Heap Fetches", 0))
    return own + sum(touched(p) for p in plan.get("Plans", ()))


def through(plan: dict[str, Any]) -> set[str]:
    """Big tables that the plan reads from end to end."""
    big = {"equipment", "unit", "appmain", "appbuss"}
    own = {plan["Relation Name"]} & big if plan["Node Type"] == "Seq Scan" and touched(plan) > MOST else set()
    return own.union(*(through(p) for p in plan.get("Plans", ())))


SEARCHES = [
    ("eqd_elevator_list", {"codes": "NB1999"}),
    ("eqd_elevator_list", {"codes": "梯1234"}),
    ("eqd_elevator_list", {"useorgname": "单位1234"}),
    ("eqd_elevator_list", {"overdue": "1"}),
    ("eqd_elevator_list", {"areacode": "330212"}),
    ("eqd_elevator_list", {"pageNo": "45"}),
    ("eqd_all_list", {"codes": "P19999"}),
    ("unit_business_list", {"name": "单位777"}),
    ("unit_business_list", {"name": "0000001234"}),
    ("jy_appmain_sheet_list", {"unitname": "单位777"}),
    ("jy_step_BGLR", {"unitname": "单位777"}),
]


NUMBERS = ["NB1999", "P19999"]  # of no machine, scanned on site


def on_site(db: Session, me: User, code: str) -> None:
    with suppress(Refused):
        finding.find(db, me, code)


def complaints(db: Session, me: User, no: str, asked: dict[str, str]) -> list[str]:
    """What is wrong with the plans of one page and its count."""
    out = []
    view = LISTS[no]
    for statement, plan in plans_of(db, lambda: view.page(db, me, {**view.params, **asked})):
        told = f"{no} {asked or ''} as {me.scope}"
        if found := through(plan):
            out.append(f"{told} reads {sorted(found)} through: {statement[-300:]}")
        elif not asked and touched(plan) > MOST:
            out.append(f"{told} touches {touched(plan)} rows: {statement[-300:]}")
    return out


@pytest.mark.long
def test_no_first_page_and_no_search_reads_a_big_table_through(crowd: tuple[Session, Actors]) -> None:
    """One test, so that the crowd is made once however many workers there are."""
    db, actors = crowd
    assert (db.scalar(sa.text("select count(*) from equipment")) or 0) > 200_000
    wrong: list[str] = []
    for scope, login in WHO.items():
        me = replace(actors.users[login], permissions=frozenset(PERMISSIONS))
        assert me.scope == scope
        for no in sorted(LISTS):
            wrong += complaints(db, me, no, {})
        for no, asked in SEARCHES if scope == "org" else []:
            wrong += complaints(db, me, no, asked)
        for code in NUMBERS if scope == "org" else []:
            plans = plans_of(db, lambda code=code, me=me: on_site(db, me, code))
            wrong += [f"{code} on site reads {big} through" for _sql, plan in plans if (big := through(plan))]
    # who maintains none of a class: no index holds what is maintained in the order of the earlier of two dates
    keeper = replace(actors.users["weibao"], permissions=frozenset(PERMISSIONS))
    for no in sorted(no for no, view in LISTS.items() if view.sort == "firstdue"):
        wrong += complaints(db, keeper, no, {})
    assert not wrong, "\n".join(wrong)
