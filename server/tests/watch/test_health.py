"""What the operators of an installation see, and are told of once."""

import json
import logging
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography import x509
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from tejian import probes, settings
from tejian.kit.database import jobs, steady
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock, outgoing, trace
from tejian.kit.ground.user import User
from tejian.kit.seals import signing
from tejian.messages.models import Message, Sms
from tejian.ops import logs
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.models.settings import Param
from tejian.system.settings.cache import bump
from tejian.watch.health import checks
from tejian.watch.models.health import HealthState, Operation
from tejian.watch.permissions import HEALTH
from tests.conftest import Caller
from tests.revoking import crl

ADMIN = User(id="h", name="系统管理员", scope="all", permissions=frozenset({HEALTH}))


def look(db: Session) -> dict[str, HealthState]:
    db.commit()
    jobs.run("watch.health", {})
    db.expire_all()
    return {row.code: row for row in db.scalars(sa.select(HealthState))}


def put(db: Session, key: str, value: str) -> None:
    db.scalars(sa.select(Param).where(Param.key == key)).one().value = value
    bump(db, "param")


def alerts(db: Session) -> list[str]:
    """What the system administrator was told, oldest first."""
    admin = db.scalars(sa.select(SysUser.id).where(SysUser.login == "sysadmin")).one()
    told = sa.select(Message.title).where(Message.user_id == admin, Message.kind == "运行告警").order_by(Message.id)
    return list(db.scalars(told))


def backed_up(db: Session, hours: float, good: bool = True) -> None:
    db.add(
        Operation(
            id=f"o{hours}{good}", kind="backup", at=clock.now() - timedelta(hours=hours), good=good, detail="1 MB"
        )
    )
    db.flush()


def test_what_is_watched_stands_on_a_page(call: Caller, db: Session) -> None:
    look(db)
    shown = call("/api/system/health/findList", _as=ADMIN).json()["data"]["list"]
    assert [row["title"] for row in shown][:2] == ["备份", "恢复演练"]
    assert {"queue", "failed", "disk", "clock", "chain"} <= look(db).keys()
    assert call("/api/system/health/findList", _as=User(id="x", name="他人", scope="all")).status_code == 403


def test_one_alert_when_it_begins_and_one_when_it_ends(call: Caller, db: Session) -> None:
    assert look(db)["backup"].state == "ca"  # none yet: to be seen, not to be woken for
    assert alerts(db) == []
    backed_up(db, 27)
    first = look(db)["backup"]
    assert (first.state, alerts(db)) == ("no", ["备份：异常"])
    since = first.since
    look(db)
    assert alerts(db) == ["备份：异常"] and look(db)["backup"].since == since
    backed_up(db, 1)
    assert look(db)["backup"].state == "ok"
    look(db)
    assert alerts(db) == ["备份：异常", "备份：已恢复"]


def test_an_archive_that_stands_still_is_told(call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where one was begun; then of an old base copy, and of a log that the database cannot hand over."""
    assert "archive" not in look(db)

    def archiver(failed: str, handed: str, since: str) -> None:
        names = {"failed": failed, "handed": handed, "since": since}
        told = [f"now() - interval '{ago}' as {name}" for name, ago in names.items() if ago]
        told += [f"null::timestamptz as {name}" for name, ago in names.items() if not ago]
        monkeypatch.setattr(checks, "ARCHIVER", sa.text(f"select {bool(failed)} as failing, {', '.join(told)}"))

    archiver("", "1 minute", "1 minute")
    for hours, state in ((30, "no"), (2, "ok")):
        db.add(
            Operation(id=f"a{hours}", kind="archive", at=clock.now() - timedelta(hours=hours), good=True, detail="x")
        )
        db.flush()
        assert look(db)["archive"].state == state, hours
    assert look(db)["archive"].text == "2 小时前基础备份，x；最新一段日志 1 分钟前"
    for failed, handed, since, state, words in (
        ("", "16 minutes", "16 minutes", "no", "2 小时前基础备份，x；最新一段日志 16 分钟前"),
        ("", "9 hours", "2 minutes", "ok", "2 小时前基础备份，x；最新一段日志 9 小时前"),  # started again just now
        ("", "", "2 minutes", "ok", "2 小时前基础备份，x；还没有交出日志"),
        ("3 minutes", "3 hours", "3 hours", "no",
         "数据库 3 分钟前没有能交出日志，最新一段是 3 小时前的，请检查归档目录或存储桶"),
        ("3 minutes", "", "3 hours", "no", "数据库 3 分钟前没有能交出日志，请检查归档目录或存储桶"),
    ):  # fmt: skip
        archiver(failed, handed, since)
        row = look(db)["archive"]
        assert (row.state, row.text) == (state, words)


def test_a_backup_that_failed_is_told(call: Caller, db: Session) -> None:
    backed_up(db, 1, good=False)
    assert look(db)["backup"].state == "no"


def test_a_drill_long_ago_and_a_replica_that_lags(call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the drill the last one counts; an installation without a replica is told nothing of one."""
    first = look(db)
    assert (first["drill"].state, first["drill"].text) == ("ca", "还没有恢复演练") and "replica" not in first
    for days, state in ((101, "no"), (99, "ok")):
        db.add(Operation(id=f"d{days}", kind="drill", at=clock.now() - timedelta(days=days), good=True, detail="x"))
        db.flush()
        assert look(db)["drill"].state == state, days
    assert alerts(db) == ["恢复演练：异常", "恢复演练：已恢复"]
    for behind, state, text in ((10.0, "ok", "落后 10 秒"), (31.0, "no", "落后 31 秒"), (-1.0, "no", "没有回答")):
        monkeypatch.setattr(checks.replica, "lag", lambda behind=behind: behind)
        row = look(db)["replica"]
        assert (row.state, row.text) == (state, text)


def test_alerts_go_by_short_message_and_webhook_where_asked(
    call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = db.scalars(sa.select(SysUser).where(SysUser.login == "sysadmin")).one()
    admin.mobile = "13800000008"
    put(db, "health.sms", "1")
    put(db, "health.webhook", "https://alerts.example.org/x")
    backed_up(db, 30)
    look(db)
    sent = db.scalars(sa.select(Sms).where(Sms.template == "YXGJ")).all()
    assert [s.receiver for s in sent] == ["13800000008"] and "备份：异常" in sent[0].content
    ((name, told),) = [(n, a) for n, a in jobs.waiting(db) if n == "watch.webhook"]
    calls: list[Any] = []
    monkeypatch.setattr(outgoing, "call", lambda url, body, head, timeout: calls.append((url, json.loads(body))))
    jobs.run(name, told)
    assert calls == [("https://alerts.example.org/x", told)] and told["code"] == "backup"


def test_the_webhook_is_an_address_that_the_installation_names(call: Caller, db: Session) -> None:
    put(db, "health.webhook", "http://127.0.0.1:9/x")
    db.commit()
    with pytest.raises(outgoing.Foreign):
        jobs.run("watch.webhook", {"title": "x", "text": "", "state": "no", "code": "x"})


def test_jobs_that_wait_too_long_or_gave_up(call: Caller, db: Session) -> None:
    assert look(db)["queue"].state == "ok"
    jobs.enqueue(db, "watch.webhook", at=clock.now() - timedelta(minutes=20), title="x")
    jobs.enqueue(db, "watch.webhook", at=clock.now() + timedelta(minutes=20), title="y")
    row = look(db)["queue"]
    assert row.state == "no" and row.text.startswith("1 个等待")
    db.execute(sa.text("update procrastinate_jobs set status = 'failed' where status = 'todo'"))
    db.execute(sa.text("insert into procrastinate_events (job_id, type) select id, 'failed' from procrastinate_jobs"))
    assert "watch.webhook" in look(db)["failed"].text


def test_a_check_that_breaks_is_bad_and_the_others_are_made(
    call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_db: Session) -> Any:
        raise OSError("no disk")

    changed = [checks.Check(c.code, c.title, broken) if c.code == "disk" else c for c in checks.CHECKS]
    monkeypatch.setattr("tejian.watch.health.watching.CHECKS", changed)
    rows = look(db)
    assert rows["disk"].state == "no" and rows["chain"].state == "ca"


def test_a_full_disk_and_an_old_certificate(call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    put(db, "health.disk_percent", "50")
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _p: type("U", (), {"free": 40, "total": 100})())
    ends = {checks.Path("/seal/3302/institution.pem"): clock.now() + timedelta(days=20)}
    monkeypatch.setattr(checks, "certificates", lambda: ends)
    rows = look(db)
    assert rows["disk"].state == "no" and rows["certificate"].state == "ca"
    ends[checks.Path("/seal/3303/institution.pem")] = clock.now() - timedelta(days=2)
    assert "3303" in look(db)["certificate"].text


def test_a_licence_that_ends_or_has_no_day(call: Caller, db: Session) -> None:
    """Without it an institute may not inspect."""
    db.execute(sa.update(Org).values(licence_no=""))
    assert "licence" not in look(db)
    own = db.scalars(sa.select(Org).where(Org.kind == "institute", Org.enabled)).first()
    assert own is not None
    own.licence_no, own.licence_to = "TS7110000-2026", None
    assert (look(db)["licence"].state, look(db)["licence"].text) == ("ca", f"{own.name}没有写明核准证有效期")
    for days, state, said in ((181, "ok", "有效至"), (179, "ca", "有效至"), (-1, "no", "过期")):
        own.licence_to = clock.today() + timedelta(days=days)
        row = look(db)["licence"]
        assert row.state == state and said in row.text and str(own.licence_to) in row.text, days
    assert alerts(db) == ["核准证：异常"]


def test_a_list_of_revoked_certificates_that_is_old_or_names_the_seal(
    call: Caller, db: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stole the key of a seal signs on until somebody reads the list of its authority."""
    here = replace(settings.current(), data=str(tmp_path))
    monkeypatch.setattr(checks.settings, "current", lambda: here)
    seal = signing.demo_certificates(tmp_path / "seal" / "3302", "检验院")
    assert look(db)["revoked"].state == "ok"
    listed = seal.authority.parent / signing.REVOKED
    own = x509.load_pem_x509_certificate(seal.cert.read_bytes()).serial_number
    for serials, days, state, sentence in (
        ((), -1, "no", "的吊销列表应于"),
        ((own,), 30, "no", "3302 的签章证书已被吊销，请立即停用并更换"),
    ):
        listed.write_bytes(crl(seal, serials, days))
        row = look(db)["revoked"]
        assert row.state == state and sentence in row.text
    listed.unlink()
    assert look(db)["revoked"].state == "ca"


# -- probes ------------------------------------------------------------------------------------------------------------


def test_the_probes_say_whether_it_lives_and_can_work(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call.client.get("/healthz").text == "ok"
    assert call.client.get("/readyz").json() == {"ready": True, "missing": []}
    monkeypatch.setattr(probes, "newest", lambda: "9999")
    answer = call.client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["migration"])


def test_figures_are_for_this_machine_or_the_token(
    application: Any, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:

    here = TestClient(application, client=("127.0.0.1", 5))
    there = TestClient(application, client=("10.0.0.1", 5))
    here.get("/healthz")
    said = here.get("/metrics")
    assert said.status_code == 200 and 'tejian_requests_total{status="200"}' in said.text
    assert "tejian_database_up 1" in said.text and "# TYPE tejian_request_seconds histogram" in said.text
    assert here.get("/metrics", headers={"X-Forwarded-For": "9.9.9.9"}).status_code == 404
    assert there.get("/metrics").status_code == 404
    assert there.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    chosen = replace(settings.current(), metrics_token="s3cret")
    monkeypatch.setattr(settings, "current", lambda: chosen)
    assert there.get("/metrics", headers={"Authorization": "Bearer s3cret"}).status_code == 200
    assert there.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404


# -- log lines ---------------------------------------------------------------------------------------------------------


VALUE = "33020319900101" + "1234"  # in two parts: a traceback shows the line that failed


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    return dict(json.loads(logs.Json().format(record)))


def failed_line(wrong: BaseException) -> dict[str, Any]:
    try:
        raise wrong
    except type(wrong):
        return line_of(logging.LogRecord("x", logging.ERROR, "f", 1, "broken\nline", (), sys.exc_info()))


def test_a_log_line_holds_no_value_of_a_statement(db: Session) -> None:
    for statement in ("select cast(:v as date)", "select cast(:v as int)"):
        with pytest.raises(sa.exc.DBAPIError) as caught, db.begin_nested():
            db.execute(sa.text(statement), {"v": VALUE})
        line = failed_line(caught.value)
        assert VALUE not in json.dumps(line) and "sqlalchemy.exc.DataError" in line["error"]
    with pytest.raises(sa.exc.IntegrityError) as caught, db.begin_nested():
        db.execute(sa.insert(Param).values(key="sso.url", value=VALUE, label="x", grp="x", source=""))
    assert VALUE not in json.dumps(failed_line(caught.value))


def test_a_log_line_names_kind_and_constraint(db: Session) -> None:
    with pytest.raises(sa.exc.IntegrityError) as caught, db.begin_nested():
        statement = "insert into watch_operation (id, kind, at, detail) values ('x', 'x', now(), :v)"
        db.execute(sa.text(statement), {"v": VALUE})
    error = failed_line(caught.value)["error"]
    assert "23502 watch_operation good" in error and VALUE not in error


def test_the_error_page_the_log_and_the_audit_show_one_number(
    call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[dict[str, Any]] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(line_of(record))  # type: ignore[method-assign]
    logging.getLogger("tejian.kit.web.edge").addHandler(handler)
    monkeypatch.setattr("tejian.watch.health.watching.begin", lambda _db: 1 // 0)
    answer = call("/api/system/health/look", _as=ADMIN)
    logging.getLogger("tejian.kit.web.edge").removeHandler(handler)
    number = answer.headers["X-Request-Id"]
    assert answer.status_code == 500 and f"（编号{number[-8:]}）" in answer.json()["errorMsg"]
    assert lines[-1]["request"] == number and "ZeroDivisionError" in lines[-1]["error"]
    refused = call("/api/system/health/look", _as=User(id="x", name="他人", scope="all"))
    row = db.scalars(sa.select(SecurityLog).order_by(SecurityLog.id.desc())).first()
    assert row is not None and row.request_no == refused.headers["X-Request-Id"]


def test_outside_of_requests_there_is_no_number() -> None:
    assert "request" not in line_of(logging.LogRecord("x", logging.INFO, "f", 1, "%s up", ("all",), None))
    assert trace.number() == ""


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_a_step_of_the_clock_is_noticed(call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(db)["clock"].state == "ok"
    really = steady._ahead()
    for step, word in ((3600, "拨快"), (-3600, "拨慢")):
        monkeypatch.setattr(steady, "_ahead", lambda step=step: really + step)
        row = look(db)["clock"]
        assert row.state == "no" and word in row.text and "60 分钟" in row.text
    monkeypatch.setattr(steady, "_ahead", lambda: really)
    assert look(db)["clock"].state == "ok"


def test_a_clock_that_differs_from_the_database_is_noticed(
    call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = steady.time.time
    monkeypatch.setattr(steady.time, "time", lambda: now() + 90)
    monkeypatch.setattr(steady, "_ahead", lambda: steady._at_start)
    assert "与数据库的时钟相差 90 秒" in look(db)["clock"].text


def test_lines_from_the_future_are_noticed(call: Caller, db: Session) -> None:
    db.add(SecurityLog(at=clock.now() + timedelta(hours=1), kind="x"))
    db.flush()
    assert "时钟被拨慢过" in look(db)["clock"].text
