"""The archive in a bucket: a platform whose folder is gone comes back from it alone, and no fault of it loses a row."""

import shutil
import stat
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from tejian.kit.files import s3
from tejian.ops import archive, archive_bucket, postgres
from tejian.ops.backup import BackupError
from tejian.settings import Settings
from tests import s3 as simulator
from tests.s3 import Store, failing
from tests.waiting import until

from .conftest import CONTENT, KEYS, add, names

URL = f"s3://{simulator.BUCKET}/tejian"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(s3, "WAITS", (0.01, 0.01, 0.01))  # of this process; that of the database waits longer
    monkeypatch.setattr(archive_bucket, "PART", 1 << 20)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", simulator.ACCESS)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", simulator.SECRET)
    with simulator.serving() as kept:
        yield kept


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """The keys of columns, where the operator keeps them."""
    path = tmp_path / "elsewhere.keys"
    path.write_text(KEYS)
    return path


def told(settings: Settings, store: Store) -> Settings:
    return settings.with_(s3_endpoint=f"http://127.0.0.1:{store.port}")


def hand_over(settings: Settings, store: Store) -> str:
    """Let the log so far reach the bucket, as it does within a minute."""
    with psycopg.connect(postgres.urls(settings.data_dir).admin, autocommit=True) as db:
        (name,) = db.execute("select pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
    until(lambda: store.names(f"/wal/{name}"), "the log was handed over")
    return str(name)


def test_back_to_a_moment_from_the_bucket_alone(source: Settings, target: Settings, store: Store, keys: Path) -> None:
    source, target = told(source, store), told(target, store)
    add(source, "before the copy")
    said = archive.archive(source, URL)
    assert "已重新启动一次" in said and f"列密钥不在其中，请另处保存 {source.keys_file}" in said
    moment = add(source, "wanted")
    add(source, "mistake")
    hand_over(source, store)
    secret = source.secret()
    beside = Path(postgres.known(source.data_dir).folder).with_name("handover")
    assert stat.S_IMODE(beside.stat().st_mode) == 0o700
    assert stat.S_IMODE((beside / "bucket.json").stat().st_mode) == 0o600
    postgres.remove(source.data_dir)
    shutil.rmtree(source.data_dir)
    parts = [len(store.objects[name][0]) for name in store.names("/base/") if not name.endswith(".json")]
    assert len(parts) > 3 and max(parts) < 2 * archive_bucket.PART, "more of the copy was held than a part"
    held = b"".join(content for content, _, _ in store.objects.values())
    assert KEYS.encode() not in held and store.names("keys") == []
    with pytest.raises(BackupError, match=r"缺少列密钥 column\.keys"):
        archive.restore(target, URL, moment)
    assert "已恢复到" in archive.restore(target, URL, moment, keys)
    assert names(target) == ["before the copy", "wanted"]
    assert (target.data_dir / "files" / CONTENT[:2] / CONTENT[2:4] / CONTENT).read_bytes() == b"report"
    assert target.secret() == secret and target.keys_file.read_text() == KEYS
    with psycopg.connect(postgres.urls(target.data_dir).owner) as db:
        db.execute("insert into thing values ('afterwards')")
    with psycopg.connect(postgres.urls(target.data_dir).admin) as db:
        assert db.execute("show archive_mode").fetchone() == ("off",)
        until(lambda: db.execute("show restore_command").fetchone() == ("",), "it would fetch from the bucket yet")
    assert not Path(postgres.known(target.data_dir).folder).with_name("handover").exists()


def test_two_platforms_in_one_bucket_do_not_mix(source: Settings, target: Settings, store: Store, keys: Path) -> None:
    """The second is the first restored: the same database, up to then with the same names of its log."""
    source, target = told(source, store), told(target, store)
    archive.archive(source, URL)
    moment = add(source, "first")
    add(source, "later")
    hand_over(source, store)
    archive.restore(target, URL, moment, keys)
    archive.archive(target, URL)
    add(target, "second")
    hand_over(target, store)
    first, second = (one.data_dir.joinpath("archive-id").read_text().split()[0] for one in (source, target))
    assert first != second and store.names("installations/") == sorted(
        f"tejian/installations/{name}" for name in (first, second)
    )
    assert {name.split("/")[1] for name in store.names("/wal/")} == {first, second}
    with pytest.raises(BackupError, match=f"有几套平台的归档，请指定一套.*{first}"):
        archive.restore(target.with_(data=f"{target.data}-other"), URL, moment, keys)
    postgres.remove(target.data_dir)
    shutil.rmtree(target.data_dir)
    archive.restore(target, f"{URL}/{first}", moment, keys)
    assert names(target) == ["first"]


def test_old_copies_go_and_the_log_before_them(source: Settings, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    source = told(source, store)
    monkeypatch.setattr(archive, "KEPT", 1)
    archive.archive(source, URL)
    add(source, "a")
    first, parts = hand_over(source, store), store.names("/base/")
    time.sleep(1.1)  # a copy is named by its second
    long_ago = datetime.now(UTC) - timedelta(days=2)
    half = parts[0].rsplit("/", 2)[0] + "/cut-off/000000"
    store.objects[half] = (b"x", {}, long_ago)
    assert "清除旧备份 1 份" in archive.archive(source, URL)
    assert len(store.names(".json")) == 2 and half not in store.objects  # the copy's, and cluster.json
    assert not set(parts) & set(store.names("/base/")) and not store.names(f"/wal/{first}")
    (own,) = [name for name in store.names("/base/") if name.endswith(".json")]
    assert store.names("/wal/"), own


@pytest.mark.parametrize("how", ["other", "gone"])
def test_a_copy_that_is_not_what_was_put_is_refused_and_nothing_stays(
    source: Settings, target: Settings, store: Store, keys: Path, how: str
) -> None:
    source, target = told(source, store), told(target, store)
    archive.archive(source, URL)
    moment = add(source, "a")
    hand_over(source, store)
    if how == "other":  # with a digest that suits it: the list of the copy names another
        part = store.names("/000001")[0]
        store.objects[part] = store.objects[store.names("/000000")[0]]
        match = "与存入时的摘要不一致"
    else:
        del store.objects[store.names("/000001")[0]]
        match = "缺少"
    with pytest.raises(BackupError, match=match):
        archive.restore(target, URL, moment, keys)
    assert postgres.status(target.data_dir).state == "absent" and not (target.data_dir / "files").exists()


def test_a_log_that_cannot_be_read_is_not_taken_for_its_end(
    source: Settings, target: Settings, store: Store, keys: Path
) -> None:
    source, target = told(source, store), told(target, store)
    archive.archive(source, URL)
    moment = add(source, "a")
    add(source, "later")
    hand_over(source, store)
    for piece in (".history", "/wal/00000001"):  # whether there is a later timeline; the log itself
        store.fault = failing("GET", piece, "403")
        with pytest.raises(BackupError, match="归档读不出来，请重试：S3 回答 403"):
            archive.restore(target, URL, moment, keys)
    assert postgres.status(target.data_dir).state == "absent"
    store.fault = failing("", "", "")
    with pytest.raises(BackupError, match="归档的日志没有到"):
        archive.restore(target, URL, datetime.now(UTC) + timedelta(hours=1), keys)
    archive.restore(target, URL, moment, keys)
    assert names(target) == ["a"]


def test_a_bucket_that_takes_nothing_begins_no_archive(source: Settings, store: Store) -> None:
    source = told(source, store)
    for fault, room, match in (
        ("503", None, "S3 回答 503"),
        ("cut before", None, "不能连接 S3"),
        ("", 2, "StorageFull"),
    ):
        store.fault, store.room = failing("PUT", "", fault) if fault else failing("", "", ""), room
        with pytest.raises(BackupError, match=match):
            archive.archive(source, URL)
    with pytest.raises(BackupError, match="没有写明存储桶或密钥"):
        archive.archive(source, "s3://")
    with psycopg.connect(postgres.urls(source.data_dir).admin) as db:
        assert db.execute("show archive_mode").fetchone() == ("off",)
    with pytest.raises(BackupError, match="没有归档"):
        archive.restore(source.with_(data=f"{source.data}-other"), URL, datetime.now(UTC))
    assert store.objects == {}
