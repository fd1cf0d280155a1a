"""The transfer journal: written with the approval, sent once, tried again, mended by hand, ignored with a reason."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from tejian.exchange import platform, transfers
from tejian.exchange.models import Transfer
from tejian.exchange.platform import Platform, Rejected, Unreachable
from tejian.inspection.models.items import AppBuss
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tests.archives.conftest import Archive

RETRY, IGNORE = "/api/transfer/retry", "/api/transfer/ignore"


class Fake:
    """A platform that answers as it is told, and keeps what it was sent."""

    def __init__(self, *answers: Any):
        self.answers, self.sent = list(answers), []

    def __call__(self, key: str, content: Any) -> str:
        self.sent.append((key, dict(content)))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return str(answer)


@pytest.fixture
def issued(archive: Archive) -> Transfer:
    archive.office.approved()
    return archive.db.scalars(select(Transfer)).one()


def install(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> Fake:
    fake = Fake(*answers)
    monkeypatch.setattr(transfers, "platform_of", lambda db, tries: Platform(fake))
    return fake


def push(archive: Archive, row: Transfer) -> Transfer:
    archive.db.commit()
    jobs.run("exchange.push", {"transfer_id": row.id})
    archive.db.expire_all()
    return archive.db.scalars(select(Transfer).where(Transfer.id == row.id)).one()


def waiting(archive: Archive) -> list[Any]:
    return [args for name, args in jobs.waiting(archive.db) if name == "exchange.push"]


def test_an_approval_writes_the_journal_and_its_job(archive: Archive) -> None:
    audited = archive.office.audited()
    assert archive.db.scalar(select(func.count()).select_from(Transfer)) == 0
    archive.office.good("pizhun", "/api/appbuss/approveReport", ids=audited.id)
    item = archive.db.scalars(select(AppBuss).where(AppBuss.id == audited.id)).one()
    row = archive.db.scalars(select(Transfer)).one()
    assert (row.state, row.direction, row.seisn, row.reportno) == ("0", "push", item.seisn, item.reportno)
    assert (row.equcode, row.cheorg, row.tries) == (item.equcode, item.cheorg, 0)
    assert row.content["conclusion"] == item.conclusion and len(row.content["sha256"]) == 64
    assert waiting(archive) == [{"transfer_id": row.id}]


def test_a_taken_report_is_sent_once(archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = install(monkeypatch, "ZJ1")
    row = push(archive, issued)
    assert (row.state, row.receipt, row.tries, row.error) == ("1", "ZJ1", 1, "")
    push(archive, issued)
    assert [key for key, _ in fake.sent] == [issued.id]


def test_no_answer_is_tried_again_three_times_and_then_left(
    archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, *[Unreachable("省平台没有应答")] * 4)
    archive.db.execute(text("delete from procrastinate_jobs"))
    for tries, minutes in ((1, 5), (2, 30), (3, 120)):
        row = push(archive, issued)
        assert (row.state, row.tries, row.error) == ("2", tries, "省平台没有应答")
        assert row.nexttry is not None
        assert abs(row.nexttry - clock.now() - timedelta(minutes=minutes)) < timedelta(minutes=1)
        assert waiting(archive) == [{"transfer_id": row.id}] * tries
    row = push(archive, issued)
    assert (row.state, row.tries, row.nexttry, len(waiting(archive))) == ("2", 4, None, 3)


def test_a_rejection_waits_for_a_person_who_mends_and_sends_again(
    archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = install(monkeypatch, Rejected("使用登记证编号不一致"), "ZJ2")
    archive.db.execute(text("delete from procrastinate_jobs"))
    row = push(archive, issued)
    assert (row.state, row.error, row.nexttry, waiting(archive)) == ("2", "使用登记证编号不一致", None, [])
    device = archive.one(row.equdatasysid)
    device.usecertno = "梯11浙B99999(26)"
    archive.db.commit()
    assert archive.office.post("zhiliang", RETRY, ids=row.id)["status"] == 403
    assert archive.office.post("yewu", RETRY, ids=[row.id, "0" * 32])["status"] == 403
    assert waiting(archive) == []
    assert archive.office.good("yewu", RETRY, ids=row.id) == 1
    assert waiting(archive) == [{"transfer_id": row.id}]
    done = push(archive, row)
    assert (done.state, done.receipt, done.error, done.tries) == ("1", "ZJ2", "", 1)
    assert fake.sent[1][1]["usecertno"] == "梯11浙B99999(26)"
    assert "不是失败或忽略状态" in archive.office.refused("yewu", RETRY, ids=row.id, again=1)


def test_a_failed_one_is_ignored_with_a_reason(
    archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = archive.db.scalars(select(Transfer)).one()
    assert archive.office.refused("yewu", IGNORE, id=row.id, version=row.version, ignorereason="x") == (
        "只有失败的记录可以忽略"
    )
    install(monkeypatch, Rejected("重复"), "ZJ3")
    row = push(archive, issued)
    assert archive.office.refused("yewu", IGNORE, id=row.id, version=row.version) == "忽略原因：必填"
    assert archive.office.post("yewu", IGNORE, id=row.id, version=1, ignorereason="x")["status"] == 409
    assert archive.office.post("jianguan", IGNORE, id=row.id, version=row.version, ignorereason="x")["status"] == 403
    archive.office.good("yewu", IGNORE, id=row.id, version=row.version, ignorereason="已人工补录")
    row = archive.db.scalars(select(Transfer)).one()
    assert (row.state, row.ignoredby, row.ignorereason) == ("3", "徐海燕", "已人工补录")
    assert push(archive, row).state == "3"


def test_a_lost_job_is_found_by_the_sweep(archive: Archive, issued: Transfer) -> None:
    archive.db.execute(text("delete from procrastinate_jobs"))
    archive.db.commit()
    jobs.run("exchange.sweep", {})
    assert waiting(archive) == []
    archive.db.execute(text("update transfer set updatetime = now() - interval '2 hours'"))
    archive.db.commit()
    jobs.run("exchange.sweep", {})
    assert waiting(archive) == [{"transfer_id": issued.id}]


def test_the_journal_is_seen_by_its_institute_and_the_area(archive: Archive, issued: Transfer) -> None:
    for login in ("yewu", "zhiliang", "jianguan", "zhanzhang"):
        rows = archive.get(login, "/api/transfer/findList", state="0").json()["data"]["list"]
        assert [r["reportno"] for r in rows] == [issued.reportno], login
    assert archive.get("qiye", "/api/transfer/findList").status_code == 403
    archive.db.execute(text("update transfer set cheorg = 'other', areacode = '440100'"))
    for login in ("yewu", "jianguan"):
        assert archive.get(login, "/api/transfer/findList").json()["data"]["count"] == 0, login
        assert archive.office.post(login, "/api/transfer/load", id=issued.id)["status"] == 403


# -- adapters -------------------------------------------------------------------------------------------------------


def test_the_simulator_fails_as_the_real_one_does() -> None:
    said: dict[str, int] = {"ok": 0, "busy": 0, "no": 0}
    for n in range(400):
        content = {"reportno": f"NBTD2026{n:05d}", "equcode": "x"}
        try:
            platform.simulated("k", content, 1)
            said["ok"] += 1
        except Unreachable:
            assert platform.simulated("k", content, 2).startswith("ZJ")
            said["busy"] += 1
        except Rejected:
            with pytest.raises(Rejected):
                platform.simulated("k", content, 9)
            said["no"] += 1
    assert said["ok"] > 300 and said["busy"] > 20 and said["no"] > 10
    with pytest.raises(Rejected, match="设备代码为空"):
        platform.simulated("k", {"reportno": "a", "equcode": ""}, 1)


@pytest.fixture
def server(outgoing_named: Any) -> Any:
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    seen: list[Any] = []
    answers: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            seen.append((dict(self.headers), body))
            status, content, more = answers.pop(0)
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: Any) -> None:
            return None

    outgoing_named("127.0.0.1")
    running = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/in", seen, answers
    running.shutdown()


def test_the_real_adapter_signs_and_reads_the_answer(server: Any) -> None:
    url, seen, answers = server
    answers.append((200, b'{"success": true, "receipt": "ZJ9"}', {}))
    assert platform.over_http(url, "s3cret", "key1", {"reportno": "甲"}) == "ZJ9"
    head, body = seen[0]
    assert head["X-Signature"] == platform.signature(body, "s3cret") and head["Idempotency-Key"] == "key1"
    assert "甲" in body.decode()


@pytest.mark.parametrize(
    ("status", "content", "more", "kind", "sentence"),
    [
        (200, '{"success": false, "message": "设备不存在"}', {}, Rejected, "设备不存在"),
        (422, "{}", {}, Rejected, "省平台拒收（422）"),
        (503, "{}", {}, Unreachable, "省平台应答异常（503）"),
        (200, "<html>", {}, Unreachable, "省平台没有应答"),
        (200, "[]", {}, Unreachable, "省平台应答格式不正确"),
        (302, "", {"Location": "http://127.0.0.1:1/x"}, Unreachable, "省平台应答异常（302）"),
    ],
)
def test_the_real_adapter_tells_no_from_not_now(
    server: Any, status: int, content: str, more: Any, kind: type[Exception], sentence: str
) -> None:
    url, seen, answers = server
    answers.append((status, content.encode(), more))
    with pytest.raises(kind, match=sentence):
        platform.over_http(url, "s", "k", {})
    assert len(seen) == 1


def test_the_parameter_chooses_the_adapter(archive: Archive) -> None:
    from tejian.system.settings.cache import bump

    def chosen(**values: str) -> Any:
        for key, value in values.items():
            archive.db.execute(
                text("update sys_param set value = :v where key = :k"), {"v": value, "k": f"exchange.{key}"}
            )
        bump(archive.db, "param")
        archive.db.flush()
        return platform.platform_of(archive.db, 1)

    assert chosen(platform="simulator") is not None
    assert chosen(platform="off") is None
    assert chosen(platform="http", platform_url="") is None
    assert chosen(platform="http", platform_url="file:///etc/passwd") is None
    assert chosen(platform="http", platform_url="https://example.invalid/in") is not None
    chosen(platform="simulator", platform_url="")
