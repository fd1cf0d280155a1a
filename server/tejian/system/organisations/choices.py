"""Organisations that an input may name, as its options."""

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.forms.refers import Refers, existing
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org


def named_by(refers: Refers) -> Callable[[Session, User], list[Option]]:
    """What an input that refers to organisations offers, by code: the same that it takes."""

    def options(db: Session, me: User) -> list[Option]:
        rows = db.scalars(select(Org).where((refers.among or existing)(me)).order_by(Org.code))
        return [{"value": one.id, "label": one.name} for one in rows]

    return options
