"""The SM2 seal of an institute as files in a folder: read from what its authority sent, checked, exchanged.

A key that lies at a signing service is not here: then the folder holds the certificate alone. Until one is installed a
demonstration seal is made, with an authority of its own.
"""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from asn1crypto import algos, keys, pem
from asn1crypto import x509 as forms
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from . import signing, sm2, sm2_container
from .seal_files import FORMER, WrongSeal, put_in_place

CERT, KEY, AUTHORITY = "sm2.pem", "sm2.key", "sm2_ca.pem"
AUTHORITY_KEY = "sm2_ca.key"  # of a demonstration alone
YEARS = 10


@dataclass(frozen=True, slots=True)
class Keys:
    """A private key and its public key (64 bytes)."""

    private: int
    public: bytes

    @classmethod
    def new(cls) -> "Keys":
        return cls(*sm2.new_key())


@dataclass(frozen=True, slots=True)
class Seal:
    """A certificate, its private key (None: it lies at a signing service), and the authorities above it."""

    cert: x509.Certificate
    key: int | None
    authorities: list[x509.Certificate]

    def signs(self, content: bytes) -> bytes:
        """The container of the signature of a content. Only for a seal with its key."""
        assert self.key is not None
        digested = sm2.digest(content, sm2.public_key(self.cert))
        return sm2_container.made(sm2.signed(digested, self.key), self.cert)


# -- what an authority sent -------------------------------------------------------------------------------------------


def opened(text: bytes, authority: bytes, now: datetime) -> Seal:
    """The seal in a PEM text of certificates, with or without the private key. `authority`: the certificates of the
    issuers, where the text holds none. Raises WrongSeal for what cannot seal a report."""
    try:
        private = sm2.private_keys(text)
    except (ValueError, TypeError) as fault:
        raise WrongSeal(str(fault) if isinstance(fault, sm2.NotSm2) else "文件里的私钥读不出来") from fault
    if len(private) > 1:
        raise WrongSeal("文件里有几个私钥，请只留签名的一个")
    sent = sm2.certificates(text)
    cert = _own(sent, private[0] if private else None)
    issuers = [*sent, *sm2.certificates(authority)]
    above = [one for one in issuers if sm2.is_issued(cert, one)]
    moment = now.astimezone(UTC)
    if not cert.not_valid_before_utc <= moment <= cert.not_valid_after_utc:
        raise WrongSeal(
            f"证书不在有效期内（{cert.not_valid_before_utc:%Y-%m-%d}至{cert.not_valid_after_utc:%Y-%m-%d}）"
        )
    if signing.issued_by_demonstration(cert):
        raise WrongSeal("这是演示证书")
    if not above:
        raise WrongSeal("缺少发证机构的 SM2 证书，或证书不是由它签发的，请用 --authority 给出发证机构的证书（PEM）")
    return Seal(cert, private[0] if private else None, above[:1])


def _own(sent: list[x509.Certificate], private: int | None) -> x509.Certificate:
    """The certificate that signs: that of the key, where there is one."""
    fit = [one for one in sent if sm2.is_sm2(one)]
    if not fit:
        raise WrongSeal("文件里没有 SM2 证书（须为 PEM，含证书，私钥可在签名服务处）")
    if private is not None:
        digested = sm2.sm3(b"trial")
        trial = sm2.signed(digested, private)
        fit = [one for one in fit if sm2.holds(trial, digested, sm2.public_key(one))]
        if not fit:
            raise WrongSeal("私钥与文件里的证书不是一对")
    fit = [one for one in fit if sm2.may_sign(one)]
    if not fit:
        raise WrongSeal("证书不是用于签名的（国密双证书请用签名证书）")
    return fit[0]


def exchange(folder: Path, seal: Seal, now: datetime) -> None:
    """Make it the seal of a folder; the former one goes to a folder beside it. A key signs and is judged first."""
    if seal.key is not None:
        trial = b"trial"
        if not sm2_container.judged(seal.signs(trial), trial, seal.authorities, now).valid:
            raise WrongSeal("用这份证书试签的文件查验不通过")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        _written(new, seal)
        put_in_place(folder, new, now)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _written(folder: Path, seal: Seal) -> None:
    if seal.key is not None:
        signing.write_private(folder / KEY, _pem_key(Keys(seal.key, sm2.public_key(seal.cert))))
    signing.write_private(folder / AUTHORITY, b"".join(one.public_bytes(Encoding.PEM) for one in seal.authorities))
    signing.write_private(folder / CERT, seal.cert.public_bytes(Encoding.PEM))


# -- what is installed ------------------------------------------------------------------------------------------------


def read(folder: Path) -> Seal:
    """The seal that lies in a folder. Raises WrongSeal when there is none that can be read."""
    try:
        key = folder / KEY
        private = sm2.private_keys(key.read_bytes()) if key.is_file() else []
        (cert,) = sm2.certificates((folder / CERT).read_bytes())
        return Seal(cert, private[0] if private else None, sm2.certificates((folder / AUTHORITY).read_bytes()))
    except (OSError, ValueError, TypeError) as fault:
        raise WrongSeal("国密签章证书读不出来") from fault


def installed(seals: Path) -> list[Path]:
    """The certificates of the SM2 seals that institutes have, below the folder of seals."""
    return sorted(seals.glob(f"*/sm2/{CERT}"))


def authorities(seals: Path) -> list[x509.Certificate]:
    """The authorities of all SM2 seals that institutes have or had, below the folder of seals."""
    files = sorted([*seals.glob(f"*/sm2/{AUTHORITY}"), *seals.glob(f"*/sm2/{FORMER}/*/{AUTHORITY}")])
    return [one for file in files for one in sm2.certificates(file.read_bytes())]


# -- a demonstration --------------------------------------------------------------------------------------------------


def demonstration(folder: Path, organisation: str, now: datetime) -> None:
    """A demonstration seal with its authority, where none is installed; for ten years."""
    if (folder / CERT).is_file():
        return
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    own, above = Keys.new(), Keys.new()
    top = _named(signing.DEMO_AUTHORITY, f"{organisation} 国密演示 CA")
    start, end = now - timedelta(minutes=5), now + timedelta(days=YEARS * 365)
    authority = certificate(top, above.public, top, above, start, end, is_ca=True)
    subject = _named(organisation, f"{organisation}检验专用章（国密）")
    signing.write_private(new / AUTHORITY_KEY, _pem_key(above))
    _written(new, Seal(certificate(subject, own.public, top, above, start, end), own.private, [authority]))
    try:
        new.rename(folder)
    except OSError:  # another process was first: its files belong together
        shutil.rmtree(new)


def renewed(folder: Path, start: datetime, end: datetime) -> x509.Certificate:
    """The certificate of a demonstration seal, issued once more for another time."""
    own = read(folder).cert
    return _issued(folder, _form(own).subject, sm2.public_key(own), start, end)


def of_another(folder: Path, public: bytes, now: datetime) -> x509.Certificate:
    """A certificate that the authority of a demonstration seal issued to somebody else."""
    subject = _named("别的单位", "别的单位检验专用章（国密）")
    return _issued(folder, subject, public, now - timedelta(minutes=5), now + timedelta(days=YEARS * 365))


def _issued(folder: Path, subject: forms.Name, public: bytes, start: datetime, end: datetime) -> x509.Certificate:
    (above,) = read(folder).authorities
    (private,) = sm2.private_keys((folder / AUTHORITY_KEY).read_bytes())
    return certificate(subject, public, _form(above).subject, Keys(private, sm2.public_key(above)), start, end)


def _form(cert: x509.Certificate) -> forms.Certificate:
    return forms.Certificate.load(cert.public_bytes(Encoding.DER))


def _named(organisation: str, common: str) -> forms.Name:
    return forms.Name.build({"organization_name": organisation, "common_name": common})


def certificate(
    subject: forms.Name,
    public: bytes,
    issuer: forms.Name,
    authority: Keys,
    start: datetime,
    end: datetime,
    *,
    is_ca: bool = False,
) -> x509.Certificate:
    """A certificate of a public key (64 bytes), signed with SM2."""
    usage = {"key_cert_sign", "crl_sign"} if is_ca else {"digital_signature", "non_repudiation"}
    algorithm = algos.SignedDigestAlgorithm({"algorithm": sm2.WITH_SM3})
    body = forms.TbsCertificate(
        {
            "version": "v3",
            "serial_number": x509.random_serial_number(),
            "signature": algorithm,
            "issuer": issuer,
            "validity": {"not_before": _moment(start), "not_after": _moment(end)},
            "subject": subject,
            "subject_public_key_info": {"algorithm": _key_algorithm(), "public_key": b"\x04" + public},
            "extensions": [
                {"extn_id": "basic_constraints", "critical": True, "extn_value": {"ca": is_ca}},
                {"extn_id": "key_usage", "critical": True, "extn_value": usage},
            ],
        }
    )
    signature = sm2.signed(sm2.digest(body.dump(), authority.public), authority.private)
    whole = forms.Certificate({"tbs_certificate": body, "signature_algorithm": algorithm, "signature_value": signature})
    return x509.load_der_x509_certificate(whole.dump())


def _moment(at: datetime) -> forms.Time:
    return forms.Time("utc_time", at.astimezone(UTC).replace(microsecond=0))


def _key_algorithm() -> dict[str, object]:
    return {"algorithm": "ec", "parameters": keys.ECDomainParameters("named", sm2.CURVE)}


def _pem_key(pair: Keys) -> bytes:
    """A private key as PKCS#8."""
    own = keys.ECPrivateKey({"version": 1, "private_key": pair.private, "public_key": b"\x04" + pair.public})
    own["private_key"].set_encoded_width(sm2.SIZE)
    info = {"version": 0, "private_key_algorithm": _key_algorithm(), "private_key": own}
    return bytes(pem.armor("PRIVATE KEY", keys.PrivateKeyInfo(info).dump()))
