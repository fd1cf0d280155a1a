"""File contents under their own SHA-256, in a local folder or any S3 store by setting.

A content that no row names any more is set aside first and dropped a day later (kit/files/contents.py): whoever
names it again meanwhile, by an upload of the same content in the same moment, still finds it.
"""

import errno
import hashlib
import logging
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol

from tejian.kit.ground.errors import Refused, StoreAway, StoreFull

from .s3 import Bucket, Listed, Place, S3Error

log = logging.getLogger(__name__)

BLOCK = 1 << 18
ASIDE = ".gone"  # where contents wait that no row names: a name that no backup takes along


class Store(Protocol):
    """Where contents live. A key is the SHA-256 of the content."""

    def put(self, key: str, path: Path) -> None: ...
    def get(self, key: str) -> bytes: ...
    def has(self, key: str) -> bool: ...
    def set_aside(self, key: str) -> None: ...
    def aside(self) -> list[tuple[str, datetime]]: ...
    def take_back(self, key: str) -> None: ...
    def drop(self, key: str) -> None: ...
    def listed(self, digit: str) -> Iterator[Listed]: ...


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextmanager
def room() -> Iterator[None]:
    """A full disk is said as what it is."""
    try:
        yield
    except OSError as wrong:
        if wrong.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StoreFull from wrong
        raise


class LocalStore:
    """A folder with two levels of sub-folders; contents are written aside, synced, and then named."""

    def __init__(self, root: Path):
        self.root = root

    def _path(self, key: str) -> Path:
        if len(key) != 64 or not all(c in "0123456789abcdef" for c in key):
            raise Refused("附件不存在")
        return self.root / key[:2] / key[2:4] / key

    def put(self, key: str, path: Path) -> None:
        target = self._path(key)
        if target.exists():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = target.with_suffix(f".{os.getpid()}.{os.urandom(4).hex()}")
        try:
            with path.open("rb") as source, open(aside, "xb", opener=_private) as out:
                while block := source.read(BLOCK):
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
            aside.replace(target)
        except BaseException:
            aside.unlink(missing_ok=True)  # a part of a file is of no use, and the room is needed
            raise

    def get(self, key: str) -> bytes:
        path = self._path(key)
        if not path.exists():
            self.take_back(key)
        if not path.exists():
            raise Refused("附件内容不存在，请联系系统管理员")
        return path.read_bytes()

    def has(self, key: str) -> bool:
        return self._path(key).exists() or self._gone(key).exists()

    def _gone(self, key: str) -> Path:
        return self.root / ASIDE / key

    def set_aside(self, key: str) -> None:
        """Take a content out of the way; it is dropped later. One that is not there is no matter."""
        path, gone = self._path(key), self._gone(key)
        if path.exists():
            gone.parent.mkdir(exist_ok=True, mode=0o700)
            path.replace(gone)
            os.utime(gone)

    def aside(self) -> list[tuple[str, datetime]]:
        """What was set aside, and when."""
        found = sorted((self.root / ASIDE).glob("*"))
        return [(one.name, datetime.fromtimestamp(one.stat().st_mtime, UTC)) for one in found]

    def take_back(self, key: str) -> None:
        """Put a content back that was set aside."""
        path, gone = self._path(key), self._gone(key)
        if gone.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            gone.replace(path)

    def drop(self, key: str) -> None:
        """Remove for good what was set aside."""
        self._path(key)
        self._gone(key).unlink(missing_ok=True)

    def listed(self, digit: str) -> Iterator[Listed]:
        """The contents whose keys begin with this hexadecimal digit, in no order; not what was set aside."""
        for one in self.root.glob(f"{digit}?/*/*"):
            if len(one.name) == 64:  # else it is being written
                known = one.stat()
                yield Listed(one.name, known.st_size, datetime.fromtimestamp(known.st_mtime, UTC))


@contextmanager
def reached() -> Iterator[None]:
    """A store that is away, or full, is said as what it is."""
    try:
        yield
    except S3Error as wrong:
        log.warning("the store of files: %s", wrong)
        raise (StoreFull() if wrong.errno == errno.ENOSPC else StoreAway()) from wrong


class S3Store:
    """Any S3 store: bucket, endpoint and keys by setting."""

    def __init__(self, place: Place):
        self.place, self._own = place, threading.local()

    @property
    def bucket(self) -> Bucket:
        if not hasattr(self._own, "bucket"):
            self._own.bucket = Bucket(self.place)
        made: Bucket = self._own.bucket
        return made

    @reached()
    def put(self, key: str, path: Path) -> None:
        if self.bucket.digest(key) is None:
            with path.open("rb") as content:
                self.bucket.put(key, content)

    @reached()
    def get(self, key: str) -> bytes:
        content = self.bucket.get(key)
        if content is None:
            self._moved(self._gone(key), key)
            content = self.bucket.get(key)
        if content is None:
            raise Refused("附件内容不存在，请联系系统管理员")
        return content

    @reached()
    def has(self, key: str) -> bool:
        return any(self.bucket.digest(name) is not None for name in (key, self._gone(key)))

    def _gone(self, key: str) -> str:
        return f"{ASIDE}/{key}"

    def _moved(self, name: str, to: str) -> None:
        if self.bucket.digest(name) is not None:
            self.bucket.copy(name, to)
            self.bucket.delete(name)

    @reached()
    def set_aside(self, key: str) -> None:
        """As LocalStore.set_aside."""
        self._moved(key, self._gone(key))

    @reached()
    def aside(self) -> list[tuple[str, datetime]]:
        """As LocalStore.aside."""
        return [(one.name.rpartition("/")[2], one.modified) for one in self.bucket.names(self._gone(""))]

    @reached()
    def take_back(self, key: str) -> None:
        """As LocalStore.take_back."""
        self._moved(self._gone(key), key)

    @reached()
    def drop(self, key: str) -> None:
        """As LocalStore.drop."""
        self.bucket.delete(self._gone(key))

    @reached()
    def listed(self, digit: str) -> Iterator[Listed]:
        """As LocalStore.listed."""
        return iter([one for one in self.bucket.names(digit) if len(one.name) == 64])


_store: Store | None = None


def use(store: Store) -> None:
    """Install the store; called by main at start-up."""
    global _store
    _store = store


def store() -> Store:
    if _store is None:
        raise RuntimeError("no file store is installed")
    return _store


def blocks(source: BinaryIO) -> Iterator[bytes]:
    while block := source.read(BLOCK):
        yield block


def keep(source: BinaryIO, limit: int) -> tuple[str, int]:
    """Store what `source` gives and return (key, size). Refuses more than `limit` bytes."""
    digest, size = hashlib.sha256(), 0
    with room(), tempfile.NamedTemporaryFile(delete=False) as aside:
        try:
            for block in blocks(source):
                size += len(block)
                if size > limit:
                    raise Refused(f"文件过大，最多{limit >> 20} MB")
                digest.update(block)
                aside.write(block)
            aside.close()
            if size == 0:
                raise Refused("文件内容为空")
            store().put(digest.hexdigest(), Path(aside.name))
        finally:
            Path(aside.name).unlink(missing_ok=True)
    return digest.hexdigest(), size


def keep_bytes(content: bytes) -> str:
    """Store a content that is in memory and return its key."""
    return keep(BytesIO(content), len(content) + 1)[0]


def read_checked(key: str) -> bytes:
    """The content of a key, refused when it is no longer what was stored."""
    content = store().get(key)
    if hashlib.sha256(content).hexdigest() != key:
        raise Refused("附件内容与登记的摘要不一致，已停止提供，请联系系统管理员")
    return content
