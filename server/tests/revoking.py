"""Lists of revoked certificates, as the demonstration authority of a seal would publish them."""

from collections.abc import Sequence
from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from tejian.kit.ground import clock
from tejian.kit.seals import signing


def crl(seal: signing.Certificates, serials: Sequence[int], days: int) -> bytes:
    """A list of the demonstration authority that ends in so many days."""
    now = clock.now()
    ca = x509.load_pem_x509_certificate(seal.authority.read_bytes())
    key = serialization.load_pem_private_key((seal.authority.parent / signing.CA_KEY).read_bytes(), None)
    made = x509.CertificateRevocationListBuilder().issuer_name(ca.subject).last_update(now - timedelta(days=40))
    made = made.next_update(now + timedelta(days=days))
    for serial in serials:
        one = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now - timedelta(days=1))
        made = made.add_revoked_certificate(one.build())
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
