"""File contents under their own SHA-256, in a local folder or any S3 store by setting.

A content that no row names any more is set aside first and dropped a day later (kit/contents.py): whoever names it
again meanwhile, by an upload of the same content in the same moment, still finds it.
"""

import errno
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from .errors import Refused, StoreFull

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


class S3Store:
    """Any S3 store: bucket, endpoint and keys by setting. Needs the optional package boto3."""

    def __init__(self, bucket: str, endpoint: str, access: str, secret: str, prefix: str = "files/"):
        import boto3  # noqa: PLC0415 # type: ignore[import-not-found,import-untyped,unused-ignore]

        self.bucket, self.prefix = bucket, prefix
        self.client: Any = boto3.client(
            "s3", endpoint_url=endpoint or None, aws_access_key_id=access, aws_secret_access_key=secret
        )

    def put(self, key: str, path: Path) -> None:
        if not self._there(self.prefix + key):
            self.client.upload_file(str(path), self.bucket, self.prefix + key)

    def get(self, key: str) -> bytes:
        if not self._there(self.prefix + key):
            self.take_back(key)
        content: bytes = self.client.get_object(Bucket=self.bucket, Key=self.prefix + key)["Body"].read()
        return content

    def has(self, key: str) -> bool:
        return self._there(self.prefix + key) or self._there(self._gone(key))

    def _gone(self, key: str) -> str:
        return f"{self.prefix}{ASIDE}/{key}"

    def _moved(self, name: str, to: str) -> None:
        if self._there(name):
            self.client.copy_object(Bucket=self.bucket, Key=to, CopySource={"Bucket": self.bucket, "Key": name})
            self.client.delete_object(Bucket=self.bucket, Key=name)

    def set_aside(self, key: str) -> None:
        """As LocalStore.set_aside."""
        self._moved(self.prefix + key, self._gone(key))

    def aside(self) -> list[tuple[str, datetime]]:
        """As LocalStore.aside."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self._gone(""))
        rows = [one for page in pages for one in page.get("Contents", ())]
        return [(one["Key"].rpartition("/")[2], one["LastModified"]) for one in rows]

    def take_back(self, key: str) -> None:
        """As LocalStore.take_back."""
        self._moved(self._gone(key), self.prefix + key)

    def drop(self, key: str) -> None:
        """As LocalStore.drop."""
        self.client.delete_object(Bucket=self.bucket, Key=self._gone(key))

    def _there(self, name: str) -> bool:
        from botocore.exceptions import ClientError  # noqa: PLC0415 # type: ignore[import-not-found,import-untyped,unused-ignore]

        try:
            self.client.head_object(Bucket=self.bucket, Key=name)
        except ClientError:
            return False
        return True


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
