"""The people of an institute as far as they matter for its work: what they may do, hold and can sign with."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.system.accounts.api import held_on, rights_of
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org


@dataclass(frozen=True)
class Member:
    """An enabled account: its permissions, the valid qualifications, and whether it can log in and sign."""

    name: str
    keys: frozenset[str]  # by which a step may be given to it: its own, those of department, roles and groups
    rights: frozenset[str]
    held: frozenset[str]
    entered: bool  # a password was set
    picture: bool  # of the signature
    pin: bool  # for signing


def members(db: Session, org: Org) -> list[Member]:
    """The enabled accounts of an institute in the order of their logins."""
    users = db.scalars(select(SysUser).where(SysUser.org_id == org.id, SysUser.enabled).order_by(SysUser.login)).all()
    keys = [user.id for user in users]
    rights, held = rights_of(db, keys), held_on(db, keys, clock.today())
    return [
        Member(
            name=user.name,
            keys=frozenset(user.names),
            rights=rights[user.id],
            held=frozenset(held.get(user.id, ())),
            entered=bool(user.password_hash),
            picture=bool(user.signature),
            pin=bool(user.pin_hash),
        )
        for user in users
    ]


def names(people: Sequence[Member], most: int = 4) -> str:
    """Who it is, in a sentence."""
    more = f" 等 {len(people)} 人" if len(people) > most else ""
    return "、".join(one.name for one in people[:most]) + more
