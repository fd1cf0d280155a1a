"""Passwords: argon2id hashes, the strength rule, the encodings of the login call, the history."""

import base64
import binascii
from datetime import timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from gmssl import sm2
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.kit.errors import BadInput, Refused
from tejian.system.settings.api import number, value

from .models import PasswordHistory, SysUser

# OWASP's second argon2id profile: 19 MiB, two passes; about 30 ms a login on one core.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
COMMON = {"password", "passw0rd", "qwerty", "admin", "123456", "abc123", "111111", "tejian", "letmein", "iloveyou"}


def hash_of(password: str) -> str:
    return HASHER.hash(password)


def matches(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def nobody_hash() -> str:
    """A hash that no password fits, so that unknown names cost the same time as known ones."""
    return HASHER.hash("no such account")


def decoded(sent: str, label: str, db: Session) -> str:
    """The text behind an encoded field: Base64 of UTF-8, or `sm2:` + hex under the server's SM2 key."""
    wrong = BadInput(f"{label}：编码不正确")
    if sent.startswith("sm2:"):
        key = value(db, "login.sm2_private")
        if not key:
            raise wrong
        try:
            plain = sm2.CryptSM2(private_key=key, public_key="").decrypt(bytes.fromhex(sent[4:]))
            return (plain or b"").decode()
        except (ValueError, TypeError, IndexError, UnicodeDecodeError):
            raise wrong from None
    if value(db, "login.encoding") == "sm2":
        raise wrong
    try:
        return base64.b64decode(sent, validate=True).decode()
    except (binascii.Error, ValueError):
        raise wrong from None


def strength(password: str) -> int:
    """How many of lower, upper, digit, symbol are present; 0 below six characters (specification 000 §5)."""
    if len(password) < 6:
        return 0
    lower, upper = any(c.islower() for c in password), any(c.isupper() for c in password)
    digit = any(c.isdigit() for c in password)
    symbol = any(not c.isalnum() for c in password)
    return sum((lower, upper, digit, symbol))


def refuse_weak(password: str, user: SysUser, db: Session) -> None:
    """Refuse a password that is short, simple, common or made of the account's own words."""
    least = number(db, "password.min_length", 8)
    if len(password) < least:
        raise Refused(f"密码至少{least}位")
    if len(password) > 128:
        raise Refused("密码最多128位")
    if strength(password) < 3:
        raise Refused("密码过于简单，应包含大写字母、小写字母、数字、符号中的至少三种")
    low = password.lower()
    words = COMMON | {user.login.lower(), user.mobile}
    if any(w and len(w) >= 4 and w in low and len(low) - len(w) < 4 for w in words):
        raise Refused("密码不能由常见口令或登录名构成")


def set_password(db: Session, user: SysUser, password: str, *, must_change: bool = False) -> None:
    """Store a new password. Refuses weak ones and the last five (parameter password.history)."""
    refuse_weak(password, user, db)
    kept = number(db, "password.history", 5)
    used = db.scalars(
        select(PasswordHistory.password_hash)
        .where(PasswordHistory.user_id == user.id)
        .order_by(PasswordHistory.id.desc())
        .limit(kept)
    )
    if user.password_hash and any(matches(old, password) for old in [user.password_hash, *used]):
        raise Refused(f"新密码不能与最近{kept}次使用过的密码相同")
    user.password_hash = hash_of(password)
    user.password_at = clock.now()
    user.must_change = must_change
    user.demo = False
    db.add(user)
    db.flush()
    db.add(PasswordHistory(user_id=user.id, password_hash=user.password_hash, at=clock.now()))


def expired(db: Session, user: SysUser) -> bool:
    """Whether the password is older than allowed (parameter password.max_days, 0 = never)."""
    days = number(db, "password.max_days", 90)
    return bool(days and user.password_at and clock.now() - user.password_at > timedelta(days=days))
