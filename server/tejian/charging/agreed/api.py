"""What counts once another has agreed to it, by its paper: policies of relief, limits of release on credit."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment as F
from tejian.charging import codes as at
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Step, nobody


def papers(db: Session, owner: str, key: str, kind: str) -> list[str]:
    """The files of a kind (C651) that a record has, by their keys."""
    query = select(F.id).where(F.owner == owner, F.attrefsysid == key, F.type == kind, F.deleted.is_(False))
    return list(db.scalars(query.order_by(F.createtime, F.id)))


def steps_of(model: Any, title: str, of: str, *, route: str, page: str) -> list[Step]:
    """It waits for another than who kept it, counts, counts no more; `of` is what the refusal calls it."""

    def not_who_kept_it(me: User) -> Any:
        """登记人以外有此权限的人"""
        return model.createby != me.id

    return [
        Step(
            at.WAITS,
            "待批准",
            not_who_kept_it,
            tone="ca",
            route=route,
            page=page,
            verb="查看",
            waits=f"{title}待批准",
            refusal=f"自己登记的{of}须由他人批准",
        ),
        Step(at.COUNTS, "执行中", nobody, tone="go"),
        Step(at.STOPPED, "已停用", nobody, tone="ok"),
    ]
