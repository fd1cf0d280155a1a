"""The menu tree of a user: what the permissions open, and the groups above it."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.user import User
from tejian.system.permissions import PLANNED
from tejian.system.settings.models import MenuNode


class MenuItem(TypedDict):
    """A node of the menu; `todo` names the step whose count stands beside it."""

    id: str
    parentId: str
    parentIds: str
    name: str
    href: str
    icon: str
    sysCode: str
    todo: str | None
    childList: list["MenuItem"]


def tree_for(db: Session, me: User) -> list[MenuItem]:
    """The nodes that `me` may open, as a tree; a group without an open child is left out, and what is not built yet."""
    rows = db.scalars(select(MenuNode).where(MenuNode.enabled).order_by(MenuNode.sort, MenuNode.id)).all()
    below: dict[str, list[MenuNode]] = {}
    for row in rows:
        below.setdefault(row.parent_id, []).append(row)

    def nodes(parent: str, above: str) -> list[MenuItem]:
        out = []
        for row in below.get(parent, []):
            if row.permission == PLANNED or (row.permission and row.permission not in me.permissions):
                continue
            children = nodes(row.id, f"{above}{row.id},")
            if children or row.href:
                out.append(_node(row, above, children))
        return out

    return nodes("", "0,")


def _node(row: MenuNode, above: str, children: list[MenuItem]) -> MenuItem:
    return {
        "id": row.id,
        "parentId": row.parent_id or "0",
        "parentIds": above,
        "name": row.name,
        "href": row.href,
        "icon": row.icon,
        "sysCode": row.sys_code,
        "todo": row.todo or None,
        "childList": children,
    }
