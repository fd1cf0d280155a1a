"""The second factor: a code of the phone (TOTP, RFC 6238), or one of the recovery codes.

GB/T 22239-2019 8.1.4.1 d. Who holds one of the three administrators' duties gives it once a session, after the
password; who has none yet sets it up before anything else. Accounts of the demo city go without it. Anybody else may
set one up, with his password, and confirm his signatures with it.
"""

import base64
import hashlib
import secrets
import unicodedata
from datetime import timedelta

import pyotp
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.forms.form import Form, private
from tejian.kit.ground import clock
from tejian.kit.ground.errors import FACTOR_SETUP, BadInput, Refused
from tejian.kit.ground.likeness import alike
from tejian.kit.ground.user import User
from tejian.kit.papers import qr
from tejian.system.models.accounts import SysUser, UserSession
from tejian.system.settings.api import PRODUCT

from . import passwords

STEP = 30  # seconds of one code
LATE = 1  # steps that the clock of a phone may be off
RECOVERY = 10
LIMIT = tries.Limit(5, timedelta(minutes=15), tries.FORGOTTEN)


class CodeForm(Form):
    code: str = private(title="验证码", max_length=32)


class SetupForm(CodeForm):
    password: str = private(default="", title="登录密码", max_length=2000)
    secret: str = private(title="密钥", min_length=32, max_length=32, pattern=r"^[A-Z2-7]+$")


def counted(user_id: str) -> str:
    """The key under which wrong codes of an account are counted."""
    return f"factor:{user_id}"


def _step_of(secret: str, code: str, after: int) -> int | None:
    """The step whose code this is, when it is near and later than the last one that was used."""
    now = int(clock.now().timestamp()) // STEP
    maker = pyotp.TOTP(secret, interval=STEP)
    for step in range(now - LATE, now + LATE + 1):
        if step > after and alike(maker.generate_otp(step), code):
            return step
    return None


def typed(code: str) -> str:
    """A code as it is meant: a Chinese input method types full-width digits."""
    return unicodedata.normalize("NFKC", code).strip()


def _hashed(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").lower().encode()).hexdigest()


def passed(db: Session, me: User) -> None:
    """The second factor was given in this session."""
    db.execute(update(UserSession).where(UserSession.id == me.session_id).values(factor_at=clock.now()))


def _me(db: Session, me: User) -> SysUser:
    return db.scalars(select(SysUser).where(SysUser.id == me.id).with_for_update()).one()


def give(db: Session, me: User, form: CodeForm, on_paper: bool = True) -> Refused | None:
    """Take the second factor for this session. A wrong code is counted, so the refusal is given back.

    `on_paper`: a recovery code is taken as well.
    """
    tries.in_turn(db, counted(me.id))
    tries.refuse_waiting(db, counted(me.id), "验证码输错")
    user, code = _me(db, me), typed(form.code)
    if not user.totp_secret:
        raise Refused("尚未设置手机验证码")
    step = _step_of(user.totp_secret, code, user.totp_step)
    if step is not None:
        user.totp_step = step
    elif on_paper and _hashed(code) in user.totp_recovery:
        user.totp_recovery = [one for one in user.totp_recovery if one != _hashed(code)]
        security_event(db, "第二因素", user.login, f"使用恢复码，还剩{len(user.totp_recovery)}个")
    else:
        tries.failed(db, counted(me.id), LIMIT)
        security_event(db, "第二因素", user.login, "验证码不正确", "失败")
        return Refused("验证码不正确", "FACTOR")
    tries.forget(db, counted(me.id))
    passed(db, me)
    return None


class FactorSecret(TypedDict):
    secret: str
    picture: str


def new_secret(db: Session, me: User) -> FactorSecret:
    """A secret for the phone, as text and as a picture; it counts when a code of it was given (`set_up`)."""
    secret = pyotp.random_base32(32)
    picture = qr.png(pyotp.TOTP(secret).provisioning_uri(name=me.login, issuer_name=PRODUCT))
    return {"secret": secret, "picture": "data:image/png;base64," + base64.b64encode(picture).decode()}


class Recovery(TypedDict):
    """Codes that stand in for the telephone, each once."""

    recovery: list[str]


def set_up(db: Session, me: User, form: SetupForm) -> Recovery | Refused:
    """Keep the secret whose code was given; the recovery codes are answered once and kept as hashes.

    Who sets it up of his own accord gives his password: an open session alone gets no factor to sign with.
    """
    if me.held != FACTOR_SETUP:
        if _me(db, me).totp_secret:
            raise Refused("手机验证码已设置；更换手机请由两名管理员重置")
        if not form.password:
            raise BadInput("登录密码：请填写", field="password")
        if wrong := passwords.refuse_other(db, me, form.password, "第二因素", "登录密码"):
            return wrong
    step = _step_of(form.secret, typed(form.code), 0)
    if step is None:
        raise BadInput("验证码：不正确，请核对手机时间", field="code")
    user = _me(db, me)
    codes = [f"{secrets.token_hex(4)}-{secrets.token_hex(4)}" for _ in range(RECOVERY)]
    user.totp_secret, user.totp_step, user.totp_recovery = form.secret, step, [_hashed(c) for c in codes]
    passed(db, me)
    security_event(db, "第二因素", user.login, "设置")
    return {"recovery": codes}
