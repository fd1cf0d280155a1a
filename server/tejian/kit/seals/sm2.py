"""SM2 signatures with SM3 (GM/T 0003, GM/T 0009): what is signed, signing, checking, keys and certificates.

The curve is that of gmssl, the digest that of cryptography, the structures those of asn1crypto. What gmssl leaves to
its caller is seen to here: the secret number of a signature comes from the system's source of chance, numbers outside
of their range and points outside of the curve hold nothing, and a key that begins with the digits 04 stays whole.
"""

import secrets

from asn1crypto import algos, keys, pem
from asn1crypto import x509 as forms
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from gmssl import sm2

CURVE, WITH_SM3 = "1.2.156.10197.1.301", "1.2.156.10197.1.501"
SIGNER = b"1234567812345678"  # who signs, for everybody whose certificate names no other (GM/T 0009-2012, 10)
TABLE = sm2.default_ecc_table
P, N, A, B = (int(TABLE[name], 16) for name in "pnab")
SIZE = 32  # bytes of a number

keys.NamedCurve.register("sm2p256v1", CURVE, SIZE)


class NotSm2(ValueError):
    """A certificate or key that is not one of SM2; the message is for the operator."""


def sm3(*parts: bytes) -> bytes:
    """The SM3 digest of bytes."""
    made = hashes.Hash(hashes.SM3())
    for part in parts:
        made.update(part)
    return made.finalize()


def digest(content: bytes, public: bytes) -> bytes:
    """What is signed of a content: SM3 over who signs, his public key (64 bytes), and the content."""
    names = ("a", "b", "g")
    curve = bytes.fromhex("".join(TABLE[name] for name in names))
    who = sm3((len(SIGNER) * 8).to_bytes(2, "big"), SIGNER, curve, public)
    return sm3(who, content)


def _curve(public: bytes = b"", private: int = 0) -> sm2.CryptSM2:
    own = sm2.CryptSM2(private_key=f"{private:064x}", public_key="")
    own.public_key = public.hex()  # given at once, its reader strips more than the mark of an uncompressed point
    return own


def new_key() -> tuple[int, bytes]:
    """A private key and its public key."""
    private = 1 + secrets.randbelow(N - 2)
    own = _curve()
    return private, bytes.fromhex(own._kg(private, TABLE["g"]))


def signed(digested: bytes, private: int) -> bytes:
    """The signature of a digest, as DER."""
    own, made = _curve(private=private), None
    while made is None:  # once in 2^256 the number of chance is none that can be used
        made = own.sign(digested, f"{1 + secrets.randbelow(N - 1):064x}")
    r, s = (int(made[at : at + 64], 16) for at in (0, 64))
    return bytes(algos.DSASignature({"r": r, "s": s}).dump())


def holds(signature: bytes, digested: bytes, public: bytes) -> bool:
    """Whether a signature (DER) of a digest was made with the key of this public key."""
    try:
        read = algos.DSASignature.load(signature, strict=True)
        r, s = read["r"].native, read["s"].native
    except (ValueError, TypeError):
        return False
    if not (1 <= r < N and 1 <= s < N and _on_curve(public)):
        return False
    try:
        return bool(_curve(public).verify(f"{r:064x}{s:064x}", digested))
    except TypeError:  # the sum of two points that is none
        return False


def _on_curve(public: bytes) -> bool:
    if len(public) != 2 * SIZE:
        return False
    x, y = (int.from_bytes(part, "big") for part in (public[:SIZE], public[SIZE:]))
    return x < P and y < P and (y * y - (x * x * x + A * x + B)) % P == 0


# -- keys and certificates --------------------------------------------------------------------------------------------


def private_keys(text: bytes) -> list[int]:
    """The private keys of SM2 in a PEM text. Raises NotSm2 for one under a password or of another kind."""
    numbers = []
    for kind, _more, der in pem.unarmor(text, multiple=True) if pem.detect(text) else ():
        if kind == "ENCRYPTED PRIVATE KEY":
            raise NotSm2("私钥加了密码，请先取出：openssl pkcs12 -in 证书.pfx -nodes -out 证书.pem")
        if kind == "PRIVATE KEY":
            info = keys.PrivateKeyInfo.load(der)
            if info["private_key_algorithm"]["algorithm"].native != "ec" or _named(info["private_key_algorithm"]):
                raise NotSm2("私钥不是 SM2 的")
            numbers.append(int(info["private_key"].parsed["private_key"].native))
        elif kind == "EC PRIVATE KEY":
            own = keys.ECPrivateKey.load(der)
            if own["parameters"].chosen.dotted != CURVE:
                raise NotSm2("私钥不是 SM2 的")
            numbers.append(int(own["private_key"].native))
    return numbers


def _named(algorithm: keys.PrivateKeyAlgorithm) -> bool:
    """Whether the key is on another curve."""
    return bool(algorithm["parameters"].name != "named" or algorithm["parameters"].chosen.dotted != CURVE)


def certificates(text: bytes) -> list[x509.Certificate]:
    """All certificates in a PEM text."""
    try:
        return x509.load_pem_x509_certificates(text)
    except ValueError:
        return []


def public_key(cert: x509.Certificate) -> bytes:
    """The public key of a certificate, 64 bytes. Raises NotSm2 when it is none of SM2."""
    info = forms.Certificate.load(cert.public_bytes(Encoding.DER)).public_key
    if info["algorithm"]["algorithm"].native != "ec" or _named(info["algorithm"]):
        raise NotSm2("证书不是 SM2 的")
    point = bytes(info["public_key"].native)
    if point[:1] != b"\x04" or not _on_curve(point[1:]):
        raise NotSm2("证书的公钥不是 SM2 曲线上的点")
    return point[1:]


def is_sm2(cert: x509.Certificate) -> bool:
    """Whether the key of a certificate is one of SM2."""
    try:
        return bool(public_key(cert))
    except ValueError:
        return False


def is_issued(cert: x509.Certificate, authority: x509.Certificate) -> bool:
    """Whether an authority signed a certificate."""
    if cert.issuer != authority.subject or cert.signature_algorithm_oid.dotted_string != WITH_SM3:
        return False
    if not (is_sm2(authority) and _may_issue(authority)):
        return False
    key = public_key(authority)
    return holds(cert.signature, digest(cert.tbs_certificate_bytes, key), key)


def _may_issue(cert: x509.Certificate) -> bool:
    try:
        return bool(cert.extensions.get_extension_for_class(x509.BasicConstraints).value.ca)
    except x509.ExtensionNotFound:
        return False


def may_sign(cert: x509.Certificate) -> bool:
    """Whether a certificate is meant for signatures; the second of a pair of SM2 is meant for encryption."""
    try:
        usage = cert.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return True
    return bool(usage.digital_signature or usage.content_commitment)


def name_of(name: x509.Name) -> str:
    """Who is named: the common name, else the organisation."""
    oids = (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME)
    return str(next((one.value for oid in oids for one in name.get_attributes_for_oid(oid)), ""))
