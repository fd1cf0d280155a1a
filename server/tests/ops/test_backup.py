"""A backup holds everything, and a restore checks it before it touches anything."""

import hashlib
import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tejian.ops import backup, database, postgres
from tejian.ops.backup import BackupError
from tejian.settings import Settings

CONTENT = b"%PDF-1.7 report"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(data=str(tmp_path / "source"))
    postgres.ensure_running(settings.data_dir, durable=False)
    with psycopg.connect(postgres.urls(settings.data_dir).owner) as db:
        db.execute("CREATE TABLE thing (id int PRIMARY KEY, name text, price numeric(12,2))")
        db.execute("INSERT INTO thing SELECT n, '设备' || n, n * 1.25 FROM generate_series(1, 1000) n")
    path = settings.data_dir / "files" / DIGEST[:2] / DIGEST[2:4] / DIGEST
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT)
    path.with_suffix(".123.ab").write_bytes(b"half")  # a content still being written
    settings.secret()
    yield settings
    postgres.remove(settings.data_dir)


@pytest.fixture(autouse=True)
def _without_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """These databases hold one table of the test; migrating is tested elsewhere."""
    monkeypatch.setattr(database, "migrate", lambda *_: None)


def _sums(data: Path) -> Any:
    with postgres.running(data) as at, psycopg.connect(at.owner) as db:
        return db.execute("SELECT count(*), sum(price), md5(string_agg(name, ',' ORDER BY id)) FROM thing").fetchone()


def test_round_trip(source: Settings, target: Settings, tmp_path: Path) -> None:
    file = tmp_path / "all.tar"
    backup.backup(source, file)
    assert file.stat().st_mode & 0o077 == 0
    backup.restore(target, file)
    assert _sums(target.data_dir) == _sums(source.data_dir)
    stored = [p for p in (target.data_dir / "files").rglob("*") if p.is_file()]
    assert [p.name for p in stored] == [DIGEST]
    assert stored[0].read_bytes() == CONTENT
    assert target.secret() == source.secret()
    assert postgres.status(target.data_dir).state == "stopped"
    assert not list(target.data_dir.glob(".restore-*"))


def test_backup_of_a_stopped_platform_leaves_it_stopped(source: Settings, tmp_path: Path) -> None:
    postgres.stop(source.data_dir)
    backup.backup(source, tmp_path / "all.tar")
    assert postgres.status(source.data_dir).state == "stopped"


def test_a_used_data_folder_is_refused(source: Settings, tmp_path: Path) -> None:
    backup.backup(source, tmp_path / "all.tar")
    before = _sums(source.data_dir)
    with pytest.raises(BackupError, match="已有数据"):
        backup.restore(source, tmp_path / "all.tar")
    assert _sums(source.data_dir) == before


def _rewritten(file: Path, change: Any) -> Path:
    """The backup with its members passed through `change(name, content) -> content or None`."""
    out = file.with_suffix(".changed.tar")
    with tarfile.open(file) as old, tarfile.open(out, "w") as new:
        for entry in old:
            content = change(entry.name, old.extractfile(entry).read())  # type: ignore[union-attr]
            if content is not None:
                head = tarfile.TarInfo(entry.name)
                head.size = len(content)
                new.addfile(head, io.BytesIO(content))
    return out


def _manifest(**changes: Any) -> Any:
    def change(name: str, content: bytes) -> bytes:
        return json.dumps({**json.loads(content), **changes}).encode() if name == backup.MANIFEST else content

    return change


def _flipped(name: str, content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1]) if name.startswith("files/") else content


CHANGES = {
    "damaged file": (_flipped, "已损坏"),
    "missing file": (lambda n, c: None if n.startswith("files/") else c, "缺少"),
    "missing key": (lambda n, c: None if n == "secret.key" else c, "缺少"),
    "other major version": (_manifest(version="2.0.0"), "2.0.0"),
    "unknown format": (_manifest(format=99), "99"),
    "unknown migration": (_manifest(migration="feedbeef"), "更新"),
    "other product": (_manifest(product="x"), "不是本平台"),
    "name outside": (_manifest(members={"database.dump": {}, "files/../../x": {}}), "非法"),
    "no manifest": (lambda n, c: None if n == backup.MANIFEST else c, "不是本平台"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_wrong_backup_is_refused_and_nothing_is_left(
    case: str, source: Settings, target: Settings, tmp_path: Path
) -> None:
    change, said = CHANGES[case]
    backup.backup(source, tmp_path / "all.tar")
    with pytest.raises(BackupError, match=said):
        backup.restore(target, _rewritten(tmp_path / "all.tar", change))
    assert not target.data_dir.exists()


def test_a_file_that_is_no_backup_is_refused(target: Settings, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"hello" * 1000)
    with pytest.raises(BackupError):
        backup.restore(target, tmp_path / "x")
    assert not target.data_dir.exists()


KEYS = json.dumps({"active": "1", "keys": {"1": "ab" * 32}, "blind": "cd" * 32})


def test_the_keys_of_columns_lie_beside_the_backup_and_not_in_it(
    source: Settings, target: Settings, tmp_path: Path
) -> None:
    file, elsewhere = tmp_path / "all.tar", tmp_path / "safe.keys"
    source.keys_file.write_text(KEYS)
    assert "列密钥" in backup.backup(source, file)
    apart = backup.keys_beside(file)
    assert apart.read_text() == KEYS and apart.stat().st_mode & 0o077 == 0
    assert b"ab" * 32 not in file.read_bytes()
    apart.rename(elsewhere)
    with pytest.raises(BackupError, match="缺少这份备份的列密钥"):
        backup.restore(target, file)
    elsewhere.write_text(KEYS.replace("ab", "ef"))
    with pytest.raises(BackupError, match="缺少这份备份的列密钥"):
        backup.restore(target, file, elsewhere)
    assert not target.data_dir.exists()
    elsewhere.write_text(KEYS)
    backup.restore(target, file, elsewhere)
    assert target.keys_file.read_text() == KEYS and target.keys_file.stat().st_mode & 0o077 == 0


def test_the_keys_of_another_platform_are_not_written_over(source: Settings, target: Settings, tmp_path: Path) -> None:
    source.keys_file.write_text(KEYS)
    backup.backup(source, tmp_path / "all.tar")
    other = target.with_(keys=str(tmp_path / "other.keys"))
    other.keys_file.write_text(KEYS.replace("ab", "ef"))
    with pytest.raises(BackupError, match="另一个平台的列密钥"):
        backup.restore(other, tmp_path / "all.tar")
    assert "ef" in other.keys_file.read_text()
