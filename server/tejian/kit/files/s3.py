"""A client of any S3 store: objects are put, read, listed, copied and deleted over HTTP, signed with AWS Signature 4.

Each object carries the SHA-256 of its content, and what is read is given only when it has it. Nothing but the standard
library and no other file of the platform: the process of the database runs it too, as another account (ops/handover).
"""

import errno
import hashlib
import hmac
import html
import http.client
import os
import re
import time
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from typing import BinaryIO

TIMEOUT = 30.0  # seconds without a byte
WAITS = (0.2, 1.0, 3.0)  # seconds before each further try
PASSING = {408, 429, 500, 502, 503, 504}
FULL = re.compile(r"StorageFull|QuotaExceeded|QuotaExceed|InsufficientStorage")
BLOCK = 1 << 18
DIGEST = "x-amz-meta-sha256"
NOTHING = hashlib.sha256(b"").hexdigest()
ENTRY = re.compile(r"<Contents>(.*?)</Contents>", re.DOTALL)


class S3Error(OSError):
    """The store said no, was not reached, or gave something else than was put. ENOSPC: it is full."""


@dataclass(frozen=True)
class Place:
    """A bucket, the beginning of the names in it, and the keys. `{bucket}` in the endpoint stands for its host."""

    bucket: str
    prefix: str = ""
    endpoint: str = ""
    region: str = "us-east-1"
    access: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)

    def below(self, more: str) -> "Place":
        return replace(self, prefix=f"{self.prefix}{more}")


def place_of(url: str, endpoint: str, region: str) -> Place:
    """The place that s3://bucket/prefix names, with the keys of the environment."""
    bucket, _, prefix = url.removeprefix("s3://").partition("/")
    prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
    access, secret = (os.environ.get(name, "") for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"))
    return Place(bucket, prefix, endpoint, region, access, secret)


def signed(
    method: str, host: str, path: str, query: str, headers: Mapping[str, str], place: Place, at: datetime
) -> str:
    """The Authorization of a request (AWS Signature 4) with these headers, x-amz-content-sha256 among them."""
    day, stamp = f"{at:%Y%m%d}", f"{at:%Y%m%dT%H%M%SZ}"
    values = {k.lower(): " ".join(v.split()) for k, v in {**headers, "host": host, "x-amz-date": stamp}.items()}
    names = ";".join(sorted(values))
    lines = "".join(f"{name}:{values[name]}\n" for name in sorted(values))
    request = "\n".join([method, path, query, lines, names, values["x-amz-content-sha256"]])
    scope = f"{day}/{place.region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = f"AWS4{place.secret}".encode()
    for piece in (day, place.region, "s3", "aws4_request", text):
        key = hmac.new(key, piece.encode(), hashlib.sha256).digest()
    return f"AWS4-HMAC-SHA256 Credential={place.access}/{scope},SignedHeaders={names},Signature={key.hex()}"


def query_of(values: Mapping[str, str]) -> str:
    """As it is sent and signed: sorted, everything escaped."""
    quote = urllib.parse.quote
    return "&".join(f"{quote(k, safe='~')}={quote(v, safe='~')}" for k, v in sorted(values.items()))


@dataclass(frozen=True)
class Listed:
    name: str  # without the prefix of the place
    size: int
    modified: datetime


class Bucket:
    """The objects of a place. For one thread: it keeps one connection."""

    def __init__(self, place: Place, waits: Sequence[float] | None = None):
        if not place.bucket or not place.access or not place.secret:
            raise S3Error(errno.EINVAL, "没有写明存储桶或密钥（AWS_ACCESS_KEY_ID、AWS_SECRET_ACCESS_KEY）")
        self.place = place
        endpoint = place.endpoint or f"https://s3.{place.region}.amazonaws.com"
        parts = urllib.parse.urlsplit(endpoint.replace("{bucket}", place.bucket))
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise S3Error(errno.EINVAL, f"S3 地址 {endpoint} 应以 https:// 开头")
        self.secure, self.host = parts.scheme == "https", parts.netloc
        self.root = "/" if "{bucket}" in endpoint else f"/{urllib.parse.quote(place.bucket)}/"
        self.waits = WAITS if waits is None else waits
        self._open: http.client.HTTPConnection | None = None

    def put(self, name: str, content: bytes | BinaryIO) -> str:
        """Store an object, which is there, whole, when this returns; gives its SHA-256."""
        body = BytesIO(content) if isinstance(content, bytes) else content
        digest, size = hashlib.sha256(), 0
        body.seek(0)
        while block := body.read(BLOCK):
            digest.update(block)
            size += len(block)
        sha256 = digest.hexdigest()
        headers = {"content-length": str(size), "x-amz-content-sha256": sha256, DIGEST: sha256}
        self._done("PUT", self._path(name), "", headers, body)
        return sha256

    def digest(self, name: str) -> str | None:
        """The SHA-256 that an object was put with; None when there is no such object."""
        status, headers, _ = self._ask("HEAD", self._path(name), "", {}, None)
        if status == 404:
            return None
        if status != 200:
            raise S3Error(errno.EIO, f"S3 回答 {status}（{name}）")
        return headers.get(DIGEST, "")

    def fetch(self, name: str, out: BinaryIO, sha256: str = "") -> bool:
        """Write an object to a file; False when there is none. Raises unless it is what was put, or what is named."""
        path = self._path(name)
        status, headers, body = self._ask("GET", path, "", {}, None, out)
        if status == 404:
            return False
        if status != 200:
            raise _fault("GET", path, status, body)
        out.seek(0)
        digest = hashlib.sha256()
        while block := out.read(BLOCK):
            digest.update(block)
        if digest.hexdigest() != (sha256 or headers.get(DIGEST)):
            raise S3Error(errno.EIO, f"{name} 与存入时的摘要不一致")
        out.seek(0)
        return True

    def get(self, name: str) -> bytes | None:
        """As `fetch`, of a content that fits into memory."""
        out = BytesIO()
        return out.getvalue() if self.fetch(name, out) else None

    def copy(self, name: str, to: str) -> None:
        source = urllib.parse.quote(f"/{self.place.bucket}/{self.place.prefix}{name}")
        self._done("PUT", self._path(to), "", {"x-amz-copy-source": source}, None)

    def delete(self, name: str) -> None:
        """Remove an object; one that is not there is no matter."""
        self._done("DELETE", self._path(name), "", {}, None, fine=(200, 204, 404))

    def names(self, prefix: str = "") -> Iterator[Listed]:
        """The objects whose names begin so, in the order of their names."""
        token = ""
        while True:
            wanted = {"list-type": "2", "prefix": self.place.prefix + prefix, "encoding-type": "url"}
            wanted |= {"continuation-token": token} if token else {}
            text = self._done("GET", self.root, query_of(wanted), {}, None).decode()
            for entry in ENTRY.findall(text):
                name = urllib.parse.unquote_plus(_tag(entry, "Key")).removeprefix(self.place.prefix)
                yield Listed(name, int(_tag(entry, "Size")), datetime.fromisoformat(_tag(entry, "LastModified")))
            token = _tag(text, "NextContinuationToken")
            if not token:
                return

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _path(self, name: str) -> str:
        return self.root + urllib.parse.quote(self.place.prefix + name, safe="/~")

    def _done(
        self, method: str, path: str, query: str, headers: dict[str, str], body: BinaryIO | None,
        fine: tuple[int, ...] = (200,),
    ) -> bytes:  # fmt: skip
        status, _, said = self._ask(method, path, query, headers, body)
        if status not in fine or b"<Error>" in said[:200]:  # a copy may fail after its 200
            raise _fault(method, path, status, said)
        return said

    def _ask(
        self, method: str, path: str, query: str, headers: dict[str, str], body: BinaryIO | None,
        out: BinaryIO | None = None,
    ) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
        """Status, headers and content, which goes to `out` when it was found. Tried again when that may help."""
        for wait in (*self.waits, 0.0):
            last = not wait
            try:
                answer = self._once(method, path, query, headers, body, out)
            except (OSError, http.client.HTTPException) as wrong:
                self.close()
                if last:
                    raise S3Error(errno.EIO, f"不能连接 S3 {self.host}：{wrong or type(wrong).__name__}") from None
            else:
                if last or answer[0] not in PASSING:
                    return answer
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _once(
        self, method: str, path: str, query: str, headers: dict[str, str], body: BinaryIO | None, out: BinaryIO | None
    ) -> tuple[int, dict[str, str], bytes]:
        if self._open is None:
            kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
            self._open = kind(self.host, timeout=TIMEOUT)
        at = datetime.now(UTC)
        if body is not None:
            body.seek(0)
        sent = {"x-amz-content-sha256": NOTHING, **headers}
        proof = signed(method, self.host, path, query, sent, self.place, at)
        sent |= {"x-amz-date": f"{at:%Y%m%dT%H%M%SZ}", "authorization": proof}
        self._open.request(method, f"{path}?{query}" if query else path, body, sent)
        answer = self._open.getresponse()
        if answer.status == 200 and out is not None:
            out.seek(0)
            out.truncate()
            while block := answer.read(BLOCK):
                out.write(block)
            length, content = out.tell(), b""
        else:
            content = answer.read()
            length = len(content)
        had = {k.lower(): v for k, v in answer.getheaders()}
        if method != "HEAD" and int(had.get("content-length", length)) != length:
            raise http.client.IncompleteRead(b"")
        if answer.will_close:
            self.close()
        return answer.status, had, content


def _tag(text: str, name: str) -> str:
    found = re.search(f"<{name}>(.*?)</{name}>", text, re.DOTALL)
    return html.unescape(found.group(1)) if found else ""


def _fault(method: str, path: str, status: int, content: bytes) -> S3Error:
    code = _tag(content[:4000].decode(errors="replace"), "Code")
    full = status == 507 or FULL.search(code)
    return S3Error(errno.ENOSPC if full else errno.EIO, f"S3 回答 {status} {code}（{method} {path}）")
