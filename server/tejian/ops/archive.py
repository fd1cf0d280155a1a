"""Point-in-time recovery of the embedded database: base copies and the whole log in a folder or bucket, and back.

`archive` opens the log archive (once), makes a base copy, and takes the new contents of attachments along; run it every
night. Between two runs the database itself hands every piece of its log over, within a minute, and keeps what it could
not hand over. `restore` builds a new data folder that is what the database was at a moment.
"""

import hashlib
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tejian.kit.files.s3 import S3Error
from tejian.settings import Settings, write_private

from . import operations, pgbinaries, postgres, replica
from .archive_bucket import BucketArchive
from .archive_folder import BASES, STAMP, WAL, FolderArchive
from .backup import BackupError, fingerprints
from .pgbinaries import Account, PostgresError

__all__ = ["BASES", "WAL", "archive", "restore"]

CLUSTER, KEY = "cluster.json", "secret.key"
KEPT = 3  # base copies, and the log from the oldest of them on
TIMEOUT = "60s"  # a piece of the log is handed over after so long, full or not
PATIENCE = 3600.0  # seconds of replaying the log


class Archive(Protocol):
    """A place of an archive."""

    keys_beside: Path | None  # where keys of columns are written, apart from what they open

    def prepare(self, cluster: postgres.Cluster, account: Account | None) -> None: ...
    def archive_command(self) -> str: ...
    def has_log(self) -> bool: ...
    def copy(self, address: str, password: str, first: str, account: Account | None) -> str: ...
    def keep(self, name: str, text: str) -> None: ...
    def kept(self, name: str) -> str | None: ...
    def take_along(self, files: Path) -> int: ...
    def drop_old(self, keep: int, account: Account | None) -> int: ...
    def bases(self) -> list[datetime]: ...
    def lay(self, since: datetime, folder: Path) -> None: ...
    def restore_command(self, cluster: Path, account: Account | None) -> str: ...
    def trouble(self) -> str: ...
    def end(self) -> None: ...
    def bring(self, files: Path) -> None: ...


def _place(settings: Settings, target: str | Path) -> FolderArchive | BucketArchive:
    if settings.database_url:
        raise BackupError("只用于内嵌数据库；已有的 PostgreSQL 请用它自己的归档 / only for the embedded database")
    return (
        BucketArchive(settings, str(target))
        if str(target).startswith("s3://")
        else FolderArchive(settings, Path(target))
    )


@contextmanager
def _told() -> Iterator[None]:
    """What the bucket does not give or take is said to the operator in its words."""
    try:
        yield
    except S3Error as wrong:
        raise BackupError(f"存储桶：{wrong.strerror} / the bucket does not do it") from None


@_told()
def archive(settings: Settings, target: str | Path) -> str:
    """Bring the archive up to date; gives a sentence for the operator."""
    place = _place(settings, target)
    with postgres.running(settings.data_dir) as urls:
        try:
            return _archive(settings, place, urls)
        except (PostgresError, BackupError, OSError, psycopg.Error) as wrong:
            if _is_open(urls.admin):  # an archive that was begun; a first one is told of by the command itself
                operations.note(urls.owner, "archive", False, str(wrong))
            raise


def _archive(settings: Settings, place: Archive, urls: postgres.Urls) -> str:
    cluster = postgres.known(settings.data_dir)
    account = pgbinaries.account_for(Path(cluster.folder))
    place.prepare(cluster, account)
    restarted = _open(settings.data_dir, urls.admin, place)
    base = _copy(settings.data_dir, cluster, place, account)
    place.keep(CLUSTER, (settings.data_dir / "pg.json").read_text())
    count = place.take_along(settings.files_dir) if settings.files_dir is not None else 0
    _keep_keys(settings, place)
    dropped = place.drop_old(KEPT, account)
    operations.note(urls.owner, "archive", True, base)
    first = "日志归档已启用，数据库已重新启动一次；" if restarted else ""
    apart = "" if place.keys_beside else f"；列密钥不在其中，请另处保存 {settings.keys_file}"
    return f"{first}基础备份 {base}，新附件 {count} 份，清除旧备份 {dropped} 份{apart} / archived in {place}"


@_told()
def restore(settings: Settings, source: str | Path, moment: datetime, keys: Path | None = None) -> str:
    """Build the data folder of the settings as everything was at a moment. What it holds must be nothing."""
    place, data = _place(settings, source), settings.data_dir
    if postgres.status(data).state != "absent" or (data / "files").exists():
        raise BackupError(f"{data} 已有数据，请指定空的数据目录（--data） / {data} holds data, choose an empty folder")
    if isinstance(place, BucketArchive):
        place.find()
    base = _base_before(place, moment)
    opening = next((k for k in (keys, place.keys_beside) if k is not None and fingerprints(k)), None)
    if place.kept("keyed") is not None and opening is None:
        name = place.keys_beside or settings.keys_file.name
        raise BackupError(f"缺少列密钥 {name}，请用 --keys 指定 / name the file of the column keys")
    data.mkdir(parents=True, exist_ok=True)
    write_private(data / ".cluster", place.kept(CLUSTER) or "")
    former = postgres.remembered(data / ".cluster")
    (data / ".cluster").unlink()
    folder, account = postgres.new_place(data)
    try:
        place.lay(base, folder)
        _own(folder, account)
        _aim(folder, place.restore_command(folder, account), moment, account)
        postgres.remember(data, replace(former, data=str(data), folder=str(folder), socket=""))
        _replay(data, moment, place)
        if settings.files_dir is not None:
            place.bring(settings.files_dir)
    except BaseException:
        postgres.remove(data)
        shutil.rmtree(folder, ignore_errors=True)  # what was laid before there was a database
        shutil.rmtree(data / "files", ignore_errors=True)
        raise
    finally:
        place.end()
    for text, path in ((place.kept(KEY), settings.secret_file), (opening and opening.read_text(), settings.keys_file)):
        if text:
            write_private(path, text, once=True)
    return f"已恢复到 {moment:%Y-%m-%d %H:%M:%S}（基础备份 {base:{STAMP}}）：{data} / restored"


def _is_open(admin: str) -> bool:
    with psycopg.connect(admin, autocommit=True) as db:
        (mode,) = db.execute("SHOW archive_mode").fetchone() or ("",)
    return bool(mode == "on")


def _open(data: Path, admin: str, place: Archive) -> bool:
    """Have the database hand its log over; whether it had to be started anew for that."""
    values = {"archive_mode": "on", "archive_command": place.archive_command(), "archive_timeout": TIMEOUT}
    with psycopg.connect(admin, autocommit=True) as db:
        for name, value in values.items():
            db.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value)))
        db.execute("SELECT pg_reload_conf()")
    was_open = _is_open(admin)
    if not was_open:
        postgres.restart(data)
    with psycopg.connect(admin, autocommit=True) as db:
        db.execute("SELECT pg_switch_wal()")
    until = time.monotonic() + 30
    while not place.has_log():
        if time.monotonic() > until:
            raise PostgresError(f"数据库不能写入 {place}，请检查权限 / the database cannot write to {place}")
        time.sleep(0.1)
    return not was_open


def _copy(data: Path, cluster: postgres.Cluster, place: Archive, account: Account | None) -> str:
    """A base copy of the running database, named by the moment from which it can be used."""
    password = secrets.token_hex(16)
    replica.open_to_copies(data, cluster, password)
    with psycopg.connect(postgres.urls(data).admin) as db:
        (first,) = db.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone() or ("",)
    return place.copy(
        make_conninfo("", host=cluster.socket, port=postgres.PORT, user=replica.ROLE), password, first, account
    )


def _keep_keys(settings: Settings, place: Archive) -> None:
    """What signs and encrypts for the installation; keys of columns go beside, or nowhere."""
    if settings.secret_file.exists():
        place.keep(KEY, settings.secret_file.read_text())
    if fingerprints(settings.keys_file):
        place.keep("keyed", hashlib.sha256(settings.keys_file.read_bytes()).hexdigest())
        if place.keys_beside is not None:
            write_private(place.keys_beside, settings.keys_file.read_text())


def _base_before(place: Archive, moment: datetime) -> datetime:
    bases = place.bases()
    before = [since for since in bases if since <= moment]
    if before:
        return before[-1]
    if bases:
        first = bases[0].astimezone(moment.tzinfo)
        raise BackupError(f"最早只能恢复到 {first:%Y-%m-%d %H:%M:%S} / the archive begins then")
    raise BackupError(f"{place} 中没有归档 / there is no archive")


def _own(folder: Path, account: Account | None) -> None:
    for path in (folder, *folder.rglob("*")):
        if account is not None:
            shutil.chown(path, account.uid, account.gid)
    folder.chmod(0o700)


def _aim(folder: Path, command: str, moment: datetime, account: Account | None) -> None:
    """What the log is replayed from and up to; the restored database archives nothing itself."""
    lines = {
        "restore_command": command.replace("'", "''"),
        "recovery_target_time": f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}+00",
        "recovery_target_action": "promote",
        "archive_mode": "off",
    }
    with (folder / "postgresql.auto.conf").open("a") as config:
        config.writelines(f"{name} = '{value}'\n" for name, value in lines.items())
    signal = folder / "recovery.signal"
    signal.touch(mode=0o600)
    if account is not None:
        shutil.chown(signal, account.uid, account.gid)


def _replay(data: Path, moment: datetime, place: Archive) -> None:
    """Start the restored database and wait until it is a database of its own."""
    late = f"归档的日志没有到 {moment:%Y-%m-%d %H:%M:%S} / the archived log ends before that"
    try:
        postgres.ensure_running(data)
    except PostgresError as wrong:
        raise BackupError(f"{_unread(place) or late}\n{wrong}") from None
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(postgres.urls(data, "postgres").admin, autocommit=True) as db:
                row = db.execute("SELECT pg_is_in_recovery()").fetchone()
                if row is not None and not row[0]:
                    for name in ("restore_command", "recovery_target_time", "recovery_target_action"):
                        db.execute(f"ALTER SYSTEM RESET {name}")
                    db.execute("SELECT pg_reload_conf()")
                    return
        except psycopg.OperationalError:
            if postgres.status(data).state == "stopped":
                raise BackupError(_unread(place) or late) from None
        if time.monotonic() > until:
            raise BackupError("重放日志超过一小时，已放弃 / the log takes too long to replay")
        time.sleep(0.2)


def _unread(place: Archive) -> str:
    trouble = place.trouble()
    return f"归档读不出来，请重试：{trouble} / the archive cannot be read" if trouble else ""
