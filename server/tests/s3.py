"""A small S3 store on loopback, as strict as a real one: signatures, digests and names are judged; faults by order."""

import hashlib
import hmac
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape

from tejian.kit.files.s3 import Place

ACCESS, SECRET, BUCKET = "a-key", "its-secret", "keeping"
PAGE = 7  # names of one answer; a real one gives a thousand


@dataclass
class Store:
    """What the bucket holds, and what is to go wrong: a fault is asked for each request and says how it fails."""

    objects: dict[str, tuple[bytes, dict[str, str], datetime]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    fault: Callable[[str, str], str] = lambda _method, _name: ""
    room: int | None = None
    port: int = 0

    def place(self, prefix: str = "") -> Place:
        return Place(BUCKET, prefix, f"http://127.0.0.1:{self.port}", "us-east-1", ACCESS, SECRET)

    def names(self, piece: str = "") -> list[str]:
        return sorted(name for name in self.objects if piece in name)


def failing(method: str, piece: str, how: str, times: int = 10_000) -> Callable[[str, str], str]:
    """A fault for requests of a method whose name holds this, so many times."""
    left = [times]

    def fault(asked: str, name: str) -> str:
        if asked not in method.split() or piece not in name or not left[0]:
            return ""
        left[0] -= 1
        return how

    return fault


@contextmanager
def serving(port: int = 0, store: Store | None = None) -> Iterator[Store]:
    made = store or Store()

    class Handler(Requests):
        kept = made

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()


class Requests(BaseHTTPRequestHandler):
    kept: Store
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None: ...

    def answer(self, status: int, body: bytes = b"", cut: bool = False, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", headers.pop("length", None) or str(len(body)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body[: len(body) // 2] if cut else body)
        self.close_connection = self.close_connection or cut

    def refuse(self, status: int, code: str) -> None:
        self.answer(status, f'<?xml version="1.0"?><Error><Code>{code}</Code></Error>'.encode())

    def do_any(self) -> None:
        parts = urlsplit(self.path)
        _, bucket, name = unquote(parts.path).split("/", 2)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.kept.asked.append(f"{self.command} {name}")
        how = self.kept.fault(self.command, name)
        if how == "cut before":
            self.close_connection = True
        elif how.isdigit():
            self.refuse(int(how), "SlowDown")
        elif bucket != BUCKET:
            self.refuse(404, "NoSuchBucket")
        elif not self.proved(parts.path, parts.query):
            self.refuse(403, "SignatureDoesNotMatch")
        elif self.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
            self.refuse(400, "XAmzContentSHA256Mismatch")
        else:
            getattr(self, f"on_{self.command.lower()}")(name, dict(parse_qsl(parts.query)), body, how)

    do_GET = do_PUT = do_HEAD = do_DELETE = do_any

    def proved(self, path: str, query: str) -> bool:
        """Signature 4, written down anew: the simulator must not believe what the client believes."""
        given = re.fullmatch(
            r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request,"
            r"SignedHeaders=([^,]+),Signature=(\w+)",
            self.headers.get("Authorization", ""),
        )
        if given is None or given[1] != ACCESS:
            return False
        names, stamp = given[4].split(";"), self.headers["x-amz-date"]
        wanted = {k.lower() for k in self.headers if k.lower().startswith("x-amz-")} | {"host"}
        if not wanted <= set(names) or stamp[:8] != given[2]:
            return False
        canonical = "\n".join(
            [self.command, path, "&".join(sorted(query.split("&"))) if query else ""]
            + [f"{n}:{self.headers[n].strip()}" for n in names]
            + ["", given[4], self.headers["x-amz-content-sha256"]]
        )
        text = f"AWS4-HMAC-SHA256\n{stamp}\n{given[2]}/{given[3]}/s3/aws4_request\n"
        text += hashlib.sha256(canonical.encode()).hexdigest()

        def mac(key: bytes, said: str) -> bytes:
            return hmac.digest(key, said.encode(), "sha256")

        key = mac(mac(mac(mac(b"AWS4" + SECRET.encode(), given[2]), given[3]), "s3"), "aws4_request")
        return hmac.compare_digest(mac(key, text).hex(), given[5])

    def on_put(self, name: str, _query: dict[str, str], body: bytes, how: str) -> None:
        meta = {k.lower(): v for k, v in self.headers.items() if k.lower().startswith("x-amz-meta-")}
        if source := self.headers.get("x-amz-copy-source"):
            found = self.kept.objects.get(unquote(source).removeprefix(f"/{BUCKET}/"))
            if found is None:
                return self.refuse(404, "NoSuchKey")
            body, meta = found[0], found[1]
        held = sum(len(one[0]) for key, one in self.kept.objects.items() if key != name)
        if self.kept.room is not None and held + len(body) > self.kept.room:
            return self.refuse(507, "XMinioStorageFull")
        self.kept.objects[name] = (body, meta, datetime.now(UTC))
        if how == "cut after":  # it was done, and nobody is told
            self.close_connection = True
            return None
        return self.answer(200, b"<CopyObjectResult/>" if source else b"")

    def on_get(self, name: str, query: dict[str, str], _body: bytes, how: str) -> None:
        if not name:
            return self.list(query)
        found = self.kept.objects.get(name)
        if found is None:
            return self.refuse(404, "NoSuchKey")
        content = found[0][:-1] + bytes([found[0][-1] ^ 1]) if how == "other" else found[0]
        return self.answer(200, content, cut=how == "cut", **found[1])

    def on_head(self, name: str, _query: dict[str, str], _body: bytes, _how: str) -> None:
        found = self.kept.objects.get(name)
        self.answer(404 if found is None else 200, **(found[1] if found else {}))

    def on_delete(self, name: str, _query: dict[str, str], _body: bytes, _how: str) -> None:
        self.kept.objects.pop(name, None)
        self.answer(204)

    def list(self, query: dict[str, str]) -> None:
        prefix, after = query.get("prefix", ""), query.get("continuation-token", "")
        names = sorted(n for n in self.kept.objects if n.startswith(prefix) and n > after)
        rows = "".join(
            f"<Contents><Key>{escape(quote(n))}</Key><LastModified>{at:%Y-%m-%dT%H:%M:%S.000Z}</LastModified>"
            f"<Size>{len(content)}</Size></Contents>"
            for n in names[:PAGE]
            for content, _, at in [self.kept.objects[n]]
        )
        more = f"<NextContinuationToken>{escape(names[PAGE - 1])}</NextContinuationToken>" if names[PAGE:] else ""
        self.answer(200, f"<ListBucketResult>{rows}{more}</ListBucketResult>".encode())
