"""The charges of the demo city are made by the process: every line can be worked out again, and the days are closed."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.archives.equipment.models import Equipment
from tejian.charging.check_models import Difference, Statement
from tejian.charging.differences import why_wrong
from tejian.charging.models import CashDay, CashMonth, Charge, ChargeEntry, Invoice
from tejian.charging.proof import contradictions
from tejian.demo import business, charges
from tejian.inspection.models import AppBuss
from tejian.kit import clock
from tests.conftest import Real

FINISHED, RUNNING = 5, 2


def test_every_line_of_the_demo_city_can_be_worked_out_again(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _n: 0)
    with real.new_session() as db:
        lifts = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.equstatus == "1")
        left = list(db.scalars(lifts.order_by(Equipment.id).limit(FINISHED * 2)))
        jobs = business.plan(db, left)
    past = [clock.today() - timedelta(days=60 + n) for n in range(FINISHED)]
    done = [job for job in jobs if job.until == "DONE"]
    finished = [replace(job, day=day) for job, day in zip(done, past, strict=False)]
    running = [job for job in jobs if job.until != "DONE"][:RUNNING]
    business._start(lambda: None)
    for job in [*finished, *running]:
        business._carry(job)
    charges.settle()
    with real.new_session() as db:
        rows = db.scalars(select(Charge)).all()
        assert len(rows) >= 2
        assert [words for row in rows if (words := why_wrong(db, row))] == []
        assert contradictions(db) == []
        paid = [row for row in rows if row.received]
        assert paid and all(row.received == row.owed == row.amount for row in paid)
        steps = Counter(db.scalars(select(CashDay.step).where(CashDay.day < clock.today())))
        assert set(steps) == {"CLOSED"}
        taken = select(func.sum(ChargeEntry.amount)).where(ChargeEntry.kind == "paid")
        signed = select(func.sum(CashDay.cash + CashDay.pos + CashDay.transfer))
        assert db.scalar(taken.where(ChargeEntry.day < clock.today())) == db.scalar(signed)
        over = [one for one in db.scalars(select(CashMonth)) if one.end <= clock.today()]
        assert all(one.step == "CLOSED" for one in over)
        assert db.scalar(select(func.count()).select_from(Difference).where(Difference.step == "DIFF")) <= 10
        out = db.scalars(select(AppBuss).where(AppBuss.step == "DONE", AppBuss.imported.is_(False))).all()
        assert out and all(one.chargestate in ("4", "5") or one.arrearsby for one in out)
        assert db.scalar(select(func.count()).select_from(Invoice)) and db.scalars(select(Statement)).all() is not None
