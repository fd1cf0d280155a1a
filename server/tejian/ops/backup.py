"""Backup and restore: one tar file with a manifest first, a consistent dump of the database, the files and the key.

The keys of encrypted columns are no part of it: they are written beside it (`<file>.keys`), to be kept elsewhere.

The dump is one snapshot. Contents of attachments are written before their rows are committed and never changed, so
taking the files after the dump saves every file that the dump mentions.
"""

import hashlib
import json
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tejian import __version__
from tejian.settings import Settings, write_private

from . import database, operations, pgbinaries, postgres
from .connected import role_of, to_database

FORMAT = 1
MANIFEST = "manifest.json"
DUMP = "database.dump"
KEY = "secret.key"
MEMBER = re.compile(r"(database\.dump|secret\.key|files/[0-9A-Za-z_-][0-9A-Za-z._-]*(/[0-9A-Za-z_-][0-9A-Za-z._-]*)*)")
BLOCK = 1 << 20


class BackupError(RuntimeError):
    """A backup that cannot be made or must not be restored; the text says why."""


def backup(settings: Settings, target: Path) -> str:
    """Write a backup of the running or stopped platform to `target`; gives a sentence for the operator."""
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        to_database(settings) as reachable,
        tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder,
    ):
        dumped = Path(folder) / DUMP
        dump(reachable.owner_url, dumped)
        sources = {DUMP: dumped}
        if settings.secret_file.exists():
            sources[KEY] = settings.secret_file
        if settings.files_dir is not None and settings.files_dir.exists():
            sources |= {f"files/{name}": path for name, path in _files(settings.files_dir)}
        members = {name: _described(path) for name, path in sources.items()}
        manifest = {
            "product": "tejian",
            "format": FORMAT,
            "version": __version__,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "postgres": server_version(reachable.owner_url),
            "migration": database.current(reachable.owner_url),
            "files": "folder" if settings.files_dir is not None else settings.files,
            "members": members,
            "keys": fingerprints(settings.keys_file),
        }
        part = Path(folder) / "whole.tar"
        with open(os.open(part, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
            _write_tar(out, manifest, sources)
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
        size = f"{target.stat().st_size / 1e6:.1f} MB"
        if manifest["keys"]:
            write_private(keys_beside(target), settings.keys_file.read_text())
        write_private(settings.data_dir / "last-backup", str(target))
        operations.note(reachable.owner_url, "backup", True, size)
    note = (
        ""
        if settings.files_dir is not None
        else f"；附件在 {settings.files}，未包含 / attachments there are not included"
    )
    apart = f"；列密钥在 {keys_beside(target)}，请另处保存 / keep its keys elsewhere" if manifest["keys"] else ""
    return f"已备份到 {target}（{size}）{note}{apart}"


def keys_beside(target: Path) -> Path:
    return target.with_name(f"{target.name}.keys")


def fingerprints(file: Path) -> dict[str, str]:
    """What tells the keys of a file apart without telling them; nothing when there is no file yet."""
    if not file.exists():
        return {}
    stored = json.loads(file.read_text())
    return {number: hashlib.sha256(bytes.fromhex(key)).hexdigest()[:16] for number, key in stored["keys"].items()}


def manifest_of(source: Path) -> dict[str, Any]:
    """What a backup says of itself."""
    with _opened(source) as tar:
        return _read_manifest(tar)


def restore(settings: Settings, source: Path, *keys: Path | None) -> str:
    """Restore a backup into an empty data folder (or empty database); nothing is touched before it is checked.

    `keys` are the files among which those of its encrypted columns may be; beside the backup they are found.
    """
    data = settings.data_dir
    with _opened(source) as tar:
        manifest = _read_manifest(tar)
        _refuse_foreign(manifest)
        _refuse_used(settings)
        opening = _keys_of(settings, manifest, (*keys, keys_beside(source)))
        made = not data.exists()
        data.mkdir(parents=True, exist_ok=True)
        try:
            with tempfile.TemporaryDirectory(prefix=".restore-", dir=data) as folder:
                _unpack(tar, manifest, Path(folder))
                _put_in_place(settings, manifest, Path(folder))
                if opening is not None:
                    write_private(settings.keys_file, opening.read_text(), once=True)
        except BaseException:
            if made and not any(data.iterdir()):
                data.rmdir()
            raise
    return f"已恢复 {manifest['made']} 的备份到 {data} / restored"


def _keys_of(settings: Settings, manifest: dict[str, Any], places: Sequence[Path | None]) -> Path | None:
    """The file with the keys that sealed what the backup holds; None when there is nothing to bring."""
    wanted = manifest.get("keys") or {}
    here = settings.keys_file
    if not wanted or wanted.items() <= fingerprints(here).items():
        return None
    if here.exists():
        raise BackupError(f"{here} 是另一个平台的列密钥，请移开 / {here} holds the keys of another platform")
    for place in places:
        if place is not None and wanted.items() <= fingerprints(place).items():
            return place
    raise BackupError(
        f"缺少这份备份的列密钥：{places[-1]} 不在或不是它的，请用 --keys 指定 / "
        "the keys of its encrypted columns are missing, name their file with --keys"
    )


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        # Contents that are being written have a suffix and no row yet.
        if path.is_file() and not path.is_symlink() and MEMBER.fullmatch(f"files/{name}") and not path.suffix:
            yield name, path


def _described(path: Path) -> dict[str, Any]:
    digest = hashlib.sha256()
    with path.open("rb") as content:
        while block := content.read(BLOCK):
            digest.update(block)
    return {"size": path.stat().st_size, "sha256": digest.hexdigest()}


def _write_tar(out: IO[bytes], manifest: dict[str, Any], sources: dict[str, Path]) -> None:
    with tarfile.open(fileobj=out, mode="w|") as tar:
        text = json.dumps(manifest, indent=1).encode()
        head = tarfile.TarInfo(MANIFEST)
        head.size, head.mode = len(text), 0o600
        tar.addfile(head, BytesIO(text))
        for name, path in sources.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = manifest["members"][name]["size"], 0o600
            with path.open("rb") as content:
                tar.addfile(entry, content)


def _opened(source: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(source, "r|")
    except (tarfile.TarError, OSError) as wrong:
        raise BackupError(f"不能读取备份文件 {source}：{wrong} / cannot read the backup") from None


def _read_manifest(tar: tarfile.TarFile) -> dict[str, Any]:
    try:
        first = tar.next()
        content = tar.extractfile(first) if first is not None and first.name == MANIFEST else None
        manifest = json.loads(content.read(64 << 20)) if content is not None else {}
    except (tarfile.TarError, ValueError) as wrong:
        raise BackupError(f"不是有效的备份文件：{wrong} / not a backup") from None
    if manifest.get("product") != "tejian":
        raise BackupError("不是本平台的备份文件 / not a backup of this platform")
    return dict(manifest)


def _refuse_foreign(manifest: dict[str, Any]) -> None:
    if manifest["format"] != FORMAT:
        raise BackupError(f"备份格式 {manifest['format']} 不受支持 / unknown format {manifest['format']}")
    if manifest["version"].split(".")[0] != __version__.split(".")[0]:
        raise BackupError(
            f"备份来自版本 {manifest['version']}，当前为 {__version__}，请用原版本恢复后再升级 / "
            f"made by release {manifest['version']}, this is {__version__}: restore with that release, then upgrade"
        )
    if manifest["migration"] and not database.knows(manifest["migration"]):
        raise BackupError("备份来自更新的版本，请先升级程序 / the backup is newer than this release, upgrade first")
    names = list(manifest["members"])
    if DUMP not in names or not all(MEMBER.fullmatch(n) for n in names):
        raise BackupError("备份清单不完整或含有非法文件名 / the manifest is incomplete or names a file it must not")


def _refuse_used(settings: Settings) -> None:
    data = settings.data_dir
    if postgres.status(data).state != "absent" or (settings.files_dir or data / "files").exists():
        raise BackupError(f"{data} 已有数据，请指定空的数据目录（--data） / {data} holds data, choose an empty folder")
    if settings.database_url:
        refuse_used_database(settings)


def refuse_used_database(settings: Settings) -> None:
    """Refuse a given database that holds tables."""
    with psycopg.connect(settings.owner_url or settings.database_url) as db:
        if db.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1").fetchone():
            raise BackupError("目标数据库不是空的 / the target database is not empty")


def _unpack(tar: tarfile.TarFile, manifest: dict[str, Any], folder: Path) -> None:
    """Unpack only what the manifest names, and check every size and digest."""
    missing = dict(manifest["members"])
    try:
        while (entry := tar.next()) is not None:
            expected = missing.pop(entry.name, None)
            content = tar.extractfile(entry) if expected is not None and entry.isreg() else None
            if content is None or expected is None or entry.size != expected["size"]:
                raise BackupError(f"备份中的 {entry.name} 与清单不符 / {entry.name} does not match the manifest")
            target = folder / entry.name
            target.parent.mkdir(parents=True, exist_ok=True)
            digest = hashlib.sha256()
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                while block := content.read(BLOCK):
                    digest.update(block)
                    out.write(block)
            if digest.hexdigest() != expected["sha256"]:
                raise BackupError(f"备份中的 {entry.name} 已损坏 / {entry.name} is damaged")
    except tarfile.TarError as wrong:
        raise BackupError(f"备份文件已损坏：{wrong} / the backup is damaged") from None
    if missing:
        raise BackupError(f"备份缺少 {len(missing)} 个文件 / {len(missing)} files are missing from the backup")


def _put_in_place(settings: Settings, manifest: dict[str, Any], folder: Path) -> None:
    try:
        with to_database(settings) as reachable:
            refuse_older_server(manifest["postgres"], reachable.owner_url)
            load(reachable.owner_url, folder / DUMP)
            database.migrate(reachable.owner_url, role_of(reachable.database_url))
    except BaseException:
        if not settings.database_url:
            postgres.remove(settings.data_dir)
        raise
    if (folder / KEY).exists():
        shutil.move(folder / KEY, settings.secret_file)
    if (folder / "files").exists() and settings.files_dir is not None:
        settings.files_dir.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / "files", settings.files_dir)


def refuse_older_server(version: int, url: str) -> None:
    """Refuse a target whose PostgreSQL is older than `version`, that of the dump."""
    here = server_version(url)
    if here // 10000 < version // 10000:
        raise BackupError(f"数据来自 PostgreSQL {version}，目标为 {here}，版本过低 / the target server is older")


def server_version(url: str) -> int:
    """The version of the server, 180000 for 18.0."""
    with psycopg.connect(url) as db:
        return db.info.server_version


def _client(url: str) -> tuple[str, dict[str, str]]:
    """The address without its password, which goes into the environment: arguments are visible to everybody."""
    parts = conninfo_to_dict(url)
    password = str(parts.pop("password", "") or "")
    return make_conninfo("", **parts), {"PGPASSWORD": password} if password else {}


def dump(url: str, target: Path) -> None:
    """Write a dump of the database, one snapshot of it."""
    address, env = _client(url)
    arguments = ["--format=custom", "--compress=1", "--no-owner", "--no-privileges", f"--dbname={address}"]
    with open(os.open(target, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
        _finish("pg_dump", arguments, env, stdout=out)


def load(url: str, dumped: Path) -> None:
    """Load a dump, all of it or nothing."""
    address, env = _client(url)
    arguments = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", f"--dbname={address}"]
    with dumped.open("rb") as content:
        _finish("pg_restore", arguments, env, stdin=content)


def _finish(program: str, arguments: list[str], env: dict[str, str], **streams: Any) -> None:
    failure = pgbinaries.client(program, arguments, env, **streams)
    if failure:
        raise BackupError(f"{program}: {failure}")
