"""The field table: which fields a device of a kind has, and how each is checked, listed, printed and labelled.

Rows come from data/equipment_fields.csv. A record of class c has the COMMON rows plus the rows of its class and of
every level above its kind code; the lowest level wins when a name repeats. 8000GX, 7310 and 7000 do not inherit COMMON.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tejian import data
from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.formview import Field

ALONE = {"8000GX", "7310", "7000"}
TYPES = {"text": "text", "int": "int", "decimal": "decimal", "date": "date", "dict": "dict"}
TYPES |= {"unit": "text", "person": "text", "area": "area"}
RULES = {"equcode": "equipmentCode", "usetel": "telKept", "fixedassets": "positiveInteger"}
RULES |= {"maitel": "mobileOrLandline", "urgsurtel": "mobileOrLandline", "owneorgtel": "mobileOrLandline"}


@dataclass(frozen=True)
class EquipmentField:
    """One row of the table. `unit` is the storage unit; screens do not convert."""

    level: str
    name: str
    label: str
    type: str
    unit: str
    dict: str
    required: bool
    group: str
    note: str

    def as_field(self) -> Field:
        """The field as a form draws and checks it."""
        return Field(
            self.name,
            self.label,
            TYPES[self.type],
            dict=self.dict if self.type == "dict" else "",
            unit=self.unit,
            rule=RULES.get(self.name, ""),
            size=_width(self.name),
            low={"longitude": -180, "latitude": -90}.get(self.name, 0 if self.type in ("int", "decimal") else None),
            high={"longitude": 180, "latitude": 90}.get(self.name, 10**9 if self.type == "int" else None),
        )


def _width(name: str) -> int:
    """How many characters a field holds: as its column, else 256."""
    column = Equipment.__table__.columns.get(name)
    if column is None:
        return 256
    return column.info.get("size") or getattr(column.type, "length", None) or 256


@cache
def _table() -> dict[str, list[EquipmentField]]:
    out: dict[str, list[EquipmentField]] = {}
    for r in data.rows("equipment_fields"):
        out.setdefault(r["class_code"], []).append(
            EquipmentField(
                level=r["class_code"],
                name=r["field"],
                label=r["label_zh"],
                type=r["type"],
                unit=r["unit"],
                dict=r["dict"],
                required=r["required"] == "Y",
                group=r["group"],
                note=r["note"],
            )
        )
    return out


def levels(equclass: str, equclacode: str) -> list[str]:
    """The levels whose rows a record has, from general to special."""
    if equclass in ALONE:
        return [equclass]
    out = ["COMMON", equclass]
    for size in (2, 3, 4):
        code = equclacode[:size].ljust(4, "0")
        if len(equclacode) >= size and code not in out:
            out.append(code)
    return out


@cache
def fields_of(equclass: str, equclacode: str) -> Mapping[str, EquipmentField]:
    """Field name → row for a record of this class and category code."""
    out: dict[str, EquipmentField] = {}
    for level in levels(equclass, equclacode):
        for row in _table().get(level, []):
            out[row.name] = row
    return out


def every_field() -> list[EquipmentField]:
    """All rows of the table, level by level."""
    return [f for rows in _table().values() for f in rows]


def dict_of(f: EquipmentField) -> str:
    """The dictionary whose words a value of the field stands for."""
    return f.dict or ("AREA" if f.type == "area" else "")


@cache
def labels() -> Mapping[str, tuple[str, str]]:
    """Field name → (label, dictionary) over all classes, for histories."""
    return {f.name: (f.label, dict_of(f)) for rows in _table().values() for f in rows}
