"""The create and edit form of a device, as the table of its class and kind says it."""

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.errors import BadInput
from tejian.kit.shapes import FormField

from .fields import labels
from .limits import is_required, limited, limits_of
from .lists import SCREENS
from .service import UNITS, form_fields, locked

TITLES = {
    "基本": "基本信息",
    "技术参数": "技术参数",
    "制造": "制造信息",
    "安装": "安装信息",
    "使用": "使用信息",
    "检验": "检验信息",
}


class EquipmentField(FormField):
    """`locked`: fixed once the device is registered."""

    locked: bool


class EquipmentGroup(TypedDict):
    title: str
    fields: list[EquipmentField]


class EquipmentForm(TypedDict):
    viewNo: str
    title: str
    saveUrl: str
    groups: list[EquipmentGroup]


def form_config(db: Session, equclass: str, equclacode: str) -> EquipmentForm:
    """The form of a class and kind, grouped as the paper form."""
    if equclass not in SCREENS:
        raise BadInput("设备种类不正确")
    limits = limits_of(db, equclass, equclacode)
    groups: dict[str, list[EquipmentField]] = {}
    closed = locked(db)
    for f in form_fields(equclass, equclacode):
        limit = limits.get(f.name)
        field: EquipmentField = {**limited(f.as_field(), limit).config(), "locked": f.name in closed}
        field["required"] = f.required or is_required(limit, equclacode)
        if f.name in UNITS:
            field["type"], field["label"] = "unit", labels()[UNITS[f.name]][0]
        elif f.name == "equclacode":
            field["type"] = "category"
        groups.setdefault(f.group, []).append(field)
    order = [*(g for g in TITLES if g in groups), *(g for g in groups if g not in TITLES)]
    return {
        "viewNo": f"eqd_{equclass}_form",
        "title": f"{'新增' if not equclacode else ''}{SCREENS[equclass][3]}",
        "saveUrl": "/api/eqdbase/eqdBasic/addEqm",
        "groups": [{"title": TITLES.get(g, g), "fields": groups[g]} for g in order],
    }
