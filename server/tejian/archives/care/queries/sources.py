"""What can be asked: per kind of record the declared fields, each with its column or its place in the document."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired

from sqlalchemy import ColumnElement, Numeric, and_, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import permissions as p
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import ALONE, EquipmentField, every_field
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person as P
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.persons import name_of_unit
from tejian.archives.models.units import Unit as U
from tejian.archives.persons import api as persons
from tejian.kit.ground import dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User

HIDDEN = {"equdatasysid", "equDel", "mergedtoid", "createby", "qrcode", "seisn", "facno"}


FieldType = Literal["text", "number", "date", "dict", "bool"]


class FieldConfig(TypedDict):
    """A field as the builder offers it; one that is `closed` is shown, but no condition may ask for it."""

    prop: str
    label: str
    type: FieldType
    dict: str
    group: str
    closed: NotRequired[bool]


@dataclass(frozen=True)
class QueryField:
    """A field that conditions, columns and sorts may name. `within` is the class that alone has it.

    A field of another table, of which a record may have several rows, is shown by `expr` and asked by `over` inside
    `through`: some row fits. One that is `closed` can be shown but never asked.
    """

    name: str
    label: str
    type: FieldType
    expr: Any
    group: str
    dict: str = ""
    key: str = ""  # its name in the document, when it stands there
    within: str = ""
    over: Any = None
    through: Callable[..., ColumnElement[bool]] | None = None
    closed: bool = False

    def config(self) -> FieldConfig:
        out: FieldConfig = {
            "prop": self.name,
            "label": self.label,
            "type": self.type,
            "dict": self.dict,
            "group": self.group,
        }
        if self.closed:
            out["closed"] = True
        return out

    def scope(self) -> list[ColumnElement[bool]]:
        """A field of one class is asked of devices of that class only, which also names the index to use."""
        return [E.equclass == self.within] if self.within else []


@dataclass(frozen=True)
class Source:
    kind: str
    title: str
    permission: str
    key: Any
    visible: Callable[[User], Any]
    fields: Callable[[Session, User], Sequence[QueryField]]
    columns: Sequence[str]  # shown when a query names none
    sort: str
    row: Action  # what opens a row of the result


PYTHON_TYPES: dict[str, FieldType] = {
    "bool": "bool",
    "date": "date",
    "datetime": "date",
    "int": "number",
    "Decimal": "number",
}
TYPES: dict[str, FieldType] = {
    "int": "number",
    "decimal": "number",
    "date": "date",
    "dict": "dict",
    "area": "dict",
    "text": "text",
}


def _equipment_fields(db: Session, me: User) -> Sequence[QueryField]:
    classes = dictionary.words(db, me.dict_version).get("C601", {})
    out = [QueryField("equclacode", "设备类别", "dict", E.equclacode, "基本", "C602")]
    out.append(QueryField("equclass", "设备种类", "dict", E.equclass, "基本", "C601"))
    names = {f.name for f in out} | HIDDEN
    for f in every_field():
        if f.level in ALONE or (f.name in names and f.level == "COMMON"):
            continue
        if f.level == "COMMON":
            names.add(f.name)
            out.append(_common(f))
        elif (name := f"{class_of(f.level)}.{f.name}") not in names:
            names.add(name)
            out.append(_special(f, name, classes.get(class_of(f.level), f.level)))
    return out


def _common(f: EquipmentField) -> QueryField:
    kind = TYPES.get(f.type, "text")
    column = getattr(E, f.name, None)
    dicts = "AREA" if f.type == "area" else f.dict
    if column is None:
        return QueryField(f.name, f.label, kind, _in_document(f.name, kind), f.group, dicts, f.name)
    return QueryField(f.name, f.label, kind, column, f.group, dicts)


def _special(f: EquipmentField, name: str, group: str) -> QueryField:
    kind, within = TYPES.get(f.type, "text"), class_of(f.level)
    label = f.label + (f"（{f.unit}）" if f.unit else "")
    column = getattr(E, f.name, None)
    expr = _in_document(f.name, kind) if column is None else column
    return QueryField(name, label, kind, expr, group, f.dict, "" if column is not None else f.name, within)


def _in_document(name: str, kind: str) -> Any:
    text = E.params[name].astext
    return func.tj_number(text, type_=Numeric()) if kind == "number" else text


def _unit_fields(db: Session, me: User) -> Sequence[QueryField]:
    out = []
    for column in U.__mapper__.column_attrs:
        info = column.columns[0].info
        if info.get("secret") or "label" not in info or column.key in ("version", "createby"):
            continue
        python = column.columns[0].type.python_type.__name__
        kind: FieldType = "dict" if info.get("dict") else PYTHON_TYPES.get(python, "text")
        out.append(QueryField(column.key, info["label"], kind, getattr(U, column.key), "单位", info.get("dict", "")))
    return out


PERSON_COLUMNS = ("name", "post", "unitname", "items", "validto", "mobile", "status")


def _of_unit(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    return P.unit_id.in_(select(U.id).where(*where))


def _any_cert(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    """Some certificate that is neither suspended nor withdrawn."""
    return persons.any_cert(C.held == "", *where)


def _person_fields(db: Session, me: User) -> Sequence[QueryField]:
    """Persons with their unit and certificates. Numbers of identity and telephones are shown by their ends only."""

    def cert(name: str, label: str, kind: FieldType, column: Any, dicts: str = "") -> QueryField:
        shown = persons.certificate(column)
        return QueryField(name, label, kind, shown, "证书", dicts, over=column, through=_any_cert)

    return [
        QueryField("name", "姓名", "text", P.name, "人员"),
        QueryField("idno", "证件号码（部分隐藏）", "text", P.idno, "人员", closed=True),
        QueryField("mobile", "手机（部分隐藏）", "text", P.mobile, "人员", closed=True),
        QueryField("birth", "出生日期", "date", P.birth, "人员"),
        QueryField("education", "学历", "dict", P.education, "人员", "C671"),
        QueryField("post", "岗位", "dict", P.post, "人员", "C741"),
        QueryField("title", "职称", "text", P.title, "人员"),
        QueryField("workno", "工号", "text", P.workno, "人员"),
        QueryField("startdate", "到岗日期", "date", P.startdate, "人员"),
        QueryField("status", "状态", "dict", P.status, "人员", "C723"),
        QueryField("devices", "负责设备台数", "number", persons.handled, "人员"),
        QueryField("unitname", "所属单位", "text", name_of_unit(), "单位", over=U.name, through=_of_unit),
        QueryField("unitarea", "单位所在区划", "dict", _unit_area(), "单位", "AREA", over=U.areacode, through=_of_unit),
        QueryField("items", "作业项目", "dict", persons.items, "证书", "C622", over=C.item, through=_any_cert),
        cert("certno", "证书编号", "text", C.certno),
        cert("level", "级别与范围", "text", C.level),
        cert("firstdate", "初次领证日期", "date", C.firstdate),
        cert("validto", "证书有效期至", "date", C.validto),
        cert("issueorg", "发证机关", "text", C.issueorg),
    ]


def _unit_area() -> Any:
    return select(U.areacode).where(U.id == P.unit_id).scalar_subquery()


def _maintainers(me: User) -> Any:
    return and_(U.visible(me), U.ismaintain)


SOURCES: dict[str, Source] = {}


def add_source(source: Source) -> None:
    """Declare a kind of record that queries may be saved for; other areas add theirs."""
    SOURCES[source.kind] = source


OPEN_UNIT = Action(
    "view",
    "设备",
    p.UNIT_QUERY,
    place="row",
    kind="route",
    needs="one",
    route="/bsArchives/equipment/allEquipentQuery?useorgsysid={id}",
)
add_source(
    Source(
        kind="equipment",
        title="设备",
        permission=p.EQUIPMENT_QUERY,
        key=E.id,
        visible=E.visible,
        fields=_equipment_fields,
        columns=("equcode", "usecertno", "equname", "useorgname", "useplace", "equstatus", "ninspdate"),
        sort="ninspdate",
        row=Action("openDevice", "查看", p.EQUIPMENT_QUERY, place="row", needs="one"),
    )
)
UNIT_COLUMNS = ("name", "code", "usertype", "areacode", "address", "contact", "tel")
OPEN_MAINTAINER = Action(
    "view",
    "维保详情",
    p.MAINTENANCE_QUERY,
    place="row",
    kind="route",
    needs="one",
    route="/query-settings/maintenanceDetails/{id}",
)
for _kind, _title, _visible, _row in (
    ("unit", "单位", U.visible, OPEN_UNIT),
    ("maintenanceUnit", "维保单位", _maintainers, OPEN_MAINTAINER),
):
    add_source(Source(_kind, _title, p.UNIT_QUERY, U.id, _visible, _unit_fields, UNIT_COLUMNS, "name", _row))
add_source(
    Source(
        kind="person",
        title="人员",
        permission=p.PERSON_QUERY,
        key=P.id,
        visible=P.visible,
        fields=_person_fields,
        columns=PERSON_COLUMNS,
        sort="name",
        row=Action("view", "查看", p.PERSON_QUERY, place="row", kind="route", needs="one", route=persons.DETAIL),
    )
)
