"""Unit archives: search by any fragment, create with duplicate check, edit, enable and disable."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import search
from tejian.kit.db import hold, visible_or_refuse
from tejian.kit.errors import BadInput, Refused
from tejian.kit.formview import Field, FormView, Group, add_form
from tejian.kit.user import User

from . import belongings, identifiers
from .models import Equipment, Unit

UNIT_FORM = add_form(
    FormView(
        "unit_business_form",
        "单位档案",
        "/api/unitbasic/save",
        [
            Group(
                "基本信息",
                [
                    Field("name", "单位名称", required=True, span=16, size=200),
                    Field("code", "统一社会信用代码", required=True, size=18, help="18 位，个人填身份证号"),
                    Field("usertype", "用户类别", "dict", dict="C614", required=True),
                    Field("unittype", "单位类型", "dict", dict="C618"),
                    Field("nature", "单位性质", "dict", dict="C619"),
                    Field("industry", "所属行业", "dict", dict="C620"),
                    Field("areacode", "所在区划", "area", required=True),
                    Field("address", "单位地址", required=True, span=16, size=256),
                    Field("legalman", "法定代表人", size=64),
                    Field("isuse", "使用单位", "bool", default="1"),
                    Field("ismaintain", "维保单位", "bool", default="0"),
                    Field("isinstall", "施工单位", "bool", default="0"),
                    Field("ismaker", "制造单位", "bool", default="0"),
                    Field("petrochem", "重点石化企业", "bool", default="0"),
                ],
            ),
            Group(
                "联系与安全管理",
                [
                    Field("contact", "联系人", required=True, size=64),
                    Field("tel", "联系电话", required=True, rule="mobileOrLandline"),
                    Field("email", "电子邮箱", rule="email", size=128),
                    Field("safemanager", "安全管理人员", size=64),
                    Field("safetel", "安全管理人员电话", rule="mobileOrLandline"),
                    Field("licenceno", "许可证编号", size=64),
                    Field("licencevalidto", "许可证有效期至", "date"),
                ],
            ),
            Group(
                "开票",
                [
                    Field("invoicetitle", "发票抬头", size=200),
                    Field("taxno", "税号", size=32),
                    Field("remark", "备注", "textarea", span=24, size=500),
                ],
            ),
        ],
        load_url="/api/unitbasic/load",
    )
)


def initials(name: str) -> str:
    """The first letters of the pinyin of a name."""
    from pypinyin import Style, lazy_pinyin  # a quarter of a second, which no start should pay

    return "".join(lazy_pinyin(name, style=Style.FIRST_LETTER, errors=lambda x: x.lower()))[:200]


def check_code(db: Session, row: Unit, values: dict[str, Any]) -> None:
    """Check the code with its check digit and refuse a second living unit of the same code."""
    if code := values.get("code"):
        values["code"] = code = code.upper()
        if said := identifiers.refuse_uscc(code):
            from tejian.kit import clock

            if identifiers.refuse_idcard(code, clock.today()):
                raise BadInput(f"统一社会信用代码：{said}", field="code")
        hold(db, f"unit {code}")
        query = select(Unit).where(Unit.code == code, Unit.unitDel == 0)
        found = db.scalars(query.where(Unit.id != row.id) if row.id else query).first()
        if found:
            raise Refused(f"该代码已有单位：{found.name}", "DUPLICATE", existing={"id": found.id})


def before_save(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
    """Check the code, and fill the initials of the name."""
    check_code(db, row, values)
    if values.get("name"):
        values["pinyin"] = row.pinyin = initials(values["name"])


def after_save(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
    """A new name is carried to the devices that state it; their histories show it."""
    if not values.get("name"):
        return
    for key, shown in ((Equipment.useorgsysid, "useorgname"), (Equipment.maiorgsysid, "maiorgname")):
        for device in db.scalars(select(Equipment).where(key == row.id)):
            setattr(device, shown, row.name)
    belongings.carry_name(db, row)


def find(db: Session, me: User, name: str, most: int = 30) -> list[dict[str, Any]]:
    """Units whose name, code or pinyin initials contain the text."""
    query = select(Unit).where(Unit.visible(me), Unit.enabled)
    if name.strip():
        query = query.where(search.contains(Unit.grams, Unit.searchtext, name.strip()[:60]))
    rows = db.scalars(query.order_by(Unit.name).limit(most))
    return [summary(u) for u in rows]


def summary(u: Unit) -> dict[str, Any]:
    names = ("name", "code", "areacode", "address", "contact", "tel", "usertype", "invoicetitle", "taxno", "email")
    return {"id": u.id, "unitsysid": u.id, "orgname": u.name, **{n: getattr(u, n) for n in names}}


def set_use(db: Session, me: User, unit_id: str) -> dict[str, bool]:
    """Enable or disable a unit; one with devices in use cannot be disabled."""
    row = visible_or_refuse(db, me, Unit, unit_id, lock=True)
    if row.enabled:
        using = select(Equipment.id).where(Equipment.useorgsysid == row.id, Equipment.equDel == 0)
        if db.scalar(using.where(Equipment.equstatus.in_(("1", "9"))).limit(1)):
            raise Refused(f"{row.name}名下有在用设备，不能停用")
    row.enabled = not row.enabled
    return {"enabled": row.enabled}


# Higher areas say here why a unit that they name must stay.
NAMED_BY: list[Callable[[Session, Unit], str | None]] = []


def before_delete(db: Session, me: User, row: Unit) -> None:
    """A unit that a device or a record of a higher area names cannot be deleted."""
    named = select(Equipment.id).where(
        (Equipment.useorgsysid == row.id) | (Equipment.maiorgsysid == row.id) | (Equipment.porgaosysid == row.id),
        Equipment.equDel == 0,
    )
    if db.scalar(named.limit(1)):
        raise Refused(f"{row.name}名下有设备，不能删除")
    for why in (belongings.why_unit_stays, *NAMED_BY):
        if said := why(db, row):
            raise Refused(said)
