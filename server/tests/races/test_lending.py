"""One instrument, two people: it is promised to one of them, whoever agrees, and handed out once."""

from datetime import timedelta
from functools import partial

from sqlalchemy import select

from tejian.instruments.models import Instrument, InstrumentLoan
from tejian.kit.ground import clock

from .conftest import Desks, together

API = "/api/instrument/loans"


def test_an_instrument_is_promised_to_one_of_two(desks: Desks) -> None:
    for name in ("jianyan1", "jianyan2", "yiqi", "zhiliang"):
        desks.open(name)
    days = {"fromday": str(clock.today()), "dueday": str(clock.today() + timedelta(days=3)), "purpose": "定期检验"}
    good = Instrument.nextcal > clock.today() + timedelta(days=30)
    ones = desks.read(lambda db: db.scalars(select(Instrument.id).where(good).order_by(Instrument.instno)).all())
    for one in ones[:4]:
        form = {"instrument_id": one, **days}
        keys = [desks.good(who, f"{API}/save", **form)["id"] for who in ("jianyan1", "jianyan2")]
        whose = zip(("yiqi", "zhiliang"), keys, strict=True)
        said = together(*(partial(desks.post, who, f"{API}/agree", ids=key) for who, key in whose))
        assert [s["isSuccess"] for s in said].count(True) == 1, said
        lost = next(s for s in said if not s["isSuccess"])
        assert "已借给" in lost["errorMsg"], lost
        won = keys[said.index(next(s for s in said if s["isSuccess"]))]
        given = together(*(partial(desks.post, who, f"{API}/lend", ids=won) for who in ("yiqi", "zhiliang")))
        assert sorted(s["status"] for s in given) == [200, 409], given
        steps = select(InstrumentLoan.step).where(InstrumentLoan.instrument_id == one)
        assert sorted(desks.read(lambda db, q=steps: db.scalars(q).all())) == ["JC", "SQ"]
