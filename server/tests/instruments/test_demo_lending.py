"""Loans and overhauls of the demo city are told by the real processes, each once."""

from collections import Counter

from sqlalchemy import func, select

from tejian.demo import lending
from tejian.instruments.models import Instrument, InstrumentLoan, InstrumentOverhaul
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tests.conftest import Real


def test_loans_and_overhauls_stand_at_every_step_and_a_second_start_makes_none(real: Real) -> None:
    lending.make()
    with real.new_session() as db:
        loans = Counter(db.scalars(select(InstrumentLoan.step)))
        assert loans == {"SQ": 2, "DJ": 1, "JC": 2, "GH": 2, "BP": 1}
        late = InstrumentLoan.step == "JC", InstrumentLoan.dueday < clock.today()
        assert db.scalar(select(func.count()).where(*late)) == 1
        work = Counter(db.scalars(select(InstrumentOverhaul.step)))
        assert work == {"JX": 1, "WX": 1, "YS": 1, "HF": 1, "BF": 1}
        states = Counter(db.scalars(select(Instrument.status).where(Instrument.status != "0")))
        assert states == {"1": 2, "2": 1, "4": 3, "6": 1}
        assert db.scalar(select(func.count()).where(FlowLog.at > clock.now())) == 0
    lending.make()
    with real.new_session() as db:
        assert Counter(db.scalars(select(InstrumentLoan.step))) == loans
