"""Migrations: one line of them, and what they build is what the models say."""

import pytest
import sqlalchemy as sa

from tejian.ops import database
from tests import database as testing


def test_there_is_a_single_head() -> None:
    assert len(database.heads()) == 1


def test_upgrade_builds_what_the_models_say() -> None:
    with testing.copied("migrated") as at:
        assert database.differences(at.owner) == []
        assert [database.current(at.app)] == database.heads()


def test_the_indexes_over_facets_are_those_of_the_models() -> None:
    models = [i for table in database.load_models().tables.values() for i in table.indexes]
    facets = [i for i in models if str(i.name).endswith("_facets")]
    assert len(facets) == 8
    with testing.copied("facets") as at, database.engine_for(at.owner).connect() as connection:
        for index in facets:
            said = sa.text("select pg_get_indexdef(:name ::regclass)")
            found = connection.execute(said, {"name": index.name}).scalar_one()
            connection.exec_driver_sql(f"drop index {index.name}")
            connection.execute(sa.schema.CreateIndex(index))
            assert connection.execute(said, {"name": index.name}).scalar_one() == found


def test_upgrade_again_changes_nothing() -> None:
    with testing.copied("migrated") as at:
        database.migrate(at.owner, "tejian")
        assert [database.current(at.app)] == database.heads()


def test_append_only_tables_refuse_the_app_role() -> None:
    with testing.copied("migrated") as at, database.engine_for(at.app).connect() as connection:
        assert {"audit_log", "flow_log", "security_log"} <= set(database.append_only())
        for name in database.append_only():
            for privilege, allowed in (("INSERT", True), ("SELECT", True), ("UPDATE", False), ("DELETE", False)):
                found = connection.scalar(
                    sa.text("SELECT has_table_privilege(:name, :privilege)"), {"name": name, "privilege": privilege}
                )
                assert found is allowed, (name, privilege)


def test_a_migration_gives_up_when_somebody_holds_the_table() -> None:
    assert database.LOCK_TIMEOUT == "4s"
    with testing.copied("migrated") as at, database._migrating(at.owner) as (_, connection):
        assert connection.scalar(sa.text("SHOW lock_timeout")) == "4s"
        with database.engine_for(at.admin).connect() as other:
            other.execute(sa.text("LOCK TABLE procrastinate_jobs IN ACCESS EXCLUSIVE MODE"))
            connection.execute(sa.text("SET lock_timeout = '50ms'"))
            with pytest.raises(sa.exc.OperationalError, match="lock timeout"):
                connection.execute(sa.text("ALTER TABLE procrastinate_jobs ADD COLUMN x int"))
            other.rollback()
