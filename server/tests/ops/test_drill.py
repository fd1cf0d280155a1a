"""The drill finds a good backup good, and says what a bad one lacks, without touching the running system."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian import settings as settings_module
from tejian.archives.models.files import Attachment
from tejian.kit.database import db as kit_db
from tejian.kit.database.audit import SecurityLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.ops import backup, drill, own, postgres
from tejian.ops.database import engine_for
from tejian.settings import Settings
from tejian.watch.chain.api import seal_now
from tests import database

CONTENT = "ab" * 32


@pytest.fixture
def installation(application: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """An installation of its own whose database is a copy of the template."""
    before, environment = kit_db.engine, dict(os.environ)
    monkeypatch.setattr(files, "_store", files.store())  # the drill opens the store of what it restored
    monkeypatch.setenv("TEJIAN_DATA", str(tmp_path / "data"))
    for name in ("DATABASE_URL", "TEJIAN_OWNER_URL", "TEJIAN_FILES"):
        monkeypatch.delenv(name, raising=False)
    with database.copied("drill") as at:
        made = Settings(data=str(tmp_path / "data"), database_url=at.app, owner_url=at.owner)
        made.secret()
        shutil.copytree(database.run_folder() / "files", made.data_dir / "files")  # what rows of the template name
        yield made
    kit_db.use(before)
    os.environ.clear()
    os.environ.update(environment)
    settings_module.current.cache_clear()


def operations(settings: Settings) -> list[tuple[str, bool]]:
    with psycopg.connect(settings.owner_url) as db:
        return db.execute("select kind, good from watch_operation order by at").fetchall()


def test_a_good_backup_passes_and_is_noted(installation: Settings, tmp_path: Path) -> None:
    backup.backup(installation, tmp_path / "all.tar")
    assert drill.newest(installation) == tmp_path / "all.tar"
    report, good = drill.drill(installation, None, journey=False)
    assert good, report
    assert "全部通过" in report and "日志封存链：" in report and "sys_user" in report and "all.tar" in report
    assert "audit_log" in report and not re.search(r"log_(\d{4}|default) ", report)  # a yearly table counts once
    assert operations(installation) == [("backup", True), ("drill", True)]
    assert [p.suffix for p in (installation.data_dir / "drills").iterdir()] == [".txt"]
    assert not list(installation.data_dir.glob(".drill-*"))


def test_the_business_is_walked_on_what_was_restored(
    installation: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lift goes from declaration to release there; the running platform has nothing of it. A walk that stops is a
    fault."""
    shutil.copy(database.run_folder() / "column.keys", installation.keys_file)  # the server that is started needs them
    before = rows_of_business(installation)
    backup.backup(installation, tmp_path / "all.tar")
    report, good = drill.drill(installation, None, journey=True)
    assert good, report
    line = next(line for line in report.splitlines() if line.startswith("业务走查："))
    assert re.fullmatch(r"业务走查：(\d\d) 步，完成：SB\d+ \S+ \S+，[\d.]+ 秒，最慢请求 \d+ 毫秒（[\d.]+ 秒）", line), (
        line
    )
    assert int(line[5:7]) >= 15 and rows_of_business(installation) == before

    @contextmanager
    def nobody(_settings: Settings) -> Iterator[str]:
        yield "http://127.0.0.1:9"

    monkeypatch.setattr(own, "own_server", nobody)
    monkeypatch.setattr(
        drill, "_all", lambda beside, *_: drill._journey(beside, _[2], lambda _said: None)
    )  # that alone
    report, good = drill.drill(installation, None, journey=True)
    assert not good and "问题：业务走查没有走完：停止：无法连接 http://127.0.0.1:9" in report, report
    assert operations(installation)[-2:] == [("drill", True), ("drill", False)]


def rows_of_business(settings: Settings) -> list[tuple[int, ...]]:
    with psycopg.connect(settings.owner_url) as db:
        return db.execute("select (select count(*) from appmain), (select count(*) from appbuss)").fetchall()


def test_what_is_missing_or_was_changed_is_said(installation: Settings, tmp_path: Path) -> None:
    lost = {"owner": "unit", "attrefsysid": "x", "name": "a.pdf", "size": 1, "mime": "application/pdf", "key": CONTENT}
    with Session(engine_for(installation.owner_url)) as db:
        db.add(Attachment(**lost))
        db.add(SecurityLog(at=clock.now(), kind="x"))
        seal_now(db)
        db.execute(sa.update(SecurityLog).values(detail="changed"))
        db.commit()
    backup.backup(installation, tmp_path / "all.tar")
    report, good = drill.drill(installation, tmp_path / "all.tar", journey=False)
    assert not good and f"attachment 的内容 {CONTENT} 不在备份中" in report, report
    assert "安全日志：" in report and "的内容已被改动" in report, report
    assert operations(installation)[-1] == ("drill", False)


def test_a_damaged_backup_is_a_fault_and_nothing_stays(installation: Settings, tmp_path: Path) -> None:
    backup.backup(installation, tmp_path / "all.tar")
    whole = (tmp_path / "all.tar").read_bytes()
    (tmp_path / "all.tar").write_bytes(whole[: len(whole) // 2])
    report, good = drill.drill(installation, None, journey=False)
    assert not good and "BackupError" in report
    assert not list(installation.data_dir.glob(".drill-*"))
    assert postgres.status(installation.data_dir).state == "absent"
