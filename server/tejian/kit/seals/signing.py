"""Institution signatures in PDF files: a demonstration authority with its certificate, signing, checking, digests.

A signature carries what proves it years later: the certificates, the list of revoked ones of its authority (`*.crl` in
the folder), and the time of a time-stamping service where one is asked (PAdES B-LT, in one revision).

A real institution puts the certificate of its CA into the folder; the demonstration one only shows how it works.
"""

import hashlib
import io
import logging
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.misc import PdfError as ReadError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.signers.pdf_signer import DSSContentSettings, SigDSSPlacementPreference
from pyhanko.sign.timestamps import TimeStamper
from pyhanko.sign.validation import KeyUsageConstraints, validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.errors import PathBuildingError
from pyhanko_certvalidator.util import get_pyca_cryptography_hash

from . import stamping

logging.getLogger("pyhanko.sign").setLevel(logging.ERROR)  # it warns of each file that nothing is fetched
YEARS = 10
FIELD = "InstitutionSeal"
CA_CERT, CA_KEY = "ca.pem", "ca.key"
CERT, KEY = "institution.pem", "institution.key"
DEMO_AUTHORITY, DEMO_STAMPER = "演示用电子认证机构", "演示用时间戳服务"
SIGNS = KeyUsageConstraints(key_usage={"digital_signature", "non_repudiation"})  # one of them: authorities differ
REVOKED = "ca.crl"
BYTE_RANGE = re.compile(rb"/ByteRange *\[ *0 (\d+) (\d+) ")


class SigningError(Exception):
    """A document could not be signed; the message is for the log."""


class RevokedSeal(SigningError):
    """The authority has revoked the certificate of the seal; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Where the certificate, its key and the certificate of its authority lie (PEM files)."""

    cert: Path
    key: Path
    authority: Path

    @property
    def stamp_roots(self) -> list[Path]:
        """Authorities of the time-stamping services that are trusted here."""
        return sorted(self.authority.parent.glob(stamping.ROOTS))

    @property
    def revoked(self) -> list[bytes]:
        """The lists of revoked certificates that are put into signatures."""
        return [_der(file.read_bytes()) for file in sorted(self.authority.parent.glob("*.crl"))]

    @property
    def is_revoked(self) -> bool:
        """Whether one of these lists names the certificate of the seal."""
        serial = x509.load_pem_x509_certificate(self.cert.read_bytes()).serial_number
        lists = map(x509.load_der_x509_crl, self.revoked)
        return any(one.get_revoked_certificate_by_serial_number(serial) for one in lists)


def _der(content: bytes) -> bytes:
    """A list as an authority publishes it, in either of the two forms."""
    if not content.lstrip().startswith(b"-----BEGIN"):
        return content
    return x509.load_pem_x509_crl(content).public_bytes(serialization.Encoding.DER)


def sha256(content: bytes) -> str:
    """The SHA-256 digest as 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def demo_certificates(folder: Path, organisation: str, now: datetime | None = None) -> Certificates:
    """The demonstration CA and the certificate of `organisation` in `folder`: made at the first call, for 10 years.

    All files are readable by their owner only. A half-made folder is made anew.
    """
    certificates = Certificates(folder / CERT, folder / KEY, folder / CA_CERT)
    if all(path.is_file() for path in (certificates.cert, certificates.key, certificates.authority)):
        if (folder / CA_KEY).is_file() and not (folder / stamping.CERT).is_file():
            _demo_proofs(folder, now)
        return certificates
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    start = (now or datetime.now(UTC)) - timedelta(minutes=5)
    ca_key = ec.generate_private_key(ec.SECP256R1())
    own_key = ec.generate_private_key(ec.SECP256R1())
    ca_name = _name(DEMO_AUTHORITY, f"{organisation} 演示 CA")
    ca_cert = _certificate(ca_name, ca_name, ca_key, ca_key, start=start, is_ca=True)
    own_cert = _certificate(_name(organisation, f"{organisation}检验专用章"), ca_name, own_key, ca_key, start=start)
    write_private(folder / CA_KEY, _pem_key(ca_key))
    write_private(folder / KEY, _pem_key(own_key))
    write_private(folder / CA_CERT, ca_cert.public_bytes(serialization.Encoding.PEM))
    _demo_proofs(folder, now)
    write_private(folder / CERT, own_cert.public_bytes(serialization.Encoding.PEM))
    return certificates


def is_demonstration(cert: Path) -> bool:
    """Whether a certificate was issued by the demonstration authority, or is not there yet."""
    if not cert.is_file():
        return True
    return issued_by_demonstration(x509.load_pem_x509_certificate(cert.read_bytes()))


def issued_by_demonstration(cert: x509.Certificate) -> bool:
    """Whether a certificate was issued by the demonstration authority."""
    names = cert.issuer.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    return any(name.value == DEMO_AUTHORITY for name in names)


def _demo_proofs(folder: Path, now: datetime | None) -> None:
    """What the demonstration CA has beside the certificate: its list of revoked ones, and a time-stamping service."""
    start = (now or datetime.now(UTC)) - timedelta(minutes=5)
    ca_key = serialization.load_pem_private_key((folder / CA_KEY).read_bytes(), None)
    assert isinstance(ca_key, EllipticCurvePrivateKey)
    ca = x509.load_pem_x509_certificate((folder / CA_CERT).read_bytes())
    key = rsa.generate_private_key(65_537, 2048)
    stamps = _certificate(_name(DEMO_STAMPER, "演示 TSA"), ca.subject, key, ca_key, start=start, stamps=True)
    revoked = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(ca.subject)
        .last_update(start)
        .next_update(start + timedelta(days=YEARS * 365))
        .add_extension(x509.CRLNumber(1), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()), critical=False)
        .sign(ca_key, hashes.SHA256())
    )
    write_private(folder / REVOKED, revoked.public_bytes(serialization.Encoding.DER))
    write_private(folder / stamping.KEY, _pem_key(key))
    write_private(folder / stamping.CERT, stamps.public_bytes(serialization.Encoding.PEM))


def sign_pdf(
    content: bytes,
    certificates: Certificates,
    *,
    reason: str,
    location: str = "",
    stamper: TimeStamper | None = None,
) -> bytes:
    """The PDF with an invisible institution signature over the whole file (the seal itself is drawn by the template).

    The file may not be changed afterwards: a changed byte breaks the signature. With a `stamper` the time in it is that
    of its service, checked before the file is given. Raises SigningError, and stamping.NoStamp.
    """
    revoked = certificates.revoked
    if certificates.is_revoked:
        raise RevokedSeal("签章证书已被吊销，不能签发，请联系系统管理员更换")
    try:
        files = (certificates.key, certificates.cert, certificates.authority)
        signer = _signer(*files, tuple(one.stat().st_mtime_ns for one in files))
        meta = signers.PdfSignatureMetadata(
            field_name=FIELD,
            reason=reason,
            location=location or None,
            md_algorithm="sha256",
            signer_key_usage=set(),  # either of SIGNS: seen to when a seal is installed, and in each verification
            certify=True,
            docmdp_permissions=fields.MDPPerm.NO_CHANGES,
            subfilter=fields.SigSeedSubFilter.PADES,
            embed_validation_info=bool(revoked),
            validation_context=_context(certificates.authority, *certificates.stamp_roots, revoked=revoked),
            dss_settings=DSSContentSettings(
                include_vri=False, placement=SigDSSPlacementPreference.TOGETHER_WITH_SIGNATURE
            ),
        )
        out = io.BytesIO()
        writer = IncrementalPdfFileWriter(io.BytesIO(content))
        sealing = signers.PdfSigner(meta, signer=signer, timestamper=stamper)
        sealing.sign_pdf(writer, output=out, bytes_reserved=signer.rooms.get(stamper) if stamper else None)
    except PathBuildingError as fault:
        raise (stamping.NoStamp if stamper is not None else SigningError)(str(fault)) from fault
    except (ReadError, OSError, ValueError) as fault:
        raise SigningError(f"文件无法签名：{fault}") from fault
    signed = out.getvalue()
    if stamper is not None and stamper not in signer.rooms:
        signer.rooms[stamper] = _room(signed)
    if (
        stamper is not None
        and not verify_signature(signed, certificates.authority, stamp_roots=certificates.stamp_roots)["stampedAt"]
    ):
        raise stamping.NoStamp("what the service answered is no proof of the time")
    return signed


class _Signer(signers.SimpleSigner):  # type: ignore[misc]
    """A signer whose key is read and proved once: the library does both for each signature, 15 ms for an RSA key."""

    held: Any = None

    def __init__(self, *what: Any, **more: Any):
        super().__init__(*what, **more)
        # room for a signature by time-stamping service: the library makes a whole one beforehand to find its length
        self.rooms: WeakKeyDictionary[Any, int] = WeakKeyDictionary()

    def sign_raw(self, data: bytes, digest_algorithm: str) -> bytes:
        mechanism = self.get_signature_mechanism_for_digest(digest_algorithm).signature_algo
        hashed = get_pyca_cryptography_hash(digest_algorithm)
        if mechanism == "ecdsa":
            return bytes(self.held.sign(data, ec.ECDSA(hashed)))
        if mechanism == "rsassa_pkcs1v15":
            return bytes(self.held.sign(data, PKCS1v15(), hashed))
        return bytes(super().sign_raw(data, digest_algorithm))


def _room(signed: bytes) -> int:
    """The characters that a signed PDF holds free for its signature: what its byte range leaves out, less < and >."""
    first, second = (int(one) for one in BYTE_RANGE.findall(signed)[-1])
    if signed[first : first + 1] + signed[second - 1 : second] != b"<>":
        raise SigningError("签名的位置无法辨认")
    return second - first - 2


@lru_cache(maxsize=100)
def _signer(key: Path, cert: Path, authority: Path, _changed: tuple[int, ...]) -> _Signer:
    """The signer of a seal; another one as soon as one of its files is another."""
    read = signers.SimpleSigner.load(str(key), str(cert), ca_chain_files=[str(authority)])
    if read is None:
        raise SigningError("签名证书或私钥无法读取")
    signer = _Signer(read.signing_cert, read.signing_key, read.cert_registry)
    signer.held = serialization.load_der_private_key(signer.signing_key.dump(), None)
    return signer


def _context(*authorities: Path, revoked: Sequence[bytes] = ()) -> ValidationContext:
    roots = list(load_certs_from_pemder([str(one) for one in authorities]))
    return ValidationContext(trust_roots=roots, crls=list(revoked), allow_fetching=False)


def verify_signature(content: bytes, *authorities: Path, stamp_roots: Sequence[Path] = ()) -> dict[str, Any]:
    """What the last signature of a PDF says.

    Keys: signed, intact (the signed bytes are unchanged), whole (nothing was added after signing), trusted (issued by
    one of `authorities`, PEM files), valid (all of them), signer, serial, cert (its SHA-256), signedAt (aware
    datetime), reason, sha256, stampedAt (aware datetime, of a service that `stamp_roots` or `authorities` vouch for)
    and stampedBy.
    A file that is not a PDF, or without signature, gives signed False and valid False.
    """
    answer: dict[str, Any] = {
        "signed": False, "intact": False, "whole": False, "trusted": False, "valid": False,
        "signer": "", "issuer": "", "serial": "", "cert": "", "signedAt": None, "reason": "", "sha256": sha256(content),
        "stampedAt": None, "stampedBy": "",
    }  # fmt: skip
    try:
        signatures = PdfFileReader(io.BytesIO(content), strict=False).embedded_signatures
        if not signatures:
            return answer
        signature = signatures[-1]
        status = validate_pdf_signature(
            signature,
            signer_validation_context=_context(*authorities),
            ts_validation_context=_context(*authorities, *stamp_roots),
            key_usage_settings=SIGNS,
        )
        cert = signature.signer_cert
        answer.update(
            signed=True,
            intact=bool(status.intact and status.valid),
            whole=_covers_all(content, signature.byte_range),
            trusted=bool(status.trusted),
            signer=cert.subject.native.get("common_name", ""),
            issuer=cert.issuer.native.get("organization_name", ""),
            serial=f"{cert.serial_number:X}",
            cert=sha256(cert.dump()),
            signedAt=signature.self_reported_timestamp,
            reason=str(signature.sig_object.get("/Reason", "")),
        )
        stamp = status.timestamp_validity
        if stamp is not None and stamp.valid and stamp.trusted:
            answer["stampedAt"] = stamp.timestamp
            answer["stampedBy"] = stamp.signing_cert.subject.native.get("organization_name", "")
    except Exception:  # a damaged file can fail anywhere inside the parser; it is then simply not valid
        return answer
    answer["valid"] = answer["intact"] and answer["whole"] and answer["trusted"]
    return answer


def _covers_all(content: bytes, byte_range: Any) -> bool:
    start, first, second, length = (int(one) for one in byte_range)
    return start == 0 and first < second and second + length == len(content)  # one byte more is a change


def _name(organisation: str, common: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "CN"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, organisation[:64]),
            x509.NameAttribute(NameOID.COMMON_NAME, common[:64]),
        ]
    )


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: EllipticCurvePrivateKey | rsa.RSAPrivateKey,
    issuer_key: EllipticCurvePrivateKey,
    *,
    start: datetime,
    is_ca: bool = False,
    stamps: bool = False,
) -> x509.Certificate:
    usage = x509.KeyUsage(
        digital_signature=not is_ca, content_commitment=not is_ca, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=is_ca, crl_sign=is_ca, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=YEARS * 365 + 3))
        .add_extension(x509.BasicConstraints(ca=is_ca, path_length=0 if is_ca else None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if not is_ca:
        issued_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key())
        builder = builder.add_extension(issued_by, critical=False)
    if stamps:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
    return builder.sign(issuer_key, hashes.SHA256())


def _pem_key(key: EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, from its first byte on."""
    partial = path.with_suffix(path.suffix + ".part")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    partial.replace(path)
