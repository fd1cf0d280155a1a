"""The signing PIN: what somebody types before a signature, so that one open session alone signs nothing.

Moves that are `signed` (kit/process/steps.py) ask for it. It is kept as an argon2id hash, counted on its own, and good
for a quarter of an hour in the session that typed it. Who has a second factor may give that instead.
"""

from datetime import timedelta
from itertools import pairwise

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.forms.form import Form, private
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser, UserSession

from . import factors, keys, passwords
from .session import SIGNED_FOR, let_sign

DEMO = "2026"  # of the demo accounts, shown where it is asked for
SHORTEST, LONGEST = 6, 12
BY_PIN, BY_PHONE, BY_KEY = "签名口令", "手机验证码", "安全密钥"  # how a signature was confirmed
LIMIT = tries.Limit(5, timedelta(minutes=15), tries.FORGOTTEN)


class PinForm(Form):
    pin: str = private(title="签名口令", max_length=64)


class NewPinForm(PinForm):
    password: str = private(title="登录密码", max_length=2000)


def counted(user_id: str) -> str:
    """The key under which wrong tries of a PIN are counted."""
    return f"pin:{user_id}"


def _me(db: Session, me: User) -> SysUser:
    return db.scalars(select(SysUser).where(SysUser.id == me.id).with_for_update()).one()


class Signed(TypedDict):
    """For how long nothing is asked for again."""

    minutes: int


MAY_SIGN: Signed = {"minutes": int(SIGNED_FOR.total_seconds()) // 60}


def sign(db: Session, me: User, form: PinForm) -> Signed | Refused:
    """Let this session sign for a while. A wrong PIN is counted, so the refusal is given back."""
    tries.in_turn(db, counted(me.id))
    tries.refuse_waiting(db, counted(me.id), "签名口令输错")
    user = _me(db, me)
    if not user.pin_hash:
        raise Refused("尚未设置签名口令", "NO_PIN")
    if not passwords.matches(user.pin_hash, form.pin):
        tries.failed(db, counted(me.id), LIMIT)
        security_event(db, "签名口令", user.login, "签名口令不正确", "失败")
        return Refused("签名口令不正确", "PIN")
    tries.forget(db, counted(me.id))
    let_sign(db, me, BY_PIN)
    security_event(db, "签名口令", user.login, "已确认")
    return MAY_SIGN.copy()


def sign_by_code(db: Session, me: User, form: factors.CodeForm) -> Signed | Refused:
    """The same by the code that the person's own phone shows now; none of the codes on paper, which a drawer holds."""
    return _by_factor(db, me, factors.give(db, me, form, on_paper=False), BY_PHONE)


def sign_by_key(db: Session, me: User, form: keys.AnswerForm) -> Signed | Refused:
    """The same by a security key."""
    return _by_factor(db, me, keys.give(db, me, form), BY_KEY)


def _by_factor(db: Session, me: User, refused: Refused | None, way: str) -> Signed | Refused:
    if refused is not None:
        return refused
    let_sign(db, me, way)
    security_event(db, "第二因素", me.login, f"以{way}确认签名")
    return MAY_SIGN.copy()


def set_pin(db: Session, me: User, form: NewPinForm) -> Refused | None:
    """Set or replace one's own PIN; the password is asked for and counted like at a login."""
    wrong = passwords.refuse_other(db, me, form.password, "签名口令", "登录密码")
    if wrong:
        return wrong
    pin = form.pin
    if not pin.isascii() or not pin.isdecimal() or not SHORTEST <= len(pin) <= LONGEST:
        raise BadInput(f"签名口令：应为{SHORTEST}至{LONGEST}位数字", field="pin")
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    user = _me(db, me)
    if len(steps) == 1 or pin in user.mobile:
        raise BadInput("签名口令：不能是连号、同一数字或本人手机号中的一段", field="pin")
    user.pin_hash = passwords.hash_of(pin)
    db.execute(update(UserSession).where(UserSession.user_id == user.id).values(signed_at=None))
    tries.forget(db, counted(user.id))
    security_event(db, "签名口令", user.login, "设置")
    return None


def give_demo_pins(db: Session) -> None:
    """Demo accounts of an installation from before there were PINs get the published one."""
    rows = db.scalars(select(SysUser).where(SysUser.demo, SysUser.pin_hash == "")).all()
    hashed = passwords.hash_of(DEMO) if rows else ""
    for row in rows:
        row.pin_hash = hashed
