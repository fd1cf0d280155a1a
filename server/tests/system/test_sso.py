"""Single sign-on by CAS tickets, against a small server that speaks CAS 3.0."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from sqlalchemy import func, select, text

from tejian.system.models.accounts import UserSession

SERVICE = "https://tejian.example/ssologin"
GOOD = (
    "<cas:serviceResponse xmlns:cas='http://www.yale.edu/tp/cas'><cas:authenticationSuccess>"
    "<cas:user>{}</cas:user></cas:authenticationSuccess></cas:serviceResponse>"
)
BAD = (
    "<cas:serviceResponse xmlns:cas='http://www.yale.edu/tp/cas'>"
    "<cas:authenticationFailure code='INVALID_TICKET'>no</cas:authenticationFailure></cas:serviceResponse>"
)


@dataclass
class Cas:
    url: str
    tickets: dict[str, str]
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def cas(outgoing_named: Any) -> Iterator[Cas]:
    """A CAS server that knows a few tickets for one service, named by the installation."""
    outgoing_named("127.0.0.1")
    known = Cas("", {"ST-1": "shouli", "ST-2": "yewu", "ST-gone": "nobody-here"})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            at = urlparse(self.path)
            query = parse_qs(at.query)
            ticket = query["ticket"][0]
            known.asked.append(ticket)
            right = at.path == "/cas/p3/serviceValidate" and query["service"] == [SERVICE]
            said = GOOD.format(known.tickets[ticket]) if right and ticket in known.tickets else BAD
            if ticket == "ST-entity":
                said = '<!DOCTYPE x [<!ENTITY e "shouli">]>' + GOOD.format("&e;")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known.url = f"http://127.0.0.1:{server.server_address[1]}/cas"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield known
    server.shutdown()
    server.server_close()


def ticket(browser: Any, name: str, **form: Any) -> Any:
    return browser.call("/a/login", ticket=name, **form).json()


def test_tickets_are_refused_while_single_sign_on_is_off(browser, cas: Cas) -> None:
    assert ticket(browser(), "ST-1")["errorMsg"] == "未启用单点登录"
    assert cas.asked == []


def test_a_ticket_opens_one_session_for_its_user(browser, param, cas: Cas, db) -> None:
    param("sso.url", cas.url)
    param("sso.service", SERVICE)
    b = browser()
    answer = ticket(b, "ST-1", username="eWV3dQ==", service="https://evil.example/")
    assert answer["isSuccess"] and answer["user"]["loginName"] == "shouli"
    b.call.sid = answer["sessionid"]
    assert b.good("/api/user/info")["loginName"] == "shouli"
    assert ticket(browser(), "ST-1")["errorMsg"] == "登录票据已使用，请重新登录"
    assert cas.asked == ["ST-1"]  # a used ticket is not even asked for
    assert db.scalar(select(func.count()).select_from(UserSession)) == 1


def test_wrong_tickets_open_nothing(browser, param, person, cas: Cas, db) -> None:
    param("sso.url", cas.url)
    param("sso.service", SERVICE)
    person("yewu").enabled = False
    for name in ("ST-unknown", "ST-gone", "ST-2", "ST-entity"):
        assert ticket(browser(), name)["errorMsg"] == "登录票据无效或账号不存在", name
    assert db.scalar(select(func.count()).select_from(UserSession)) == 0


def test_a_ticket_for_another_service_opens_nothing(browser, param, cas: Cas) -> None:
    param("sso.url", cas.url)
    param("sso.service", "https://other.example/")
    assert ticket(browser(), "ST-1", service=SERVICE)["errorMsg"] == "登录票据无效或账号不存在"


def test_a_server_that_the_installation_does_not_name_is_not_asked(browser, param, cas: Cas, outgoing_named) -> None:
    outgoing_named("cas.example.cn")
    param("sso.url", cas.url)
    param("sso.service", SERVICE)
    assert ticket(browser(), "ST-1")["errorMsg"] == "登录票据无效或账号不存在"
    assert cas.asked == []


def test_a_server_that_does_not_answer_opens_nothing(browser, param, cas: Cas) -> None:
    param("sso.url", "http://127.0.0.1:9/cas")
    assert ticket(browser(), "ST-1")["errorMsg"] == "登录票据无效或账号不存在"


def test_twenty_requests_with_one_ticket_make_one_session(real: Any, application: Any, cas: Cas) -> None:
    from tests.reader import Reader

    with real.new_session.begin() as session:
        for key, value in (("sso.url", cas.url), ("sso.service", SERVICE)):
            session.execute(text("update sys_param set value = :v where key = :k"), {"v": value, "k": key})
        session.execute(
            text("insert into sys_cache_version values ('param', 1000) on conflict (name) do update set value = 1000")
        )
    client = Reader(application, raise_server_exceptions=False)

    def attempt(_: int) -> bool:
        answer = client.post("/a/login", data={"ticket": "ST-1"})
        assert answer.status_code == 200
        return bool(answer.json()["isSuccess"])

    with client, ThreadPoolExecutor(20) as pool:
        opened = list(pool.map(attempt, range(20)))
    assert sum(opened) == 1
    with real.new_session() as session:
        assert session.scalar(select(func.count()).select_from(UserSession)) == 1
    assert cas.asked == ["ST-1"]
