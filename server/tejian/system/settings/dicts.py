"""Dictionaries and administrative divisions. A change reaches every process with its next request."""

import re
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.importing.saving import import_form
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, prefix, same
from tejian.system import permissions as p
from tejian.system.models.organisations import AreaNode
from tejian.system.models.settings import DictItem

from .cache import bump
from .screens import ENABLED, add, edit, is_on, only_fresh, remove

dict_list = add_list(
    ListView(
        no="sys_dict_list",
        title="字典管理",
        permission=p.DICT_QUERY,
        export_permission=p.EXPORT,
        source=select(DictItem),
        key=DictItem.id,
        visible=DictItem.visible,
        url="/api/system/dict/findList",
        sort="type",
        page_size=50,
        columns=[
            col(DictItem.type, 100, type="code", fixed="left"),
            col(DictItem.type_name, 160),
            col(DictItem.value, 110, type="code"),
            col(DictItem.label, 240),
            col(DictItem.parent_value, 110, type="code"),
            col(DictItem.sort, 70),
            col(DictItem.enabled, 60),
            col(DictItem.source, 220),
            col(DictItem.updateby, 90, shown=False),
            col(DictItem.updatetime, 140, shown=False),
        ],
        search=[
            same("type", "字典类型", DictItem.type, widget="select", dict="DICTTYPE", quick=True),
            like("label", "名称或值", DictItem.label, DictItem.value, quick=True),
            same("parent_value", "上级值", DictItem.parent_value),
            Search("enabled", "状态", lambda v: DictItem.enabled.is_(is_on(v)), widget="select", options=ENABLED),
        ],
        actions=[
            add(p.DICT_SAVE, "sys_dict_form"),
            edit(p.DICT_SAVE, "sys_dict_form"),
            remove(p.DICT_SAVE, "/api/system/dict/delete", "字典项"),
        ],
    )
)

DICT_FORM = add_form(
    FormView(
        "sys_dict_form",
        "字典项",
        "/api/system/dict/save",
        [
            Group(
                "",
                [
                    Field("type", "字典类型", "dict", dict="DICTTYPE", required=True, span=12),
                    Field("value", "字典值", required=True, size=64, span=12, help="记录中保存的代码，保存后不能修改"),
                    Field("label", "显示名称", required=True, size=256, span=12),
                    Field("parent_value", "上级值", size=64, span=12),
                    Field("sort", "排序", "int", low=0, high=99999, default=0, span=12),
                    Field("enabled", "启用", "bool", default="1", span=12),
                    Field("source", "来源", size=500, span=24),
                ],
            )
        ],
        load_url="/api/system/dict/load",
        width=720,
    )
)


def before_save(db: Session, me: User, row: DictItem, values: dict[str, Any]) -> None:
    """Codes stay as records hold them; a new entry joins a type that is there, once."""
    for name, label in (("type", "字典类型"), ("value", "字典值"), ("parent_value", "上级值")):
        if row.id and values.get(name) is not None and values[name] != getattr(row, name):
            raise Refused(f"{label}已被记录使用，不能修改")
    if row.id:
        return
    known = db.scalars(select(DictItem).where(DictItem.type == values["type"])).all()
    if not known:
        raise BadInput("字典类型：不存在", field="type")
    parent = values.get("parent_value") or ""
    if any((k.value, k.parent_value) == (values["value"], parent) for k in known):
        raise BadInput(f"字典值：{values['value']}已存在", field="value")
    row.type_name = known[0].type_name


def before_delete(db: Session, me: User, row: DictItem) -> None:
    only_fresh("字典项")(db, me, row)
    bump(db, "dict")


def after_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    bump(db, "dict")


Parent = aliased(AreaNode)
LEVELS = {1: "省", 2: "市", 3: "区、县", 4: "乡镇、街道", 5: "村、社区"}

area_list = add_list(
    ListView(
        no="sys_area_list",
        title="区域管理",
        permission=p.DICT_QUERY,
        export_permission=p.EXPORT,
        source=select(AreaNode).outerjoin(Parent, Parent.code == AreaNode.parent_code),
        key=AreaNode.id,
        visible=AreaNode.visible,
        url="/api/system/area/findList",
        sort="code",
        page_size=50,
        columns=[
            col(AreaNode.code, 140, type="code", fixed="left"),
            col(AreaNode.name, 220),
            Col("parentName", "上级区划", Parent.name, 180),
            Col("parent_code", "上级代码", AreaNode.parent_code, 120, "code"),
            col(AreaNode.level, 100, type="dict", words=LEVELS),
            col(AreaNode.sort, 70),
        ],
        search=[
            like("name", "名称", AreaNode.name, quick=True),
            prefix("code", "区划代码", AreaNode.code, quick=True),
            same("parent_code", "上级区划", AreaNode.parent_code, widget="area"),
        ],
        actions=[
            add(p.DICT_SAVE, "sys_area_form"),
            Action("importRows", "导入", p.DICT_SAVE),
            edit(p.DICT_SAVE, "sys_area_form"),
            remove(p.DICT_SAVE, "/api/system/area/delete", "区划"),
        ],
    )
)


def is_area_code(value: str) -> str | None:
    """GB/T 2260 has six digits; townships add three, villages another three (GB/T 10114)."""
    return None if re.fullmatch(r"\d{6}(\d{3}){0,2}", value) else "应为6、9或12位数字"


COUNTY, STREET = 6, 9  # digits


def parent_of(code: str) -> str:
    """The division that a code lies in: a village in its street, a street in its county, a county in its city."""
    if len(code) > COUNTY:
        return code[: STREET if len(code) > STREET else COUNTY]
    return "000000" if code.endswith("0000") else f"{code[:2]}0000" if code.endswith("00") else f"{code[:4]}00"


AREA_FORM = add_form(
    FormView(
        "sys_area_form",
        "区划",
        "/api/system/area/save",
        [
            Group(
                "",
                [
                    Field("code", "区划代码", required=True, size=12, span=12, check=is_area_code),
                    Field("name", "区划名称", required=True, size=64, span=12),
                    Field("parent_code", "上级区划", "area", span=12, help="不填时由代码推定：街道属于前6位的区县"),
                    Field("sort", "排序", "int", low=0, high=99999, default=0, span=12),
                ],
            )
        ],
        load_url="/api/system/area/load",
        width=620,
    )
)


def before_area_save(db: Session, me: User, row: AreaNode, values: dict[str, Any]) -> None:
    """A code never changes; the parent is there and lies above."""
    code = values.get("code") or row.code
    if row.id and code != row.code:
        raise Refused("区划代码已被记录使用，不能修改")
    if not row.id and db.scalar(select(AreaNode.id).where(AreaNode.code == code)):
        raise BadInput(f"区划代码：{code}已存在", field="code")
    parent = values.get("parent_code")
    if not parent:
        if row.id:
            return
        parent = values["parent_code"] = parent_of(code)
    if len(code) > COUNTY and not code.startswith(parent):
        raise BadInput(f"上级区划：应为{parent_of(code)}", field="parent_code")
    above = db.scalars(select(AreaNode).where(AreaNode.code == parent)).first()
    if above is None and parent != "000000":
        raise BadInput(f"区划代码：没有上级区划{parent}，请先增加", field="code")
    steps, at = 0, above
    while at is not None and steps < 10:
        if at.code == code:
            raise BadInput("上级区划：不能是本区划或其下级", field="parent_code")
        steps, at = steps + 1, db.scalars(select(AreaNode).where(AreaNode.code == at.parent_code)).first()
    row.level = above.level + 1 if above else 1


def add_area(db: Session, me: User, values: dict[str, Any]) -> None:
    """One row of a file: its parent is what its code says."""
    row = AreaNode()
    before_area_save(db, me, row, values)
    for name, value in values.items():
        setattr(row, name, value)
    db.add(row)
    db.flush()
    bump(db, "dict")


import_form(
    "sys_area_list",
    "区划",
    p.DICT_SAVE,
    AREA_FORM,
    add_area,
    {"code": "330106001", "name": "示例街道"},
    but=("parent_code",),
)


def before_area_delete(db: Session, me: User, row: AreaNode) -> None:
    only_fresh("区划")(db, me, row)
    if db.scalar(select(AreaNode.id).where(AreaNode.parent_code == row.code).limit(1)):
        raise Refused("区划下有下级区划，不能删除")
    bump(db, "dict")
