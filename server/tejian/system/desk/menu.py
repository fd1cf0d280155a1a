"""The menu tree of a user: what the permissions open, and the groups above it."""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.data import rows as table
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS, ListView
from tejian.system.models.settings import MenuNode
from tejian.system.permissions import PLANNED


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


@cache
def _held() -> dict[str, str]:
    """Path → list of the screens that an enterprise is offered while it has something there (`held`)."""
    return {r["path"]: r["view"] for r in table("screens") if "held" in r["flags"].split()}


def _empty(db: Session, me: User, nodes: Sequence[MenuNode]) -> frozenset[str]:
    """The addresses that an enterprise is not offered: lists of what it neither uses nor maintains."""
    if not me.unit_id:
        return frozenset()
    lists: dict[str, ListView] = {row.href: LISTS[_held()[row.href]] for row in nodes if row.href in _held()}
    mine = {href: view for href, view in lists.items() if me.may(view.permission)}
    if not mine:
        return frozenset()
    found = db.execute(select(*(view.query(me, view.params).exists() for view in mine.values()))).one()
    return frozenset(href for href, has in zip(mine, found, strict=True) if not has)


def tree_for(db: Session, me: User) -> list[MenuItem]:
    """The nodes that `me` may open, as a tree.

    Left out are groups without an open child, what is not built yet, and lists in which an enterprise has nothing. A
    group within a menu that holds one page only gives its place to that page.
    """
    rows = db.scalars(select(MenuNode).where(MenuNode.enabled).order_by(MenuNode.sort, MenuNode.id)).all()
    below: dict[str, list[MenuNode]] = {}
    for row in rows:
        below.setdefault(row.parent_id, []).append(row)
    empty = _empty(db, me, rows)

    def nodes(parent: str, above: str) -> list[MenuItem]:
        out: list[MenuItem] = []
        for row in below.get(parent, []):
            if row.permission == PLANNED or (row.permission and row.permission not in me.permissions):
                continue
            if row.href in empty:
                continue
            children = nodes(row.id, f"{above}{row.id},")
            if parent and not row.href and len(children) == 1:
                out.append(MenuItem(**{**children[0], "parentId": parent, "parentIds": above}))
            elif children or row.href:
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
