"""An archive in an S3 bucket: base copies in parts, the log piece by piece, contents of attachments by their digest.

    installations/<id>      which platforms keep their archives here
    <id>/cluster.json, secret.key, keyed, files/<digest>, wal/<piece>
    <id>/base/<begun>/<number>, base/<done>.json    the parts of a base copy, and what says that they are all there

The id is made once for a data folder and lies in it, so no two platforms write over each other; one that was restored
has none and begins an archive of its own. The database hands its log over by a packed program (handover) that stands
beside it with the keys of the bucket, readable by its account alone.
"""

import io
import json
import re
import secrets
import shlex
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from gzip import GzipFile
from pathlib import Path
from typing import IO, Any, BinaryIO

import psycopg
from backports import tarfile  # the library of Debian 12 (3.11.2) unpacks without a filter

from tejian.kit.files import s3
from tejian.settings import Settings, write_private

from . import handover, pgbinaries, postgres
from .backup import BackupError
from .pgbinaries import Account, PostgresError

PART = 32 << 20  # bytes of a part of a base copy, packed
BLOCK = 1 << 20
STAMP = "%Y%m%dT%H%M%S"
DONE = re.compile(r"base/(\d{8}T\d{6})\.json")
PIECE = re.compile(r"wal/([0-9A-F]{24})(\..+)?")  # not the histories of timelines, which are small and stay
HALF_MADE = timedelta(days=1)  # parts of a base copy that nothing names are dropped after so long
PYTHONS = (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")


class BucketArchive:
    keys_beside: Path | None = None  # keys of columns do not go where the database goes

    def __init__(self, settings: Settings, url: str):
        self.settings, self.url = settings, url
        self.root = s3.place_of(url, settings.s3_endpoint, settings.s3_region)
        self.bucket = s3.Bucket(self.root)
        self.folder: Path | None = None  # where the database finds what hands its log over

    def __str__(self) -> str:
        return self.url

    # -- writing --

    def prepare(self, cluster: postgres.Cluster, account: Account | None) -> None:
        name = self._id(cluster)
        self._enter(name)
        handover.check(self.bucket, "", "")
        s3.Bucket(self.root).put(f"installations/{name}", f"{datetime.now(UTC):%Y-%m-%d %H:%M}".encode())
        self._stand_beside(Path(cluster.folder), account)

    def _id(self, cluster: postgres.Cluster) -> str:
        """Of this data folder with this database: one that was begun anew in the same folder is another."""
        with psycopg.connect(cluster.url(postgres.ADMIN_ROLE, cluster.admin_password, "postgres")) as db:
            (system,) = db.execute("SELECT system_identifier FROM pg_control_system()").fetchone() or ("",)
        note = self.settings.data_dir / "archive-id"
        name, _, former = note.read_text().partition(" ") if note.exists() else ("", "", "")
        if former != str(system):
            name = f"{datetime.now(UTC):%Y%m%d}-{secrets.token_hex(4)}"
            write_private(note, f"{name} {system}")
        return name

    def _enter(self, name: str) -> None:
        self.bucket = s3.Bucket(self.root.below(f"{name}/"))

    def _stand_beside(self, cluster: Path, account: Account | None) -> None:
        self.folder = cluster.with_name("handover")
        self.folder.mkdir(mode=0o700, exist_ok=True)
        write_private(self.folder / "bucket.json", json.dumps(asdict(self.bucket.place)))
        program = self.folder / f".{secrets.token_hex(4)}"  # the one in use is not written into
        with zipfile.ZipFile(program, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr("tejian/__init__.py", "")
            out.writestr("tejian/kit/__init__.py", "")
            out.writestr("tejian/kit/files/__init__.py", "")
            out.write(s3.__file__, "tejian/kit/files/s3.py")
            out.write(handover.__file__, "__main__.py")
        program.chmod(0o600)
        program.replace(self.folder / "handover.pyz")
        for path in (self.folder, *self.folder.iterdir()):
            if account is not None:
                shutil.chown(path, account.uid, account.gid)

    def _command(self, work: str, account: Account | None) -> str:
        """The packed program under the first Python that the account of the database can run it with."""
        assert self.folder is not None
        complaint = ""
        for python in PYTHONS:
            try:
                pgbinaries.run_other(python, "-I", self.folder / "handover.pyz", "check", account=account)
            except (PostgresError, OSError) as wrong:
                complaint = complaint or str(wrong)
            else:
                plain = shlex.join([python, "-I", str(self.folder / "handover.pyz"), work]).replace("%", "%%")
                return plain + (' "%p" "%f"' if work == "put" else ' "%f" "%p"')
        raise BackupError(f"数据库账户不能访问存储桶：{complaint} / the account of the database is not let in")

    def archive_command(self) -> str:
        return self._command("put", pgbinaries.account_for(self.folder))

    def has_log(self) -> bool:
        return any(True for _ in self.bucket.names("wal/"))

    def copy(self, address: str, password: str, first: str, account: Account | None) -> str:
        """A base copy that is streamed, never held whole; `first` is the piece of the log that it needs first."""
        begun, parts = f"{datetime.now(UTC):{STAMP}}-{secrets.token_hex(2)}", []
        arguments = ("-D", "-", "-F", "tar", "-d", address, "-X", "none", "-c", "fast")
        env = {"PGPASSWORD": password}
        with pgbinaries.piped("pg_basebackup", *arguments, account=account, env=env) as stream:
            for number, part in enumerate(_packed(stream)):
                name = f"base/{begun}/{number:06}"
                parts.append([name, self.bucket.put(name, part)])
        done = f"{datetime.now(UTC):{STAMP}}"
        self.bucket.put(f"base/{done}.json", json.dumps({"first": first, "parts": parts}).encode())
        return done

    def keep(self, name: str, text: str) -> None:
        self.bucket.put(name, text.encode())

    def take_along(self, files: Path) -> int:
        count = 0
        for first in sorted(files.glob("??")) if files.exists() else ():
            there = {one.name for one in self.bucket.names(f"files/{first.name}")}
            for path in first.rglob("*"):
                if path.is_file() and not path.suffix and f"files/{path.name}" not in there:
                    with path.open("rb") as content:
                        self.bucket.put(f"files/{path.name}", content)
                    count += 1
        return count

    def drop_old(self, keep: int, _account: Account | None) -> int:
        """Base copies beyond those that are kept, and the log that only they needed."""
        bases = self.bases()
        for since in bases[:-keep]:
            parts = self._base(since)["parts"]
            self.bucket.delete(f"base/{since:{STAMP}}.json")  # first: what is half gone is no base copy
            for name, _ in parts:
                self.bucket.delete(name)
        those = [self._base(since) for since in bases[-keep:]]
        named = {name for base in those for name, _ in base["parts"]}
        for one in list(self.bucket.names("base/")):
            if not DONE.fullmatch(one.name) and one.name not in named and datetime.now(UTC) - one.modified > HALF_MADE:
                self.bucket.delete(one.name)
        for one in list(self.bucket.names("wal/")):
            piece = PIECE.fullmatch(one.name)
            if piece and piece[1][8:] < those[0]["first"][8:]:  # the first eight digits are the timeline
                self.bucket.delete(one.name)
        return len(bases[:-keep])

    # -- reading --

    def kept(self, name: str) -> str | None:
        content = self.bucket.get(name)
        return None if content is None else content.decode()

    def bases(self) -> list[datetime]:
        names = [DONE.fullmatch(one.name) for one in self.bucket.names("base/")]
        return sorted(datetime.strptime(one[1], STAMP).replace(tzinfo=UTC) for one in names if one)

    def find(self) -> None:
        """The archive that the address means: it names one, or there is only one."""
        if self.bucket.digest("cluster.json") is not None:
            return
        names = [one.name.removeprefix("installations/") for one in self.bucket.names("installations/")]
        if len(names) > 1:
            listed = "、".join(f"{self.url.rstrip('/')}/{name}" for name in names)
            raise BackupError(f"这里有几套平台的归档，请指定一套：{listed} / several archives, name one")
        if names:
            self._enter(names[0])

    def _base(self, since: datetime) -> dict[str, Any]:
        text = self.kept(f"base/{since:{STAMP}}.json")
        if text is None:
            raise BackupError(f"{self.url} 中没有基础备份 {since:{STAMP}} / the base copy is gone")
        return dict(json.loads(text))

    def lay(self, since: datetime, folder: Path) -> None:
        parts = io.BufferedReader(_Parts(self.bucket, self._base(since)["parts"]), BLOCK)
        try:
            with GzipFile(fileobj=parts) as plain, tarfile.open(fileobj=plain, mode="r|") as tar:
                tar.extractall(folder, filter="data")
        except (tarfile.TarError, EOFError, zlib.error) as wrong:
            raise BackupError(f"基础备份已损坏：{wrong} / the base copy is damaged") from None

    def restore_command(self, cluster: Path, account: Account | None) -> str:
        self._stand_beside(cluster, account)
        return self._command("get", account)

    def trouble(self) -> str:
        """Why the log could not be read; nothing when it was only at its end."""
        told = self.folder / "trouble" if self.folder is not None else None
        return told.read_text() if told is not None and told.exists() else ""

    def end(self) -> None:
        """Take the keys away from beside a restored database: it archives nothing yet."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def bring(self, files: Path) -> None:
        for one in self.bucket.names("files/"):
            key = one.name.removeprefix("files/")
            path = files / key[:2] / key[2:4] / key
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            with part.open("w+b") as out:
                self.bucket.fetch(one.name, out, key)
            part.chmod(0o600)
            part.rename(path)


def _packed(stream: IO[bytes]) -> Iterator[BinaryIO]:
    """What a stream gives, packed, in files of about PART bytes; each is used before the next is asked for."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    with tempfile.TemporaryFile() as part:
        while block := stream.read(BLOCK):
            part.write(packer.compress(block))
            if part.tell() >= PART:
                yield part
                part.seek(0)
                part.truncate()
        part.write(packer.flush())
        yield part


class _Parts(io.RawIOBase):
    """The parts of a base copy as one stream; each is fetched whole and compared before a byte of it is given."""

    def __init__(self, bucket: s3.Bucket, parts: list[list[str]]):
        self.bucket, self.left = bucket, iter(parts)
        self.part: BinaryIO | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        while True:
            block = self.part.read(len(into)) if self.part is not None else b""
            if block:
                into[: len(block)] = block
                return len(block)
            if self.part is not None:
                self.part.close()
                self.part = None
            following = next(self.left, None)
            if following is None:
                return 0
            self.part = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the next is begun)
            if not self.bucket.fetch(following[0], self.part, following[1]):
                raise BackupError(f"基础备份缺少 {following[0]} / a part of the base copy is missing")
