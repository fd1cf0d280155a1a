"""What the management screens share: refusals of deletion, the words of yes and no, times of the clock."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.models.organisations import AreaNode

FRESH = timedelta(days=1)
ENABLED = {"1": "启用", "0": "停用"}

Delete = Callable[[Session, User, Any], None]


def only_fresh(what: str) -> Delete:
    """Only a slip of the hand is deleted: what came with the platform, or is a day old, may be in use somewhere."""

    def refuse(_db: Session, _me: User, row: Any) -> None:
        if row.createby in ("", "system") or clock.now() - row.createtime > FRESH:
            raise Refused(f"{what}可能已被业务使用，只能停用或修改，不能删除")

    return refuse


def never(sentence: str) -> Delete:
    def refuse(_db: Session, _me: User, _row: Any) -> None:
        raise Refused(sentence)

    return refuse


def is_word(value: str) -> str | None:
    """The sentence for a code that is not made of letters, digits, `_`, `-` and `.`."""
    return None if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]*", value) else "只能由字母、数字和 _ - . 组成"


def refuse_unknown_area(db: Session, code: str | None, label: str) -> None:
    """Refuse a division that the tree does not have."""
    if code and db.scalar(select(AreaNode.id).where(AreaNode.code == code)) is None:
        raise BadInput(f"{label}：不存在", field="areacode")


def is_on(value: str) -> bool:
    return value in ("1", "true")


def add(permission: str, form: str, label: str = "新增") -> Action:
    return Action("add", label, permission, kind="form", form=form, shortcut="Alt+N")


def edit(permission: str, form: str, label: str = "编辑") -> Action:
    return Action("edit", label, permission, place="row", kind="form", needs="one", form=form)


def remove(permission: str, url: str, what: str) -> Action:
    return Action(
        "delete", "删除", permission, place="more", kind="call", needs="one", url=url, confirm=f"确定要删除该{what}吗？"
    )
