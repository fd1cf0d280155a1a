"""An institute moves to a PostgreSQL of its own: everything is there, or nothing was switched."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tejian import settings as settings_module
from tejian.ops import backup, database, moving, postgres, server
from tejian.ops.backup import BackupError
from tejian.ops.moving import MoveError
from tejian.ops.postgres import Urls
from tejian.settings import Settings

SUMS = "select count(*), sum(price), md5(string_agg(name, ',' order by id)) from thing"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """A stopped platform of one table; migrating it is tested elsewhere."""
    monkeypatch.setattr(database, "migrate", lambda *_: None)
    here = Settings(data=str(tmp_path / "var"))
    postgres.ensure_running(here.data_dir, durable=False)
    with psycopg.connect(postgres.urls(here.data_dir).owner) as db:
        db.execute("create table thing (id int generated always as identity primary key, name text, price numeric)")
        db.execute("insert into thing (name, price) select '设备' || n, n * 1.25 from generate_series(1, 1000) n")
    postgres.stop(here.data_dir)
    (here.data_dir / "settings.toml").write_text("port = 8123\n")
    yield here
    postgres.remove(here.data_dir)


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Urls]:
    """The PostgreSQL of the institute, its database empty."""
    data = tmp_path / "outside"
    postgres.ensure_running(data, durable=False)
    yield postgres.urls(data)
    postgres.remove(data)


def stored(here: Settings) -> dict[str, object]:
    return tomllib.loads((here.data_dir / "settings.toml").read_text())


def asked(url: str, query: str) -> object:
    with psycopg.connect(url) as db:
        return db.execute(query).fetchone()


def test_everything_is_there_and_the_next_start_uses_it(source: Settings, outside: Urls) -> None:
    said = moving.move(source, outside.app, outside.owner)
    assert said.startswith("2 张表与序列、1000 行已核对")
    with postgres.running(source.data_dir) as old:
        assert asked(outside.owner, SUMS) == asked(old.owner, SUMS)
    assert asked(outside.owner, "select nextval('thing_id_seq')") == (1001,)
    assert stored(source) == {"database_url": outside.app, "owner_url": outside.owner, "port": 8123}
    assert (source.data_dir / "settings.toml").stat().st_mode & 0o077 == 0
    now = settings_module.load({"TEJIAN_DATA": str(source.data_dir)})
    assert (now.database_url, now.owner_url, now.port) == (outside.app, outside.owner, 8123)
    with pytest.raises(MoveError, match="已经使用自备"):
        moving.move(now, outside.app, outside.owner)


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("update thing set name = '设备' where id = 500", "thing"),
        ("delete from thing where id = 1", "thing"),
        ("select setval('thing_id_seq', 5)", "thing_id_seq"),
    ],
)
def test_what_differs_is_named_and_nothing_is_switched(
    change: str, table: str, source: Settings, outside: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = backup.load

    def damaging(url: str, dumped: Path) -> None:
        load(url, dumped)
        with psycopg.connect(url) as db:
            db.execute(change)

    monkeypatch.setattr(backup, "load", damaging)
    with pytest.raises(MoveError, match=f"^{table} 与原来的不同，没有切换"):
        moving.move(source, outside.app, outside.owner)
    assert stored(source) == {"port": 8123}


def test_a_used_target_and_a_running_platform_are_refused(source: Settings, outside: Urls) -> None:
    with server.only_one(source.data_dir), pytest.raises(server.CannotStart, match="已由进程"):
        moving.move(source, outside.app, outside.owner)
    with psycopg.connect(outside.owner) as db:
        db.execute("create table theirs (id int)")
    with pytest.raises(BackupError, match="目标数据库不是空的"):
        moving.move(source, outside.app, outside.owner)
    assert stored(source) == {"port": 8123}
