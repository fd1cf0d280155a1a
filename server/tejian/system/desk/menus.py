"""The menu: groups and pages, each shown to who holds its permission."""

import re
from typing import Any

from sqlalchemy import case, select
from sqlalchemy.orm import Session, aliased

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, same
from tejian.system import permissions as p
from tejian.system.models.settings import MenuNode
from tejian.system.settings.api import ENABLED, add, edit, is_on, only_fresh, remove

SYSTEMS = {"scdeap": "检验", "supervise": "监管"}
Parent = aliased(MenuNode)
# groups in their order, each with its pages behind it
_place = case((Parent.id.is_(None), MenuNode.sort * 10_000), else_=Parent.sort * 10_000 + MenuNode.sort + 1)

menu_list = add_list(
    ListView(
        no="sys_menu_list",
        title="菜单管理",
        permission=p.MENU_SAVE,
        export_permission=p.EXPORT,
        source=select(MenuNode).outerjoin(Parent, Parent.id == MenuNode.parent_id),
        key=MenuNode.id,
        visible=MenuNode.visible,
        url="/api/system/menu/findList",
        sort="place",
        page_size=50,
        columns=[
            col(MenuNode.name, 180, fixed="left"),
            Col("parentName", "上级菜单", Parent.name, 140),
            col(MenuNode.href, 280, type="code"),
            col(MenuNode.permission, 200, type="code"),
            Col("sys_code", "系统", MenuNode.sys_code, 80, "dict", words=SYSTEMS),
            col(MenuNode.todo, 100, type="code", shown=False),
            col(MenuNode.icon, 90, type="code", shown=False),
            col(MenuNode.sort, 70),
            col(MenuNode.enabled, 60),
            Col("place", "", _place),
        ],
        search=[
            like("name", "名称或地址", MenuNode.name, MenuNode.href, quick=True),
            like("parentName", "上级菜单", Parent.name, quick=True),
            same("sys_code", "系统", MenuNode.sys_code, widget="select", options=SYSTEMS),
            Search("enabled", "状态", lambda v: MenuNode.enabled.is_(is_on(v)), widget="select", options=ENABLED),
        ],
        actions=[
            add(p.MENU_SAVE, "sys_menu_form"),
            edit(p.MENU_SAVE, "sys_menu_form"),
            remove(p.MENU_SAVE, "/api/system/menu/delete", "菜单"),
        ],
    )
)


def is_address(value: str) -> str | None:
    """A path of this platform, or an outside system marked as such (specification 000 §2); nothing that runs."""
    inside = re.fullmatch(r"/[\w/.\-]*(\?[\w=&%.\-]*)?", value) and "//" not in value
    outside = re.fullmatch(r"isTurnByHref_https?://[\w.\-:]+(/[\w/.\-?=&%]*)?", value)
    return None if inside or outside else "应为 / 开头的页面地址，外部系统写作 isTurnByHref_https://…"


def is_permission(value: str) -> str | None:
    return None if value in PERMISSIONS else "不存在"


MENU_FORM = add_form(
    FormView(
        "sys_menu_form",
        "菜单",
        "/api/system/menu/save",
        [
            Group(
                "",
                [
                    Field("name", "名称", required=True, size=64, span=12),
                    Field("parent_id", "上级菜单", "select", options_url="/api/system/menu/groups", span=12),
                    Field("href", "地址", size=256, span=24, check=is_address),
                    Field(
                        "permission",
                        "权限",
                        "tree",
                        options_url="/api/system/permission/tree",
                        span=12,
                        check=is_permission,
                    ),
                    Field("sys_code", "系统", "select", required=True, options=SYSTEMS, default="scdeap", span=12),
                    Field("icon", "图标", size=64, span=12),
                    Field("todo", "待办环节", size=32, span=12),
                    Field("sort", "排序", "int", low=0, high=99999, default=0, span=12),
                    Field("enabled", "启用", "bool", default="1", span=12),
                ],
            )
        ],
        load_url="/api/system/menu/load",
        width=720,
    )
)


def groups(db: Session) -> list[dict[str, str]]:
    """The groups that a page can stand in."""
    rows = db.scalars(select(MenuNode).where(MenuNode.href == "", MenuNode.enabled).order_by(MenuNode.sort))
    return [{"value": r.id, "label": r.name} for r in rows]


def before_save(db: Session, me: User, row: MenuNode, values: dict[str, Any]) -> None:
    """A page stands in a group that is there, and never in itself."""
    parent = values.get("parent_id")
    if parent:
        above = {m.id: m.parent_id for m in db.scalars(select(MenuNode))}
        if parent not in above:
            raise BadInput("上级菜单：不存在", field="parent_id")
        at, steps = parent, 0
        while at and steps < 10:
            if at == row.id:
                raise BadInput("上级菜单：不能是本菜单或其下级", field="parent_id")
            at, steps = above.get(at, ""), steps + 1
    if not row.id and not values.get("href") and values.get("permission"):
        raise BadInput("权限：分组没有自己的权限，随下级菜单显示", field="permission")


def before_delete(db: Session, me: User, row: MenuNode) -> None:
    only_fresh("菜单")(db, me, row)
    if db.scalar(select(MenuNode.id).where(MenuNode.parent_id == row.id).limit(1)):
        raise Refused("菜单下有下级菜单，不能删除")
