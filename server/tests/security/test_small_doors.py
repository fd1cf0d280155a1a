"""Small doors of a kind, each shut for the whole kind."""

import ast
import asyncio
import ipaddress
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

import tejian
from tejian.kit.database import jobs, noting
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock, outgoing
from tejian.kit.ground.likeness import alike
from tejian.kit.ground.user import User
from tejian.kit.web import calls, edge, stream
from tejian.messages.models import Message
from tejian.system.accounts.api import who_may
from tejian.system.permissions import AUDIT_QUERY
from tests.conftest import Caller

ROOT = Path(tejian.__file__).parent


def test_secrets_are_compared_in_one_place() -> None:
    """compare_digest fails at a text that is not ASCII: a full-width digit answered 500."""
    assert alike("12３", "12３") and not alike("123", "12３") and not alike("a\ud800", "a")
    calls = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "compare_digest"
    }
    assert calls == {"kit/ground/likeness.py"}


@pytest.mark.parametrize(
    "inner",
    [
        *("64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:c0a8:101::"),
        str(ipaddress.IPv6Address((0x20010000 << 96) | (0xFFFFFFFF ^ 0x7F000001))),  # Teredo
    ],
)
def test_an_address_within_another_is_judged_as_what_it_reaches(
    inner: str, outgoing_named: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    outgoing_named("cas.example.cn")
    monkeypatch.setattr(outgoing, "resolve", lambda host, port: [inner])
    assert outgoing.refusal("https://cas.example.cn/") == outgoing.FOREIGN


def test_a_public_address_by_nat64_is_called(outgoing_named: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    outgoing_named("cas.example.cn")
    monkeypatch.setattr(outgoing, "resolve", lambda host, port: ["64:ff9b::808:808"])
    assert outgoing.refusal("https://cas.example.cn/") is None


def test_a_stream_of_messages_ends_with_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["u1", "u1", ""])

    async def who(_request: Any) -> str:
        return next(answers)

    class Open:
        async def is_disconnected(self) -> bool:
            return False

    monkeypatch.setattr(stream, "who", who)
    monkeypatch.setattr(stream, "BEAT", 0.01)
    monkeypatch.setattr(stream.listener, "start", lambda: None)

    async def read() -> list[bytes]:
        answer = await stream.stream(Open())  # type: ignore[arg-type]
        return [part async for part in answer.body_iterator]  # type: ignore[attr-defined]

    said = asyncio.run(asyncio.wait_for(read(), 10))
    assert said == [b": ready\n\n", b": beat\n\n", b": beat\n\n"]
    assert not stream.listener.waiting.get("u1")


def test_pages_send_forms_nowhere_else_and_files_run_nothing(call: Caller) -> None:
    page = call.client.get("/").headers["content-security-policy"]
    assert "form-action 'self'" in page and "object-src 'none'" in page
    file = edge._file(edge.File(b"<svg/>", "image/svg+xml", "x.svg", inline=True))
    assert file.headers["content-security-policy"].startswith("sandbox;")
    paper = edge._file(edge.File(b"%PDF", "application/pdf", "x.pdf", inline=True))
    assert "content-security-policy" not in paper.headers


def test_what_is_refused_again_and_again_is_counted_in_one_line(call: Caller, db: Session) -> None:
    """Six hundred refusals in twenty seconds filled the log; the auditor reads of it once."""
    poor = User(id="poor", name="无权限", ip="10.1.2.3", permissions=frozenset())
    for _ in range(25):
        assert call("/api/system/role/grant", _as=poor).status_code == 403
    lines = select(SecurityLog.detail).where(SecurityLog.kind == "越权访问").order_by(SecurityLog.id)
    told = db.scalars(lines.where(SecurityLog.user_id == "poor")).all()
    assert len(told) == noting.TOLD and told[0] == "system:role:save"
    assert told[-1] == "system:role:save；十分钟内再有同类的只计数"
    jobs.run("watch.refusals", {})
    jobs.run("watch.refusals", {})
    auditors = db.scalars(select(Message.title).where(Message.kind == "安全告警")).all()
    assert auditors == ["越权访问：连续被拒绝"] * len(who_may(db, AUDIT_QUERY))
    with clock.at(clock.now() + timedelta(minutes=11)):
        jobs.run("watch.refusals", {})
        said = db.scalars(lines.where(SecurityLog.target == "poor")).all()
        assert len(said) == 1 and said[0].endswith("起十分钟内同类共 25 次，其中 15 次未逐条记录")
        assert call("/api/system/role/grant", _as=poor).status_code == 403
    assert len(db.scalars(lines.where(SecurityLog.user_id == "poor")).all()) == noting.TOLD + 1


def test_nobody_fills_the_line_before_a_room_for_the_others() -> None:
    line = calls.Line(calls.Room(1, 2, 5))
    with line.of("10.0.0.1") as first, line.of("10.0.0.1") as second, line.of("10.0.0.1") as third:
        assert (first, second, third) == (True, True, False)
        with line.of("2001:db8::1") as a, line.of("2001:db8::2") as b, line.of("2001:db8::3") as c:
            assert (a, b, c) == (True, True, False)  # one network is one visitor
            with line.of("10.0.0.2") as fifth, line.of("10.0.0.3") as sixth:
                assert (fifth, sixth) == (True, False)
    assert not line.standing


def test_forty_files_to_judge_leave_the_threads_to_those_who_work(
    application: Any, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room of the public check is full and stands still: a second person writes all the same."""
    go, entered = threading.Event(), threading.Semaphore(0)

    def standing(call_: Any, caller: Any, sent: Any) -> Any:
        if call_.room:
            entered.release()
            go.wait(60)
        return calls.refusal_of(200, "answered", "")

    monkeypatch.setattr(calls, "carry_out", standing)

    async def crowd() -> list[int]:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            states: list[int] = []

            async def prove() -> None:
                states.append((await client.post("/api/public/proveReport", files={"file": b"%PDF"})).status_code)

            async with anyio.create_task_group() as group:
                for _ in range(40):
                    group.start_soon(prove)
                await anyio.to_thread.run_sync(entered.acquire)
                try:
                    with anyio.fail_after(30):
                        assert (await client.post("/api/system/role/grant")).status_code == 200
                finally:
                    go.set()
            return states

    assert sorted(anyio.run(crowd)) == [200] * 3 + [429] * 37
