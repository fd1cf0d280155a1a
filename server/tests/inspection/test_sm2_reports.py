"""Reports with an SM2 signature: by the key of the institute, by a service, and what refuses to issue one."""

import base64
import json
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.records import ReportSm2
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.records import national
from tejian.kit.database.audit import SecurityLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.seals import sm2_container, sm2_files, sm2_service
from tejian.readiness import institute as readiness
from tejian.readiness.lines import GOOD, MISSING
from tejian.system.models.organisations import Org
from tejian.system.models.settings import Param
from tejian.system.settings.cache import bump
from tests.authority import PASSWORD, Authority
from tests.sm2_authority import Sm2Authority, judged_by_openssl

from .conftest import Office
from .test_reissue import approved as approved_change
from .test_reissue import released, rewrite

APPROVE = "/api/appbuss/approveReport"
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL is not here")


def put(office: Office, **values: str) -> None:
    for key, value in values.items():
        office.db.scalars(select(Param).where(Param.key == f"seal.{key}")).one().value = value
    bump(office.db, "param")


@pytest.fixture
def institute(office: Office, seal_put_back: Path) -> Org:
    org = office.db.scalars(select(Org).where(Org.kind == "institute")).one()
    shutil.rmtree(national.folder(org), ignore_errors=True)
    return org


def issued(office: Office) -> Report:
    item = office.approved()
    return office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()


def signed(office: Office, **values: str) -> Report:
    """A report that was issued with these parameters."""
    item = office.audited()
    put(office, **values)
    office.good("pizhun", APPROVE, ids=item.id)
    return office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()


def refused(office: Office, item: AppBuss, **values: str) -> str:
    """The sentence with which the report of an item is not issued; nothing was stored."""
    put(office, **values)
    said = office.refused("pizhun", APPROVE, ids=item.id)
    office.db.expire_all()
    assert office.item(item.id).step == "BGSP"
    assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []
    assert office.db.scalars(select(ReportSm2)).all() == []
    return str(said)


def verified(office: Office, report: Report) -> dict[str, Any]:
    said: dict[str, Any] = office.call(
        "/api/public/verifyReport", reportno=report.reportno, code=report.verifycode
    ).json()["data"]
    return said


def proved(office: Office, content: bytes, container: bytes | None = None) -> dict[str, Any]:
    more = {} if container is None else {"signature": base64.b64encode(container).decode()}
    answer = office.call("/api/public/proveReport", _files={"file": ("报告.pdf", content)}, **more).json()
    assert answer["isSuccess"], answer
    said: dict[str, Any] = answer["data"]
    return said


def sm2_line(said: dict[str, Any]) -> str:
    (line,) = [one for one in said["lines"] if one.startswith("国密签名")]
    return str(line)


def test_without_the_parameter_a_report_has_none(office: Office, institute: Org) -> None:
    report = issued(office)
    assert office.db.scalars(select(ReportSm2)).all() == []
    said = verified(office, report)
    assert (said["sm2"], said["p7sUrl"]) == ("", "")
    assert not any("国密" in line for line in proved(office, files.read_checked(report.key))["lines"])
    assert office.refused("dayin", "/api/appbuss/reportSignature", id=report.appbuss_id) == "这份报告签发时没有国密签名"
    assert not national.folder(institute).exists()


@needs_openssl
def test_the_key_of_the_institute_signs_the_file_as_it_was_issued(
    office: Office, institute: Org, tmp_path: Path
) -> None:
    authority = Sm2Authority()
    said = national.install(office.db, institute.code, authority.seal("宁波特检"), b"")
    assert said.startswith("宁波特检国密专用章，某某电子认证有限公司 国密 CA签发，有效至") and said.endswith(
        "私钥在本机"
    )
    event = office.db.scalars(select(SecurityLog).order_by(SecurityLog.id.desc()).limit(1)).one()
    assert (event.kind, event.target) == ("更换国密签章证书", institute.name)
    report = signed(office, sm2="file")
    row = office.db.scalars(select(ReportSm2)).one()
    assert (row.report_id, row.signer, row.issuer) == (report.id, "宁波特检国密专用章", "某某电子认证有限公司 国密 CA")
    content, container = files.read_checked(report.key), base64.b64decode(row.container)
    assert judged_by_openssl(container, content, authority.pem, tmp_path / "one")
    assert not judged_by_openssl(container, content[:-1] + b"x", authority.pem, tmp_path / "two")

    stated = verified(office, report)
    words = "国密签名（SM2）：有效，由宁波特检国密专用章签署，证书由某某电子认证有限公司 国密 CA签发，与文件一致。"
    assert stated["sm2"] == words
    answer = office.call.client.get(stated["p7sUrl"])
    assert (answer.status_code, answer.content) == (200, container)
    assert f"{report.reportno}.p7s" in answer.headers["content-disposition"]
    wrong = office.call("/api/public/reportSignature", reportno=report.reportno, code="AAAAAAAA").json()
    assert wrong["errorMsg"] == "报告编号或验证码不正确"
    screen = office.good("dayin", "/api/appbuss/getItem", id=report.appbuss_id)
    assert screen["report"]["sm2"] == "宁波特检国密专用章"
    assert sm2_line(proved(office, content)) == words


def test_a_service_signs_a_digest_and_never_sees_the_report(office: Office, institute: Org) -> None:
    report = signed(office, sm2="service")
    container = national.kept(office.db, report)
    assert container is not None
    known = sm2_files.authorities(national.folder(institute).parent.parent)
    assert sm2_container.judged(container, files.read_checked(report.key), known, clock.now()).valid
    assert verified(office, report)["sm2"].endswith("与文件一致。签章用的是演示证书，只供试用，没有法律效力。")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("timeout", "国密签名服务没有给出签名，报告没有签发"),
        ("refuses", "国密签名服务没有给出签名，报告没有签发"),
        ("rubbish", "国密签名服务没有给出签名，报告没有签发"),
        ("signature", "国密签名与报告文件不符，报告没有签发"),
        ("certificate", "国密签名所用的证书不是本机构安装的，报告没有签发"),
        ("expired", "国密签章证书不在有效期内（有效至"),
    ],
    ids=sm2_service.FAULTS,
)
def test_a_service_that_does_wrong_issues_nothing(office: Office, institute: Org, fault: str, sentence: str) -> None:
    item = office.audited()
    assert refused(office, item, sm2="service", sm2_fault=fault).startswith(sentence)
    put(office, sm2_fault="")
    office.good("pizhun", APPROVE, ids=item.id)


def test_a_certificate_that_ran_out_since_it_was_installed_issues_nothing(office: Office, institute: Org) -> None:
    folder = national.folder(institute)
    sm2_files.demonstration(folder, institute.name, clock.now())
    now = clock.now()
    over = sm2_files.renewed(folder, now.replace(year=now.year - 2), now.replace(year=now.year - 1))
    own = sm2_files.read(folder)
    sm2_files._written(folder, sm2_files.Seal(over, own.key, own.authorities))
    assert refused(office, office.audited(), sm2="file").startswith("国密签章证书不在有效期内（有效至")


def test_a_demonstration_signs_nothing_in_earnest(office: Office, institute: Org) -> None:
    item = office.audited()
    assert national.demonstration(office.db, institute) == ""
    put(office, sm2="file", demonstration="0")
    assert national.demonstration(office.db, institute).startswith(f"{institute.name}的国密签章证书还是演示证书")
    records.install(office.db, institute.code, Authority().seal("宁波特检"), PASSWORD, b"")
    assert "国密签章证书还是演示证书" in refused(office, item, stamp_url="")
    put(office, demonstration="1")
    national.install(office.db, institute.code, Sm2Authority().seal("宁波特检", key=False), b"")
    assert refused(office, item, sm2="file").startswith("国密签章的私钥不在本机")
    put(office, demonstration="0")
    assert national.demonstration(office.db, institute) == ""
    put(office, sm2="service", sm2_url=sm2_service.SIMULATOR)
    assert national.demonstration(office.db, institute).startswith("国密签名仍由演示服务给出")


def test_the_public_page_says_what_a_changed_file_or_a_foreign_certificate_is(office: Office, institute: Org) -> None:
    national.install(office.db, institute.code, Sm2Authority().seal("宁波特检"), b"")
    report = signed(office, sm2="file")
    content, container = files.read_checked(report.key), national.kept(office.db, report)
    assert container is not None
    changed = proved(office, content + b"\n1 0 obj<<>>endobj", container)
    assert changed["verdict"] == "changed"
    assert sm2_line(changed) == "国密签名：与文件不符，文件或签名在签署之后被改动过，不能采信。"
    foreign = sm2_files.opened(Sm2Authority().seal("宁波特检"), b"", clock.now()).signs(content)
    said = proved(office, content, foreign)
    assert (said["verdict"], sm2_line(said)) == ("genuine", "国密签名：证书不是本平台认可的机构签发的，不能采信。")
    assert sm2_line(proved(office, content, b"rubbish")) == "国密签名：签名文件读不出来，不是本平台的国密签名。"
    assert "有效" in sm2_line(proved(office, content, container))


class Service:
    """A signing service over HTTP; it does as it is told."""

    def __init__(self, folder: Path):
        self.does, self.heard = "", list[tuple[str, dict[str, Any]]]()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"]))
                outer.heard.append((self.headers["Authorization"] or "", json.loads(sent)))
                if outer.does == "slow":
                    time.sleep(1)
                self.send_response(500 if outer.does == "fails" else 200)
                self.end_headers()
                self.wfile.write(sm2_service.simulated(folder, sent))

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/sign"


@pytest.fixture
def service(institute: Org, outgoing_named: Any) -> Iterator[Service]:
    sm2_files.demonstration(national.folder(institute), institute.name, clock.now())
    one = Service(national.folder(institute))
    outgoing_named("127.0.0.0/8")
    yield one
    one.server.shutdown()
    one.server.server_close()


def test_a_service_over_http_is_asked_with_its_token(office: Office, service: Service) -> None:
    report = signed(office, sm2="service", sm2_url=service.url, sm2_token="一个令牌".encode().hex())
    assert "有效" in verified(office, report)["sm2"]
    ((token, asked),) = service.heard
    assert token == f"Bearer {'一个令牌'.encode().hex()}"
    assert (asked["algorithm"], sorted(asked), len(asked["digest"])) == (
        "SM2", ["algorithm", "certificate", "digest"], 64
    )  # fmt: skip


@pytest.mark.parametrize("does", ["slow", "fails", "not named"])
def test_a_service_that_does_not_answer_issues_nothing(
    office: Office, service: Service, does: str, monkeypatch: pytest.MonkeyPatch, outgoing_named: Any
) -> None:
    service.does = does
    monkeypatch.setattr(sm2_service, "SECONDS", 0.3)
    if does == "not named":
        outgoing_named("")
    said = refused(office, office.audited(), sm2="service", sm2_url=service.url)
    assert said.startswith("国密签名服务没有给出签名，报告没有签发")
    assert len(service.heard) == (0 if does == "not named" else 1)


def test_a_certificate_of_no_authority_that_is_installed_signs_nothing(office: Office, institute: Org) -> None:
    folder = national.folder(institute)
    sm2_files.demonstration(folder, institute.name, clock.now())
    (folder / sm2_files.AUTHORITY).write_bytes(Sm2Authority().pem)
    assert refused(office, office.audited(), sm2="file").startswith("国密签名所用的证书不是本机构安装的")


def test_a_revoked_certificate_signs_nothing(office: Office, institute: Org) -> None:
    """Its authority's list lies beside it, as those of the other seal do."""
    folder = national.folder(institute)
    sm2_files.demonstration(folder, institute.name, clock.now())
    serial = sm2_files.read(folder).cert.serial_number
    (folder / "list.crl").write_bytes(Authority().crl(serial))
    assert refused(office, office.audited(), sm2="file").startswith("国密签章证书已被吊销")


def test_a_supplement_and_a_correction_are_signed_by_themselves(office: Office, institute: Org) -> None:
    """Each is a report of its own, over its own bytes; the signature of the first stays as it was."""
    put(office, sm2="file")
    item = released(office)
    first, number = issued_as(office, item.reportno), item.reportno
    before = national.kept(office.db, first)
    approved_change(office, item, kind="05", content="补发2份，换证用", reason="原件遗失")
    approved_change(office, office.item(item.id))
    rewrite(office, office.item(item.id))
    reports = [first, *(issued_as(office, one) for one in (f"{number}-B1", f"{number}-G1"))]
    rows = list(office.db.scalars(select(ReportSm2)))
    assert {one.report_id for one in rows} == {one.id for one in reports} and len(rows) == 3
    assert len({one.container for one in rows}) == 3 and national.kept(office.db, first) == before
    for report in reports:
        assert "有效" in verified(office, report)["sm2"]
    other = national.kept(office.db, reports[1])
    assert "与文件不符" in sm2_line(proved(office, files.read_checked(reports[2].key), other))


def issued_as(office: Office, number: str) -> Report:
    return office.db.scalars(select(Report).where(Report.reportno == number)).one()


def test_what_is_missing_before_the_first_signature_is_named(office: Office, institute: Org) -> None:
    """On the page of what is still to be done, with the command that does it."""

    def said() -> list[tuple[str, str]]:
        return [(one.state, one.text) for one in readiness.sm2_seal(office.db, institute)]

    assert said() == []
    put(office, sm2="file")
    ((state, missing),) = said()
    assert state == MISSING and missing.startswith("现为演示证书")
    assert missing.endswith("./run seal 330200-TJ 证书.pem --sm2")
    national.install(office.db, institute.code, Sm2Authority().seal("宁波特检"), b"")
    assert said() == [(GOOD, "由认证机构签发")]


def test_a_report_whose_file_was_damaged_is_still_told(office: Office, institute: Org) -> None:
    report = signed(office, sm2="file")
    path = files.store()._path(report.key)  # type: ignore[attr-defined]
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    try:
        stated = verified(office, report)
    finally:
        path.write_bytes(whole)
    assert (stated["reportno"], stated["sm2"]) == (
        report.reportno, "国密签名：存档的报告文件已损坏，无法核对，请向检验机构询问。"
    )  # fmt: skip


def test_two_processes_make_one_demonstration(institute: Org) -> None:
    """Whoever comes second takes what is there; key and certificate belong together."""
    folder = national.folder(institute)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _n: sm2_files.demonstration(folder, institute.name, clock.now()), range(4)))
    own, document = sm2_files.read(folder), b"document"
    assert sm2_container.judged(own.signs(document), document, own.authorities, clock.now()).valid
    assert not list(folder.parent.glob(".new-*"))
