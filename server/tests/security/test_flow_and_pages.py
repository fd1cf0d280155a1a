"""Steps that may not be jumped, public pages, exposed addresses, headers and log lines (E03 G01 G09 H01 H03)."""

import logging
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.reports import Report
from tejian.kit.database.audit import SecurityLog
from tejian.kit.database.flowlog import FlowLog
from tests.conftest import Caller

from .conftest import LEAKS, Office

FORWARD = [
    ("/api/appmain/submitAppMainAccept", "shouli"),
    ("/api/appmain/taskConfirmCommit", "jianyan1"),
    ("/api/appbuss/buildReport", "jianyan1"),
    ("/api/appbuss/verifyReport", "jiaohe"),
    ("/api/appbuss/auditReportFx", "fenxiang"),
    ("/api/appbuss/auditReport", "shenhe"),
    ("/api/appbuss/approveReport", "pizhun"),
    ("/api/appbuss/archiveReport", "dangan"),
    ("/api/appbuss/releaseReport", "shouli"),
    ("/api/appbuss/agreeEnd", "yewu"),
    ("/api/appbuss/allowArrears", "yewu"),
]
FILLED = {"safetybriefed": "1", "archivedocs": "01", "archivebox": "A", "archivepages": "1", "releaseway": "03"}
FILLED |= {
    "receiver": "胡斌",
    "opinion": "同意签发",
    "reason": "合同月结",
    "step": "BGFF",
    "status": "70",
    "toStep": "DONE",
}


@pytest.mark.parametrize(("path", "login"), FORWARD)
def test_no_step_is_jumped(office: Office, path: str, login: str) -> None:
    item = office.accepted()[0]
    key = item.appmain_id if "appmain/submit" in path else item.id
    logs = len(office.db.scalars(select(FlowLog.id)).all())
    said = office.post(login, path, ids=key, **FILLED)
    assert said["status"] in (403, 409) or (path.endswith("allowArrears") and not said["isSuccess"]), said
    assert (office.item(item.id).step, office.main(item.appmain_id).step) == ("RWAP", "RUN")
    assert len(office.db.scalars(select(FlowLog.id)).all()) == logs


def test_a_voided_declaration_does_not_come_back(office: Office) -> None:
    item = office.accepted()[0]
    void = {"reasonId": "01", "reasonLabel": "重复申报", "detailDesc": "重复申报"}
    office.good("shouli", "/api/appmain/voidSbdj", ids=item.appmain_id, **void)
    main = office.main(item.appmain_id)
    for path in ("submitAppMain", "submitAppMainAccept", "voidSbdj", "sendBack", "deleteAppMain", "autoWithdraw"):
        said = office.post("shouli", f"/api/appmain/{path}", ids=main.id, appno=main.appno, **void, again="1")
        assert not said["isSuccess"], path
    form = office.form(office.lifts(), id=main.id, version=main.version)
    assert not office.post("shouli", "/api/appmain/saveAppMain", **form)["isSuccess"]
    said = office.post("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    assert said["status"] in (403, 409)
    assert (office.main(main.id).step, office.item(item.id).step) == ("VOID", "VOID")


def test_a_step_is_done_once(office: Office) -> None:
    item = office.approved()
    for path, login in FORWARD[1:7]:
        said = office.post(login, path, ids=item.id, **FILLED)
        assert said["status"] in (403, 409), path
    assert office.item(item.id).step == "BGDY"
    assert len(office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all()) == 1


def test_the_public_report_page_states_no_person(office: Office) -> None:
    item = office.approved()
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    main = office.main(item.appmain_id)
    asked = {"reportno": report.reportno, "code": report.verifycode}
    office.db.commit()
    said = office.call.client.post("/api/public/verifyReport", data=asked)
    assert said.json()["data"]["valid"] is True
    private = [main.inscontactname, main.INSCONTACTTEL, main.unitcode, main.unitaddress, "陈立峰", "林志远", "胡建军"]
    assert not [p for p in private if p and p in said.text]
    assert set(said.json()["data"]) == {
        *("reportno", "title", "unitname", "equname", "equcode", "usecertno", "conclusion", "inspdate", "ninspdate"),
        *(
            "orgname",
            "digest",
            "issuedAt",
            "signer",
            "state",
            "current",
            "heading",
            "notes",
            "valid",
            "pdfUrl",
            "sm2",
            "p7sUrl",
        ),
    }


@pytest.mark.parametrize("code", ["", "%", "_", "' or '1'='1", "AAAA", "0"])
def test_a_report_opens_with_its_whole_code_only(office: Office, code: str) -> None:
    item = office.approved()
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    office.db.commit()
    for wrong in (code, report.verifycode[:-1]):
        for path in ("verifyReport", "reportFile"):
            said = office.call.client.post(f"/api/public/{path}", data={"reportno": report.reportno, "code": wrong})
            assert said.json()["errorMsg"] == "报告编号或验证码不正确"
            assert report.verifycode not in said.text
    assert len(report.verifycode) >= 8


def test_guessing_is_stopped_by_address_whatever_the_headers_say(call: Caller) -> None:
    for n in range(24):
        headers = {"X-Forwarded-For": f"10.0.0.{n}", "X-Real-IP": f"10.0.0.{n}", "Forwarded": f"for=10.0.0.{n}"}
        path = "/api/public/verifyReport" if n % 2 else "/api/public/reportFile"
        said = call(path, _headers=headers, reportno=f"NBTD2026{n:05d}", code="AAAAAAAA")
        assert said.status_code == (429 if n >= 20 else 200), n
    assert said.json()["errorMsg"] == "查验过于频繁，请10分钟后再试"


EXPOSED = ["/docs", "/redoc", "/openapi.json", "/.git/config", "/.git/HEAD", "/.env", "/metrics", "/actuator/env"]
EXPOSED += ["/druid/index.html", "/swagger-ui/index.html", "/debug", "/initCache", "/server-status", "/phpinfo.php"]
EXPOSED += ["/a/b/.env", "/assets/../.env", "/%2e%2e/%2e%2e/etc/passwd", "/index.html.bak", "/main.py", "/tejian.db"]


@pytest.mark.parametrize("path", EXPOSED)
def test_there_is_nothing_for_a_scanner(call: Caller, path: str) -> None:
    said = call.client.get(path)
    assert (said.status_code, said.json()["errorCode"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("path", ["/", "/login", "/businessPro/applyInfo?id=1", "/equipment-documents", "/argu/1"])
def test_pages_of_the_client_are_pages(call: Caller, path: str) -> None:
    assert call.client.get(path).status_code in (200, 503)  # 503 while the client is not built


@pytest.mark.parametrize(
    "path",
    [
        "/api/<script>alert(1)</script>",
        "/api/x?callback=alert(1)",
        "/<script>alert(1)</script>.php",
        "/a/loginConfig?callback=alert&jsonp=x&key=<script>",
        "/argu/params/<img src=x onerror=alert(1)>",
        '/api/layout/validators?x="><svg/onload=alert(1)>',
    ],
)
def test_nothing_of_an_address_is_echoed(call: Caller, path: str) -> None:
    said = call.client.get(path)
    assert not any(word in said.text for word in ("<script>alert", "<svg/on", "onerror=", "alert("))
    if not said.headers["content-type"].startswith("text/html"):
        assert said.headers["x-content-type-options"] == "nosniff"


def answers(call: Caller, office: Office) -> list[Any]:
    client = call.client
    return [
        client.get("/a/loginConfig"),
        client.post("/api/user/info"),
        client.put("/api/user/info"),
        client.get("/api/none"),
        client.get("/.env"),
        client.get("/login"),
        client.get("/a/validCode?randomNum=1"),
        client.post("/api/unitbasic/save", content=b"x" * (3 << 20)),
        client.post("/api/user/info", content=b"{", headers={"content-type": "application/json"}),
        client.request("OPTIONS", "/api/user/info", headers={"Origin": "https://evil.example"}),
        client.request("TRACE", "/api/user/info"),
    ]


def test_every_answer_has_the_safe_headers_and_tells_no_version(call: Caller, office: Office) -> None:
    for said in answers(call, office):
        head = said.headers
        assert head["x-content-type-options"] == "nosniff"
        assert head["x-frame-options"] == "SAMEORIGIN"
        assert head["referrer-policy"] == "same-origin"
        assert "frame-ancestors 'self'" in head["content-security-policy"]
        assert "unsafe-eval" not in head["content-security-policy"]
        assert "access-control-allow-origin" not in head
        assert "x-powered-by" not in head
        if head.get("content-type", "").startswith("application/json"):
            assert head["cache-control"] == "no-store"
        if not head.get("content-type", "").startswith(("text/html", "image/")):
            assert not LEAKS.search(said.text), said.text[:200]


def test_a_log_line_is_one_line_whatever_was_sent(
    call: Caller, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tejian.inspection.reports import public

    def broken(*_all: Any) -> None:
        raise RuntimeError("first\nsecond 2026-01-01 INFO forged\x1b[31m")

    monkeypatch.setattr(public, "verify_report", broken)
    agent = {"User-Agent": "Mozilla \x1b[31m 2026-01-01 forged"}
    with caplog.at_level(logging.INFO):
        said = call("/api/public/verifyReport", _headers=agent, reportno="x\r\n2026-01-01 INFO forged", code="y")
    assert said.status_code == 500
    number = said.json()["errorMsg"].split("编号")[1].rstrip("）")
    record = next(r for r in caplog.records if number in r.getMessage())
    assert record.getMessage() == f"unexpected error {number} in /api/public/verifyReport"
    assert "first" not in said.text and not LEAKS.search(said.text)


def test_a_line_of_the_security_log_is_one_line_whatever_was_sent(call: Caller, db: Session) -> None:
    call("/api/public/verifyReport", reportno="x\r\n2026 INFO forged\x1b[31m\u202e", code="y")
    row = db.scalars(select(SecurityLog).order_by(SecurityLog.id.desc()).limit(1)).one()
    assert (row.kind, row.target) == ("报告查验", "x··2026 INFO forged·[31m·")


def test_the_security_log_keeps_one_printable_line(call: Caller, office: Office) -> None:
    from tejian.kit.database.audit import SecurityLog

    call("/api/public/verifyReport", reportno="NB\r\n2026 登录 成功 \x1b[31m", code="x")
    row = office.db.scalars(select(SecurityLog).order_by(SecurityLog.id.desc())).first()
    assert row is not None and row.target.isprintable() and "\n" not in row.target
