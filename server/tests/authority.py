"""A certification authority as a real one would be: what it issues, in the file that it sends, and its lists."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from tejian.kit.ground import clock

PASSWORD = "一个密码"


def named(organisation: str, common: str) -> x509.Name:
    parts = ((NameOID.ORGANIZATION_NAME, organisation), (NameOID.COMMON_NAME, common))
    return x509.Name([x509.NameAttribute(oid, text) for oid, text in parts])


@dataclass
class Authority:
    """Issues seals; `lists`: where it publishes what it has revoked."""

    name: str = "某某电子认证有限公司"
    lists: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def __post_init__(self) -> None:
        self.subject = named(self.name, f"{self.name} CA")
        self.cert = self._signed(self.subject, self.key, 3650, ca=True)

    @property
    def pem(self) -> bytes:
        return self.cert.public_bytes(serialization.Encoding.PEM)

    def _signed(self, subject: x509.Name, key: Any, days: int, *, ca: bool = False, signs: bool = True) -> Any:
        start = clock.now() - timedelta(days=400)
        usage = x509.KeyUsage(
            digital_signature=signs and not ca, content_commitment=False, key_encipherment=not signs,
            data_encipherment=False, key_agreement=False, key_cert_sign=ca, crl_sign=ca, encipher_only=False,
            decipher_only=False,
        )  # fmt: skip
        own = x509.CertificateBuilder().subject_name(subject).issuer_name(self.subject).public_key(key.public_key())
        own = own.serial_number(x509.random_serial_number()).not_valid_before(start)
        own = own.not_valid_after(clock.now() + timedelta(days=days))
        own = own.add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        own = own.add_extension(usage, critical=True)
        if self.lists and not ca:
            place = x509.DistributionPoint([x509.UniformResourceIdentifier(self.lists)], None, None, None)
            own = own.add_extension(x509.CRLDistributionPoints([place]), critical=False)
        return own.sign(self.key, hashes.SHA256())

    def seal(self, holder: str, *, days: int = 365, signs: bool = True, chain: bool = True, key: Any = None) -> bytes:
        """A PKCS#12 file under PASSWORD."""
        key = key or ec.generate_private_key(ec.SECP256R1())
        cert = self._signed(named(holder, f"{holder}检验专用章"), key, days, signs=signs)
        how = serialization.BestAvailableEncryption(PASSWORD.encode())
        return pkcs12.serialize_key_and_certificates(b"seal", key, cert, [self.cert] if chain else None, how)

    def crl(self, *serials: int, made: datetime | None = None, days: int = 7) -> bytes:
        """Its list of revoked certificates."""
        made = made or clock.now()
        own = x509.CertificateRevocationListBuilder().issuer_name(self.subject).last_update(made)
        own = own.next_update(made + timedelta(days=days))
        for serial in serials:
            one = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(made)
            own = own.add_revoked_certificate(one.build())
        return own.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
