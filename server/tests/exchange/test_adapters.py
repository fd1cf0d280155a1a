"""How partners answer: late, twice, for half of a batch, with an error behind 200; a simulator that does all that."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tejian.exchange.api import Rejected, Unreachable, signature
from tejian.exchange.plans import adapters, delivering
from tejian.exchange.plans.adapters import Parcel


def parcel(n: int, tries: int = 1) -> Parcel:
    return Parcel(f"m{n}", "equipment", 2, f"e{n}", f"31103302{n:04d}", {"deleted": False, "data": {"名": n}}, tries)


class Partner:
    """A partner's program: what it was sent, and how it answers."""

    def __init__(self) -> None:
        self.bodies: list[tuple[dict[str, str], bytes]] = []
        self.answer: Any = None
        self.status, self.delay, self.url = 200, 0.0, ""


@pytest.fixture
def partner(outgoing_named: Any) -> Iterator[Partner]:
    there = Partner()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.bodies.append((dict(self.headers), body))
            time.sleep(there.delay)
            self.send_response(there.status)
            self.end_headers()
            content = there.answer if isinstance(there.answer, str) else json.dumps(there.answer)
            self.wfile.write(content.encode())

        def log_message(self, *_args: Any) -> None:
            return None

    outgoing_named("127.0.0.1")
    running = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    there.url = f"http://127.0.0.1:{running.server_port}/in"
    yield there
    running.shutdown()


def test_a_batch_is_signed_and_answered_for_each_message(partner: Partner) -> None:
    rows = [{"key": "m1", "ok": True}, {"key": "m2", "ok": False, "message": "单位不一致"}, {"key": "m1", "ok": True}]
    partner.answer = {"success": True, "results": rows}
    batch = [parcel(n) for n in (1, 2, 3)]
    adapter = lambda b: adapters.over_http(partner.url, "s3cret", b)  # noqa: E731
    assert delivering.sent(adapter, batch) == {
        "m1": ("", False),
        "m2": ("单位不一致", False),
        "m3": ("对方没有给出这一条的回执", True),
    }
    head, body = partner.bodies[0]
    assert head["X-Signature"] == signature(body, "s3cret")
    said = json.loads(body)
    assert said["entity"] == "equipment"
    assert said["rows"][0] == {"key": "m1", "id": "e1", "edition": 2, "deleted": False, "data": {"名": 1}}


@pytest.mark.parametrize(
    ("status", "answer", "kind", "sentence"),
    [
        (200, {"success": False, "message": "授权码错误"}, Rejected, "授权码错误"),
        (200, {"success": True}, Unreachable, "对方应答没有逐条回执"),
        (200, [], Unreachable, "对方应答格式不正确"),
        (200, "<html>", Unreachable, "对方没有应答"),
        (422, {}, Rejected, "对方拒收（422）"),
        (503, {}, Unreachable, "对方应答异常（503）"),
    ],
)
def test_other_answers(partner: Partner, status: int, answer: Any, kind: type[Exception], sentence: str) -> None:
    partner.status, partner.answer = status, answer
    with pytest.raises(kind, match=sentence):
        adapters.over_http(partner.url, "s", [parcel(1)])
    assert len(partner.bodies) == 1


def test_a_late_answer_is_none(partner: Partner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapters, "TIMEOUT", 0.2)
    partner.delay, partner.answer = 0.6, {"success": True, "results": []}
    with pytest.raises(Unreachable, match="对方没有应答"):
        adapters.over_http(partner.url, "s", [parcel(1)])


def test_the_simulator_is_as_bad_as_partners_are_and_always_the_same() -> None:
    batches = [[parcel(50 * n + k) for k in range(10)] for n in range(40)]
    first = [delivering.sent(adapters.simulated, batch) for batch in batches]
    assert first == [delivering.sent(adapters.simulated, batch) for batch in batches]
    whys = {why for receipts in first for why, _ in receipts.values()}
    assert whys == {"", "对方繁忙，请稍后重传", "与对方登记的使用单位不一致", "对方没有给出这一条的回执"}
    refused = 0
    for batch in batches:
        try:
            adapters.simulated(batch)
        except Rejected:
            refused += 1
        except Unreachable:
            pass
    assert refused > 0  # as a whole: sent again one by one, they were taken
    later = [delivering.sent(adapters.simulated, [parcel(50 * n + k, 2) for k in range(10)]) for n in range(40)]
    left = {why for receipts in later for why, _ in receipts.values()}
    assert left == {"", "与对方登记的使用单位不一致"}
