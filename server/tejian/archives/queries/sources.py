"""What can be asked: per kind of record the declared fields, each with its column or its place in the document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Numeric, and_, func
from sqlalchemy.orm import Session

from tejian.archives import permissions as p
from tejian.archives.fields import ALONE, EquipmentField, every_field
from tejian.archives.kinds import class_of
from tejian.archives.models import Equipment as E
from tejian.archives.models import Unit as U
from tejian.kit import dictionary
from tejian.kit.actions import Action
from tejian.kit.user import User

HIDDEN = {"equdatasysid", "equDel", "mergedtoid", "createby", "qrcode", "seisn", "facno"}


@dataclass(frozen=True)
class QueryField:
    """A field that conditions, columns and sorts may name. `within` is the class that alone has it."""

    name: str
    label: str
    type: str  # text, number, date, dict, bool
    expr: Any
    group: str
    dict: str = ""
    key: str = ""  # its name in the document, when it stands there
    within: str = ""

    def config(self) -> Mapping[str, Any]:
        return {"prop": self.name, "label": self.label, "type": self.type, "dict": self.dict, "group": self.group}

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


PYTHON_TYPES = {"bool": "bool", "date": "date", "datetime": "date", "int": "number", "Decimal": "number"}
TYPES = {"int": "number", "decimal": "number", "date": "date", "dict": "dict", "area": "dict", "text": "text"}


def _equipment_fields(db: Session, me: User) -> Sequence[QueryField]:
    classes = dictionary.words(db, me.dict_version).get("C601", {})
    out = [QueryField("equclacode", "设备类别", "dict", E.equclacode, "基本", "C602")]
    out.append(QueryField("equclass", "设备种类", "dict", E.equclass, "基本", "C601"))
    seen = {f.name for f in out} | HIDDEN
    for f in every_field():
        if f.level in ALONE or (f.name in seen and f.level == "COMMON"):
            continue
        if f.level == "COMMON":
            seen.add(f.name)
            out.append(_common(f))
        elif (name := f"{class_of(f.level)}.{f.name}") not in seen:
            seen.add(name)
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
        kind = {"bool": "bool", "date": "date", "datetime": "date", "int": "number", "Decimal": "number"}.get(
            python, "text"
        )
        kind = "dict" if info.get("dict") else kind
        out.append(QueryField(column.key, info["label"], kind, getattr(U, column.key), "单位", info.get("dict", "")))
    return out


def _maintainers(me: User) -> Any:
    return and_(U.visible(me), U.ismaintain)


SOURCES: dict[str, Source] = {}


def add_source(source: Source) -> None:
    """Declare a kind of record that queries may be saved for; other areas add theirs."""
    SOURCES[source.kind] = source


OPEN_UNIT = Action(
    "view", "设备", p.UNIT_QUERY, "row", "route", "one", route="/bsArchives/equipment/allEquipentQuery?useorgsysid={id}"
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
        row=Action("openDevice", "查看", p.EQUIPMENT_QUERY, "row", needs="one"),
    )
)
UNIT_COLUMNS = ("name", "code", "usertype", "areacode", "address", "contact", "tel")
for _kind, _title, _visible in (("unit", "单位", U.visible), ("maintenanceUnit", "维保单位", _maintainers)):
    add_source(Source(_kind, _title, p.UNIT_QUERY, U.id, _visible, _unit_fields, UNIT_COLUMNS, "name", OPEN_UNIT))
