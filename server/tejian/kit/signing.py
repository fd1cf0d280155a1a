"""Institution signatures in PDF files: a demonstration authority with its certificate, signing, checking, digests.

A real institution puts the certificate of its CA into the folder; the demonstration one only shows how it works.
"""

import hashlib
import io
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.x509.oid import NameOID
from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.misc import PdfError as ReadError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

YEARS = 10
FIELD = "InstitutionSeal"
CA_CERT, CA_KEY = "ca.pem", "ca.key"
CERT, KEY = "institution.pem", "institution.key"


class SigningError(Exception):
    """A document could not be signed; the message is for the log."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Where the certificate, its key and the certificate of its authority lie (PEM files)."""

    cert: Path
    key: Path
    authority: Path


def sha256(content: bytes) -> str:
    """The SHA-256 digest as 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def demo_certificates(folder: Path, organisation: str, now: datetime | None = None) -> Certificates:
    """The demonstration CA and the certificate of `organisation` in `folder`: made at the first call, for 10 years.

    All files are readable by their owner only. A half-made folder is made anew.
    """
    certificates = Certificates(folder / CERT, folder / KEY, folder / CA_CERT)
    if all(path.is_file() for path in (certificates.cert, certificates.key, certificates.authority)):
        return certificates
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    start = (now or datetime.now(UTC)) - timedelta(minutes=5)
    ca_key = ec.generate_private_key(ec.SECP256R1())
    own_key = ec.generate_private_key(ec.SECP256R1())
    ca_name = _name("演示用电子认证机构", f"{organisation} 演示 CA")
    ca_cert = _certificate(ca_name, ca_name, ca_key, ca_key, start=start, is_ca=True)
    own_cert = _certificate(_name(organisation, f"{organisation}检验专用章"), ca_name, own_key, ca_key, start=start)
    _write(folder / CA_KEY, _pem_key(ca_key))
    _write(folder / KEY, _pem_key(own_key))
    _write(folder / CA_CERT, ca_cert.public_bytes(serialization.Encoding.PEM))
    _write(folder / CERT, own_cert.public_bytes(serialization.Encoding.PEM))
    return certificates


def sign_pdf(content: bytes, certificates: Certificates, *, reason: str, location: str = "") -> bytes:
    """The PDF with an invisible institution signature over the whole file (the seal itself is drawn by the template).

    The file may not be changed afterwards: a changed byte breaks the signature. Raises SigningError.
    """
    try:
        signer = signers.SimpleSigner.load(
            str(certificates.key), str(certificates.cert), ca_chain_files=[str(certificates.authority)]
        )
        if signer is None:
            raise SigningError("签名证书或私钥无法读取")
        meta = signers.PdfSignatureMetadata(
            field_name=FIELD,
            reason=reason,
            location=location or None,
            md_algorithm="sha256",
            certify=True,
            docmdp_permissions=fields.MDPPerm.NO_CHANGES,
        )
        out = io.BytesIO()
        signers.sign_pdf(IncrementalPdfFileWriter(io.BytesIO(content)), meta, signer=signer, output=out)
    except (ReadError, OSError, ValueError) as fault:
        raise SigningError(f"文件无法签名：{fault}") from fault
    return out.getvalue()


def verify_signature(content: bytes, *authorities: Path) -> dict[str, Any]:
    """What the last signature of a PDF says.

    Keys: signed, intact (the signed bytes are unchanged), whole (nothing was added after signing), trusted (issued by
    one of `authorities`, PEM files), valid (all of them), signer, serial, signedAt (aware datetime), reason, sha256.
    A file that is not a PDF, or without signature, gives signed False and valid False.
    """
    answer: dict[str, Any] = {
        "signed": False, "intact": False, "whole": False, "trusted": False, "valid": False,
        "signer": "", "serial": "", "signedAt": None, "reason": "", "sha256": sha256(content),
    }  # fmt: skip
    try:
        signatures = PdfFileReader(io.BytesIO(content), strict=False).embedded_signatures
        if not signatures:
            return answer
        signature = signatures[-1]
        roots = list(load_certs_from_pemder([str(one) for one in authorities]))
        context = ValidationContext(trust_roots=roots, allow_fetching=False)
        status = validate_pdf_signature(signature, signer_validation_context=context)
        cert = signature.signer_cert
        answer.update(
            signed=True,
            intact=bool(status.intact and status.valid),
            whole=_covers_all(content, signature.byte_range),
            trusted=bool(status.trusted),
            signer=cert.subject.native.get("common_name", ""),
            serial=f"{cert.serial_number:X}",
            signedAt=signature.self_reported_timestamp,
            reason=str(signature.sig_object.get("/Reason", "")),
        )
    except Exception:  # a damaged file can fail anywhere inside the parser; it is then simply not valid
        return answer
    answer["valid"] = answer["intact"] and answer["whole"] and answer["trusted"]
    return answer


def _covers_all(content: bytes, byte_range: Any) -> bool:
    start, first, second, length = (int(one) for one in byte_range)
    return start == 0 and first < second and second + length >= len(content.rstrip(b"\r\n"))


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
    key: EllipticCurvePrivateKey,
    issuer_key: EllipticCurvePrivateKey,
    *,
    start: datetime,
    is_ca: bool = False,
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
    return builder.sign(issuer_key, hashes.SHA256())


def _pem_key(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, from its first byte on."""
    partial = path.with_suffix(path.suffix + ".part")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    partial.replace(path)
