"""Trusted time in signatures (RFC 3161): a time-stamping service says when a document was signed, whoever signed it.

Which one is asked, a parameter says: nothing, `simulator` (a demonstration service of this platform, with a key of its
own), or an address that the installation names (kit/ground/outgoing.py). What a service answers is checked before a
document is kept (`signing.sign_pdf`): its digest, its nonce, its signature, and that its certificate comes from an
authority whose PEM file lies in the folder of the seal (`stamp*.pem`).
"""

from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from asn1crypto import cms, core, tsp
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from pyhanko.keys import load_certs_from_pemder
from pyhanko.sign.general import as_signing_certificate, simple_cms_attribute
from pyhanko.sign.timestamps import DummyTimeStamper, TimeStamper
from pyhanko_certvalidator.util import get_pyca_cryptography_hash

from tejian.kit.ground import clock, outgoing

SIMULATOR = "simulator"
SECONDS = 5.0  # a seal is waited for
ROOTS = "stamp*.pem"  # authorities of services, beside the certificate of the seal
CERT, KEY = "stamp_demo.pem", "stamp_demo.key"
ASK = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}


class NoStamp(Exception):
    """The service gave no time that can be trusted; the message is for the log."""


class _Service(TimeStamper):  # type: ignore[misc]
    def __init__(self, url: str):
        super().__init__()
        self.url = url

    async def async_request_tsa_response(self, req: tsp.TimeStampReq) -> tsp.TimeStampResp:
        return tsp.TimeStampResp.load(outgoing.call(self.url, req.dump(), ASK, timeout=SECONDS), strict=True)

    async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> cms.ContentInfo:
        try:
            return await super().async_timestamp(message_digest, md_algorithm)
        except Exception as fault:  # what anybody answers can fail anywhere in its reader
            raise NoStamp(f"{self.url}: {fault!r}") from fault


class _Simulator(DummyTimeStamper):  # type: ignore[misc]
    """A service whose key is read and proved once: the library's does both for each stamp, 15 ms."""

    def _sign_tst_info(self, tst_info_data: bytes, md_algorithm: str, dt: datetime) -> tuple[bytes, Any]:
        digest = get_pyca_cryptography_hash(md_algorithm)
        hashed = hashes.Hash(digest)
        hashed.update(tst_info_data)
        stated = {
            "content_type": "tst_info",
            "signing_time": cms.Time({"utc_time": core.UTCTime(dt)}),
            "signing_certificate": as_signing_certificate(self.tsa_cert),
            "message_digest": hashed.finalize(),
        }
        attributes = cms.CMSAttributes([simple_cms_attribute(name, value) for name, value in stated.items()])
        return self.tsa_key.sign(attributes.dump(), PKCS1v15(), digest), attributes


def service(address: str, folder: Path) -> TimeStamper | None:
    """The service that a parameter names; `folder` holds the certificate of the seal. None: no time is asked for."""
    if not address:
        return None
    own = folder / CERT
    if address == SIMULATOR:
        return _demo(folder, own.stat().st_mtime_ns)
    return _kept(address, clock.today())


@lru_cache(maxsize=100)
def _kept(address: str, _day: date) -> TimeStamper:
    """A service for a day: it asks once how long its answers are and who signs them, not again for each document."""
    return _Service(address)


@lru_cache(maxsize=100)
def _demo(folder: Path, _changed: int) -> TimeStamper:
    """The demonstration service of a seal, until its certificate is another."""
    (cert,) = load_certs_from_pemder([str(folder / CERT)])
    return _Simulator(cert, serialization.load_pem_private_key((folder / KEY).read_bytes(), None))
