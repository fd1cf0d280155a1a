"""The create and edit form of a device, as the table of its class and kind says it."""

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.permissions import STATE_CHANGE
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import FormField
from tejian.system.accounts.api import roles_with
from tejian.system.rules import api as rulestore
from tejian.system.settings.api import version

from .fields import labels
from .limits import is_required, limited, limits_of
from .screens import SCREENS
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
    """`beginning`: the state of a new record, and who changes it."""

    viewNo: str
    title: str
    saveUrl: str
    beginning: str
    groups: list[EquipmentGroup]


def _beginning(db: Session) -> str:
    """What a device that is typed in is at first, and how it comes into use: by the rules of its states."""
    words = dictionary.words(db, version(db, "dict"))["C637"]
    starts = (row for row in rulestore.rows(db, "state_change") if row["act"] == "restart")
    first = codes.UNREGISTERED
    use = next((r for r in starts if "0" in r["fromstatus"].split(",") and first in r["regstatus"].split(",")), None)
    who = "、".join(roles_with(db, STATE_CHANGE))
    if use is None or not who:
        return f"保存后为“{words['0']}”；没有人有权办理启用，请系统管理员在角色管理中授权"
    return (
        f"保存后为“{words['0']}”；投用后由{who}在设备列表中选中、点“{use['name']}”，转为“{words[use['tostatus']]}”。"
        "有使用登记证的在用设备请用“导入”，直接登记为在用"
    )


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
        "beginning": _beginning(db),
        "groups": [{"title": TITLES.get(g, g), "fields": groups[g]} for g in order],
    }
