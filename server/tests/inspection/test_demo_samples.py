"""The samples of the demo city: made by the real process, once."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.demo import business, sampling
from tejian.exchange.models import ExchangePartner
from tejian.inspection import codes as at
from tejian.inspection.models.laboratory import LabSample
from tests.conftest import Real


def test_samples_are_drawn_sent_and_answered_once(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    with real.new_session() as db, db.begin():
        lifts = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.equstatus == "1")
        left = list(db.scalars(lifts.order_by(Equipment.id)))
        job = replace(next(job for job in business.plan(db, left) if job.until == at.DONE), until=at.ENTER)
    business._start(lambda: None)
    business._carry(job)
    monkeypatch.setattr(sampling, "FREE", "zhiliang")
    monkeypatch.setattr(sampling, "MOST", 1)
    sampling.make()
    sampling.make()
    with real.new_session() as db:
        row = db.scalars(select(LabSample)).one()
        assert (row.step, row.edition, row.outcome) == ("SH", 1, "所检项目符合要求")
        assert db.scalars(select(ExchangePartner.entities)).all() == ["sample"]
