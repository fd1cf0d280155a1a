"""An archive in a folder, on another disk or machine."""

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from tejian.settings import Settings, write_private

from . import pgbinaries, postgres
from .backup import BackupError, keys_beside
from .pgbinaries import Account

WAL, BASES, FILES = "wal", "base", "files"
PLAIN = re.compile(r"/[\w/.+-]+", re.ASCII)  # stands in shell commands that the database runs
STAMP = "%Y%m%dT%H%M%S"
START = re.compile(r"START WAL LOCATION: \S+ \(file (\w+)\)")


class FolderArchive:
    def __init__(self, settings: Settings, target: Path):
        self.settings, self.target = settings, target.absolute()
        self.keys_beside: Path | None = keys_beside(self.target)

    def __str__(self) -> str:
        return str(self.target)

    def prepare(self, _cluster: postgres.Cluster, account: Account | None) -> None:
        if not PLAIN.fullmatch(str(self.target)) or self.target.is_relative_to(self.settings.data_dir):
            raise BackupError(
                "归档目录须在数据目录之外，路径只含字母、数字、点、横线 / a plain path outside the data folder"
            )
        self.target.mkdir(parents=True, exist_ok=True)
        for name in (WAL, BASES):
            folder = self.target / name
            folder.mkdir(mode=0o700, exist_ok=True)
            if account is not None:
                self.target.chmod(0o711)  # the account of the database passes through to its own folders
                shutil.chown(folder, account.uid, account.gid)

    def archive_command(self) -> str:
        log = self.target / WAL
        command = f'cmp -s "%p" "{log}/%f" || {{ test ! -f "{log}/%f" && cp "%p" "{log}/%f.part"'
        return command + f' && sync "{log}/%f.part" && mv "{log}/%f.part" "{log}/%f"; }}'

    def has_log(self) -> bool:
        return any((self.target / WAL).iterdir())

    def copy(self, address: str, password: str, _first: str, account: Account | None) -> str:
        part = self.target / BASES / "part"
        shutil.rmtree(part, ignore_errors=True)
        env = {"PGPASSWORD": password}
        pgbinaries.run("pg_basebackup", "-D", part, "-d", address, "-X", "none", "-c", "fast", account=account, env=env)
        return part.rename(self.target / BASES / f"{datetime.now(UTC):{STAMP}}").name

    def keep(self, name: str, text: str) -> None:
        write_private(self.target / name, text)

    def kept(self, name: str) -> str | None:
        path = self.target / name
        return path.read_text() if path.exists() else None

    def take_along(self, files: Path) -> int:
        count = 0
        for path in files.rglob("*") if files.exists() else ():
            copy = self.target / FILES / path.relative_to(files)
            if path.is_file() and not path.suffix and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                part = copy.with_suffix(".part")
                shutil.copyfile(path, part)
                part.chmod(0o600)
                part.rename(copy)
                count += 1
        return count

    def drop_old(self, keep: int, account: Account | None) -> int:
        bases = [self._base(since) for since in self.bases()]
        for path in bases[:-keep]:
            shutil.rmtree(path)
        first = START.search((bases[-keep:][0] / "backup_label").read_text())
        if first is not None:
            pgbinaries.run("pg_archivecleanup", self.target / WAL, first.group(1), account=account)
        return len(bases[:-keep])

    def bases(self) -> list[datetime]:
        paths = sorted((self.target / BASES).glob("2*"))
        return [datetime.strptime(path.name, STAMP).replace(tzinfo=UTC) for path in paths]

    def _base(self, since: datetime) -> Path:
        return self.target / BASES / f"{since:{STAMP}}"

    def lay(self, since: datetime, folder: Path) -> None:
        shutil.copytree(self._base(since), folder, dirs_exist_ok=True)

    def restore_command(self, _cluster: Path, _account: Account | None) -> str:
        return f'cp "{self.target / WAL}/%f" "%p"'

    def trouble(self) -> str:
        return ""

    def end(self) -> None:
        return

    def bring(self, files: Path) -> None:
        if (self.target / FILES).exists():
            shutil.copytree(self.target / FILES, files)
