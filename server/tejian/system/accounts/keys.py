"""Security keys (WebAuthn): a second factor that a browser or a stick holds, beside the code of the phone.

Only who has set up the phone adds keys, and gives a code for it: a stolen session adds none. Browsers offer keys to
sites with a name, over HTTPS or on this very machine; elsewhere nothing is offered.
"""

import ipaddress
import json
import urllib.parse
from datetime import datetime, timedelta
from typing import Any, Literal

from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    UserVerificationRequirement,
)
from pydantic import Field
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import new_id
from tejian.kit.forms.form import Form, OneId, private
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SecurityKey, SysUser, UserSession
from tejian.system.settings.api import PRODUCT

from . import factors

MOST = 5  # keys of one person
WITHIN = timedelta(minutes=3)  # a challenge is answered
WRONG = "安全密钥未能确认，请重试或改用手机验证码"


class AnswerForm(Form):
    """What the browser answered, as JSON."""

    credential: str = private(title="安全密钥的应答", max_length=20_000)


class NewKeyForm(AnswerForm):
    name: str = Field(title="名称", min_length=1, max_length=32)


class Options(TypedDict):
    """What the browser is asked, as it takes it; empty when there is nothing to ask for."""

    options: dict[str, Any]


class Key(TypedDict):
    id: str
    name: str
    at: datetime
    usedAt: datetime | None


class Keys(TypedDict):
    """`possible`: browsers offer keys to the address of this platform."""

    possible: bool
    keys: list[Key]


def kind_of(db: Session, user: SysUser) -> Literal["", "code", "key"]:
    """What somebody has set up as second factor: nothing, the code of a phone, and a key beside it."""
    if not user.totp_secret:
        return ""
    return "key" if _host() and _of(db, user.id) else "code"


def _host() -> str:
    """The name under which browsers know this platform; empty where they offer no keys."""
    parts = urllib.parse.urlsplit(settings.current().public_url)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host if parts.scheme == "https" or host == "localhost" else ""
    return ""


def _server() -> Fido2Server:
    return Fido2Server(PublicKeyCredentialRpEntity(id=_host(), name=PRODUCT))


def _of(db: Session, user_id: str) -> list[SecurityKey]:
    own = select(SecurityKey).where(SecurityKey.user_id == user_id)
    return list(db.scalars(own.order_by(SecurityKey.at, SecurityKey.id)))


def _data(rows: list[SecurityKey]) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(row.credential) for row in rows]


def _session(db: Session, me: User) -> UserSession:
    own = db.scalars(select(UserSession).where(UserSession.id == me.session_id).with_for_update()).first()
    if own is None:
        raise Refused("会话已结束，请重新登录")
    return own


def _remember(db: Session, me: User, state: Any) -> None:
    own = _session(db, me)
    own.challenge, own.challenge_at = json.dumps(state), clock.now()


def _taken(db: Session, me: User) -> Any:
    """The challenge of this session, which is good once; None when there is none that is young enough."""
    own = _session(db, me)
    text, at = own.challenge, own.challenge_at
    own.challenge, own.challenge_at = "", None
    return json.loads(text) if text and at is not None and clock.now() - at < WITHIN else None


def mine(db: Session, me: User) -> Keys:
    """The keys of the person, and whether one can be added here."""
    rows = _of(db, me.id)
    keys: list[Key] = [{"id": r.id, "name": r.name, "at": r.at, "usedAt": r.used_at} for r in rows]
    return {"possible": bool(_host()), "keys": keys}


def options(db: Session, me: User) -> Options:
    """What the browser is asked to give the second factor of this session by a key."""
    rows = _of(db, me.id) if _host() else []
    if not rows:
        return {"options": {}}
    asked, state = _server().authenticate_begin(_data(rows), UserVerificationRequirement.DISCOURAGED)
    _remember(db, me, state)
    return {"options": dict(asked.public_key)}


def give(db: Session, me: User, form: AnswerForm) -> Refused | None:
    """Take the second factor for this session from a key. Wrong answers count like wrong codes."""
    tries.in_turn(db, factors.counted(me.id))
    tries.refuse_waiting(db, factors.counted(me.id), "验证输错")
    state, rows = _taken(db, me), _of(db, me.id)
    try:
        answer = AuthenticationResponse.from_dict(json.loads(form.credential))
        data = _server().authenticate_complete(state, _data(rows), answer) if state is not None else None
        row = next(r for r in rows if data is not None and AttestedCredentialData(r.credential) == data)
        counter = answer.response.authenticator_data.counter
        if counter and counter <= row.counter:
            raise ValueError("the key was copied: its counter went back")
    except Exception as fault:  # what anybody sends can fail anywhere in its reader
        tries.failed(db, factors.counted(me.id), factors.LIMIT)
        security_event(db, "第二因素", me.login, f"安全密钥未能确认：{fault}", "失败")
        return Refused(WRONG, "FACTOR")
    row.counter, row.used_at = counter, clock.now()
    tries.forget(db, factors.counted(me.id))
    factors.passed(db, me)
    return None


def begin(db: Session, me: User, form: factors.CodeForm) -> Options | Refused:
    """What the browser is asked to make a new key, for a code of the phone."""
    if not _host():
        raise Refused("安全密钥只能在有域名的 HTTPS 地址上使用")
    rows = _of(db, me.id)
    if len(rows) >= MOST:
        raise Refused(f"最多登记{MOST}个安全密钥，请先删除不用的")
    refused = factors.give(db, me, form)
    if refused is not None:
        return refused
    who = PublicKeyCredentialUserEntity(id=me.id.encode(), name=me.login, display_name=me.name)
    wish, state = _server().register_begin(who, _data(rows), user_verification=UserVerificationRequirement.DISCOURAGED)
    _remember(db, me, state)
    return {"options": dict(wish.public_key)}


def add(db: Session, me: User, form: NewKeyForm) -> Refused | None:
    """Keep the key that the browser made. A wrong answer uses the challenge up, so the refusal is given back."""
    db.scalars(select(SysUser.id).where(SysUser.id == me.id).with_for_update()).one()
    state = _taken(db, me)
    if state is None:
        raise Refused("登记已超时，请重新开始")
    if len(_of(db, me.id)) >= MOST:
        raise Refused(f"最多登记{MOST}个安全密钥，请先删除不用的")
    try:
        registration = _server().register_complete(state, RegistrationResponse.from_dict(json.loads(form.credential)))
    except Exception as fault:  # what anybody sends can fail anywhere in its reader
        security_event(db, "第二因素", me.login, f"安全密钥的应答不正确：{fault}", "失败")
        return Refused("安全密钥的应答不正确，请重新登记")
    if registration.credential_data is None:
        return Refused("安全密钥的应答不正确，请重新登记")
    name, proof = form.name.strip(), bytes(registration.credential_data)
    row = SecurityKey(
        id=new_id(), user_id=me.id, name=name, credential=proof, counter=registration.counter, at=clock.now()
    )
    db.add(row)
    security_event(db, "第二因素", me.login, f"登记安全密钥：{name}")
    return None


def remove(db: Session, me: User, form: OneId) -> None:
    """Take a key of one's own away."""
    row = db.scalars(select(SecurityKey).where(SecurityKey.id == form.id, SecurityKey.user_id == me.id)).first()
    if row is None:
        raise Refused("安全密钥不存在")
    db.delete(row)
    security_event(db, "第二因素", me.login, f"删除安全密钥：{row.name}")


def forget(db: Session, user_id: str) -> None:
    """All keys of an account, when two administrators reset it."""
    db.execute(delete(SecurityKey).where(SecurityKey.user_id == user_id))
