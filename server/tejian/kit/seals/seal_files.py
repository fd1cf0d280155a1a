"""The certificate of an authority becomes the seal of an institute: read from the file it sends, checked, exchanged.

What was sealed before stays provable: the files of the former seal go to a folder beside the new ones.
"""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from tejian.kit.papers import pdf

from . import signing, stamping

SHORTEST_RSA, SHORTEST_CURVE = 2048, 256  # bits of a key
FORMER = "former"  # folders of former seals, named by the moment of the exchange


class WrongSeal(Exception):
    """A file that is no seal; the message is for the operator."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A certificate with its key and the certificates of the authorities above it, the issuer first."""

    cert: x509.Certificate
    key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
    authorities: list[x509.Certificate]

    @property
    def holder(self) -> str:
        """Whose seal it is, as the certificate says."""
        return _said(self.cert.subject, NameOID.COMMON_NAME)

    @property
    def issuer(self) -> str:
        """Who issued it."""
        return _said(self.cert.issuer, NameOID.ORGANIZATION_NAME) or _said(self.cert.issuer, NameOID.COMMON_NAME)


def _said(name: x509.Name, oid: x509.ObjectIdentifier) -> str:
    return str(next((one.value for one in name.get_attributes_for_oid(oid)), ""))


def opened(content: bytes, password: str, authority: bytes, now: datetime) -> Seal:
    """The seal in a PKCS#12 file. `authority`: PEM certificates of the issuers, where the file holds none.

    Raises WrongSeal for what cannot seal a report: another password, no key, expired, not meant for signatures, of the
    demonstration authority, or not issued by the authority given with it.
    """
    try:
        key, cert, more = pkcs12.load_key_and_certificates(content, password.encode() or None)
        issuers = x509.load_pem_x509_certificates(authority) if authority else []
    except ValueError as fault:
        raise WrongSeal("证书文件打不开：不是 PKCS#12（.p12、.pfx）文件，或密码不对") from fault
    if key is None or cert is None:
        raise WrongSeal("文件里没有私钥或证书")
    if not isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)):
        raise WrongSeal("私钥须为 RSA 或椭圆曲线密钥")
    if key.key_size < (SHORTEST_RSA if isinstance(key, rsa.RSAPrivateKey) else SHORTEST_CURVE):
        raise WrongSeal(f"私钥只有 {key.key_size} 位，太短")
    moment = now.astimezone(UTC)
    if not cert.not_valid_before_utc <= moment <= cert.not_valid_after_utc:
        raise WrongSeal(
            f"证书不在有效期内（{cert.not_valid_before_utc:%Y-%m-%d}至{cert.not_valid_after_utc:%Y-%m-%d}）"
        )
    if _said(cert.issuer, NameOID.ORGANIZATION_NAME) == signing.DEMO_AUTHORITY:
        raise WrongSeal("这是演示证书")
    if not _signs(cert):
        raise WrongSeal("证书不是用于签名的")
    return Seal(cert, key, _chain(cert, [*more, *issuers]))


def _signs(cert: x509.Certificate) -> bool:
    try:
        usage = cert.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return True
    return usage.digital_signature or usage.content_commitment


def _chain(cert: x509.Certificate, others: list[x509.Certificate]) -> list[x509.Certificate]:
    """The authorities above a certificate, as far as they are known; at least its own."""
    chain, below = list[x509.Certificate](), cert
    while (above := next((one for one in others if _issued(below, one)), None)) is not None and above not in chain:
        chain.append(above)
        below = above
    if not chain:
        raise WrongSeal("缺少发证机构的证书，或证书不是由它签发的，请用 --authority 给出发证机构的证书（PEM）")
    return chain


def _issued(cert: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        cert.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def exchange(folder: Path, seal: Seal, now: datetime) -> None:
    """Make it the seal of a folder. It signs a document first: what cannot sign takes nobody's place."""
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=_own(folder)))
    try:
        text = serialization.Encoding.PEM
        bare = serialization.NoEncryption()
        key = seal.key.private_bytes(text, serialization.PrivateFormat.PKCS8, bare)
        signing.write_private(new / signing.KEY, key)
        signing.write_private(new / signing.CERT, seal.cert.public_bytes(text))
        signing.write_private(new / signing.CA_CERT, b"".join(one.public_bytes(text) for one in seal.authorities))
        own = signing.Certificates(new / signing.CERT, new / signing.KEY, new / signing.CA_CERT)
        try:
            trial = signing.sign_pdf(pdf.render("task_sheet", {}), own, reason="试签")
        except signing.SigningError as fault:
            raise WrongSeal(f"用这份证书试签失败：{fault}") from fault
        if not signing.verify_signature(trial, own.authority)["valid"]:
            raise WrongSeal("用这份证书试签的文件查验不通过")
        put_in_place(folder, new, now)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def put_in_place(folder: Path, new: Path, now: datetime) -> None:
    """The files of a new seal from their folder, the former ones beside them; the authorities of time-stamping services
    stay where they are."""
    own = _own(folder)
    former = own / FORMER / f"{now.astimezone(UTC):%Y%m%d%H%M%S}"
    for file in [one for one in own.iterdir() if one.is_file()]:
        if file.name == stamping.CERT or not file.match(stamping.ROOTS):
            file.replace(_own(former) / file.name)
    for file in new.iterdir():
        file.replace(own / file.name)


def _own(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def installed(seals: Path) -> list[signing.Certificates]:
    """The seals that institutes have, below the folder of seals."""
    folders = [cert.parent for cert in sorted(seals.glob(f"*/{signing.CERT}"))]
    return [
        signing.Certificates(*(one / name for name in (signing.CERT, signing.KEY, signing.CA_CERT))) for one in folders
    ]


def authorities(seals: Path) -> list[Path]:
    """The authorities of all seals that institutes have or had, below the folder of seals."""
    return _of_all(seals, signing.CA_CERT)


def stamp_roots(seals: Path) -> list[Path]:
    """The authorities of the time-stamping services that they ask or asked."""
    return _of_all(seals, stamping.ROOTS)


def _of_all(seals: Path, name: str) -> list[Path]:
    return sorted([*seals.glob(f"*/{name}"), *seals.glob(f"*/{FORMER}/*/{name}")])


def certificates(seals: Path) -> set[str]:
    """The SHA-256 of every certificate that seals or has sealed, below the folder of seals.

    An authority issues certificates to others, too: that it vouches for somebody makes nobody one of ours.
    """
    found = set()
    for file in seals.rglob(signing.CERT):
        own = x509.load_pem_x509_certificates(file.read_bytes())[0]
        found.add(signing.sha256(own.public_bytes(serialization.Encoding.DER)))
    return found
