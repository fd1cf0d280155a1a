"""Passwords: argon2id hashes, the strength rule, the encodings of the login call, the history."""

import base64
import binascii
from datetime import timedelta
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from gmssl import sm2
from sqlalchemy import select
from sqlalchemy.orm import Session
from zxcvbn import zxcvbn

from tejian import data, settings
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.pinyin import syllables
from tejian.kit.ground.user import User
from tejian.system.models.accounts import PasswordHistory, SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import PRODUCT, number, value

# OWASP's second argon2id profile: 19 MiB, two passes; about 30 ms a login on one core.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
DEMO = "Tejian@2026"  # of the demo city, published in the README: nobody may set it
OUR_WORDS = (
    "tejian",
    "tezhongshebei",
    "tzsb",
    "shebei",
    "jianyan",
    "jianguan",
    "scdeap",
    "zhejiang",
    "ningbo",
    PRODUCT,
)
HARD = 3  # of 0 to 4: more than 100 million guesses
JUDGED = 20  # characters: what the judgement costs grows fast with them, and twenty hard ones are enough


def is_demonstration(db: Session) -> bool:
    """Whether this installation only demonstrates: accounts have the published password, and nobody else reaches it.

    What pretends (money that never came, receipts that nobody issued) belongs there and nowhere else.
    """
    return settings.current().loopback_only and db.scalar(select(SysUser.id).where(SysUser.demo).limit(1)) is not None


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
    if DEMO.lower() in password.lower():
        raise Refused("演示密码已公开，不能使用")
    if zxcvbn(password[:JUDGED], own_words(db, user))["score"] < HARD:
        raise Refused("密码容易被猜到，不能由常见口令、姓名、单位或平台的名称构成")


@cache
def common_words() -> tuple[str, ...]:
    """What people in China take for passwords, with digits and signs around it (data/common_passwords.csv)."""
    return tuple(row["word"] for row in data.rows("common_passwords"))


def own_words(db: Session, user: SysUser) -> list[str]:
    """What somebody who knows the person or the product tries first: names, also in pinyin, numbers, our own words."""
    orgs = db.scalars(select(Org.name).where(Org.id.in_([user.org_id, user.dept_id])))
    spoken = [user.name, *orgs]
    said = [syllables(name) for name in spoken]
    pinyin = [*("".join(parts) for parts in said), *("".join(x[:1] for x in parts) for parts in said)]
    known = [*common_words(), *OUR_WORDS, *spoken, *pinyin, user.login, user.mobile, *user.email.split("@")]
    return [word for word in known if len(word) > 1]


def counted(login: Any) -> Any:
    """The key under which wrong tries of a login name are counted."""
    return "account:" + login


def by_address(ip: str) -> str:
    """The key under which wrong tries of an address are counted, whatever it tries."""
    return tries.address("login", ip)


def address_limit(db: Session) -> tries.Limit:
    """Parameter login.address_limit in ten minutes."""
    ten = timedelta(minutes=10)
    return tries.Limit(number(db, "login.address_limit", 100), ten, ten)


def failed(db: Session, login: str, ip: str) -> None:
    """A password was wrong: counted for the name (parameters login.lock_after, login.lock_minutes) and the address."""
    wait = timedelta(minutes=number(db, "login.lock_minutes", 30))
    tries.failed(db, counted(login), tries.Limit(number(db, "login.lock_after", 5), wait, tries.FORGOTTEN))
    tries.failed(db, by_address(ip), address_limit(db))


def locked(db: Session, login: str) -> Refused | None:
    """The refusal of a name that has to wait, the same for one that nobody has."""
    wait = tries.waiting(db, counted(login))
    said = f"连续输错密码，账号已锁定，请{tries.minutes(wait)}分钟后再试" if wait else ""
    return Refused(said, "LOCKED", needValidCode=True) if wait else None


def set_password(db: Session, user: SysUser, password: str) -> None:
    """Store a new password. Refuses weak ones and the last five (parameter password.history)."""
    refuse_weak(password, user, db)
    depth = number(db, "password.history", 5)
    used = db.scalars(
        select(PasswordHistory.password_hash)
        .where(PasswordHistory.user_id == user.id)
        .order_by(PasswordHistory.id.desc())
        .limit(depth)
    )
    if user.password_hash and any(matches(old, password) for old in [user.password_hash, *used]):
        raise Refused(f"新密码不能与最近{depth}次使用过的密码相同")
    user.password_hash = hash_of(password)
    user.password_at = clock.now()
    user.must_change = False
    if user.demo:
        user.demo, user.pin_hash = False, ""  # that of the demo accounts is published, too
        user.vouched = False
    db.add(user)
    db.flush()
    db.add(PasswordHistory(user_id=user.id, password_hash=user.password_hash, at=clock.now()))


def refuse_other(db: Session, me: User, sent: str, where: str, label: str) -> Refused | None:
    """The refusal of a password that is not the user's own, counted like one at the login; None when it is."""
    tries.in_turn(db, counted(me.login))
    if sentence := locked(db, me.login):
        return sentence
    hashed = db.scalars(select(SysUser.password_hash).where(SysUser.id == me.id).with_for_update()).one()
    if matches(hashed, decoded(sent, label, db)):
        tries.forget(db, counted(me.login))
        return None
    failed(db, me.login, me.ip)
    security_event(db, where, me.login, f"{label}不正确", "失败")
    return Refused(f"{label}不正确")
