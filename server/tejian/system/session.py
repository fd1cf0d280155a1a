"""Who is asking: session, account, permissions and scope in one statement, so that a revoked right is gone at once."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.kit import db as kit_db
from tejian.kit.edge import Asked
from tejian.kit.user import User

from .params import number

WIDTH = ["own", "unit", "dept", "org", "area", "all"]

ACCOUNT = """
           u.id as user_id, u.name, u.login, u.org_id, u.dept_id, u.unit_id, u.areacode, u.enabled,
           array(select distinct unnest(r.permissions) from sys_role r where r.id = any(u.role_ids)) as permissions,
           array(select r.scope from sys_role r where r.id = any(u.role_ids)) as scopes,
           (select coalesce(jsonb_object_agg(name, value), '{}') from sys_cache_version) as versions
"""
FIND = f"""
    select {ACCOUNT}, s.id, s.sid_hash, s.created, s.last_used
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
    permissions: list[str]
    scopes: list[str]
    versions: dict[str, int]
    id: str = ""
    sid_hash: str = ""
    created: datetime = datetime.min
    last_used: datetime = datetime.min


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def open_session_for(db: Session, user_id: str, asked: Asked) -> tuple[str, str]:
    """Open a session and return (cookie secret, sid): a request needs both."""
    secret, sid, now = secrets.token_urlsafe(32), secrets.token_urlsafe(24), clock.now()
    db.execute(
        text(
            "insert into sys_session (id, sid_hash, user_id, created, last_used, ip, agent)"
            " values (:id, :sid, :user, :now, :now, :ip, :agent)"
        ),
        {"id": hashed(secret), "sid": hashed(sid), "user": user_id, "now": now, "ip": asked.ip, "agent": asked.agent},
    )
    return secret, sid


def identify(db: Session, asked: Asked) -> User | None:
    """The user of a request, or None when the cookie and the session id do not open a living session."""
    if not asked.secret or not asked.sid:
        return None
    row = _first(db, FIND, hashed(asked.secret))
    if row is None or not secrets.compare_digest(row.sid_hash, hashed(asked.sid)) or not row.enabled:
        return None
    db.info["versions"] = row.versions
    now = clock.now()
    idle = timedelta(minutes=number(db, "session.idle_minutes", 30))
    whole = timedelta(hours=number(db, "session.absolute_hours", 12))
    if now - row.last_used > idle or now - row.created > whole:
        return None
    if not asked.quiet and now - row.last_used > timedelta(minutes=1):
        db.execute(text("update sys_session set last_used = :now where id = :id"), {"now": now, "id": row.id})
    return _user(row, session_id=row.id, ip=asked.ip)


def account(db: Session, user_id: str) -> User | None:
    """An account as its owner would act now, for work that goes on after the request; None when it is disabled."""
    row = _first(db, FIND_ACCOUNT, user_id)
    if row is None or not row.enabled:
        return None
    db.info["versions"] = row.versions
    return _user(row)


def _first(db: Session, sql: str, key: str) -> Found | None:
    """The one row of a statement that every request makes."""
    found = kit_db.fetch(db, sql, {"id": key})
    return Found(*found[0]) if found else None


def _user(row: Found, session_id: str = "", ip: str = "") -> User:
    scope = max(row.scopes or ["own"], key=lambda s: WIDTH.index(s) if s in WIDTH else 0)
    return User(
        id=row.user_id,
        name=row.name,
        login=row.login,
        org_id=row.org_id,
        dept_id=row.dept_id,
        unit_id=row.unit_id,
        area=row.areacode,
        scope=scope,
        permissions=frozenset(row.permissions or ()),
        dict_version=row.versions.get("dict", 0),
        session_id=session_id,
        ip=ip,
    )


def end_sessions(db: Session, user_id: str, *, but: str = "") -> None:
    """End every session of an account (except `but`): logout everywhere, password change, disabling."""
    db.execute(text("delete from sys_session where user_id = :u and id <> :but"), {"u": user_id, "but": but})
