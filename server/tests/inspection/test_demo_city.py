"""The archives and history of the demo city, made small by the same stories: machines that stand where they can, dates
by the rules, what fees and rules need, years of inspections whose last reports an auditor compares with."""

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.demo import brought, devices, history, persons, units
from tejian.demo.actors import Actors
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.recompute.api import later_than_rule
from tejian.inspection.records import api as records
from tejian.inspection.records.before import last_report
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tests.conftest import Real
from tools import recompute

ROOT = Path(__file__).parents[3]
SHARE, LEAST = 40, 8  # of the devices of a class one in so many, at least so many
WITHOUT_LINES = [one for one in devices.SHARES if one != "8000"]  # a piping project is due with its lines


def believe() -> Any:
    spec = importlib.util.spec_from_file_location("believe", ROOT / "bench" / "believe.py")
    assert spec and spec.loader
    module = sys.modules["believe"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {one: max(LEAST, devices.SHARES[one] // SHARE) for one in WITHOUT_LINES}
    monkeypatch.setattr(devices, "SHARES", shares)


def made(db: Session) -> devices.Made:
    """The devices of the small city take the place of those that every test finds."""
    db.info["me"] = SYSTEM
    rnd = random.Random(11)
    orgs = {one.code: one for one in db.scalars(select(Org))}
    people = {one.login: one for one in db.scalars(select(SysUser))}
    using, others = units.use_units(rnd), units.other_units(rnd)
    persons.enrich(using, others)
    for n, unit in enumerate([*using, *(u for group in others.values() for u in group)]):
        unit.code = f"{n:018d}"  # the units that are there have theirs
        db.add(unit)
    db.flush()
    rules = records.dates_book(db)
    db.execute(delete(Equipment))
    city = devices.make(rnd, using, others, orgs, rules, clock.today())
    db.add_all(city.devices)
    db.flush()
    history.load(db, city, people, orgs, rules)
    db.flush()
    return city


@pytest.fixture
def city(db: Session, small: None) -> devices.Made:
    return made(db)


def test_an_expert_believes_every_machine(db: Session, city: devices.Made) -> None:
    expert = believe()
    seen = [
        expert.Device({c.key: getattr(one, c.key) for c in Equipment.__mapper__.column_attrs} | one.params, visits)
        for one in city.devices
        for visits in [sorted([*city.visits[one.id], *city.yearly.get(one.id, ())])]
    ]
    assert {one.kind[0] for one in seen} == {one[0] for one in WITHOUT_LINES}
    found = [
        f"{rule.sentence}：{one.name}"
        for rule in expert.RULES
        for one in seen
        if rule.holds_for(one) and rule.wrong(one)
    ]
    assert found == []
    odd = next(one for one in seen if one.kind.startswith("311"))
    odd.values["ratedpeople"] = 1 + int(odd.n("ratedload") // 75)
    assert [rule.sentence for rule in expert.LIFTS if rule.holds_for(odd) and rule.wrong(odd)] == [
        "载客人数与载重不符（75 kg 一人）"
    ]


def test_no_date_is_later_than_the_rules_allow(db: Session, city: devices.Made) -> None:
    assert later_than_rule(db) == []
    one = next(d for d in city.devices if d.equclass == "4000" and d.equstatus == "1" and d.ninspdate)
    assert one.ninspdate is not None
    late = clock.add_months(one.ninspdate, 12)
    db.execute(update(Equipment).where(Equipment.id == one.id).values(ninspdate=late))
    assert [said.split(" ")[0] for said in later_than_rule(db)] == [one.equcode]


def test_nothing_that_fees_and_rules_need_is_empty(db: Session, city: devices.Made) -> None:
    count, lacking = recompute._devices(db)
    assert count > 80 and lacking == {}
    assert recompute._incomplete(db) == []
    lift = next(d for d in city.devices if d.equclass == "3000" and d.regstatus == "1")
    db.execute(update(Equipment).where(Equipment.id == lift.id).values(maiorgsysid=""))
    db.expire_all()
    assert recompute._incomplete(db) == [f"{lift.equcode} 没有维保单位"]


def test_every_class_has_years_with_a_failure_and_what_lies_between(db: Session, city: devices.Made) -> None:
    failed = set(db.scalars(select(AppBuss.equclass).where(AppBuss.unqualcode != "")))
    assert failed == set(WITHOUT_LINES)
    for again in db.scalars(select(AppBuss).where(AppBuss.unqualcode != "")):
        later = select(AppBuss.conclusion).where(AppBuss.equdatasysid == again.equdatasysid)
        (passed,) = db.scalars(later.where(AppBuss.inspdate > again.inspdate).order_by(AppBuss.inspdate).limit(1))
        assert passed in {one for _failed, one in history.FAILS.values()}
    sorts = {one.testsort for one in db.scalars(select(AppBuss).where(AppBuss.equclass.in_(("1000", "9000"))))}
    assert {"0202", "0204", "0215", "0216"} <= sorts


def test_the_last_inspections_have_records_and_reports_that_an_audit_compares_with(real: Real, small: None) -> None:
    with real.new_session() as db, db.begin():
        made(db)
        db.flush()
        lift = db.scalars(select(Equipment).where(Equipment.equclass == "3000", Equipment.insreportno != "")).first()
        assert lift is not None
        found = brought.chosen(db, [lift.id])
        mine = next(items for items in found if db.get_one(AppBuss, items[0]).equdatasysid == lift.id)
    with real.new_session() as db:
        actors = Actors(db)
    brought.write(actors, mine)
    with real.new_session() as db:
        items = db.scalars(select(AppBuss).where(AppBuss.id.in_(mine)).order_by(AppBuss.inspdate)).all()
        assert [one.step for one in items] == [at.DONE] * len(mine) and len(mine) <= brought.LAST
        for one in items:
            record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == one.id)).one()
            report = db.scalars(select(Report).where(Report.appbuss_id == one.id)).one()
            assert (record.inspdate, record.conclusion, record.nextdate) == (one.inspdate, "1031", one.nextdate)
            assert (report.reportno, report.imported, report.signer) == (one.reportno, True, "")
            assert len(report.content["items"]) > 20 and report.issuedat.date() > one.inspdate
        last = last_report(db, AppBuss(id="x", equdatasysid=lift.id, testsort=items[-1].testsort), None)
        assert last is not None and last.reportno == items[-1].reportno == lift.insreportno
        assert items[-1].nextdate == lift.ninspdate
