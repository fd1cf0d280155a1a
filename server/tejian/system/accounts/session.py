"""Who is asking: session, account, permissions and scope in one statement, so that a revoked right is gone at once."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import text, update
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.database import steady
from tejian.kit.ground import clock
from tejian.kit.ground.errors import FACTOR, FACTOR_SETUP, MUST_CHANGE
from tejian.kit.ground.likeness import alike
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Caller
from tejian.system.models.accounts import SysUser, UserSession
from tejian.system.permissions import DUTIES
from tejian.system.settings.api import flag, number

SIGNED_FOR = timedelta(minutes=15)  # after a signature was confirmed
WIDTH = ["own", "unit", "dept", "org", "area", "all"]

ACCOUNT = """
           u.id as user_id, u.name, u.login, u.org_id, u.dept_id, u.unit_id, u.areacode, u.enabled, u.role_ids, u.scope,
           u.group_ids,
           u.must_change, u.password_at, u.demo, u.totp_secret <> '' as has_factor,
           (select coalesce(jsonb_object_agg(name, value), '{}') from sys_cache_version) as versions
"""
FIND = f"""
    select {ACCOUNT}, s.id, s.sid_hash, s.created, s.last_used, s.signed_at, s.factor_at,
           s.signed_way
    from sys_session s join sys_user u on u.id = s.user_id
    where s.id = %(id)s
    """
FIND_ACCOUNT = f"select {ACCOUNT} from sys_user u where u.id = %(id)s"


class Found(NamedTuple):
    """The account behind a request, and its session when it comes with one."""

    user_id: str
    name: str
    login: str
    org_id: str
    dept_id: str
    unit_id: str
    areacode: str
    enabled: bool
    role_ids: list[str]
    scope: str
    group_ids: list[str]
    must_change: bool
    password_at: datetime | None
    demo: bool
    has_factor: bool
    versions: dict[str, int]
    id: str = ""
    sid_hash: str = ""
    created: datetime = datetime.min
    last_used: datetime = datetime.min
    signed_at: datetime | None = None
    factor_at: datetime | None = None
    signed_way: str = ""


class Rights(NamedTuple):
    """What some roles allow together: the widest of their scopes, and all permissions."""

    scope: str
    permissions: frozenset[str]


@dataclass(frozen=True)
class _Roles:
    """The roles as of one version, which the database moves on with every change of a role."""

    version: int
    each: Mapping[str, Rights]
    together: dict[tuple[str, ...], Rights] = field(default_factory=dict)

    def of(self, ids: tuple[str, ...]) -> Rights:
        found = self.together.get(ids)
        if found is None:
            mine = [self.each[i] for i in ids if i in self.each]
            scope = max((r.scope for r in mine), key=lambda s: WIDTH.index(s) if s in WIDTH else 0, default="own")
            found = self.together[ids] = Rights(scope, frozenset().union(*(r.permissions for r in mine)))
        return found


_roles = _Roles(-1, {})


def _granted(db: Session, row: Found) -> Rights:
    """What the roles of an account allow now: a right that was taken away is gone with the next request."""
    global _roles
    roles, version = _roles, row.versions.get("role", 0)
    if roles.version != version:
        rows = kit_db.fetch(db, "select id, scope, permissions from sys_role", None)
        roles = _roles = _Roles(version, {i: Rights(scope, frozenset(may or ())) for i, scope, may in rows})
    return roles.of(tuple(row.role_ids or ()))


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def open_session_for(db: Session, user_id: str, caller: Caller) -> tuple[str, str]:
    """Open a session and return (cookie secret, sid): a request needs both."""
    secret, sid, now = secrets.token_urlsafe(32), secrets.token_urlsafe(24), steady.now()
    db.execute(
        text(
            "insert into sys_session (id, sid_hash, user_id, created, last_used, ip, agent)"
            " values (:id, :sid, :user, :now, :now, :ip, :agent)"
        ),
        {"id": hashed(secret), "sid": hashed(sid), "user": user_id, "now": now, "ip": caller.ip, "agent": caller.agent},
    )
    return secret, sid


def identify(db: Session, caller: Caller) -> User | None:
    """The user of a request, or None when the cookie and the session id do not open a living session."""
    if not caller.secret or not caller.sid:
        return None
    row = _first(db, FIND, hashed(caller.secret))
    if row is None or not alike(row.sid_hash, hashed(caller.sid)) or not row.enabled:
        return None
    db.info["versions"] = row.versions
    now = steady.now()
    idle = timedelta(minutes=number(db, "session.idle_minutes", 30))
    whole = timedelta(hours=number(db, "session.absolute_hours", 12))
    if now - row.last_used > idle or now - row.created > whole:
        return None
    if not caller.quiet and now - row.last_used > timedelta(minutes=1):
        db.execute(text("update sys_session set last_used = :now where id = :id"), {"now": now, "id": row.id})
    return _user(db, row, session_id=row.id, ip=caller.ip)


def holder(db: Session, session_id: str) -> User | None:
    """The enabled account whose session this is, for what was handed out under it; None while it is held back."""
    row = _first(db, FIND, session_id)
    if row is None or not row.enabled:
        return None
    db.info["versions"] = row.versions
    found = _user(db, row, session_id)
    return None if found.held else replace(found, session_id="")


def account(db: Session, user_id: str) -> User | None:
    """An account as its owner would act now, for work that goes on after the request; None when it is disabled."""
    return _known(db, _first(db, FIND_ACCOUNT, user_id))


def _known(db: Session, row: Found | None) -> User | None:
    if row is None or not row.enabled:
        return None
    db.info["versions"] = row.versions
    return _user(db, row)


def _first(db: Session, sql: str, key: str) -> Found | None:
    """The one row of a statement that every request makes."""
    found = kit_db.fetch(db, sql, {"id": key}, steady=True)
    return Found(*found[0]) if found else None


NO_UNIT = "-"  # of an account with the role of an enterprise and no enterprise: it is not staff for that


def _user(db: Session, row: Found, session_id: str = "", ip: str = "") -> User:
    rights = _granted(db, row)
    return User(
        id=row.user_id,
        name=row.name,
        login=row.login,
        org_id=row.org_id,
        dept_id=row.dept_id,
        unit_id=row.unit_id or (NO_UNIT if rights.scope == "unit" else ""),
        area=row.areacode,
        scope=rights.scope if rights.scope == "all" else row.scope or rights.scope,
        permissions=rights.permissions,
        roles=tuple(row.role_ids or ()),
        groups=tuple(row.group_ids or ()),
        dict_version=row.versions.get("dict", 0),
        session_id=session_id,
        ip=ip,
        signed=bool(row.signed_at and steady.now() - row.signed_at < SIGNED_FOR),
        signed_way=row.signed_way,
        held=_held(db, row, rights) if session_id else "",
    )


def _held(db: Session, row: Found, rights: Rights) -> str:
    """What must be done in this session before anything else: the second factor first, it guards the password too."""
    wanted = not row.demo and bool(DUTIES.keys() & rights.permissions) and flag(db, "login.second_factor", True)
    if wanted and row.has_factor and row.factor_at is None:
        return FACTOR
    if must_change(db, row):
        return MUST_CHANGE
    return FACTOR_SETUP if wanted and not row.has_factor else ""


def must_change(db: Session, account: SysUser | Found) -> bool:
    """Whether the password must be changed before anything else: one that somebody else made, or one too old.

    An account of the demo city keeps the published password (parameter password.max_days, 0 = no age).
    """
    days = number(db, "password.max_days", 90)
    made = account.password_at
    old = bool(days and made and not account.demo and clock.now() - made > timedelta(days=days))
    return account.must_change or old


def let_sign(db: Session, me: User, way: str) -> None:
    """This session signs for a while: its owner has confirmed in this way that it is he."""
    own = update(UserSession).where(UserSession.id == me.session_id)
    db.execute(own.values(signed_at=steady.now(), signed_way=way))


def end_sessions(db: Session, user_id: str, *, but: str = "") -> None:
    """End every session of an account (except `but`): logout everywhere, password change, disabling."""
    db.execute(text("delete from sys_session where user_id = :u and id <> :but"), {"u": user_id, "but": but})
