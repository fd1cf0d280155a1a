"""Lists of revoked certificates come from where the certificate says, and only those of its authority are believed."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.inspection.records import seals
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.seals import revocations, seal_files, signing
from tests.authority import PASSWORD, Authority
from tests.documents.test_seal_files import of, signed


class Place:
    """Where an authority publishes its list."""

    def __init__(self) -> None:
        self.content, self.asked, outer = b"", 0, self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(outer.content)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/ca.crl"


@pytest.fixture
def place(outgoing_named: Any) -> Iterator[Place]:
    one = Place()
    outgoing_named("127.0.0.0/8")
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.fixture
def authority(place: Place) -> Authority:
    return Authority(lists=place.url)


@pytest.fixture
def seal(authority: Authority, tmp_path: Path) -> signing.Certificates:
    folder = tmp_path / "3302"
    own = seal_files.opened(authority.seal("某检验院"), PASSWORD, b"", clock.now())
    seal_files.exchange(folder, own, clock.now())
    return of(folder)


def test_a_list_is_fetched_and_stops_the_seal_that_it_names(
    authority: Authority, place: Place, seal: signing.Certificates
) -> None:
    place.content = authority.crl()
    assert revocations.renew(seal, clock.now()) == []
    assert seal.revoked == [place.content] and place.asked == 1
    assert signing.verify_signature(signed(seal), seal.authority)["valid"]
    own = x509.load_pem_x509_certificate(seal.cert.read_bytes()).serial_number
    place.content = authority.crl(own)
    assert revocations.renew(seal, clock.now()) == []
    assert seal.revoked == [place.content]
    with pytest.raises(signing.RevokedSeal):
        signed(seal)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda own: b"<html>", "不是吊销列表"),
        (lambda own: b"-----BEGIN X509 CRL-----", "不是吊销列表"),
        (lambda own: Authority(own.name).crl(), "不是由发证机构签发的"),
        (lambda own: own.crl(made=clock.now() - timedelta(days=9), days=8), "已经过期"),
        (lambda own: own.crl(made=clock.now() - timedelta(days=1)), "比已有的更旧"),
    ],
)
def test_a_list_that_is_not_to_be_believed_changes_nothing(
    content, sentence: str, authority: Authority, place: Place, seal: signing.Certificates
) -> None:
    place.content = before = authority.crl()
    assert revocations.renew(seal, clock.now()) == []
    place.content = content(authority)
    assert revocations.renew(seal, clock.now()) == [f"{place.url}：{sentence}"]
    assert seal.revoked == [before]


def test_a_place_that_the_installation_does_not_name_is_not_asked(
    authority: Authority, place: Place, seal: signing.Certificates, outgoing_named: Any
) -> None:
    outgoing_named("")
    place.content = authority.crl()
    (fault,) = revocations.renew(seal, clock.now())
    assert "外联名单" in fault and place.asked == 0 and seal.revoked == []


def test_every_night_the_lists_of_all_seals_are_fetched_and_what_fails_is_noted(
    db: Session, authority: Authority, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "seal" / "3302"
    own = seal_files.opened(authority.seal("某检验院"), PASSWORD, b"", clock.now())
    seal_files.exchange(folder, own, clock.now())
    here = replace(settings.current(), data=str(tmp_path))
    monkeypatch.setattr(settings, "current", lambda: here)
    place.content = authority.crl()
    seals.fetch_revocation_lists(db)
    assert of(folder).revoked == [place.content]
    noted = select(SecurityLog.target, SecurityLog.detail, SecurityLog.result).where(SecurityLog.kind == "取吊销列表")
    assert db.execute(noted).all() == []
    place.content = b"<html>"
    seals.fetch_revocation_lists(db)
    assert [tuple(one) for one in db.execute(noted)] == [("3302", f"{place.url}：不是吊销列表", "失败")]
