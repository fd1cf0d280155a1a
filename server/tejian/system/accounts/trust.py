"""Rights that are given to a person and not to whoever knows a password: signing, administrating, money (ADR 76).

A password that was set before such a right was there may be known to the administrator who confirmed it alone. So a
grant ends it, with PIN, factors and sessions, unless two persons had confirmed who set it: the owner begins anew by a
link that two agree to (resets).
"""

from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.process.steps import PROCESSES
from tejian.system.models.accounts import PasswordLink, Role, SysUser
from tejian.system.permissions import DUTIES

from . import keys, session


def codes_of(db: Session, role_ids: Iterable[str]) -> set[str]:
    """The union of the permissions of these roles."""
    found = db.scalars(select(Role.permissions).where(Role.id.in_(list(role_ids))))
    return {code for codes in found for code in codes}


def trusted_codes() -> set[str]:
    """The rights that sign, administrate or move money: of signed moves, of the duties, and those declared so."""
    signing = {m.may for process in PROCESSES.values() for m in process.moves if m.signed}
    return signing | DUTIES.keys() | {one.code for one in PERMISSIONS.values() if one.trusted}


def is_administrator(db: Session, row: SysUser) -> bool:
    """Whether the account holds one of the three administrators' duties."""
    return bool(DUTIES.keys() & codes_of(db, row.role_ids))


def needs_two(db: Session, row: SysUser) -> bool:
    """Whether a second person must agree to a reset: of whoever holds a trusted right.

    The administrator could otherwise ask in that name himself, and with the new password set himself a signing PIN.
    """
    return bool(trusted_codes() & codes_of(db, row.role_ids))


def begin_anew(db: Session, users: Iterable[SysUser], gained: set[str]) -> int:
    """End what opens these accounts when a trusted right is among what they gained; how many there were.

    Not of an account whose password two persons have vouched for: nobody but its owner knows that one.
    """
    if not gained & trusted_codes():
        return 0
    ended = 0
    for user in users:
        if user.vouched or user.demo:
            continue
        known = bool(user.password_hash)
        user.password_hash, user.password_at, user.pin_hash = "", None, ""
        user.totp_secret, user.totp_recovery = "", []
        keys.forget(db, user.id)
        db.execute(delete(PasswordLink).where(PasswordLink.user_id == user.id))
        session.end_sessions(db, user.id)
        if known:
            ended += 1
            security_event(db, "授予角色", user.login, "获得签名、管理或收付款的权限，原密码、口令与会话作废")
    db.flush()
    return ended
