"""Yearly tables: each row stands in the part of its year, no year is lost, and nobody takes a row away."""

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.audit import AuditLog
from tejian.kit.database.db import Base
from tejian.kit.ground import clock, yearly
from tejian.ops import database
from tests import database as testing
from tests.conftest import Real

TABLES = ["audit_log", "flow_log", "security_log"]
NOW = clock.now().year
FAR = NOW + 5
YEARS = (2009, NOW - 2, NOW - 1, NOW, FAR)
AUDIT = (
    "insert into audit_log (at, optype, entity, entity_id, action, user_id, user_name, request_no, changes)"
    " values (:at, '00', 'equipment', 'x', '修改', '', '', '', '{}') returning id"
)


@pytest.fixture
def at() -> Iterator[testing.Urls]:
    with testing.copied("yearly") as found:
        yield found


def write(connection: Any, moment: str) -> int:
    return int(connection.execute(sa.text(AUDIT), {"at": moment}).scalar_one())


def where(connection: Any) -> dict[str, list[int]]:
    """The ids of the trail of x by the part that holds them."""
    asked = "select tableoid::regclass::text, array_agg(id order by id) from audit_log where entity_id = 'x' group by 1"
    return {r[0]: list(r[1]) for r in connection.execute(sa.text(asked))}


def test_the_logs_are_the_yearly_tables() -> None:
    assert yearly.tables(database.load_models()) == TABLES
    assert yearly.is_part("audit_log_2026", Base.metadata) and yearly.is_part("flow_log_default", Base.metadata)
    assert not yearly.is_part("audit_log", Base.metadata) and not yearly.is_part("appmain_2026", Base.metadata)


def test_each_row_stands_in_the_part_of_its_shanghai_year(at: testing.Urls) -> None:
    with database.engine_for(at.app).begin() as connection:
        last = write(connection, f"{NOW}-12-31 23:59:59+08")
        first = write(connection, f"{NOW}-12-31 16:00:00+00")  # midnight in Shanghai
        old, far = write(connection, "2009-05-01 08:00+08"), write(connection, f"{FAR}-05-01 08:00+08")
        assert where(connection) == {
            f"audit_log_{NOW}": [last],
            f"audit_log_{NOW + 1}": [first],
            "audit_log_default": [old, far],
        }
    with Session(database.engine_for(at.app)) as db:
        found = db.scalars(sa.select(AuditLog).where(AuditLog.entity_id == "x").order_by(AuditLog.id))
        assert [r.at.astimezone(clock.SHANGHAI).year for r in found] == [NOW, NOW + 1, 2009, FAR]


def test_rows_move_into_the_part_of_their_year_when_it_is_made(at: testing.Urls) -> None:
    with database.engine_for(at.app).begin() as connection:
        far, old = write(connection, f"{FAR}-05-01 08:00+08"), write(connection, "2009-05-01 08:00+08")
        assert connection.scalar(sa.text(f"select tj_year_part('audit_log', {FAR})")) is True
        assert connection.scalar(sa.text(f"select tj_year_part('audit_log', {FAR})")) is False
        assert where(connection) == {f"audit_log_{FAR}": [far], "audit_log_default": [old]}
        later = write(connection, f"{FAR}-06-01 08:00+08")
        assert where(connection)[f"audit_log_{FAR}"] == [far, later]
        indexes = connection.scalar(sa.text(f"select count(*) from pg_indexes where tablename = 'audit_log_{FAR}'"))
        assert indexes == 3  # key, entity, at


def test_every_night_makes_the_parts_of_the_coming_years(real: Real) -> None:
    made = [f"{t}_{y}" for t in TABLES for y in (2040, 2041, 2042)]
    asked = sa.text("select count(*) from pg_class where relname = any(:made)")
    with real.new_session() as db:
        assert db.scalar(asked, {"made": made}) == 0
    with clock.at(datetime(2040, 3, 1, 2, 7)):
        jobs.run("system.years", {})
        jobs.run("system.years", {})
    with real.new_session() as db:
        assert db.scalar(asked, {"made": made}) == len(made)


@pytest.mark.parametrize(
    "table, year", [("appmain", 2030), ("audit_log", 1800), (f"audit_log_{NOW}", 2030), ("audit_log_default", 2030)]
)
def test_the_function_makes_nothing_else(at: testing.Urls, table: str, year: int) -> None:
    with database.engine_for(at.app).connect() as connection:
        before = connection.scalar(sa.text("select count(*) from pg_class"))
        with pytest.raises(sa.exc.DBAPIError, match="no yearly table or no year"):
            connection.execute(sa.text("select tj_year_part(:t, :y)"), {"t": table, "y": year})
        connection.rollback()
        assert connection.scalar(sa.text("select count(*) from pg_class")) == before


def test_only_the_app_role_may_call_the_function(at: testing.Urls) -> None:
    asked = "select has_function_privilege(:role, 'tj_year_part(text, integer)', 'execute')"
    with database.engine_for(at.admin).connect() as connection:
        assert connection.scalar(sa.text(asked), {"role": "tejian"}) is True
        granted = connection.scalar(sa.text("select proacl::text from pg_proc where proname = 'tj_year_part'"))
        assert "{=" not in granted and ",=" not in granted  # nothing for everybody


def test_the_app_role_reaches_a_part_only_through_its_table(at: testing.Urls) -> None:
    with database.engine_for(at.app).begin() as connection:
        write(connection, f"{NOW}-05-01 08:00+08")
        connection.execute(sa.text(f"select tj_year_part('audit_log', {FAR})"))
    parts = [f"audit_log{part}" for part in ("", f"_{NOW}", f"_{FAR}", "_default")]
    tries = [f"delete from {p}" for p in parts] + [f"truncate {p}" for p in parts]
    tries += [f"update {p} set action = ''" for p in parts]
    tries += [f"insert into audit_log_{NOW} select * from audit_log", f"drop table audit_log_{FAR}"]
    with database.engine_for(at.app).connect() as connection:
        assert database.parts(connection)
        for tried in tries:
            with pytest.raises(sa.exc.ProgrammingError, match="permission denied|must be owner"):
                connection.execute(sa.text(tried))
            connection.rollback()
        assert len(where(connection)[f"audit_log_{NOW}"]) == 1


@pytest.fixture
def older() -> Iterator[testing.Urls]:
    """A database as it was before its logs had parts, with rows of several years in each of them."""
    name = f"older_{secrets.token_hex(4)}"
    testing.template()  # the cluster is there
    found = testing.create(name, "template0")
    database.migrate(found.owner, "tejian", "0010")
    with database.engine_for(found.owner).begin() as connection:
        for table in TABLES:
            asked = "select column_name, data_type from information_schema.columns where table_name = :t"
            columns = {r[0]: r[1] for r in connection.execute(sa.text(asked), {"t": table})}
            values = {
                n: "{}" if kind == "jsonb" else "x" for n, kind in columns.items() if n not in ("id", "at", "since")
            }
            names = ", ".join(["at", *values])
            put = sa.text(f"insert into {table} ({names}) values ({', '.join(':' + n for n in ['at', *values])})")
            for year in YEARS:
                connection.execute(put, {"at": f"{year}-07-01 08:00+08", **values})
        connection.execute(sa.text("delete from audit_log where id = 5"))  # numbers go on behind what was ever given
    yield found
    testing.drop(name)


def rows_of(connection: Any, table: str) -> list[Any]:
    whole = "to_jsonb(l) - 'duty_step'"  # a column that nobody wrote; it went in 0031
    return list(connection.execute(sa.text(f"select ({whole})::text from {table} l order by id")).scalars())


def test_an_existing_database_keeps_every_row_and_counts_on(older: testing.Urls) -> None:
    with database.engine_for(older.owner).connect() as connection:
        before = {t: rows_of(connection, t) for t in TABLES}
    assert {t: len(rows) for t, rows in before.items()} == {"audit_log": 4, "flow_log": 5, "security_log": 5}
    database.migrate(older.owner, "tejian")
    assert database.differences(older.owner) == []
    with database.engine_for(older.app).begin() as connection:
        assert {t: rows_of(connection, t) for t in TABLES} == before
        assert where(connection) == {
            "audit_log_2009": [1],
            f"audit_log_{NOW - 2}": [2],
            f"audit_log_{NOW - 1}": [3],
            f"audit_log_{NOW}": [4],
        }
        assert write(connection, f"{NOW}-11-01 08:00+08") == 6
        far = f"select tableoid::regclass::text from flow_log where at > '{FAR}-01-01'"
        assert connection.scalar(sa.text(far)) == "flow_log_default"
        expected = {"pk_audit_log", "ix_audit_log_entity", "ix_audit_log_at"}
        found = connection.scalars(sa.text("select indexname from pg_indexes where tablename = 'audit_log'"))
        assert set(found) == expected


def test_the_parts_go_back_into_one_table(older: testing.Urls) -> None:
    with database.engine_for(older.owner).connect() as connection:
        before = {t: rows_of(connection, t) for t in TABLES}
    database.migrate(older.owner, "tejian", "0011")
    database.downgrade(older.owner, "0010")
    with database.engine_for(older.owner).begin() as connection:
        assert {t: rows_of(connection, t) for t in TABLES} == before
        assert database.parts(connection) == []
        assert write(connection, f"{NOW}-11-01 08:00+08") == 6
