"""Signed PDFs: valid as issued, broken by any change, and only with the certificate of the institution."""

import io
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from PIL import Image

from tejian.kit.papers import pdf, qr
from tejian.kit.seals import signing

Sample = Callable[[str], dict[str, Any]]
INSTITUTION = "甬江市特种设备检验研究院"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> signing.Certificates:
    return signing.demo_certificates(tmp_path_factory.mktemp("keys") / "demo", INSTITUTION)


@pytest.fixture
def signed(certificates: signing.Certificates, sample: Sample) -> bytes:
    content = pdf.render("opinion_notice", sample("opinion_notice"))
    return signing.sign_pdf(content, certificates, reason="检验意见通知书签发", location="甬江市")


def test_a_signature_is_valid_as_issued(signed: bytes, certificates: signing.Certificates) -> None:
    found = signing.verify_signature(signed, certificates.authority)
    assert (found["signed"], found["intact"], found["whole"], found["trusted"], found["valid"]) == (True,) * 5
    assert found["signer"] == f"{INSTITUTION}检验专用章"
    assert found["reason"] == "检验意见通知书签发"
    assert abs((datetime.now(UTC) - found["signedAt"]).total_seconds()) < 600
    assert found["sha256"] == signing.sha256(signed)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.3, 0.5, 0.8, 0.999])
def test_a_flipped_byte_breaks_it(share: float, signed: bytes, certificates: signing.Certificates) -> None:
    broken = bytearray(signed)
    broken[int(len(broken) * share)] ^= 1
    assert not signing.verify_signature(bytes(broken), certificates.authority)["valid"]


def test_what_is_added_later_is_noticed(signed: bytes, certificates: signing.Certificates) -> None:
    assert not signing.verify_signature(signed + b"\n1 0 obj<<>>endobj", certificates.authority)["valid"]


def test_a_stranger_is_not_trusted(signed: bytes, tmp_path: Path) -> None:
    other = signing.demo_certificates(tmp_path / "other", INSTITUTION)
    found = signing.verify_signature(signed, other.authority)
    assert (found["intact"], found["trusted"], found["valid"]) == (True, False, False)


def test_unsigned_files_and_rubbish_are_not_valid(sample: Sample, certificates: signing.Certificates) -> None:
    for content in (pdf.render("SBHZD", sample("SBHZD")), b"", b"%PDF-1.7 nothing", b"PK\x03\x04"):
        found = signing.verify_signature(content, certificates.authority)
        assert (found["signed"], found["valid"]) == (False, False)


def test_only_pdf_files_can_be_signed(certificates: signing.Certificates) -> None:
    with pytest.raises(signing.SigningError):
        signing.sign_pdf(b"no pdf", certificates, reason="x")


def test_keys_are_made_once_and_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    first = signing.demo_certificates(folder, INSTITUTION)
    before = first.cert.read_bytes()
    assert signing.demo_certificates(folder, INSTITUTION).cert.read_bytes() == before
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert sorted(path.name for path in folder.iterdir()) == [
        *("ca.crl", "ca.key", "ca.pem", "institution.key", "institution.pem", "stamp_demo.key", "stamp_demo.pem")
    ]


def test_a_seal_with_an_rsa_key_signs_and_another_key_is_read_at_once(tmp_path: Path, sample: Sample) -> None:
    """A signer is kept while its files are what they were."""
    seal = signing.demo_certificates(tmp_path / "demo", INSTITUTION)
    content = pdf.render("opinion_notice", sample("opinion_notice"))
    first = signing.verify_signature(signing.sign_pdf(content, seal, reason="一"), seal.authority)
    ca_key = serialization.load_pem_private_key((tmp_path / "demo" / signing.CA_KEY).read_bytes(), None)
    assert isinstance(ca_key, ec.EllipticCurvePrivateKey)
    ca = x509.load_pem_x509_certificate(seal.authority.read_bytes())
    key = rsa.generate_private_key(65_537, 2048)
    name = signing._name(INSTITUTION, "另一枚印章")
    made = signing._certificate(name, ca.subject, key, ca_key, start=datetime.now(UTC) - timedelta(minutes=5))
    seal.cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    seal.key.write_bytes(signing._pem_key(key))
    for _ in range(2):
        found = signing.verify_signature(signing.sign_pdf(content, seal, reason="二"), seal.authority)
        assert (found["valid"], found["signer"]) == (True, "另一枚印章")
    assert first["signer"] == f"{INSTITUTION}检验专用章"


def test_digest() -> None:
    assert signing.sha256(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_qr_codes() -> None:
    image = Image.open(io.BytesIO(qr.png("https://jy.example.cn/v/NBTD202600137")))
    assert image.format == "PNG"
    assert image.width == image.height > 100
    assert qr.svg("甬江")["svg"].startswith("<svg")
    for text in ("", "a" * 1001):
        with pytest.raises(ValueError, match="二维码"):
            qr.svg(text)
