"""Trusted time: a service over HTTP as it answers, refuses, lies, is slow or is not there."""

import io
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from asn1crypto import tsp
from cryptography import x509
from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader

from tejian.kit.ground import outgoing
from tejian.kit.papers import pdf
from tejian.kit.seals import signing, stamping
from tests.revoking import crl


class Service:
    """A time-stamping service that does as it is told; its authority is another than that of the seal."""

    def __init__(self, folder: Path):
        signing.demo_certificates(folder, "时间戳公司")
        self.authority = folder / signing.CA_CERT
        self.stamper = stamping.service(stamping.SIMULATOR, folder)
        self.does = ""
        self.asked = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.asked += 1
                sent = self.rfile.read(int(self.headers["Content-Length"]))
                assert self.headers["Content-Type"] == "application/timestamp-query"
                if outer.does == "slow":
                    time.sleep(1)
                self.send_response(500 if outer.does == "fails" else 200)
                self.end_headers()
                self.wfile.write(outer.answer(sent))

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/tsa"

    def answer(self, sent: bytes) -> bytes:
        if self.does == "rubbish":
            return b"<html>busy</html>"
        if self.does == "refuses":
            return bytes(tsp.TimeStampResp({"status": {"status": "rejection"}}).dump())
        asked = tsp.TimeStampReq.load(sent)
        if self.does == "another nonce":
            asked["nonce"] = asked["nonce"].native + 1
        if self.does == "another digest":
            asked["message_imprint"]["hashed_message"] = bytes(32)
        return bytes(self.stamper.request_tsa_response(tsp.TimeStampReq.load(asked.dump(force=True))).dump())


@pytest.fixture
def service(tmp_path: Path, outgoing_named: Any) -> Iterator[Service]:
    one = Service(tmp_path / "service")
    outgoing_named("127.0.0.0/8")
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.fixture
def seal(tmp_path: Path, service: Service) -> signing.Certificates:
    own = signing.demo_certificates(tmp_path / "seal", "某检验院")
    (tmp_path / "seal" / "stamp_company.pem").write_bytes(service.authority.read_bytes())
    return own


def signed(seal: signing.Certificates, address: str) -> bytes:
    stamper = stamping.service(address, seal.authority.parent)
    return signing.sign_pdf(pdf.render("task_sheet", {}), seal, reason="签发", stamper=stamper)


def test_the_time_of_a_service_stands_in_the_signature(seal: signing.Certificates, service: Service) -> None:
    content = signed(seal, service.url)
    facts = signing.verify_signature(content, seal.authority, stamp_roots=seal.stamp_roots)
    assert facts["valid"] and facts["whole"] and facts["stampedBy"] == "演示用时间戳服务" and service.asked >= 1
    assert abs(facts["stampedAt"] - datetime.now(UTC)) < timedelta(minutes=5)
    assert signing.verify_signature(content, seal.authority)["stampedAt"] is None  # whom nobody vouches for


def test_what_proves_a_signature_years_later_stands_in_it(seal: signing.Certificates, service: Service) -> None:
    """The certificates of seal, authority and service, and what its authority has revoked."""
    store = PdfFileReader(io.BytesIO(signed(seal, service.url))).root["/DSS"]
    held = {cert.get_object().data for cert in store["/Certs"]}
    wanted = [*load_certs_from_pemder([str(seal.cert), str(service.authority)])]
    assert {one.dump() for one in wanted} <= held
    assert seal.revoked[0] in [crl.get_object().data for crl in store["/CRLs"]]


def test_without_a_service_no_time_is_claimed(seal: signing.Certificates, service: Service) -> None:
    facts = signing.verify_signature(signed(seal, ""), seal.authority, stamp_roots=seal.stamp_roots)
    assert (facts["valid"], facts["stampedAt"], facts["stampedBy"], service.asked) == (True, None, "", 0)


@pytest.mark.parametrize("does", ["fails", "rubbish", "refuses", "another nonce", "another digest"])
def test_a_service_that_does_wrong_gives_no_file(does: str, seal: signing.Certificates, service: Service) -> None:
    service.does = does
    with pytest.raises(stamping.NoStamp):
        signed(seal, service.url)


def test_a_service_that_nobody_vouches_for_gives_no_file(seal: signing.Certificates, service: Service) -> None:
    (seal.authority.parent / "stamp_company.pem").unlink()
    with pytest.raises(stamping.NoStamp):
        signed(seal, service.url)


def test_a_seal_does_not_wait_for_ever(
    seal: signing.Certificates, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.does = "slow"
    monkeypatch.setattr(stamping, "SECONDS", 0.2)
    with pytest.raises(stamping.NoStamp):
        signed(seal, service.url)


def test_a_service_that_the_installation_does_not_name_is_not_asked(
    seal: signing.Certificates, service: Service, outgoing_named: Any
) -> None:
    outgoing_named("")
    assert outgoing.refusal(service.url)
    with pytest.raises(stamping.NoStamp):
        signed(seal, service.url)
    assert service.asked == 0


def test_a_seal_whose_certificate_was_revoked_signs_nothing(seal: signing.Certificates, service: Service) -> None:
    """Nor does it before somebody asks for a time: whoever stole the key has the clock too."""
    own = x509.load_pem_x509_certificate(seal.cert.read_bytes()).serial_number
    (seal.authority.parent / signing.REVOKED).write_bytes(crl(seal, [own], 30))
    for address in (service.url, ""):
        with pytest.raises(signing.SigningError, match="签章证书已被吊销"):
            signed(seal, address)
    assert service.asked == 0
