"""Services that sign with SM2 (GM/T 0029 签名验签服务器 and their like): asked over HTTP, or simulated.

The service is given a digest and says a signature with the certificate of its key; a document never leaves the house.
Asked is, as JSON: {"algorithm": "SM2", "certificate": serial, "digest": hex}; answered {"signature": base64 of the DER,
"certificate": PEM}. A token of the service stands in the header. What it answers is judged by whoever asked
(inspection/records/national.py).
"""

import base64
import binascii
import json
from datetime import timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from tejian.kit.ground import clock, outgoing

from . import sm2, sm2_files

SIMULATOR = "simulator"
SECONDS = 5.0  # a seal is waited for
TIMEOUT, REFUSES, RUBBISH = "timeout", "refuses", "rubbish"
SIGNATURE, CERTIFICATE, EXPIRED = "signature", "certificate", "expired"
FAULTS = (TIMEOUT, REFUSES, RUBBISH, SIGNATURE, CERTIFICATE, EXPIRED)  # what the simulator can do wrong

Answer = tuple[bytes, x509.Certificate]


class NoSignature(Exception):
    """The service gave no signature; the message is for the log."""


def asked(address: str, token: str, cert: x509.Certificate, digested: bytes) -> Answer:
    """The signature (DER) of a digest and the certificate that the service answers with. Raises NoSignature."""
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        return understood(outgoing.call(address, question(cert, digested), head, timeout=SECONDS))
    except OSError as fault:
        raise NoSignature(f"{address}: {fault!r}") from fault


def question(cert: x509.Certificate, digested: bytes) -> bytes:
    """What the service is asked."""
    return json.dumps({"algorithm": "SM2", "certificate": f"{cert.serial_number:X}", "digest": digested.hex()}).encode()


def understood(answer: bytes) -> Answer:
    """What a service answered. Raises NoSignature for what is none."""
    try:
        said = json.loads(answer)
        (cert,) = sm2.certificates(str(said["certificate"]).encode())
        return base64.b64decode(said["signature"], validate=True), cert
    except (ValueError, KeyError, TypeError, RecursionError, binascii.Error) as fault:
        raise NoSignature(f"no answer that can be read: {fault!r}") from fault


def simulated(folder: Path, sent: bytes, fault: str = "") -> bytes:
    """What a signing service answers that has the key of the demonstration seal in a folder; with a `fault`, what one
    answers that does wrong."""
    if fault == TIMEOUT:
        raise TimeoutError("the simulated service did not answer")
    if fault == REFUSES:
        return b'{"error": "no such certificate"}'
    if fault == RUBBISH:
        return b"<html>busy</html>"
    own, digested = sm2_files.read(folder), bytes.fromhex(json.loads(sent)["digest"])
    cert, private = own.cert, own.key or 0
    if fault == SIGNATURE:
        digested = sm2.sm3(b"another document")
    if fault == CERTIFICATE:
        private, public = sm2.new_key()
        cert = sm2_files.of_another(folder, public, clock.now())
    if fault == EXPIRED:
        now = clock.now()
        cert = sm2_files.renewed(folder, now - timedelta(days=800), now - timedelta(days=70))
    signature = base64.b64encode(sm2.signed(digested, private)).decode()
    return json.dumps({"signature": signature, "certificate": cert.public_bytes(Encoding.PEM).decode()}).encode()
