"""The turnaround of the demo city stands at every step, made by the real process."""

from collections import Counter

from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.units import Unit
from tejian.archives.units.api import PETROCHEMICAL
from tejian.demo import turnarounds
from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject
from tests.conftest import Real


def _refinery(real: Real) -> None:
    """A unit with twelve vessels and eight lines."""
    with real.new_session() as db, db.begin():
        unit = db.scalars(select(Unit).where(Unit.isuse).order_by(Unit.code).limit(1)).one()
        unit.unittype = PETROCHEMICAL
        devices = db.scalars(select(Equipment).where(Equipment.equclass != "3000").order_by(Equipment.equcode)).all()
        keys = [one.id for one in devices]
        moved = update(Equipment).values(useorgsysid=unit.id, equstatus="1")
        db.execute(moved.where(Equipment.id.in_(keys[:12])).values(equclass="2000", equclacode="2170"))
        db.execute(moved.where(Equipment.id == keys[12]).values(equclass="8000", equclacode="8310"))
        own = {"equdatasysid": keys[12], "pipelevel": "GC2", "linestatus": "1", "pipename": "原油进料线"}
        db.add_all(Pipeline(pipeno=f"PL-{n:02}", **own) for n in range(1, 9))


def test_it_stands_at_every_step_and_is_made_once(real: Real) -> None:
    _refinery(real)
    turnarounds.make()
    turnarounds.make()
    with real.new_session() as db:
        project = db.scalars(select(TurnaroundProject)).one()
        assert project.step == "ZX"
        items = db.scalars(select(TurnaroundItem)).all()
        assert Counter(one.kind for one in items) == {"1": 12, "2": 8}
        steps = Counter(one.step for one in items)
        assert steps == {"WC": 10, "JX": 4, "DK": 4, "DP": 2}
        assert Counter(one.result for one in items if one.step == "WC") == {"1": 9, "3": 1}
        late = select(TurnaroundItem.step).where(TurnaroundItem.overdue())
        assert set(db.scalars(late)) == {"JX"}
        assert Counter(one.step for one in db.scalars(select(OwnerSheet))) == {"TY": 1, "BT": 1, "DQ": 1}
        assert Counter(one.step for one in db.scalars(select(OwnerDissent))) == {"HF": 1, "GB": 1, "YF": 1}
        assert {one.result for one in items if one.agreed} == {"1"}
