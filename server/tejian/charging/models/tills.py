"""Whose tills somebody reads: of an institute all, of a station those of its people."""

from typing import Any

from sqlalchemy import false, select

from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import in_scope


def till_in_scope(me: User, *, own: Any, user: Any, org: Any) -> Any:
    """The tills of an institute; of a station those of the people who belong to it now."""
    if me.scope != "dept":
        return in_scope(me, own=own, org=org)
    return user.in_(select(SysUser.id).where(SysUser.dept_id == me.dept_id)) if me.dept_id else false()
