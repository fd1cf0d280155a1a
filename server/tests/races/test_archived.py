"""The bucket of the archive is away while people work: only the health page notices, and nothing is lost."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tejian.kit.database import jobs
from tejian.kit.files import s3
from tejian.ops import archive, postgres
from tejian.settings import Settings
from tests import s3 as simulator
from tests.waiting import until

from .conftest import Desks
from .test_killed_database import killable

__all__ = ["killable"]

URL = f"s3://{simulator.BUCKET}/tejian"


def handed_over(data: Path) -> dict[str, Any]:
    with psycopg.connect(postgres.urls(data).admin) as db:
        names = ("archived_count", "failed_count", "last_archived_wal")
        return dict(
            zip(names, db.execute(f"select {', '.join(names)} from pg_stat_archiver").fetchone() or (), strict=True)
        )


def there(store: simulator.Store, data: Path) -> bool:
    """Whether the piece that the database handed over last lies in the bucket."""
    return bool(store.names(f"/wal/{handed_over(data)['last_archived_wal']}"))


def switched(data: Path) -> str:
    with psycopg.connect(postgres.urls(data).admin, autocommit=True) as db:
        return str((db.execute("select pg_walfile_name(pg_switch_wal())").fetchone() or ("",))[0])


def health(desks: Desks) -> tuple[str, str]:
    """What the page says of the archive after it was looked at."""
    jobs.run("watch.health", {})
    said = desks.post("sysadmin", "/api/system/health/findList", pageSize="50")
    (row,) = [one for one in said["data"]["list"] if one["title"] == "日志归档"]
    return row["state"], row["text"]


@pytest.mark.long
def test_nothing_is_lost_while_the_bucket_is_away(
    killable: tuple[Path, Desks], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, desks = killable
    monkeypatch.setattr(s3, "WAITS", (0.01,))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", simulator.ACCESS)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", simulator.SECRET)
    desks.open("shouli")
    desks.open("sysadmin")
    device, ledger = desks.devices(1)[0], []

    def declare(name: str) -> None:
        said = desks.post("shouli", "/api/appmain/saveAppMain", **desks.form(device, remark=name))
        assert said["isSuccess"], said
        ledger.append((said["data"]["main"]["appno"], name))

    with simulator.serving() as store:
        settings = Settings(data=str(data), s3_endpoint=f"http://127.0.0.1:{store.port}")
        archive.archive(settings, URL)
        declare("before")
        first = switched(data)
        until(lambda: handed_over(data)["last_archived_wal"] >= first, "the log is not handed over")
        state, text = health(desks)
        assert state == "ok" and "基础备份" in text and "最新一段日志 0 分钟前" in text
        pieces = store.names("/wal/")
        failed = handed_over(data)["failed_count"]
        store.fault = simulator.failing("PUT GET HEAD", "", "503")
        for n in range(3):
            declare(f"away {n}")
            last = switched(data)
        until(lambda: handed_over(data)["failed_count"] > failed or not there(store, data), "the fault is not noticed")
        assert there(store, data), "the database let go of a piece that is nowhere"
        state, text = health(desks)
        assert state == "no" and "没有能交出日志" in text and "请检查归档目录或存储桶" in text
        assert store.names("/wal/") == pieces
        store.fault = simulator.failing("", "", "")
        moment = datetime.now(UTC)
        declare("later")
        wanted = switched(data)  # it would try again within a minute by itself
        until(lambda: store.names(f"/wal/{wanted}") and store.names(f"/wal/{last}"), "it does not catch up")
        assert health(desks)[0] == "ok"
        target = settings.with_(data=str(tmp_path / "restored"))
        try:
            archive.restore(target, URL, moment)
            with psycopg.connect(postgres.urls(target.data_dir).owner) as db:
                query = "select appno, remark from appmain where remark in ('before', 'later') or remark like 'away%'"
                rows = db.execute(f"{query} order by appno").fetchall()
        finally:
            postgres.remove(target.data_dir)
    assert rows == ledger[:-1] and len(rows) == 4
