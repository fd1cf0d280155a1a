"""Calls from outside without a session: signatures compared safely, forged ones noted without filling the log."""

import hmac
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock

from .audit import SecurityLog, security_event

NOTED = 20  # forged calls of one address and kind that a minute's log takes


def same_signature(wanted: str, given: str) -> bool:
    """Compare in constant time; any text may be given."""
    return hmac.compare_digest(wanted.encode(), given.encode())


def note_forged(db: Session, kind: str, subject: str, why: str, ip: str) -> None:
    """Write a forged or stale call into the security log, unless this address filled its minute."""
    since = clock.now() - timedelta(minutes=1)
    noted = select(func.count()).where(SecurityLog.kind == kind, SecurityLog.ip == ip, SecurityLog.at > since)
    if (db.scalar(noted) or 0) < NOTED:
        security_event(db, kind, subject, why, "拒绝", ip=ip)
