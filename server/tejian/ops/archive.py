"""Point-in-time recovery of the embedded database: base copies and the whole log in a folder, and back to a moment.

`archive` opens the log archive (once), makes a base copy, and takes the new contents of attachments along; run it every
night. Between two runs the database itself hands every piece of its log over, within a minute. `restore` builds a new
data folder that is what the database was at a moment. The folder belongs on another disk or machine.
"""

import hashlib
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo

from tejian.settings import Settings, write_private

from . import operations, pgbinaries, postgres, replica
from .backup import BackupError, fingerprints, keys_beside
from .pgbinaries import Account, PostgresError

WAL, BASES, FILES, CLUSTER, KEY = "wal", "base", "files", "cluster.json", "secret.key"
KEPT = 3  # base copies, and the log from the oldest of them on
TIMEOUT = "60s"  # a piece of the log is handed over after so long, full or not
PLAIN = re.compile(r"/[\w/.+-]+", re.ASCII)  # stands in shell commands that the database runs
STAMP = "%Y%m%dT%H%M%S"
START = re.compile(r"START WAL LOCATION: \S+ \(file (\w+)\)")
PATIENCE = 3600.0  # seconds of replaying the log


def archive(settings: Settings, target: Path) -> str:
    """Bring the archive up to date; gives a sentence for the operator."""
    _refuse_other_database(settings)
    target = target.absolute()
    if not PLAIN.fullmatch(str(target)) or target.is_relative_to(settings.data_dir):
        raise BackupError(
            "归档目录须在数据目录之外，路径只含字母、数字、点、横线 / a plain path outside the data folder"
        )
    with postgres.running(settings.data_dir) as urls:
        cluster = postgres.known(settings.data_dir)
        account = pgbinaries.account_for(Path(cluster.folder))
        _make_folders(target, account)
        restarted = _open(settings.data_dir, urls.admin, target, account)
        base = _copy(settings.data_dir, cluster, target, account)
        write_private(target / CLUSTER, (settings.data_dir / "pg.json").read_text())
        count = _take_along(settings, target)
        dropped = _drop_old(target, account)
        operations.note(urls.owner, "archive", True, base.name)
    first = "日志归档已启用，数据库已重新启动一次；" if restarted else ""
    return f"{first}基础备份 {base.name}，新附件 {count} 份，清除旧备份 {dropped} 份 / archived in {target}"


def restore(settings: Settings, source: Path, moment: datetime, keys: Path | None = None) -> str:
    """Build the data folder of the settings as everything was at a moment. What it holds must be nothing."""
    _refuse_other_database(settings)
    source, data = source.absolute(), settings.data_dir
    if postgres.status(data).state != "absent" or (data / FILES).exists():
        raise BackupError(f"{data} 已有数据，请指定空的数据目录（--data） / {data} holds data, choose an empty folder")
    base = _base_before(source, moment)
    opening = next((k for k in (keys, keys_beside(source)) if k is not None and fingerprints(k)), None)
    if (source / "keyed").exists() and opening is None:
        raise BackupError(f"缺少列密钥 {keys_beside(source)}，请用 --keys 指定 / name the file of the column keys")
    data.mkdir(parents=True, exist_ok=True)
    stored = postgres.remembered(source / CLUSTER)
    folder, account = postgres.new_place(data)
    try:
        _lay(base, folder, account)
        _aim(folder, source / WAL, moment, account)
        postgres.remember(data, replace(stored, data=str(data), folder=str(folder), socket=""))
        _replay(data, moment)
    except BaseException:
        postgres.remove(data)
        raise
    if (source / FILES).exists() and settings.files_dir is not None:
        shutil.copytree(source / FILES, settings.files_dir)
    for name, place in ((source / KEY, settings.secret_file), (opening, settings.keys_file)):
        if name is not None and name.exists():
            write_private(place, name.read_text(), once=True)
    return f"已恢复到 {moment:%Y-%m-%d %H:%M:%S}（基础备份 {base.name}）：{data} / restored"


def _refuse_other_database(settings: Settings) -> None:
    if settings.database_url:
        raise BackupError("只用于内嵌数据库；已有的 PostgreSQL 请用它自己的归档 / only for the embedded database")


def _make_folders(target: Path, account: Account | None) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in (WAL, BASES):
        folder = target / name
        folder.mkdir(mode=0o700, exist_ok=True)
        if account is not None:
            target.chmod(0o711)  # the account of the database passes through to its own folders
            shutil.chown(folder, account.uid, account.gid)


def _open(data: Path, admin: str, target: Path, account: Account | None) -> bool:
    """Have the database hand its log over to the folder; whether it had to be started anew for that."""
    log = target / WAL
    command = f'cmp -s "%p" "{log}/%f" || {{ test ! -f "{log}/%f" && cp "%p" "{log}/%f.part"'
    command += f' && sync "{log}/%f.part" && mv "{log}/%f.part" "{log}/%f"; }}'
    with psycopg.connect(admin, autocommit=True) as db:
        for name, value in (("archive_mode", "on"), ("archive_command", command), ("archive_timeout", TIMEOUT)):
            db.execute(f"ALTER SYSTEM SET {name} = '{value}'")
        db.execute("SELECT pg_reload_conf()")
        (mode,) = db.execute("SHOW archive_mode").fetchone() or ("",)
    if mode != "on":
        postgres.restart(data)
    with psycopg.connect(admin, autocommit=True) as db:
        db.execute("SELECT pg_switch_wal()")
    until = time.monotonic() + 30
    while not any(log.iterdir()):
        if time.monotonic() > until:
            raise PostgresError(f"数据库不能写入 {log}，请检查上级目录的权限 / the database cannot write to {log}")
        time.sleep(0.1)
    return bool(mode != "on")


def _copy(data: Path, cluster: postgres.Cluster, target: Path, account: Account | None) -> Path:
    """A base copy of the running database, named by the moment from which it can be used."""
    password = secrets.token_hex(16)
    replica.open_to_copies(data, cluster, password)
    part = target / BASES / "part"
    shutil.rmtree(part, ignore_errors=True)
    address = make_conninfo("", host=cluster.socket, port=postgres.PORT, user=replica.ROLE)
    env = {"PGPASSWORD": password}
    pgbinaries.run("pg_basebackup", "-D", part, "-d", address, "-X", "none", "-c", "fast", account=account, env=env)
    return part.rename(target / BASES / f"{datetime.now(UTC):{STAMP}}")


def _take_along(settings: Settings, target: Path) -> int:
    """Contents of attachments that are not there yet; they never change. Keys of columns go beside the folder."""
    count = 0
    for path in settings.files_dir.rglob("*") if settings.files_dir is not None and settings.files_dir.exists() else ():
        copy = target / FILES / path.relative_to(settings.files_dir or path)
        if path.is_file() and not path.suffix and not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            part = copy.with_suffix(".part")
            shutil.copyfile(path, part)
            part.chmod(0o600)
            part.rename(copy)
            count += 1
    if settings.secret_file.exists():
        write_private(target / KEY, settings.secret_file.read_text())
    if fingerprints(settings.keys_file):
        write_private(target / "keyed", hashlib.sha256(settings.keys_file.read_bytes()).hexdigest())
        write_private(keys_beside(target), settings.keys_file.read_text())
    return count


def _bases(target: Path) -> Iterator[tuple[datetime, Path]]:
    """The base copies, oldest first, with the moment from which each can be used."""
    for path in sorted((target / BASES).glob("2*")):
        yield datetime.strptime(path.name, STAMP).replace(tzinfo=UTC), path


def _drop_old(target: Path, account: Account | None) -> int:
    bases = [path for _, path in _bases(target)]
    for path in bases[:-KEPT]:
        shutil.rmtree(path)
    first = START.search((bases[-KEPT:][0] / "backup_label").read_text())
    if first is not None:
        pgbinaries.run("pg_archivecleanup", target / WAL, first.group(1), account=account)
    return len(bases[:-KEPT])


def _base_before(source: Path, moment: datetime) -> Path:
    known = list(_bases(source)) if (source / BASES).exists() else []
    before = [path for since, path in known if since <= moment]
    if before:
        return before[-1]
    if known:
        first = known[0][0].astimezone(moment.tzinfo)
        raise BackupError(f"最早只能恢复到 {first:%Y-%m-%d %H:%M:%S} / the archive begins then")
    raise BackupError(f"{source} 不是归档目录 / this is no archive")


def _lay(base: Path, folder: Path, account: Account | None) -> None:
    shutil.copytree(base, folder, dirs_exist_ok=True)
    for path in (folder, *folder.rglob("*")):
        if account is not None:
            shutil.chown(path, account.uid, account.gid)
    folder.chmod(0o700)


def _aim(folder: Path, log: Path, moment: datetime, account: Account | None) -> None:
    """What the log is replayed from and up to; the restored database archives nothing itself."""
    lines = {
        "restore_command": f'cp "{log}/%f" "%p"',
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


def _replay(data: Path, moment: datetime) -> None:
    """Start the restored database and wait until it is a database of its own."""
    late = f"归档的日志没有到 {moment:%Y-%m-%d %H:%M:%S} / the archived log ends before that"
    try:
        postgres.ensure_running(data)
    except PostgresError as wrong:
        raise BackupError(f"{late}\n{wrong}") from None
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(postgres.urls(data, "postgres").admin, autocommit=True) as db:
                row = db.execute("SELECT pg_is_in_recovery()").fetchone()
                if row is not None and not row[0]:
                    for name in ("restore_command", "recovery_target_time", "recovery_target_action"):
                        db.execute(f"ALTER SYSTEM RESET {name}")
                    return
        except psycopg.OperationalError:
            if postgres.status(data).state == "stopped":
                raise BackupError(late) from None
        if time.monotonic() > until:
            raise BackupError("重放日志超过一小时，已放弃 / the log takes too long to replay")
        time.sleep(0.2)
