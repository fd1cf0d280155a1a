"""Units that a file names and the archive does not know, said in one step: made, chosen or left for later."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.care.merging.api import bare
from tejian.archives.models.units import Unit
from tejian.archives.units import api as units
from tejian.kit.ground.folding import folded
from tejian.kit.ground.user import User
from tejian.kit.importing.view import CHOOSE, CREATE, LATER, Row, UnitAct, UnknownUnit
from tejian.kit.lists import search
from tejian.kit.records.crud import put

from .users import NO_RIGHT, RIGHT

MADE = "units made"  # of a row: the fields whose unit is made when it is written
SHOWN, NEAR = 100, 3
ROLES = {"porgaosysid": "ismaker", "maiorgsysid": "ismaintain", "insorgsysid": "isinstall"}


@dataclass
class Named:
    """An unknown unit: how it is written, in which fields and how many rows."""

    name: str
    fields: set[str] = field(default_factory=set)
    rows: int = 0


class Unknown:
    """The unknown units of one run, and what was said of them."""

    def __init__(self, db: Session, me: User, labels: Mapping[str, str]):
        self.db, self.me, self.labels = db, me, labels
        self.acts: Mapping[str, UnitAct] = {}
        self.named: dict[str, Named] = {}
        self.made: dict[str, tuple[str, str]] = {}
        self.chosen: dict[str, Unit] = {}

    def decide(self, acts: Mapping[str, UnitAct]) -> None:
        """What is done with each: folded name → act."""
        self.acts = acts
        keys = [one.unit for one in acts.values() if one.act == CHOOSE]
        known = self.db.scalars(select(Unit).where(Unit.id.in_(keys), Unit.enabled, Unit.visible(self.me)))
        self.chosen = {unit.id: unit for unit in known}

    def take(self, rows: Sequence[Row], names: Mapping[str, str]) -> dict[tuple[int, str], Unit]:
        """Take the units of which something was said out of the rows; gives the chosen ones by row and field."""
        out: dict[tuple[int, str], Unit] = {}
        for row in rows if self.acts else ():
            for name, shown in names.items():
                text = str(row.values.get(name) or "")
                act = self.acts.get(folded(text)) if text else None
                if act is None:
                    continue
                row.values.pop(name)
                if act.act == CHOOSE:
                    self._choose(row, name, act, out)
                elif act.act == LATER:
                    row.lack(name, f"单位“{text[:30]}”待建档")
                elif RIGHT not in self.me.permissions:
                    row.wrong(name, NO_RIGHT)
                else:
                    row.values.setdefault(MADE, {})[name] = text
                    row.values[name] = f"+{folded(text)}"[:32]  # tells its devices from those of others in the file
                if shown and act.act != CHOOSE:
                    row.values[shown] = text
        return out

    def _choose(self, row: Row, name: str, said: UnitAct, out: dict[tuple[int, str], Unit]) -> None:
        if (unit := self.chosen.get(said.unit)) is None:
            row.wrong(name, "所选单位不存在，或已停用")
        else:
            out[row.number, name] = unit

    def note(self, rows: Iterable[Row], names: Mapping[str, str], sentence: str) -> None:
        """Remember the units that are still unknown."""
        for row in rows:
            for name in names:
                if row.errors.get(name) == sentence and (text := row.cells.get(name)):
                    one = self.named.setdefault(folded(text), Named(text))
                    one.fields.add(name)
                    one.rows += 1

    def told(self) -> list[UnknownUnit]:
        """What the dialog asks of: the unknown units that stand in most rows, with units called nearly so."""
        most = sorted(self.named.values(), key=lambda one: -one.rows)[:SHOWN]
        return [
            {
                "name": one.name,
                "labels": sorted(self.labels.get(n, n) for n in one.fields),
                "rows": one.rows,
                "near": [{"id": u.id, "name": u.name, "code": u.code} for u in self._near(one.name)],
            }
            for one in most
        ]

    def _near(self, name: str) -> Sequence[Unit]:
        core = bare(name)
        if len(core) < 2:
            return []
        like = search.contains(core[:12], Unit.searchtext)
        return self.db.scalars(select(Unit).where(like, Unit.enabled, Unit.visible(self.me)).limit(NEAR)).all()

    def make(self, values: dict[str, Any], names: Mapping[str, str]) -> None:
        """Make the units that a row brings, each once, and name them in its values. Raises Refused."""
        for name, text in values.pop(MADE, {}).items():
            key, written = self._of(text, name)
            values[name] = key
            if names[name]:
                values[names[name]] = written

    def _of(self, text: str, name: str) -> tuple[str, str]:
        fold = folded(text)
        if fold not in self.made:
            same = select(Unit).where(Unit.namefold == fold, Unit.enabled, Unit.visible(self.me))
            unit = self.db.scalars(same.order_by(Unit.id).limit(1)).first()
            if unit is None:
                unit = Unit()
                values = {"name": text.strip(), **({ROLES[name]: True, "isuse": False} if name in ROLES else {})}
                put(self.db, self.me, unit, values, units.hooks("b"))
            self.made[fold] = unit.id, unit.name
        return self.made[fold]

    @property
    def count(self) -> int:
        """How many units were made or would be."""
        return len(self.made) or sum(1 for one in self.acts.values() if one.act == CREATE)
