"""The people of an institute as far as they matter for its work: what they may do, hold and can sign with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.system.accounts.models import Role, StaffQual, SysUser
from tejian.system.organisations.models import Org


@dataclass(frozen=True)
class Member:
    """An enabled account: its permissions, the valid qualifications, and whether it can log in and sign."""

    name: str
    rights: frozenset[str]
    held: frozenset[str]
    entered: bool  # a password was set
    picture: bool  # of the signature
    pin: bool  # for signing


def members(db: Session, org: Org) -> list[Member]:
    """The enabled accounts of an institute in the order of their logins."""
    users = db.scalars(select(SysUser).where(SysUser.org_id == org.id, SysUser.enabled).order_by(SysUser.login)).all()
    rights = {role.id: frozenset(role.permissions) for role in db.scalars(select(Role))}
    held = _held(db, [user.id for user in users])
    return [
        Member(
            name=user.name,
            rights=frozenset().union(*(rights.get(one, frozenset()) for one in user.role_ids)),
            held=frozenset(held.get(user.id, ())),
            entered=bool(user.password_hash),
            picture=bool(user.signature),
            pin=bool(user.pin_hash),
        )
        for user in users
    ]


def _held(db: Session, people: Sequence[str]) -> Mapping[str, set[str]]:
    today, held = clock.today(), dict[str, set[str]]()
    valid = StaffQual.status == "有效", StaffQual.validto >= today, StaffQual.user_id.in_(people)
    for row in db.scalars(select(StaffQual).where(*valid)):
        if row.issuedate is None or row.issuedate <= today:
            held.setdefault(row.user_id, set()).add(row.item)
    return held


def names(people: Sequence[Member], most: int = 4) -> str:
    """Who it is, in a sentence."""
    more = f" 等 {len(people)} 人" if len(people) > most else ""
    return "、".join(one.name for one in people[:most]) + more
