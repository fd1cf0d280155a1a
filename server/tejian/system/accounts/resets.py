"""A new password without the old one, by a link that only the owner sees.

The owner asks at the login page and gets the link and a check number. The administrator types the number that the owner
tells, and so lets this one link set a password, once, for a quarter of an hour. No administrator reads a password or a
link; of an administrator's account, and of one that may sign, a second person must agree (system.protection). A name
that nobody has is answered alike.
"""

import hashlib
import secrets
from datetime import timedelta

from pydantic import Field
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, private
from tejian.kit.forms.formview import Field as Input
from tejian.kit.forms.formview import FormView, Group, add_form
from tejian.kit.forms.formview import Input as Sent
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Caller
from tejian.system.models.accounts import PasswordLink, SysUser

from . import keys, passwords, session, trust

ASKED_FOR = timedelta(minutes=30)  # until an administrator has to confirm
AGREED_FOR = timedelta(days=1)  # until a second person has to agree
GOOD_FOR = timedelta(minutes=15)  # after that
OPEN = 5  # links of one account that wait at once
CODES = tries.Limit(5, timedelta(minutes=15), tries.FORGOTTEN)
GONE = "链接无效或已过期，请重新申请"
WAITS = "管理员尚未确认，确认后再点一次"


class AskForm(Form):
    username: str = Field(title="用户名", max_length=600)


class UseForm(Form):
    token: str = private(title="链接", max_length=100)
    new: str = private(title="新密码", alias="newPassword", max_length=2000)


RESET_FORM = add_form(
    FormView(
        "sys_user_reset_form",
        "重置密码",
        "/api/system/user/resetPassword",
        [
            Group(
                "",
                [
                    Input("login", "登录名", "readonly", span=12),
                    Input("name", "姓名", "readonly", span=12),
                    Input(
                        "check",
                        "核对码",
                        required=True,
                        size=6,
                        span=12,
                        help="本人在登录页点“忘记密码”后得到，当面或电话核对",
                    ),
                ],
            )
        ],
        load_url="/api/system/user/load",
        width=560,
        ok="确认",
        done="已确认，请本人在申请页面设置新密码；管理员账户和能签名的账户须先由第二人同意",
    )
)


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


class ResetLink(TypedDict):
    token: str
    check: str
    minutes: int


def ask(db: Session, caller: Caller, form: AskForm) -> ResetLink:
    """A link and a check number for who gives a login name."""
    counted = tries.address("reset", caller.ip)
    tries.refuse_waiting(db, counted, "申请")
    tries.failed(db, counted, tries.PUBLIC)
    name = passwords.decoded(form.username, "用户名", db).strip()[:64]
    token, check = secrets.token_urlsafe(32), f"{secrets.randbelow(10**6):06d}"
    user_id = db.scalar(select(SysUser.id).where(SysUser.login == name, SysUser.enabled))
    now = clock.now()
    waiting = select(func.count()).where(PasswordLink.user_id == user_id, PasswordLink.expires > now)
    if user_id is None or (db.scalar(waiting) or 0) < OPEN:
        key = _hashed(token)
        db.add(PasswordLink(id=key, user_id=user_id, check_hash=_hashed(key, check), at=now, expires=now + ASKED_FOR))
    security_event(db, "重置密码", name, "申请", ip=caller.ip)
    return {"token": token, "check": check, "minutes": int(ASKED_FOR.total_seconds()) // 60}


def found_by_check(db: Session, me: User, sent: Sent) -> tuple[SysUser, PasswordLink] | Refused:
    """The account and the link that the check number names; a wrong number is counted, so the refusal is given back."""
    row = visible_or_refuse(db, me, SysUser, sent.id, lock=True)
    if row.id == me.id:
        raise Refused("自己的密码请在“修改密码”中修改")
    if not row.enabled:
        raise Refused("账号已停用，请先启用")
    counted = f"check:{row.id}"
    tries.refuse_waiting(db, counted, "核对")
    links = select(PasswordLink).where(
        PasswordLink.user_id == row.id, PasswordLink.expires > clock.now(), PasswordLink.confirmed.is_(None)
    )
    for one in db.scalars(links):
        if one.check_hash == _hashed(one.id, sent["check"]):
            tries.forget(db, counted)
            return row, one
    tries.failed(db, counted, CODES)
    return Refused("核对码不正确或已过期，请本人重新申请")


def wait_for_agreement(link: PasswordLink) -> None:
    """Let a link live until a second person has decided."""
    link.expires = clock.now() + AGREED_FOR


def confirm(db: Session, link_id: str, *, by_two: bool) -> None:
    """Let the link set a password, for a short while; two persons have agreed, or one alone."""
    link = db.scalars(select(PasswordLink).where(PasswordLink.id == link_id).with_for_update()).first()
    if link is None or link.expires <= clock.now():
        raise Refused(GONE)
    link.confirmed, link.expires, link.by_two = clock.now(), clock.now() + GOOD_FOR, by_two
    login = db.scalar(select(SysUser.login).where(SysUser.id == link.user_id))
    security_event(db, "重置密码", login or "", "确认")


def use(db: Session, caller: Caller, form: UseForm) -> Refused | None:
    """Set the password by a confirmed link; all links and sessions of the account end."""
    counted = tries.address("reset", caller.ip)
    tries.refuse_waiting(db, counted, "申请")
    link = db.scalars(select(PasswordLink).where(PasswordLink.id == _hashed(form.token)).with_for_update()).first()
    if link is None or link.expires <= clock.now():
        tries.failed(db, counted, tries.PUBLIC)
        return Refused(GONE)
    if link.confirmed is None:
        raise Refused(WAITS, "WAIT")
    user = db.scalars(select(SysUser).where(SysUser.id == link.user_id, SysUser.enabled).with_for_update()).first()
    if user is None or (trust.needs_two(db, user) and not link.by_two):
        raise Refused(GONE)
    passwords.set_password(db, user, passwords.decoded(form.new, "新密码", db))
    user.vouched = link.by_two
    if trust.is_administrator(db, user):  # two have agreed: a lost phone is mended with it
        user.totp_secret, user.totp_recovery = "", []
        keys.forget(db, user.id)
    tries.forget(db, passwords.counted(user.login))
    db.execute(delete(PasswordLink).where(PasswordLink.user_id == user.id))
    session.end_sessions(db, user.id)
    security_event(db, "重置密码", user.login, "已设置新密码", user_id=user.id, user_name=user.name, ip=caller.ip)
    return None


def forget_old(db: Session) -> None:
    """Drop links that nobody can use any more."""
    db.execute(delete(PasswordLink).where(PasswordLink.expires < clock.now()))
