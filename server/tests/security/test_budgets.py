"""Memory, time, pixels and reading have limits before the work begins, and a full disk or a wrong clock is said."""

import errno
import json
import os
import resource
import signal
import socket
import struct
import threading
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from PIL import Image, ImageFile
from starlette.responses import Response

from tejian.archives.files.service import _smaller
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.persons import Person
from tejian.kit.database import steady
from tejian.kit.database.audit import SecurityLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused, StoreFull
from tejian.kit.ground.user import User
from tejian.kit.importing import reading as workbooks
from tejian.kit.papers import decoding, pictures
from tejian.kit.papers.pdf import PdfError, picture
from tejian.kit.papers.pictures import BadPicture
from tejian.kit.web import calls as web
from tejian.kit.web import edge, params, reading, stream
from tejian.ops import server
from tejian.system.models.settings import Param
from tests.conftest import Caller
from tests.system.conftest import browser as browser  # browsers that are logged in
from tests.test_declarations import everything

# -- pictures ----------------------------------------------------------------------------------------------------------


def huge_png(side: int = 60_000) -> bytes:
    """A PNG of a few bytes that says of itself to be enormous."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


def test_a_picture_is_judged_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []
    really = ImageFile.ImageFile.load
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda self: decoded.append(1) or really(self))
    with pytest.raises(ValueError, match="too large"):
        decoding.decoded(huge_png(7_000), 100, 100, None)  # below what the library itself refuses
    with pytest.raises(Image.DecompressionBombError):
        decoding.decoded(huge_png(), 100, 100, None)
    assert decoded == []
    with pytest.raises(Refused, match="图片已损坏或过大"):
        _smaller(huge_png(7_000), 100)
    with pytest.raises(PdfError):
        picture(huge_png())


def drawn(color: str = "red") -> bytes:
    out = BytesIO()
    Image.new("RGB", (300, 200), color).save(out, "PNG")
    return out.getvalue()


def test_a_picture_that_breaks_its_decoder_breaks_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = pictures.Decoder()
    assert decoder.ask(drawn(), 100, 100, None).width == 100
    first = decoder.process
    assert first is not None and first.pid != os.getpid()
    first.kill()
    first.wait()  # it was ended between two pictures: the next one begins a new one
    assert decoder.ask(drawn(), 100, 100, None).height == 67
    assert decoder.process is not None
    decoder.process.send_signal(signal.SIGSTOP)  # one that never answers
    monkeypatch.setattr(pictures, "SECONDS", 0.1)
    with pytest.raises(BadPicture):
        decoder.ask(drawn(), 100, 100, None)
    monkeypatch.undo()
    assert decoder.ask(drawn(), 100, 100, None).kind == "jpeg"
    decoder.process.kill()


def test_a_decoder_has_so_much_memory_and_no_more() -> None:
    """The limit stands in the process that decodes, and is told as any other fault of a picture."""
    decoder = pictures.Decoder()
    decoder.ask(drawn(), 10, 10, None)
    assert decoder.process is not None
    limits = Path(f"/proc/{decoder.process.pid}/limits").read_text()
    line = next(one for one in limits.splitlines() if one.startswith("Max address space"))
    assert line.split()[3] == str(decoding.MOST_MEMORY)
    decoder.process.kill()


# -- workbooks ---------------------------------------------------------------------------------------------------------


def bomb(part: str) -> bytes:
    """A workbook of 300 KB whose part is 300 MB."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open(part, "w", force_zip64=True) as file:
            for _ in range(300):
                file.write(b"<t>x</t>" * (1 << 17))
    return out.getvalue()


@pytest.mark.parametrize("part", ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "xl/media/image1.png"])
def test_a_workbook_that_swells_is_left_unread(part: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(bomb(part))
    assert path.stat().st_size < 1_000_000
    tracemalloc.start()
    with pytest.raises(BadInput, match="比文件大得异常"):
        workbooks.check(path, 1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40 << 20


def test_a_workbook_that_says_less_than_it_holds_is_refused(tmp_path: Path) -> None:
    """Its own directory says how much is unpacked: more than that is never read."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"<t>x</t>" * (1 << 20))
    made = bytearray(out.getvalue())
    for head, size in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):  # of the part itself, and of the directory
        struct.pack_into("<I", made, made.rfind(head) + size, 1_000)
    path = tmp_path / "less.xlsx"
    path.write_bytes(made)
    with pytest.raises(BadInput, match="不是有效的Excel工作簿"):
        workbooks.check(path, 1000)


# -- requests ----------------------------------------------------------------------------------------------------------


def test_a_body_that_does_not_end_is_given_up(application: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(params, "BODY_SECONDS", 0.0)
    monkeypatch.setattr(params, "SLOWEST", 10**9)
    said: list[Any] = []

    async def receive() -> Any:
        await anyio.sleep_forever()

    async def send(message: Any) -> None:
        said.append(message)

    headers = [(b"content-type", b"application/json"), (b"content-length", b"10")]
    scope = {"type": "http", "method": "POST", "path": "/a/login", "headers": headers, "query_string": b""}
    scope |= {"http_version": "1.1", "scheme": "http", "server": ("x", 80), "client": ("1.2.3.4", 5), "root_path": ""}
    anyio.run(application, scope, receive, send)
    assert said[0]["status"] == 408 and json.loads(said[1]["body"])["errorMsg"] == "提交过慢，已中断，请重试"


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A server with our protocol over an empty application."""
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.3)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    web = uvicorn.Server(uvicorn.Config(app, http=server._impatient(), lifespan="off", log_config=None))
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=web.run, kwargs={"sockets": [bound]})
        thread.start()
        while not web.started:
            time.sleep(0.01)
        yield bound.getsockname()
        web.should_exit = True
        thread.join()


def asked(address: tuple[str, int], *parts: bytes) -> bytes:
    """What the server says last on one connection, part by part; nothing when it closes it."""
    with socket.create_connection(address, timeout=60) as client:
        said = b""
        for part in parts:
            client.sendall(part)
            said = client.recv(1000)
        return said if parts else client.recv(1000)


def test_a_head_that_does_not_end_closes_the_connection(listening: tuple[str, int]) -> None:
    whole, half = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
    assert asked(listening, whole).endswith(b"ok")
    assert asked(listening, half) == b""
    assert asked(listening) == b""
    assert asked(listening, whole, half) == b""


def test_one_person_holds_so_many_message_streams(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    call.login("shouli")
    me = call("/api/user/info").json()["data"]
    monkeypatch.setattr(stream, "OF_ONE", 2)
    held = {me.get("id") or me.get("userId"): {object(), object()}}
    monkeypatch.setattr(stream.listener, "waiting", held)
    monkeypatch.setattr(stream, "StreamingResponse", lambda *_a, **_k: Response("opened"))  # a real one does not end
    answer = call.client.get("/message/stream", params={"__sid": call.sid})
    assert (answer.status_code, answer.json()["errorCode"]) == (429, "TOO_MANY")


def test_a_crowd_of_logins_leaves_the_other_calls_their_threads(
    application: Any, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred log in at once and stand still in their hash, no more of them than its own threads hold; a list is
    answered all the same."""
    assert web.db.threads() > web.HASHING
    go, entered, inside = threading.Event(), threading.Semaphore(0), list[str]()

    def standing(call_: Any, caller: Any, sent: Any) -> Any:
        if call_.hashes:
            inside.append(call_.path)
            entered.release()
            go.wait(60)
            return web.refusal_of(200, "", "")
        return web.refusal_of(200, "answered", "")

    monkeypatch.setattr(web, "carry_out", standing)

    async def crowd() -> list[str]:
        transport = httpx.ASGITransport(application)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://x") as client,
            anyio.create_task_group() as g,
        ):
            for _ in range(200):
                g.start_soon(client.post, "/a/login")
            for _ in range(web.HASHING):
                await anyio.to_thread.run_sync(entered.acquire)
            try:
                with anyio.fail_after(30):
                    answers = [await client.post("/api/businesspro/appmain/findList") for _ in range(3)]
                assert len(inside) == web.HASHING
            finally:
                go.set()
            return [str(one.json()["errorMsg"]) for one in answers]

    assert anyio.run(crowd) == ["answered"] * 3
    assert len(inside) == 200
    hashing = {path for path, one in edge.CALLS.items() if one.hashes}
    assert {"/a/login", "/api/user/modifyPwd", "/api/user/sign", "/api/user/setPin", "/a/resetPassword"} <= hashing


def test_what_waits_in_a_lock_leaves_half_of_the_threads_to_readers(
    application: Any, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All writes stand still in a lock; a list is answered all the same, and half of the threads are free for it."""
    go, entered = threading.Event(), threading.Semaphore(0)

    def standing(call_: Any, caller: Any, sent: Any) -> Any:
        if not call_.reads:
            entered.release()
            go.wait(60)
        return web.refusal_of(200, "answered", "")

    monkeypatch.setattr(web, "carry_out", standing)

    async def crowd() -> tuple[str, int]:
        transport = httpx.ASGITransport(application)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://x") as client,
            anyio.create_task_group() as g,
        ):
            for _ in range(20):
                g.start_soon(client.post, "/api/system/dict/save")
            for _ in range(web.db.threads() // 2):
                await anyio.to_thread.run_sync(entered.acquire)
            try:
                with anyio.fail_after(30):
                    answer = await client.get("/a/loginConfig")
                more = int(entered.acquire(blocking=False))
            finally:
                go.set()
            return str(answer.json()["errorMsg"]), more

    assert anyio.run(crowd) == ("answered", 0)


# -- reading -----------------------------------------------------------------------------------------------------------


def test_who_opens_more_records_than_a_person_reads_is_stopped(
    call: Caller, db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "most", lambda _db: 60)
    people = [Person(id=f"read{n}", name=f"人{n}") for n in range(90)]
    db.add_all(people)
    db.commit()
    me = everything()

    def opened(n: int, who: User = me) -> int:
        return int(call("/api/person/record", _as=who, _method="GET", id=f"read{n}").status_code)

    assert [opened(0) for _ in range(80)] == [200] * 80  # one record as often as wanted
    assert [opened(n) for n in range(74)] == [200] * 74
    assert opened(75) == 429
    reading.forget()  # another process, which learns of it with its first handful
    assert 429 in [opened(n) for n in range(30)]
    said = call("/api/person/record", _as=me, _method="GET", id="read1").json()["errorMsg"]
    assert "请60分钟后再试" in said
    lines = db.scalars(sa.select(SecurityLog).where(SecurityLog.kind == "查阅过量")).all()
    assert len(lines) == 1 and "超过60份" in lines[0].detail and lines[0].result == "拒绝"
    other = User(id="other", name="他人", scope="all", permissions=me.permissions)
    assert opened(3, other) == 200


# -- faults of the machine ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_store_is_said_and_leaves_nothing(
    call: Caller, db: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(files, "_store", files.LocalStore(tmp_path))
    device = db.scalars(sa.select(Equipment.id).limit(1)).one()

    def full(_descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(files.os, "fsync", full)
    before = db.scalar(sa.select(sa.func.count()).select_from(Attachment))
    sent = {"file": ("a.pdf", b"%PDF-1.4 content", "application/pdf")}
    form = {"attrefsysid": device, "type": "99", "owner": "equipment"}
    answer = call("/api/equipment-documents/attachments", _as=everything(), _files=sent, **form)
    assert (answer.status_code, answer.json()["errorCode"]) == (507, "STORE_FULL"), answer.text
    assert answer.json()["errorMsg"] == "附件存储空间已满，没有保存，请联系系统管理员"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
    assert db.scalar(sa.select(sa.func.count()).select_from(Attachment)) == before


def test_a_disk_that_fills_up_while_the_body_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel says so itself: the file may not grow over 64 KB."""
    monkeypatch.setattr(files, "_store", files.LocalStore(tmp_path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, hard))
    try:
        with pytest.raises(StoreFull):
            files.keep_bytes(b"x" * 200_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
    assert files.keep_bytes(b"y" * 100) and len([p for p in tmp_path.rglob("*") if p.is_file()]) == 1


def test_a_disk_that_is_full_while_a_body_is_read(call: Caller, db: Any) -> None:
    """A large part of a body is put on the disk before any call sees it."""
    device = db.scalars(sa.select(Equipment.id).limit(1)).one()
    sent = {"file": ("a.pdf", b"%PDF-1.4 " + b"x" * (3 << 20), "application/pdf")}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, hard))
    try:
        answer = call("/api/equipment-documents/attachments", _as=everything(), _files=sent, attrefsysid=device)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (answer.status_code, answer.json()["errorCode"]) == (507, "STORE_FULL"), answer.text


def test_a_stored_file_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_store", files.LocalStore(tmp_path))
    files.keep_bytes(b"content")
    assert [p.stat().st_mode & 0o777 for p in tmp_path.rglob("*") if p.is_file()] == [0o600]


@pytest.mark.parametrize("step", [3600, -3600])
def test_a_step_of_the_clock_ends_and_lengthens_no_session(
    browser: Any, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """An hour more or less on the clock is not an hour without use."""
    person, start, really = browser("shouli"), clock.now(), steady._ahead()
    monkeypatch.setattr(steady, "_ahead", lambda: really + step)
    for minutes, status in ((29, 200), (58, 200), (89, 401)):
        with clock.at(start + timedelta(minutes=minutes, seconds=step)):
            assert person.call("/api/user/info").status_code == status, minutes


@pytest.mark.parametrize("step", [3600, -3600])
def test_nothing_is_signed_while_the_clock_is_wrong(
    browser: Any,
    db: Any,
    monkeypatch: pytest.MonkeyPatch,
    step: int,
) -> None:
    row = db.scalars(sa.select(Param).where(Param.key == "login.lock_after")).one()
    sent = {"id": row.id, "version": str(row.version), "value": "4", "reason": "年度评审"}
    asked = browser("secadmin").good("/api/system/protection/askParam", **sent)
    auditor = browser("audadmin")
    auditor.good("/api/user/sign", pin="2026")
    really = steady._ahead()
    monkeypatch.setattr(steady, "_ahead", lambda: really + step)
    with clock.at(clock.now() + timedelta(seconds=step)):
        said = auditor.said("/api/system/protection/agree", id=asked["id"])
    assert f"拨{'快' if step > 0 else '慢'}了 60 分钟，签名已停止" in said
    monkeypatch.setattr(steady, "_ahead", lambda: really)
    auditor.good("/api/system/protection/agree", id=asked["id"])
