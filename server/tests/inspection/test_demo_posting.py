"""What the demo city posts goes the way of the counter, and some of it comes back."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.demo import business, posting
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.posting import BACK, NumberRange, Waybill
from tejian.kit.ground import clock
from tests.conftest import Real


def test_a_report_is_sent_under_a_number_of_the_range_and_comes_back(real: Real) -> None:
    with real.new_session() as db, db.begin():
        lifts = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.equstatus == "1")
        left = list(db.scalars(lifts.order_by(Equipment.id)))
        job = next(job for job in business.plan(db, left) if job.until == at.DONE)
        posting.prepare(db)
    seed = posting.SHARE * posting.RETURNED + 2
    assert posting.is_posted(seed)
    business._start(lambda: None)
    business._carry(replace(job, seed=seed, day=clock.today() - timedelta(days=60)))
    with real.new_session() as db:
        bill = db.scalars(select(Waybill)).one()
        assert (bill.step, bill.expressno, bill.printcount) == (BACK, "SF140661200001", 1)
        assert bill.reports == len(job.devices)
        run = db.scalars(select(NumberRange)).one()
        assert run.next - run.first == 1
        items = db.scalars(select(AppBuss).order_by(AppBuss.seisn)).all()
        assert {(one.step, one.releaseway) for one in items} >= {(at.DONE, posting.POST)}
