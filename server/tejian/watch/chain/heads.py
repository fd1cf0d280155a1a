"""Heads of the chain: what the last blocks are on a day, signed, in files outside the database.

Whoever owns the database can rewrite it as a whole; the heads say what stood in it. They belong into a folder that
the administrator of the database cannot write (setting `heads`), and the public key into the hands of the auditor.
"""

import hashlib
import hmac
import logging
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy.orm import Session

from tejian import settings
from tejian.kit.ground import clock

from .sealing import last_blocks
from .verify_chain import canonical, read_heads

LOG = logging.getLogger("tejian.chain")


def folder() -> Path:
    return settings.current().heads_dir


def _private() -> Ed25519PrivateKey:
    """The installation's own key, made from its secret: it comes back with a backup."""
    seed = hmac.new(settings.current().secret(), b"tejian chain head", hashlib.sha256).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)


def public_key() -> str:
    return _private().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def sign(db: Session, *, hour: bool = False) -> str:
    """Write the head of this moment into the folder; one file a day or hour, never written over. Gives its digest."""
    now = clock.now()
    body: dict[str, Any] = {
        "day": now.date().isoformat(),
        "at": now.isoformat(timespec="seconds"),
        "key": public_key(),
        "chains": last_blocks(db),
    }
    text = canonical(body)
    signed = canonical({**body, "signature": _private().sign(text.encode()).hex()})
    place = folder() / "hours" / _hour() if hour else folder() / f"{body['day']}.json"
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    settings.write_private(place, signed, once=True)
    digest = hashlib.sha256(signed.encode()).hexdigest()
    LOG.info("chain head %s %s", body["at"], digest)  # whoever collects the log on another machine holds it, too
    return digest


def _hour() -> str:
    return f"{clock.now():%Y-%m-%dT%H}.json"


def sign_hourly(db: Session) -> None:
    """The head of this hour when there is none yet; the first one in the first minute of an installation."""
    if not (folder() / "hours" / _hour()).exists():
        sign(db, hour=True)


def kept() -> list[dict[str, Any]]:
    """The heads in the folder, oldest first."""
    return read_heads(folder())


def newest() -> str:
    """The file of the newest head and its SHA-256, as they are printed; '' where none was signed yet.

    On paper it is out of reach of whoever could rewrite database and folder.
    """
    files = [max(found, default=None) for found in (folder().glob("*.json"), (folder() / "hours").glob("*.json"))]
    latest = max((one for one in files if one), key=lambda one: one.stat().st_mtime, default=None)
    if latest is None:
        return ""
    return f"{latest.name} {hashlib.sha256(latest.read_bytes()).hexdigest()}"
