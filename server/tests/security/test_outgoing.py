"""S01: the server calls only what the installation names, whatever a name resolves to."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tejian.kit.ground import outgoing

NAMES = {
    "cas.example.cn": ["203.0.114.5"],
    "inside.example.cn": ["10.1.2.3"],
    "both.example.cn": ["203.0.114.5", "127.0.0.1"],
    "login.cloud.cn": ["203.0.114.7"],
    "elsewhere.cn": ["203.0.114.9"],
}
NAMED = "cas.example.cn, inside.example.cn, both.example.cn, *.cloud.cn, 192.168.7.0/24"


@pytest.fixture
def named(outgoing_named: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    outgoing_named(NAMED)
    literal = outgoing.resolve
    known = {"cas.example.cn.elsewhere.cn": ["203.0.114.9"], "cloud.cn": ["203.0.114.8"], "": []} | NAMES
    monkeypatch.setattr(outgoing, "resolve", lambda host, port: known[host] if host in known else literal(host, port))


@pytest.mark.parametrize(
    "url",
    ["https://cas.example.cn/cas", "http://LOGIN.cloud.cn:8080/", "http://192.168.7.9/x", "https://CAS.example.cn./"],
)
def test_what_is_named_is_called(named: None, url: str) -> None:
    assert outgoing.refusal(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.cn/",
        "https://cas.example.cn.elsewhere.cn/",
        "https://cloud.cn/",
        "https://inside.example.cn/",  # named, but in a private network that is not
        "https://both.example.cn/",  # one of its addresses is this machine
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://192.168.8.1/",
        "http:///x",
    ],
)
def test_what_is_not_named_or_not_public_is_not_called(named: None, url: str) -> None:
    assert outgoing.refusal(url) == outgoing.FOREIGN
    with pytest.raises(OSError):
        outgoing.call(url, timeout=1)


@pytest.mark.parametrize("url", ["http://0x7f000001/", "http://2130706433/", "http://0/", "http://localhost/"])
def test_other_spellings_of_this_machine_are_not_called(outgoing_named: Any, url: str) -> None:
    outgoing_named("localhost, 0x7f000001, 2130706433, 0")
    assert outgoing.refusal(url) == outgoing.FOREIGN


def test_no_file_and_no_other_scheme(named: None) -> None:
    for url in ("file:///etc/passwd", "ftp://cas.example.cn/x"):
        with pytest.raises(outgoing.Foreign):
            outgoing.call(url, timeout=1)


@pytest.fixture
def here(outgoing_named: Any) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302 if self.path == "/away" else 200)
            self.send_header("Location", "/arrived")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    outgoing_named("127.0.0.0/8")
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_a_named_network_is_called_and_no_redirect_followed(here: tuple[str, list[str]]) -> None:
    url, asked = here
    assert outgoing.call(f"{url}/x", timeout=60) == b"ok"
    with pytest.raises(OSError):
        outgoing.call(f"{url}/away", timeout=60)
    assert asked == ["/x", "/away"]


def test_the_connection_goes_to_the_address_that_was_judged(
    here: tuple[str, list[str]], outgoing_named: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that answers public first and this machine a moment later."""
    url, asked = here
    outgoing_named("twice.example.cn")
    answers = [["203.0.114.5"], ["127.0.0.1"]]
    monkeypatch.setattr(outgoing, "resolve", lambda host, port: answers.pop(0))
    with pytest.raises(OSError):
        outgoing.call(url.replace("127.0.0.1", "twice.example.cn"), timeout=2)
    assert asked == [] and answers == []
