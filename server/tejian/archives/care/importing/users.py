"""Using units that come with the devices of a file: known ones are linked, unknown ones proposed and created with them.

What a file says of a known unit is compared and shown; it never changes the unit's own archive.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, SessionTransaction

from tejian.archives.models.units import Unit
from tejian.archives.units import api as units
from tejian.archives.units.api import UNIT_FORM, family
from tejian.kit.database.audit import plain
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.folding import folded
from tejian.kit.ground.typed import tight
from tejian.kit.ground.user import User
from tejian.kit.importing.saving import completed
from tejian.kit.importing.view import ImportUnits, Row
from tejian.kit.records.crud import put

PREFIX = "unit_"  # a column of the using unit is called so beside those of the device
USER, FACTS = "useorgsysid", "useorg"  # the column that names the unit; what a row says of one that is to be made
TOLD = ("code", "areacode", "address", "contact", "tel", "usertype")
RIGHT = family("b", "add")
SHOWN = 50
NO_RIGHT = "没有这个单位的档案，您也没有新增单位的权限，请先由有权限的人建档"


def columns() -> list[Field]:
    """The columns of the using unit, none of them required: a known unit needs its name alone."""
    known = {f.name: f for f in UNIT_FORM.fields}
    note = "使用单位尚未建档时填写，随设备一并新建；已建档的只核对，不改动"
    return [
        replace(
            known[n], name=PREFIX + n, label=f"使用单位{known[n].label.removeprefix('单位')}", required=False, help=note
        )
        for n in TOLD
    ]


@dataclass
class Proposed:
    """A unit that a file brings: what its first row says, and in which rows it stands."""

    values: dict[str, Any]
    first: int
    rows: int = 0
    faults: dict[str, str] = field(default_factory=dict)


@dataclass
class Linked:
    """A known unit of a file, and where the file says otherwise than its archive."""

    name: str
    code: str
    rows: int = 0
    differs: dict[str, tuple[str, str]] = field(default_factory=dict)


class Users:
    """The using units of one run."""

    def __init__(self, db: Session, me: User):
        self.db, self.me = db, me
        self.hooks = units.hooks("b")
        self.labels = {f.name: f.label for f in UNIT_FORM.fields}
        self.new: dict[str, Proposed] = {}
        self.known: dict[str, Linked] = {}
        self.made: dict[str, tuple[str, str]] = {}
        self.trial: SessionTransaction | None = None

    def apart(self, row: Row) -> dict[str, Any]:
        """Take what a row says of its unit out of the values of the device."""
        facts = {n: row.values.pop(PREFIX + n) for n in TOLD if PREFIX + n in row.values}
        if code := facts.get("code"):
            facts["code"] = tight(code).upper()
            if USER not in row.values and USER not in row.cells:
                row.values[USER] = facts["code"]
                row.lacks.pop(USER, None)
        return facts

    def link(self, rows: Sequence[tuple[Row, dict[str, Any]]]) -> dict[int, str]:
        """Name known units by their codes; gives row number → key of the unit that is proposed."""
        stated = [(row, facts) for row, facts in rows if facts and USER in row.values]
        if not stated:
            return {}
        living = self._found(stated)
        out: dict[int, str] = {}
        for row, facts in stated:
            name, code = str(row.values[USER]), facts.get("code", "")
            known = living.get(code) or living.get(folded(name)) or living.get(name.upper())
            if known is not None and code and known.code and known.code != code:
                row.wrong(PREFIX + "code", f"同名单位已建档，其统一社会信用代码为{known.code}，请核对")
            elif known is not None:
                row.values[USER] = known.code or known.name
                self._compare(known, {**facts, "name": name if name != code else known.name})
            elif RIGHT not in self.me.permissions:
                row.wrong(USER, NO_RIGHT)
            else:
                out[row.number] = self._propose(row, {**facts, "name": name if name != code else ""})
        return out

    def _found(self, stated: Sequence[tuple[Row, dict[str, Any]]]) -> dict[str, Any]:
        """Living units by code, and by name where only one is called so."""
        written = {str(row.values[USER]) for row, _said in stated}
        names = {folded(name) for name in written}
        codes = {facts["code"] for _row, facts in stated if facts.get("code")} | {n.upper() for n in written}
        query = select(Unit).where(
            or_(Unit.namefold.in_(names), Unit.code.in_(codes)), Unit.enabled, Unit.visible(self.me)
        )
        out: dict[str, Any] = {}
        called: dict[str, list[Any]] = {}
        for unit in self.db.scalars(query):
            called.setdefault(unit.namefold, []).append(unit)
            if unit.code:
                out[unit.code] = unit
        return {name: alike[0] for name, alike in called.items() if len(alike) == 1} | out

    def _compare(self, unit: Any, facts: Mapping[str, Any]) -> None:
        linked = self.known.setdefault(unit.id, Linked(unit.name, unit.code))
        linked.rows += 1
        for name, value in facts.items():
            ours, theirs = str(plain(getattr(unit, name)) or ""), str(plain(value) or "")
            if theirs and ours != theirs and not (name == "name" and folded(ours) == folded(theirs)):
                linked.differs.setdefault(name, (ours, theirs))

    def _propose(self, row: Row, facts: dict[str, Any]) -> str:
        key = facts.get("code") or folded(facts["name"])
        known = self.new.get(key)
        if known is None:
            known = self.new[key] = Proposed(facts, row.number)
            known.faults = self._tried(facts)
        known.rows += 1
        if known.first == row.number:
            for name, sentence in known.faults.items():
                row.wrong(USER if name in ("", "name") else PREFIX + name, f"新建单位：{sentence}")
        elif known.faults:
            row.wrong(USER, f"第{known.first}行提出新建的单位还有问题")
        elif folded(facts["name"]) != folded(known.values["name"]):
            row.wrong(USER, f"同一统一社会信用代码在第{known.first}行写作“{known.values['name']}”")
        return key

    def _tried(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """What stands against a new unit: its form is asked, and what it stores is taken back."""
        blanks = (f for f in UNIT_FORM.fields if f.required and f.default is None and not facts.get(f.name))
        if lacking := {f.name: f"{f.label}必填" for f in blanks}:
            return lacking if lacking.keys() <= {*TOLD, "name"} else {"": "；".join(lacking.values())}
        if self.trial is None:
            self.trial = self.db.begin_nested()
        try:
            with self.db.begin_nested():
                self._put(facts)
            return {}
        except Refused as wrong:
            return {str(wrong.extra.get("field") or ""): wrong.message}

    def _put(self, facts: Mapping[str, Any]) -> Unit:
        row = Unit()
        put(self.db, self.me, row, completed(self.db, self.me, UNIT_FORM, facts), self.hooks)
        return row

    def checked(self) -> None:
        if self.trial is not None:
            self.trial.rollback()
            self.trial = None
            self.db.expire_all()

    def of(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        """Key and name of the unit that a row brings: made once, or by somebody else since the check."""
        key = facts.get("code") or folded(facts["name"])
        if key not in self.made:
            same = Unit.code == facts["code"] if facts.get("code") else Unit.namefold == folded(facts["name"])
            unit = self.db.scalars(select(Unit).where(same, Unit.enabled, Unit.visible(self.me)).limit(1)).first()
            if unit is None:
                unit = self._put(facts)
                self.new[key] = Proposed(dict(facts), 0)
            self.made[key] = unit.id, unit.name
        return self.made[key]

    def told(self) -> ImportUnits:
        """What the dialog shows of the units of the file: the new ones, and where known ones differ."""
        differing = [one for one in self.known.values() if one.differs]
        return {
            "created": len(self.new),
            "linked": len(self.known),
            "new": [
                {
                    "name": one.values["name"],
                    "code": one.values.get("code", ""),
                    "row": one.first,
                    "rows": one.rows,
                    "faults": list(one.faults.values()),
                }
                for one in list(self.new.values())[:SHOWN]
            ],
            "differing": [
                {
                    "name": one.name,
                    "code": one.code,
                    "rows": one.rows,
                    "values": [
                        {"label": self.labels[n], "ours": ours, "theirs": theirs}
                        for n, (ours, theirs) in one.differs.items()
                    ],
                }
                for one in differing[:SHOWN]
            ],
        }
