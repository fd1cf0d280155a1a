"""A replica answers what may be a moment old; whatever happens to it, the primary answers instead.

The replica of these tests is a second copy of the template, so that its answers can be told from the primary's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from tejian import areas
from tejian.kit.database import replica
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS, Area
from tejian.ops import database, postgres
from tests import database as testing
from tests.conftest import Real
from tests.waiting import until

areas.load()
STAT, LIST = "/api/eqdbase/eqdBasic/equmentStat", "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
EXPORT = "/api/layout/export"
LIFTS = """select count(*) from equipment where equclass = '3000' and "equDel" = 0"""
ONE_LESS = """update equipment set "equDel" = 1 where equdatasysid =
    (select min(equdatasysid) from equipment where equclass = '3000' and "equDel" = 0)"""
CUT = """select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tejian-replica'"""
AN_EMPTY_FORM = """insert into stat_form (id, version, createby, updateby, createtime, updatetime, step, opened_by,
    division, note, code, name, source, publisher_id, edition)
    values ('form', 1, '', '', now(), now(), 'SY', '', 'equclass', '', 'TJ01', '空表', '', '', 1)"""
AN_INDICATOR = """insert into stat_indicator (id, version, createby, updateby, createtime, updatetime, step, opened_by,
    unit, kind, behind, asks, formula, definition, timed, code, name, source, publisher_id, edition)
    values ('indicator', 1, '', '', now(), now(), 'SY', '', '台', '1', 'device', '', '', '', false, 'EQ01', '设备',
    '', '', 1)"""
TRUE_STATE = replica.STATE
ALL = User(id="tester", name="测试", scope="all", permissions=frozenset(PERMISSIONS))


def state(*, behind: float = 0, current: bool = True) -> sa.TextClause:
    """What a standby would say of itself; the copy is none."""
    return sa.text(f"select true as replica, {current} as current, {behind}::float as behind, cast(:position as text)")


@dataclass
class Pair:
    """The primary with its application, and the copy that stands for its replica with one device less."""

    real: Real
    copy: testing.Urls
    primary_total: int

    def total(self) -> int:
        answer = self.real.call(STAT, _as=ALL).json()
        assert answer["isSuccess"], answer["errorMsg"]
        return int(answer["data"]["total"])

    def from_replica(self) -> bool:
        total = self.total()
        assert total in (self.primary_total, self.primary_total - 1)
        return total == self.primary_total - 1

    def on(self, url: str, statement: str, **values: Any) -> Any:
        with database.engine_for(url).begin() as connection:
            return connection.execute(sa.text(statement), values)


@pytest.fixture
def pair(real: Real, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    with testing.copied("replica") as copy:
        monkeypatch.setattr(replica, "STATE", state())
        found = Pair(real, copy, 0)
        found.primary_total = found.total()
        found.on(copy.admin, ONE_LESS)
        replica.configure(copy.app)
        yield found
        assert replica.engine is not None
        replica.engine.dispose()
        replica.engine = None


def test_statistics_come_from_the_replica_and_work_from_the_primary(pair: Pair) -> None:
    assert pair.from_replica()
    lifts = pair.real.call(LIST, _as=ALL, exactCount="1").json()["data"]["count"]
    assert lifts == pair.on(pair.real.urls.app, LIFTS).scalar_one()


def test_who_may_ask_is_judged_on_the_primary(pair: Pair) -> None:
    """The copy still has the session that ended, and the right that was taken."""
    assert pair.real.call.login("sysadmin")["isSuccess"]
    for url in (pair.real.urls.admin, pair.copy.admin):
        pair.on(url, "update sys_role set permissions = :p where code is not null", p=sorted(PERMISSIONS))
    assert pair.real.call(STAT).json()["isSuccess"]
    pair.on(pair.real.urls.admin, "update sys_role set permissions = '{}'")
    assert pair.real.call(STAT).json()["errorCode"] == "NO_PERMISSION"
    pair.on(pair.real.urls.admin, "delete from sys_session")
    assert pair.real.call(STAT).json()["errorCode"] == "NO_SESSION"


def test_an_export_reads_there_and_is_noted_here(pair: Pair) -> None:
    noted = "select count(*) from security_log where kind = '导出'"
    answer = pair.real.call(EXPORT, _as=ALL, _method="GET", viewNo="eqd_elevator_list")
    assert answer.status_code == 200 and answer.content[:4] == b"PK\x03\x04"
    assert pair.on(pair.real.urls.app, noted).scalar_one() == 1
    assert pair.on(pair.copy.app, noted).scalar_one() == 0


@pytest.mark.parametrize(
    "behind, current, used", [(0, True, True), (900, True, True), (29, False, True), (31, False, False)]
)
def test_a_replica_that_lags_is_not_asked(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, behind: float, current: bool, used: bool
) -> None:
    """`behind` is the age of the last change: of an idle platform it grows though nothing is missing."""
    monkeypatch.setattr(replica, "STATE", state(behind=behind, current=current))
    assert pair.from_replica() is used


def test_a_replica_with_older_dictionaries_is_not_asked(pair: Pair) -> None:
    """Else this process would keep the words of then as those of now."""
    pair.on(pair.real.urls.admin, "update sys_cache_version set value = value + 1 where name = 'dict'")
    assert not pair.from_replica()


def test_a_database_that_is_no_replica_is_not_asked(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "STATE", TRUE_STATE)
    assert replica.ready() and not pair.from_replica()
    assert not replica.ready()


def test_what_the_replica_does_not_know_yet_the_primary_answers(pair: Pair) -> None:
    unit = pair.on(pair.real.urls.app, "select unitsysid from unit where isuse and orgkind = 'b' limit 1").scalar_one()
    pair.on(pair.copy.admin, "delete from unit where unitsysid = :id", id=unit)
    answer = pair.real.call("/api/statistics/portrait", _as=ALL, role="use", id=unit).json()
    assert answer["isSuccess"] and answer["data"]["unit"]["id"] == unit
    assert replica.ready()  # it did nothing wrong
    assert pair.real.call("/api/statistics/portrait", _as=ALL, role="use", id="nobody").status_code == 403


def test_a_replica_that_breaks_is_left_alone_for_a_while(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pair.from_replica()
    pair.on(pair.copy.admin, CUT)
    assert not pair.from_replica()  # the connection was cut; the request did not fail
    assert not replica.ready() and not pair.from_replica()
    monkeypatch.setattr(replica, "_away_until", 0.0)
    assert pair.from_replica()


def test_a_replica_that_is_not_there_costs_nobody_an_answer(pair: Pair) -> None:
    replica.configure("postgresql://nobody@127.0.0.1:1/nowhere")
    assert not pair.from_replica()
    assert not replica.ready() and not pair.from_replica()


def test_a_slow_question_is_not_asked_twice(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def slow(db: Any, _me: User, _form: Any) -> None:
        asked.append(str(db.get_bind().url.database))
        db.execute(sa.text("set local statement_timeout = 50"))
        db.execute(sa.text("select pg_sleep(2)"))

    monkeypatch.setitem(CALLS, STAT, CALLS[STAT].__class__(**{**vars(CALLS[STAT]), "fn": slow}))
    from tejian.kit.web.edge import Caller, carry_out

    answer = carry_out(CALLS[STAT], Caller(STAT, "", "", "", ""), {})
    assert answer.status_code == 401  # nobody is logged in: judged before anything is asked
    monkeypatch.setattr("tejian.kit.web.edge.identify", lambda _s, _a: ALL)
    answer = carry_out(CALLS[STAT], Caller(STAT, "", "", "", ""), {})
    assert b"TIMEOUT" in bytes(answer.body) and len(asked) == 1


def test_nothing_that_asks_the_replica_writes(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(wrong: Exception, path: str) -> None:
        raise AssertionError(f"{path}: {wrong}")

    monkeypatch.setattr(replica, "failed", shown)
    unit = pair.on(pair.real.urls.app, "select unitsysid from unit where isuse and orgkind = 'b' limit 1").scalar_one()
    form = {EXPORT: {"viewNo": "eqd_all_list"}, "/api/statistics/portrait": {"role": "use", "id": unit}}
    form |= {f"/api/statistics/form/{name}": {"id": "form"} for name in ("preview", "sheet")}
    form["/api/statistics/indicator/trial"] = {"id": "indicator"}
    for url in (pair.real.urls.app, pair.copy.app):
        pair.on(url, AN_EMPTY_FORM)
        pair.on(url, AN_INDICATOR)
    paths = sorted(path for path, call in CALLS.items() if call.replica)
    assert len(paths) >= 8
    for path in paths:
        answer = pair.real.call(path, _as=ALL, _method="GET", **form.get(path, {}))
        assert answer.status_code == 200, (path, answer.text[:200])


def test_only_what_reads_may_ask_a_replica() -> None:
    with pytest.raises(ValueError, match="only what reads"):
        Area().call("/x", any_user=True, replica=True)


def test_a_replica_of_the_embedded_database_follows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tejian.ops import replica as replicating

    monkeypatch.setattr(replica, "versions", lambda _db: None)  # its tables are not there
    primary, copy = tmp_path / "primary", tmp_path / "copy"
    try:
        postgres.ensure_running(primary, durable=False)
        access = Path(postgres.known(primary).folder) / "pg_hba.conf"
        assert "replication" not in access.read_text()  # closed until it is asked for
        with psycopg.connect(postgres.urls(primary).owner, autocommit=True) as db:
            db.execute("set synchronous_commit = on")  # as outside tests: a commit is flushed
            db.execute("create table thing as select 1 as n")
            db.execute("grant select on thing to tejian")
            replicating.make(primary, copy)
            url = postgres.ensure_running(copy, durable=False)
            db.execute("insert into thing values (2)")
            position = db.execute("select pg_current_wal_flush_lsn()::text").fetchone()
            assert position is not None
            replica.configure(url)
            with replica.reading(replica.Primary(position[0], None, 30)) as session:
                assert session.scalar(sa.text("select count(*) from thing")) == 2
                with pytest.raises(sa.exc.DBAPIError, match="read-only"):
                    session.execute(sa.text("insert into thing values (3)"))
            postgres.stop(copy)
            db.execute("insert into thing values (3)")
            assert postgres.ensure_running(copy, durable=False) == url
            assert postgres.status(copy).state == "running"
            with psycopg.connect(url) as reader:
                reader.autocommit = True
                until(lambda: reader.execute("select count(*) from thing").fetchone() == (3,), "no replication")
    finally:
        if replica.engine is not None:
            replica.engine.dispose()
            replica.engine = None
        for data in (copy, primary):
            postgres.remove(data)
