"""Calls from outside without a session: signatures compared safely, forged ones noted without filling the log."""

from sqlalchemy.orm import Session

from tejian.kit.ground.likeness import alike

from . import noting, tries


def same_signature(wanted: str, given: str) -> bool:
    """Compare in constant time; any text may be given."""
    return alike(wanted, given)


def note_forged(db: Session, kind: str, subject: str, why: str, ip: str) -> None:
    """Write a forged or stale call into the security log, by its address."""
    noting.note(db, kind, tries.address("", ip).lstrip(":"), subject, why, ip=ip)
