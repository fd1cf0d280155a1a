"""The database goes back to a moment: what was committed before is there, what came after is not."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from tejian.ops import archive, postgres
from tejian.ops.backup import BackupError, keys_beside
from tejian.settings import Settings
from tests.waiting import until

from .conftest import CONTENT, KEYS, add, names


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the account of the database can pass through, as an archive must be."""
    made = Path(tempfile.mkdtemp(prefix="tejian-archive-", dir="/tmp"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


def hand_over(settings: Settings, folder: Path) -> None:
    """Let the log so far reach the archive, as it does within a minute."""
    with psycopg.connect(postgres.urls(settings.data_dir).admin, autocommit=True) as db:
        (name,) = db.execute("select pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
    until(lambda: (folder / archive.WAL / name).exists(), "the log was handed over")


def test_back_to_a_moment_between_two_commits(source: Settings, target: Settings, folder: Path) -> None:
    add(source, "before the copy")
    assert "已重新启动一次" in archive.archive(source, folder)
    moment = add(source, "wanted")
    add(source, "mistake")
    hand_over(source, folder)
    said = archive.restore(target, folder, moment)
    assert "已恢复到" in said
    assert names(target) == ["before the copy", "wanted"]
    assert names(source) == ["before the copy", "mistake", "wanted"]  # untouched
    assert (target.data_dir / "files" / CONTENT[:2] / CONTENT[2:4] / CONTENT).read_bytes() == b"report"
    assert target.secret() == source.secret() and target.keys_file.read_text() == KEYS
    with psycopg.connect(postgres.urls(target.data_dir).owner) as db:  # a database of its own, that can be written
        db.execute("insert into thing values ('afterwards')")
    with psycopg.connect(postgres.urls(target.data_dir).admin) as db:
        assert db.execute("show archive_mode").fetchone() == ("off",)


def test_a_moment_outside_the_archive_is_refused_and_nothing_stays(
    source: Settings, target: Settings, folder: Path
) -> None:
    early = datetime.now(UTC) - timedelta(hours=1)
    archive.archive(source, folder)
    add(source, "a")
    hand_over(source, folder)
    with pytest.raises(BackupError, match="最早只能恢复到"):
        archive.restore(target, folder, early)
    with pytest.raises(BackupError, match="归档的日志没有到"):
        archive.restore(target, folder, datetime.now(UTC) + timedelta(hours=1))
    assert postgres.status(target.data_dir).state == "absent"
    with pytest.raises(BackupError, match="已有数据"):
        archive.restore(source, folder, datetime.now(UTC))
    keys_beside(folder).unlink()
    with pytest.raises(BackupError, match="缺少列密钥"):
        archive.restore(target, folder, datetime.now(UTC))


def test_old_copies_go_and_the_log_before_them(source: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "KEPT", 1)
    archive.archive(source, folder)
    first = min(path.name for path in (folder / archive.WAL).iterdir() if "." not in path.name)
    time.sleep(1.1)  # a copy is named by its second
    assert "已重新启动" not in archive.archive(source, folder)
    assert len(list((folder / archive.BASES).iterdir())) == 1
    assert not (folder / archive.WAL / first).exists()


def test_a_database_of_its_own_has_its_own_archive(tmp_path: Path) -> None:
    other = Settings(data=str(tmp_path), database_url="postgresql:///tejian")
    with pytest.raises(BackupError, match="只用于内嵌数据库"):
        archive.archive(other, tmp_path / "a")
    with pytest.raises(BackupError, match="只用于内嵌数据库"):
        archive.restore(other, tmp_path, datetime.now(UTC))


def test_a_folder_that_would_go_with_the_data_is_refused(source: Settings) -> None:
    with pytest.raises(BackupError, match="须在数据目录之外"):
        archive.archive(source, source.data_dir / "archive")
