"""Detached SM2 signatures of files (.p7s): the SignedData of GM/T 0010-2012 (GB/T 35275-2017), made and judged.

The signature is over the bytes of the file itself, without attributes beside it: any tool that can check SM2 with the
usual name of the signer can check it, `openssl dgst` among them (docs/deploy.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from asn1crypto import cms, core
from asn1crypto import x509 as forms
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from . import sm2

DATA, SIGNED_DATA = "1.2.156.10197.6.1.4.2.1", "1.2.156.10197.6.1.4.2.2"
SM3, SM2_SIGNS = "1.2.156.10197.1.401", "1.2.156.10197.1.301.1"
ALGORITHMS = (SM2_SIGNS, sm2.WITH_SM3)  # tools write either
LONGEST = 32_000  # bytes of a container; ours have some 1,200


class _Container(core.Sequence):  # type: ignore[misc]
    _fields: ClassVar = [("content_type", core.ObjectIdentifier), ("content", cms.SignedData, {"explicit": 0})]


def made(signature: bytes, cert: x509.Certificate) -> bytes:
    """The container of a signature (DER) with the certificate of who signed."""
    own = forms.Certificate.load(cert.public_bytes(Encoding.DER))
    body = own["tbs_certificate"]
    signer = {
        "version": "v1",
        "sid": cms.SignerIdentifier(
            "issuer_and_serial_number", {"issuer": body["issuer"], "serial_number": body["serial_number"]}
        ),
        "digest_algorithm": {"algorithm": SM3},
        "signature_algorithm": {"algorithm": SM2_SIGNS},
        "signature": signature,
    }
    content = {
        "version": "v1",
        "digest_algorithms": [{"algorithm": SM3}],
        "encap_content_info": {"content_type": DATA},
        "certificates": [cms.CertificateChoices("certificate", own)],
        "signer_infos": [signer],
    }
    return bytes(_Container({"content_type": SIGNED_DATA, "content": content}).dump())


@dataclass(frozen=True, slots=True)
class Judged:
    """What a container says of a file: `whole` the file is what was signed, `trusted` by a certificate of a known
    authority that is meant for signatures, `in_time` while that was valid."""

    whole: bool = False
    trusted: bool = False
    in_time: bool = False
    holder: str = ""
    issuer: str = ""
    serial: str = ""
    cert: x509.Certificate | None = None

    @property
    def valid(self) -> bool:
        return self.whole and self.trusted and self.in_time


NOTHING = Judged()


def judged(container: bytes, content: bytes, authorities: Sequence[x509.Certificate], at: datetime) -> Judged:
    """What a container from anywhere says of a file, for certificates that these authorities issued, at a moment."""
    if len(container) > LONGEST:
        return NOTHING
    try:
        cert, signature = _read(container)
        key = sm2.public_key(cert)
        return Judged(
            whole=sm2.holds(signature, sm2.digest(content, key), key),
            trusted=sm2.may_sign(cert) and any(sm2.is_issued(cert, one) for one in authorities),
            in_time=cert.not_valid_before_utc <= at.astimezone(UTC) <= cert.not_valid_after_utc,
            holder=sm2.name_of(cert.subject),
            issuer=sm2.name_of(cert.issuer),
            serial=f"{cert.serial_number:X}",
            cert=cert,
        )
    except Exception:  # what anybody sends can fail anywhere in its reader
        return NOTHING


def _read(container: bytes) -> tuple[x509.Certificate, bytes]:
    """The certificate of the one signer, and his signature of the bare content."""
    outer = _Container.load(container, strict=True)
    inner = outer["content"]
    (signer,) = inner["signer_infos"]
    if outer["content_type"].native != SIGNED_DATA or inner["encap_content_info"]["content_type"].dotted != DATA:
        raise ValueError("no SignedData of GM/T 0010")
    if signer["digest_algorithm"]["algorithm"].dotted != SM3 or signer["signed_attrs"]:
        raise ValueError("not over the bare content")
    if signer["signature_algorithm"]["algorithm"].dotted not in ALGORITHMS:
        raise ValueError("not a signature of SM2")
    named = signer["sid"].chosen
    for one in inner["certificates"]:
        own = one.chosen
        if (own.issuer, own.serial_number) == (named["issuer"], named["serial_number"].native):
            return x509.load_der_x509_certificate(own.dump()), signer["signature"].native
    raise ValueError("the certificate of the signer is not there")
