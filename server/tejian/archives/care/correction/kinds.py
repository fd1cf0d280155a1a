"""The kinds of archives that can be corrected: how a record is read, named, judged and written. Areas add theirs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import fields_of, labels
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.units import api as units
from tejian.archives.units.api import FORM_OF_KIND
from tejian.kit.database.audit import plain
from tejian.kit.forms.formview import Field
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.rules import api as rulestore

Fields = dict[str, Field]


@dataclass(frozen=True)
class Kind:
    """One kind of archive.

    `fields(db, row)` gives the fields that may be corrected on this record, `judge(db, row, values)` refuses what the
    archive would refuse and brings values into their form, `write(db, me, row, values)` puts them in.
    """

    entity: str
    label: str
    model: type[Any]
    fields: Callable[[Session, Any], Fields]
    read: Callable[[Any, str], Any]
    title: Callable[[Any], tuple[str, str]]  # what is corrected, and its code
    judge: Callable[[Session, Any, dict[str, Any]], dict[str, Any]]
    write: Callable[[Session, User, Any, dict[str, Any]], None]
    busy: Callable[[Session, Any], str | None]  # a sentence while the record may not be corrected


KINDS: dict[str, Kind] = {}


def add_kind(kind: Kind) -> None:
    if kind.entity in KINDS:
        raise ValueError(f"two kinds of corrections are called {kind.entity}")
    KINDS[kind.entity] = kind


def kind_of(entity: str) -> Kind:
    if entity not in KINDS:
        raise BadInput("更正对象：请从选项中选择", field="entity")
    return KINDS[entity]


def groups(db: Session, entity: str) -> dict[str, str]:
    """Controlled field → its group (identity, use, inspection record …), in the order of the table."""
    return {r["field"]: r["grp"] for r in rulestore.rows(db, "controlled_fields") if r["entity"] == entity}


def shown(db: Session, edition: int, kind: Kind, field: Field, value: Any) -> Any:
    """A value in words: of its dictionary in this edition, of its area, the name of a unit."""
    words = dictionary.words(db, edition)
    if value in (None, ""):
        return ""
    if field.type == "unit":
        return db.scalar(select(Unit.name).where(Unit.id == value)) or value
    known = words.get("AREA" if field.type == "area" else field.dict, {})
    return known.get(str(value), plain(value))


# -- equipment ------------------------------------------------------------------------------------------------------


def _equipment_fields(db: Session, row: Equipment) -> Fields:
    table = fields_of(row.equclass, row.equclacode)
    out: Fields = {}
    for name in groups(db, "equipment"):
        if name not in table:
            continue
        config = table[name].as_field()
        if name in equipment.UNITS:
            config = Field(name, labels()[equipment.UNITS[name]][0], "unit", size=32)
        elif name == "equclacode":
            config = Field(name, "设备类别", "category", dict="C602", size=8)
        out[name] = config
    return out | {name: f for name, f in equipment.technical_fields(db, row).items() if name not in out}


def _judge_equipment(db: Session, row: Equipment, values: dict[str, Any]) -> dict[str, Any]:
    code = values.get("equclacode")
    if "equclacode" in values and (not code or not str(code).startswith(row.equclass[0])):
        raise BadInput("设备类别：不能更正为其他种类", field="equclacode")
    for name, value in values.items():
        day = value if isinstance(value, date) else None
        if day and name in ("inspdate", "regdate", "prodate", "usestartdate") and day > clock.today():
            raise BadInput(f"{fields_of(row.equclass, row.equclacode)[name].label}：不得晚于今天", field=name)
    return equipment.check_change(db, row, values)


def _busy_equipment(db: Session, row: Equipment) -> str | None:
    number = equipment.open_business(db, row.id)
    return f"该设备存在在办业务（{number}），不能更正" if number else None


add_kind(
    Kind(
        entity="equipment",
        label="设备",
        model=Equipment,
        fields=_equipment_fields,
        read=lambda row, name: plain(equipment.typed(row, name)),
        title=lambda row: (f"{row.equname} {row.useorgname}".strip(), row.equcode or row.usecertno),
        judge=_judge_equipment,
        write=equipment.write_values,
        busy=_busy_equipment,
    )
)


# -- unit -----------------------------------------------------------------------------------------------------------


def _unit_fields(db: Session, row: Unit) -> Fields:
    declared = {f.name: f for f in FORM_OF_KIND[row.orgkind].fields}
    return {name: declared[name] for name in groups(db, "unit") if name in declared}


def _judge_unit(db: Session, row: Unit, values: dict[str, Any]) -> dict[str, Any]:
    for name, value in values.items():
        if value in (None, "") and name in ("name", "code", "areacode"):
            raise BadInput(f"{_unit_fields(db, row)[name].label}：必填", field=name)
    with db.no_autoflush:
        out = dict(values)
        units.check_code(db, row, out)
    return out


def _write_unit(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
    units.prepare(db, me, row, values)
    for name, value in values.items():
        setattr(row, name, "" if value is None else value)
    db.flush()
    units.after_save(db, me, row, values)


add_kind(
    Kind(
        entity="unit",
        label="单位",
        model=Unit,
        fields=_unit_fields,
        read=lambda row, name: plain(getattr(row, name)),
        title=lambda row: (row.name, row.code),
        judge=_judge_unit,
        write=_write_unit,
        busy=lambda db, row: None,
    )
)


def read_new(db: Session, me: User, kind: Kind, row: Any, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The new values as the archive types them; only fields that may be corrected, at least one."""
    fields = kind.fields(db, row)
    words = dictionary.words(db, me.dict_version)
    out: dict[str, Any] = {}
    for name, raw in sent.items():
        if name not in fields:
            raise Refused(f"{name}：不是可以更正的项目")
        out[name] = fields[name].read(raw, words)
        if fields[name].type == "area" and out[name] and out[name] not in words.get("AREA", {}):
            raise BadInput(f"{fields[name].label}：请从选项中选择", field=name)
        if fields[name].type == "category" and out[name] not in words.get("C602", {}):
            raise BadInput(f"{fields[name].label}：请从选项中选择", field=name)
    if not out:
        raise BadInput("请填写要更正的项目")
    return out
