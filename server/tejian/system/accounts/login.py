"""Login, logout, change of password and single sign-on."""

import hashlib
import urllib.parse
import xml.etree.ElementTree as ET
from datetime import timedelta
from typing import Literal, NotRequired

from pydantic import Field
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.kit.database import audit, tries
from tejian.kit.forms.form import Form, private
from tejian.kit.ground import clock, outgoing
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Answer, Caller
from tejian.system.models.accounts import Role, SsoTicket, SysUser, UserSession
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value

from . import captcha, keys, passwords, session

WRONG = "用户名或密码错误"
CAS = "{http://www.yale.edu/tp/cas}"


class LoginForm(Form):
    username: str = Field("", title="用户名", max_length=600)
    password: str = private(default="", title="密码", max_length=2000)
    valid_code: str = Field("", title="验证码", alias="validateCode", max_length=16)
    random_num: str = Field("", title="随机数", alias="randomNum", max_length=64)
    ticket: str = private(default="", title="票据", max_length=512)
    service: str = Field("", title="服务地址", max_length=512)


class PasswordForm(Form):
    old: str = private(title="原密码", alias="oldPassword", max_length=2000)
    new: str = private(title="新密码", alias="newPassword", max_length=2000)


class UserInfo(TypedDict):
    """The contract's user info."""

    id: str
    name: str
    loginName: str
    avatar: str
    userSsoInfo: str
    userDepartId: str
    userOrgId: str
    userUnitId: str
    jurisdiction: str
    industryType: str
    roleNames: str
    userDeptUniCode: str
    orgName: str
    departName: str
    mobile: str
    mustChangePassword: bool
    demo: bool
    hasPin: bool
    secondFactor: Literal["", "code", "key"]  # what the person has set up: the code of a phone, and a security key
    held: NotRequired[str]  # the code of what this session must do before anything else


def login(db: Session, caller: Caller, form: LoginForm) -> Answer[UserInfo] | Refused:
    """Open a session, or say why not. A wrong try is remembered, so the refusal is given back, not raised."""
    if form.ticket:
        return _by_ticket(db, caller, form)
    if not form.username or not form.password:
        raise BadInput("请输入用户名和密码")
    name = passwords.decoded(form.username, "用户名", db).strip()
    password = passwords.decoded(form.password, "密码", db)
    if len(name) > 64 or len(password) > 128 or "\x00" in name:
        return _failed(db, caller, name[:64], None)
    tries.refuse_waiting(db, passwords.by_address(caller.ip), "登录尝试")
    if _needs_captcha(db, caller, name) and not captcha.passed(db, form.random_num, form.valid_code):
        if not form.valid_code:
            return Refused("请输入验证码", "VALID_CODE", needValidCode=True)
        tries.failed(db, passwords.by_address(caller.ip), passwords.address_limit(db))
        return Refused("验证码错误或已失效", "VALID_CODE", needValidCode=True)
    tries.in_turn(db, passwords.counted(name))
    if locked := passwords.locked(db, name):
        passwords.matches(passwords.nobody_hash(), password)
        return locked
    user = db.scalars(select(SysUser).where(SysUser.login == name).with_for_update()).first()
    good = passwords.matches(user.password_hash if user else passwords.nobody_hash(), password)
    if not user or not good or not user.enabled:
        return _failed(db, caller, name, user)
    return _opened(db, caller, user, "密码登录")


def _needs_captcha(db: Session, caller: Caller, name: str) -> bool:
    mode = value(db, "login.captcha", "after_failures")
    if mode == "never":
        return False
    lately = timedelta(minutes=30)
    by_name = tries.recent(db, passwords.counted(name), lately)
    return mode == "always" or max(by_name, tries.recent(db, passwords.by_address(caller.ip), lately) // 5) >= 2


def _failed(db: Session, caller: Caller, name: str, user: SysUser | None) -> Refused:
    """Count the wrong try; an unknown name, a wrong password and a disabled account are told and counted alike."""
    passwords.failed(db, name, caller.ip)
    audit.security_event(db, "登录", name, "用户名或密码错误", "失败", user_id=user.id if user else "", ip=caller.ip)
    db.flush()
    return Refused(WRONG, "LOGIN", needValidCode=_needs_captcha(db, caller, name))


def _opened(db: Session, caller: Caller, user: SysUser, how: str) -> Answer[UserInfo]:
    user.last_login = clock.now()
    tries.forget(db, passwords.counted(user.login))
    if caller.secret:  # a login replaces the session that this browser had
        db.execute(delete(UserSession).where(UserSession.id == session.hashed(caller.secret)))
    secret, sid = session.open_session_for(db, user.id, caller)
    audit.security_event(db, "登录", user.login, how, user_id=user.id, user_name=user.name, ip=caller.ip)
    info = user_info(db, user)
    return Answer(info, {"user": info, "sessionid": sid}, cookie=secret)


def user_info(db: Session, user: SysUser) -> UserInfo:
    """The contract's user info: no hash, no secret."""
    roles = db.scalars(select(Role).where(Role.id.in_(user.role_ids)).order_by(Role.code)).all()
    orgs = {o.id: o for o in db.scalars(select(Org).where(Org.id.in_([user.org_id, user.dept_id])))}
    dept, org = orgs.get(user.dept_id), orgs.get(user.org_id)
    return {
        "id": user.id,
        "name": user.name,
        "loginName": user.login,
        "avatar": user.avatar,
        "userSsoInfo": "",
        "userDepartId": user.dept_id,
        "userOrgId": user.org_id,
        "userUnitId": user.unit_id or user.org_id,
        "jurisdiction": user.areacode,
        "industryType": user.industry_type,
        "roleNames": ",".join(r.name for r in roles),
        "userDeptUniCode": dept.code if dept else "",
        "orgName": org.name if org else "",
        "departName": dept.name if dept else "",
        "mobile": user.mobile,
        "mustChangePassword": session.must_change(db, user),
        "demo": user.demo,
        "hasPin": bool(user.pin_hash),
        "secondFactor": keys.kind_of(db, user),
    }


def change_password(db: Session, me: User, form: PasswordForm) -> Refused | None:
    """Change one's own password; every other session of the account ends. A wrong old one counts like a login."""
    if wrong := passwords.refuse_other(db, me, form.old, "修改密码", "原密码"):
        return wrong
    user = db.scalars(select(SysUser).where(SysUser.id == me.id)).one()
    passwords.set_password(db, user, passwords.decoded(form.new, "新密码", db))
    session.end_sessions(db, user.id, but=me.session_id)
    audit.security_event(db, "修改密码", user.login)
    return None


def sso_base(db: Session) -> str:
    """The CAS server: the parameter, else the setting of the installation; empty switches single sign-on off."""
    return value(db, "sso.url", settings.current().sso_url)


def _by_ticket(db: Session, caller: Caller, form: LoginForm) -> Answer[UserInfo] | Refused:
    """Single sign-on: the ticket is asked back from the CAS server that the settings name, and is good once."""
    tries.refuse_waiting(db, passwords.by_address(caller.ip), "登录尝试")
    base = sso_base(db)
    if not base:
        raise Refused("未启用单点登录", "SSO_OFF")
    used = insert(SsoTicket).values(ticket=hashlib.sha256(form.ticket.encode()).hexdigest(), at=clock.now())
    if db.execute(used.on_conflict_do_nothing().returning(SsoTicket.ticket)).first() is None:
        return Refused("登录票据已使用，请重新登录", "SSO")
    name = ticket_owner(base, form.ticket, value(db, "sso.service"))
    user = db.scalars(select(SysUser).where(SysUser.login == name)).first() if name else None
    if user is None or not user.enabled:
        tries.failed(db, passwords.by_address(caller.ip), passwords.address_limit(db))
        audit.security_event(db, "登录", name or "", "单点登录票据无效", "失败", ip=caller.ip)
        return Refused("登录票据无效或账号不存在", "SSO")
    return _opened(db, caller, user, "单点登录")


def ticket_owner(base: str, ticket: str, service: str) -> str | None:
    """The login name that CAS 3.0 (/p3/serviceValidate) gives for a ticket, or None."""
    query = urllib.parse.urlencode({"ticket": ticket, "service": service})
    try:
        content = outgoing.call(f"{base.rstrip('/')}/p3/serviceValidate?{query}", timeout=5)
        if b"<!" in content:  # no document types, so no entities
            return None
        return ET.fromstring(content).findtext(f"{CAS}authenticationSuccess/{CAS}user")
    except (ET.ParseError, OSError):
        return None
