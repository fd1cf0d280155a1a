"""From the embedded database to a PostgreSQL that the institute runs itself: dump, load, check, switch."""

import json
import tempfile
from pathlib import Path

import psycopg
from psycopg import sql

from tejian.settings import Settings, write_private

from . import backup, database, server
from .connected import role_of, to_database

# Of every table and sequence what tells two databases apart, whatever the order in which rows lie.
TABLES = """select relname from pg_class where relnamespace = 'public'::regnamespace
            and relkind in ('r', 'p') and not relispartition order by 1"""
ROWS = "select count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from {} t"
SEQUENCES = "select sequencename, last_value from pg_sequences where schemaname = 'public'"


class MoveError(RuntimeError):
    """Why the database was not moved, in a sentence; the platform goes on with the one it has."""


def move(settings: Settings, app_url: str, owner_url: str) -> str:
    """Move the database of a stopped platform and let it use the new one from its next start.

    `app_url` is the address with which it works, `owner_url` that of the role which owns the tables. What was there
    stays as it is: without the two lines in settings.toml the platform goes on with it.
    """
    there = settings.with_(database_url=app_url, owner_url=owner_url)
    data = settings.data_dir
    if settings.database_url:
        raise MoveError("平台已经使用自备的数据库 / the platform does not use the embedded database")
    with server.only_one(data), to_database(settings) as here:
        backup.refuse_used_database(there)
        backup.refuse_older_server(backup.server_version(here.owner_url), there.owner_url)
        with tempfile.TemporaryDirectory(prefix=".move-", dir=data) as folder:
            backup.dump(here.owner_url, Path(folder) / backup.DUMP)
            backup.load(there.owner_url, Path(folder) / backup.DUMP)
        sums = _facts_of(here.owner_url), _facts_of(there.owner_url)
        names = sums[0].keys() | sums[1].keys()
        if different := sorted(name for name in names if sums[0].get(name) != sums[1].get(name)):
            raise MoveError(
                f"{'、'.join(different[:5])} 与原来的不同，没有切换；请清空目标数据库再试 / "
                "these differ, nothing was switched: empty the target and try again"
            )
        database.migrate(there.owner_url, role_of(there.database_url))
        file = data / "settings.toml"
        addresses = {"database_url": there.database_url, "owner_url": there.owner_url}
        lines = [f"{name} = {json.dumps(value)}" for name, value in addresses.items()]
        write_private(file, "\n".join([*lines, file.read_text() if file.exists() else ""]))
    rows = sum(count for count, _ in sums[0].values())
    return f"{len(sums[0])} 张表与序列、{rows} 行已核对，下次启动使用新的数据库；原来的数据库没有改动 / moved"


def _facts_of(url: str) -> dict[str, tuple[int, str]]:
    """Rows and their digest of each table, the last number of each sequence."""
    with psycopg.connect(url, options="-c timezone=UTC -c datestyle=ISO") as db:
        facts: dict[str, tuple[int, str]] = {}
        for (name,) in db.execute(TABLES).fetchall():
            row = db.execute(sql.SQL(ROWS).format(sql.Identifier(name))).fetchone()
            assert row is not None
            facts[name] = (int(row[0]), str(row[1]))
        return facts | {name: (0, str(last)) for name, last in db.execute(SEQUENCES).fetchall()}
