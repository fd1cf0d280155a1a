"""What the demo city shows of the work in the field came through the calls of the phones."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.demo import business, fieldwork
from tejian.inspection import codes as at
from tejian.inspection.models.fieldwork import RecordConflict, RecordOp, Terminal
from tejian.inspection.models.mobile import AppVersion, HeldJob, OpFailure, RecordSubmit, TaskGuide
from tejian.kit.ground import clock
from tests.conftest import Real


def test_the_city_has_phones_and_what_they_left_open(real: Real) -> None:
    with real.new_session() as db, db.begin():
        lifts = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.equstatus == "1")
        jobs = business.plan(db, list(db.scalars(lifts.order_by(Equipment.id))))
    business._start(lambda: None)
    some = [one for one in jobs if one.until == at.DONE and not one.team][:3]
    for job, until in zip(some, (at.ENTER, at.ENTER, at.VERIFY), strict=True):
        business._carry(replace(job, until=until, day=clock.today() - timedelta(days=1)))
    fieldwork.make()
    fieldwork.make()
    with real.new_session() as db:
        states = [one.state for one in db.scalars(select(RecordOp))]
        assert {"taken", "conflict", "held", "refused"} <= set(states)
        assert len(db.scalars(select(Terminal)).all()) >= 2
        conflict = db.scalars(select(RecordConflict)).one()
        assert (conflict.mine, conflict.theirs, conflict.working, conflict.step) == ("×", "√", "×", "DC")
        assert [one.step for one in db.scalars(select(HeldJob))] == ["DZ"]
        assert {one.step for one in db.scalars(select(OpFailure))} == {"DC", "TH"}
        assert {one.appno: one.step for one in db.scalars(select(AppVersion))} == {"1.0.0": "FB", "1.1.0": "HD"}
        assert len(db.scalars(select(TaskGuide)).all()) == 4
        handed_in = db.scalars(select(RecordSubmit)).all()  # none where a check stands against every record
        assert len(handed_in) <= 1 and all(one.operations for one in handed_in)
