"""What other areas and the start of the server ask of the system area."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from .admin_users import first_administrators
from .models import SysUser

__all__ = ["first_administrators", "unchanged_demo_logins"]


def unchanged_demo_logins(db: Session) -> list[tuple[str, str]]:
    """(login, name) of the accounts that still have the published demo password."""
    rows = db.execute(select(SysUser.login, SysUser.name).where(SysUser.demo, SysUser.enabled).order_by(SysUser.id))
    return [(login, name) for login, name in rows]
