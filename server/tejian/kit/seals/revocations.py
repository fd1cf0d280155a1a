"""Lists of revoked certificates (CRL), fetched from the addresses that certificates name: signatures carry them.

Only addresses that the installation names are asked (kit/ground/outgoing.py). A list takes the place of an older one
when the authority of the certificate signed it and it is still to be believed.
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from tejian.kit.ground import outgoing

from . import signing

SECONDS, LONGEST = 20.0, 10 << 20  # of an answer
FETCHED = "fetched-"  # how the files of lists begin that came over the net


class NoList(Exception):
    """No list that can be believed; the message is for the operator."""


def _pairs(seal: signing.Certificates) -> Iterator[tuple[x509.Certificate, x509.Certificate]]:
    """Each certificate of a seal with that of its issuer."""
    above = x509.load_pem_x509_certificates(seal.authority.read_bytes())
    for cert in (*x509.load_pem_x509_certificates(seal.cert.read_bytes()), *above):
        issuer = next((one for one in above if one.subject == cert.issuer and one != cert), None)
        if issuer is not None:
            yield cert, issuer


def addresses(cert: x509.Certificate) -> list[str]:
    """Where the authority of a certificate publishes its list over HTTP."""
    try:
        points = cert.extensions.get_extension_for_class(x509.CRLDistributionPoints).value
    except x509.ExtensionNotFound:
        return []
    names = [name for point in points for name in point.full_name or ()]
    urls = [name.value for name in names if isinstance(name, x509.UniformResourceIdentifier)]
    return [url for url in urls if url.startswith(("http://", "https://"))]


def renew(seal: signing.Certificates, now: datetime) -> list[str]:
    """Fetch the lists of a seal into its folder; gives what could not be fetched, for the operator."""
    wrong = []
    for cert, issuer in _pairs(seal):
        faults = []
        for url in addresses(cert):
            try:
                _keep(seal.authority.parent, url, _fetched(url, issuer, now))
                break
            except (OSError, NoList) as fault:
                faults.append(f"{url}：{fault}")
        else:
            wrong += faults
    return wrong


def _fetched(url: str, issuer: x509.Certificate, now: datetime) -> bytes:
    content = outgoing.call(url, timeout=SECONDS, longest=LONGEST)
    try:
        crl = (x509.load_pem_x509_crl if content.lstrip().startswith(b"-----") else x509.load_der_x509_crl)(content)
        own = crl.issuer == issuer.subject and crl.is_signature_valid(issuer.public_key())  # type: ignore[arg-type]
    except (ValueError, TypeError) as fault:
        raise NoList("不是吊销列表") from fault
    if not own:
        raise NoList("不是由发证机构签发的")
    if crl.next_update_utc is not None and crl.next_update_utc < now.astimezone(UTC):
        raise NoList("已经过期")
    return crl.public_bytes(serialization.Encoding.DER)


def _keep(folder: Path, url: str, content: bytes) -> None:
    """One file for an address. A list that is older than the one there is not believed: somebody sent it again."""
    file = folder / f"{FETCHED}{hashlib.sha256(url.encode()).hexdigest()[:16]}.crl"
    if file.is_file():
        old, new = (x509.load_der_x509_crl(one).last_update_utc for one in (file.read_bytes(), content))
        if new < old:
            raise NoList("比已有的更旧")
    signing.write_private(file, content)
