"""An authority for SM2 certificates, and OpenSSL as somebody else who makes and judges SM2 signatures."""

import re
import subprocess
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from tejian.kit.ground import clock
from tejian.kit.seals import sm2, sm2_files

SIGNER = "distid:1234567812345678"


@dataclass
class Sm2Authority:
    """Issues SM2 seals as PEM texts."""

    name: str = "某某电子认证有限公司"
    keys: sm2_files.Keys = field(default_factory=sm2_files.Keys.new)

    def __post_init__(self) -> None:
        self.subject = sm2_files._named(self.name, f"{self.name} 国密 CA")
        self.cert = self._issued(self.subject, self.keys.public, 3650, is_ca=True)

    @property
    def pem(self) -> bytes:
        return self.cert.public_bytes(Encoding.PEM)

    def _issued(self, subject: Any, public: bytes, days: int, **more: Any) -> x509.Certificate:
        start, end = clock.now() - timedelta(days=400), clock.now() + timedelta(days=days)
        return sm2_files.certificate(subject, public, self.subject, self.keys, start, end, **more)

    def seal(self, holder: str, *, days: int = 365, key: bool = True, chain: bool = True) -> bytes:
        """Certificate, private key and the certificate of the authority in one PEM text."""
        own = sm2_files.Keys.new()
        cert = self._issued(sm2_files._named(holder, f"{holder}国密专用章"), own.public, days)
        parts = [cert.public_bytes(Encoding.PEM), self.pem if chain else b""]
        return b"".join([*([sm2_files._pem_key(own)] if key else []), *parts])


def openssl(*words: str | Path, sent: bytes = b"", fails: bool = False) -> str:
    done = subprocess.run(["openssl", *map(str, words)], input=sent, capture_output=True, check=False)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert (done.returncode != 0) == fails, said
    return said


def made_by_openssl(folder: Path) -> tuple[bytes, bytes]:
    """A seal (certificate and key as PEM) and its authority, both made by OpenSSL alone."""
    folder.mkdir()
    ca, own = folder / "ca", folder / "own"
    for one in (ca, own):
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:SM2", "-out", f"{one}.key")
    sm3 = ["-sm3", "-sigopt", SIGNER]
    top = ["-subj", "/O=OpenSSL Authority/CN=SM2 CA", "-addext", "keyUsage=critical,keyCertSign"]
    openssl("req", "-new", "-x509", "-key", f"{ca}.key", *sm3, *top, "-days", "3650", "-out", f"{ca}.pem")
    openssl("req", "-new", "-key", f"{own}.key", *sm3, "-subj", "/O=Institute/CN=Seal", "-out", f"{own}.csr")
    (folder / "ext").write_text("basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n")
    signing = ["-CA", f"{ca}.pem", "-CAkey", f"{ca}.key", "-CAcreateserial", *sm3, "-vfyopt", SIGNER]
    openssl(
        "x509", "-req", "-in", f"{own}.csr", *signing, "-days", "30", "-extfile", folder / "ext", "-out", f"{own}.pem"
    )
    return Path(f"{own}.key").read_bytes() + Path(f"{own}.pem").read_bytes(), Path(f"{ca}.pem").read_bytes()


def judged_by_openssl(container: bytes, document: bytes, authority: bytes, folder: Path) -> bool:
    """Whether OpenSSL finds the signature of a container good for a document, and its certificate for an authority:
    the commands of docs/deploy.md."""
    folder.mkdir(exist_ok=True)
    p7s, pdf, ca = folder / "report.p7s", folder / "report.pdf", folder / "authority.pem"
    p7s.write_bytes(container)
    pdf.write_bytes(document)
    ca.write_bytes(authority)
    lines = openssl("asn1parse", "-inform", "DER", "-in", p7s).splitlines()
    places = [
        (int(found[1]), int(found[2]), found[3])
        for one in lines
        if (found := re.match(r" *(\d+):d=(\d+).*(?:prim|cons): (.*?)\s*(?:\[HEX|$)", one))
    ]
    within = next(at for at, depth, what in places if depth == 3 and what.startswith("cont [ 0 ]"))
    cert = next(at for at, depth, _what in places if depth == 4 and at > within)
    signature = max(at for at, _depth, what in places if what.startswith("OCTET STRING"))
    for place, name in ((cert, "cert.der"), (signature, "signature.der")):
        openssl("asn1parse", "-inform", "DER", "-in", p7s, "-strparse", str(place), "-noout", "-out", folder / name)
    openssl("x509", "-inform", "DER", "-in", folder / "cert.der", "-out", folder / "cert.pem")
    openssl("verify", "-vfyopt", SIGNER, "-partial_chain", "-CAfile", ca, folder / "cert.pem")
    (folder / "key.pem").write_text(openssl("x509", "-in", folder / "cert.pem", "-pubkey", "-noout"))
    command = ["openssl", "dgst", "-sm3", "-verify", str(folder / "key.pem"), "-sigopt", SIGNER]
    done = subprocess.run(
        [*command, "-signature", str(folder / "signature.der"), str(pdf)], capture_output=True, check=False
    )
    return done.returncode == 0 and b"Verified OK" in done.stdout


# the example of GM/T 0003.5-2012 (A.2): key, public key and signature over the recommended curve
STANDARD = {
    "message": b"message digest",
    "private": int("3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8", 16),
    "public": bytes.fromhex(
        "09F9DF311E5421A150DD7D161E4BC5C672179FAD1833FC076BB08FF356F35020"
        "CCEA490CE26775A52DC6EA718CC1AA600AED05FBF35E084A6632F6072DA9AD13"
    ),
    "digest": "F0B43E94BA45ACCAACE692ED534382EB17E6AB5A19CE7B31F4486FDFC0D28640",
    "r": int("F5A03B0648D2C4630EEAC513E1BB81A15944DA3827D5B74143AC7EACEEE720B3", 16),
    "s": int("B1B6AA29DF212FD8763182BC0D421CA1BB9038FD1F7F42D4840B69C485BBC1AA", 16),
}
assert sm2.SIGNER == b"1234567812345678"
