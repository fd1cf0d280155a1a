"""The charges of the demo city are made by the process: every line can be worked out again, and the days are closed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import count, islice

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.charging.checking.differences import why_wrong
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.accounts import AccountEntry
from tejian.charging.models.charges import CashDay, CashMonth, Charge, ChargeEntry, ChargeLine, Invoice, PayOrder
from tejian.charging.models.checks import Difference, Statement
from tejian.charging.models.contracts import Contract
from tejian.charging.models.replays import DIMENSIONS
from tejian.charging.models.surplus import Surplus
from tejian.charging.replays.comparing import Sums
from tejian.charging.replays.engine import Replay
from tejian.demo import business, charges, contracts, earlier, relief
from tejian.demo.actors import Actors
from tejian.demo.devices import Made
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tests.conftest import Real

FINISHED, RUNNING = 6, 2


def test_somebody_owes_for_longer_than_half_a_year_and_a_contract_is_being_changed(real: Real) -> None:
    with real.new_session() as db:
        left = list(db.scalars(select(Equipment.id).where(Equipment.equstatus == "1").order_by(Equipment.id)))
        jobs = [job for job in business.plan(db, left) if job.until == "DONE"]
    old = [job for job in jobs if job.day < clock.today() - timedelta(days=200)]
    assert all(charges.is_unpaid(job.seed) for job in old)
    assert 0 < len(old) <= 2
    contracts.make()
    with real.new_session() as db:
        rows = db.scalars(select(Contract).order_by(Contract.series_id, Contract.edition)).all()
        changing = [one for one in rows if one.step == "CHANGING"]
        assert [one.edition for one in changing] == [1]
        (second,) = [one for one in rows if one.series_id == changing[0].series_id and one.edition == 2]
        assert second.step == "AUDIT"


def pays(seed: int, *, online: bool) -> bool:
    """Whether the first charge of a job is paid at the platform, or else at the counter."""
    rnd, luck = charges._luck(seed)
    return luck > 0.5 and (rnd.choice(charges.WAYS) == "online") is online


def replays(db: Session, rows: Sequence[Charge]) -> None:
    """A replay by the tables in force gives each charge its own lines, to the cent."""
    db.info["me"] = SYSTEM
    confirmed = {row.id: row for row in rows if row.confirmed and row.step != "VOID"}
    stored: dict[str, list[Decimal]] = {key: [] for key in confirmed}
    for line in db.scalars(select(ChargeLine).where(ChargeLine.charge_id.in_(confirmed))):
        stored[line.charge_id].append(line.amount)
    sums, work = Sums(), Replay(db, None, [])
    for told in work.work(sorted(confirmed)):
        sums.add(told)
        total = told.outcome.total
        own = stored[told.charge[0]]
        assert (told.why, told.outcome.kept, total.lines, total.moved) == ("", [], len(own), 0)
        assert total.charged == total.replayed == sum(own)
    every = sum((amount for own in stored.values() for amount in own), Decimal(0))
    assert sums.total.replayed == every > 0
    for dimension in DIMENSIONS:
        assert sum(one[-1] for one in sums.rows() if one[0] == dimension) == every


def test_every_line_of_the_demo_city_can_be_worked_out_again(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _n: 0)
    with real.new_session() as db:
        lifts = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.equstatus == "1")
        left = list(db.scalars(lifts.order_by(Equipment.id).limit(FINISHED * 2)))
        jobs = business.plan(db, left)
    yesterday = clock.today() - timedelta(days=1)
    past = [clock.today() - timedelta(days=18 + n) for n in range(FINISHED)]  # within the term of credit
    done = [job for job in jobs if job.until == "DONE"]
    seeds = islice((seed for seed in count(5000) if charges.is_unpaid(seed)), len(charges.FAULTS) + 1)
    finished = [replace(job, day=day) for job, day in zip(done, past, strict=False)]
    finished[: len(charges.FAULTS) + 1] = [replace(job, seed=seed) for job, seed in zip(finished, seeds, strict=False)]
    for place, online in ((-1, True), (-2, False)):
        seed = next(seed for seed in count(5000) if pays(seed, online=online))
        finished[place] = replace(finished[place], seed=seed)
    running = [job for job in jobs if job.until != "DONE"][:RUNNING]
    with real.new_session() as db:
        old = earlier.jobs(db, {left[-1]: clock.today() - timedelta(days=earlier.FIRST)})
    relief.make()
    business._start(lambda: None)
    for job in [*old, *finished, *running]:
        business._carry(job)
    charges.settle()
    with real.new_session() as db:
        rows = db.scalars(select(Charge)).all()
        assert len(rows) >= 2
        assert [words for row in rows if (words := why_wrong(db, row))] == []
        assert contradictions(db) == []
        replays(db, rows)
        first = min(rows, key=lambda row: row.chargesysid)
        assert (first.step, first.received) == ("BILLED", first.amount)
        assert first.createtime.date() <= clock.today() - timedelta(days=earlier.FIRST)
        orders = db.scalars(select(PayOrder).order_by(PayOrder.orderno)).all()
        assert Counter(one.state for one in orders if one.createtime.date() == yesterday) == {"1": 1, "6": 2}
        assert "2" in {one.state for one in orders}
        extra = db.scalars(select(Surplus).order_by(Surplus.step)).all()
        assert [(one.step, one.why == "同一订单重复支付") for one in extra] == [("ASKED", True), ("FOUND", False)]
        files = db.scalars(select(Statement).where(Statement.source == "平台")).all()
        wrong = {one.lastday: one.different for one in files if one.different}
        # the amount that was not booked, the second payment, and the one that nobody told us of
        assert wrong == {yesterday: 3}
        paid = [row for row in rows if row.received]
        assert paid and all(row.received == row.owed == row.amount for row in paid)
        steps = Counter(db.scalars(select(CashDay.step).where(CashDay.day < clock.today())))
        assert set(steps) == {"CLOSED"}
        taken = select(func.sum(ChargeEntry.amount)).where(ChargeEntry.kind == "paid")
        ahead = db.scalar(select(func.sum(AccountEntry.amount)).where(AccountEntry.way != "")) or 0
        signed = select(func.sum(CashDay.cash + CashDay.pos + CashDay.transfer))
        over_the_counter = taken.where(ChargeEntry.day < clock.today(), ChargeEntry.way.not_in(("deposit", "online")))
        assert db.scalar(over_the_counter) + ahead == db.scalar(signed)
        over = [one for one in db.scalars(select(CashMonth)) if one.end <= clock.today()]
        assert all(one.step == "CLOSED" for one in over)
        assert db.scalar(select(func.count()).select_from(Difference).where(Difference.step == "DIFF")) <= 10
        out = db.scalars(select(AppBuss).where(AppBuss.step == "DONE", AppBuss.imported.is_(False))).all()
        assert out and all(one.chargestate in ("4", "5") or one.arrearsby for one in out)
        assert db.scalar(select(func.count()).select_from(Invoice)) and db.scalars(select(Statement)).all() is not None


def device(n: int, equclass: str = "3000", equstatus: str = "1") -> Equipment:
    due = clock.today() + timedelta(days=200)
    return Equipment(id=f"D{n}", equclass=equclass, equstatus=equstatus, ninspdate=due)


def test_the_real_process_makes_last_visits_of_two_years_in_place_of_the_history() -> None:
    days = {n: clock.today() - timedelta(days=200 + 10 * n) for n in range(60)}
    others = [device(100, "2000"), device(101, equstatus="2"), device(102), device(103)]
    made = [device(n) for n in days]
    visits = {f"D{n}": [day - timedelta(days=700), day] for n, day in days.items()}
    visits |= {one.id: [clock.today() - timedelta(days=400)] for one in others}
    others[3].ninspdate = clock.today() + timedelta(days=60)  # is declared anew
    rest = {days[n] for n in (7, 21)}  # nobody works then, so the process cannot inspect: its day would be another
    city = Made([*made, *others], ["D102"], visits, {}, {})
    taken = earlier.taken_from(city, clock.today(), set(days.values()) - rest)
    assert not rest & set(taken.values())
    assert len(taken) == earlier.MOST and not taken.keys() & {one.id for one in others}
    ages = [(clock.today() - day).days for day in taken.values()]
    assert ages[0] >= 650 and ages[-1] <= 300 and ages == sorted(ages, reverse=True)
    assert all(visits[key] == [day - timedelta(days=700)] for key, day in taken.items())
    assert sum(len(own) == 2 for own in visits.values()) == len(days) - len(taken)


def test_of_the_disputes_ten_of_all_kinds_stay_open(real: Real) -> None:
    with real.new_session.begin() as db:
        actors = Actors(db)
        org = actors.users["caiwu"].org_id
        for n in range(25):
            kind = "uninspected" if n < 22 else ("twice", "unbilled", "unpaid")[n - 22]
            values = {"kind": kind, "subject": f"S{n}", "sentence": f"差异{n}", "orgid": org, "step": "DIFF"}
            db.add(Difference(**values, found=clock.today(), step_since=clock.now()))
    charges._settle_disputes(actors)
    with real.new_session() as db:
        steps = db.execute(select(Difference.step, func.count()).group_by(Difference.step)).all()
        assert dict(steps) == {"DIFF": 10, "SETTLED": 15}
        still = set(db.scalars(select(Difference.kind).where(Difference.step == "DIFF")))
        assert still == {"uninspected", "twice", "unbilled", "unpaid"}
