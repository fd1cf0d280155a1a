"""The stories of lifts in the demo city are told by the real processes, each once."""

from collections import Counter
from datetime import timedelta

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.demo import binding, ending, filing, rescue
from tejian.kit.database.db import new_id
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.lifts.models.binding import LiftBinding, RescueStation
from tejian.lifts.models.ending import LiftTermination
from tejian.lifts.models.filing import MaintFiling
from tejian.lifts.models.rescue import RescueIncident
from tejian.system.models.accounts import SysUser
from tests.conftest import Real

AREAS = ("330203", "330205", "330206", "330211", "330212", "330213", "330225", "330226")


def prepared(real: Real) -> None:
    """Lifts in eight areas with units that are licensed and staffed."""
    with real.new_session() as db, db.begin():
        units = list(db.scalars(select(Unit).where(Unit.ismaintain).order_by(Unit.id)))
        for n, unit in enumerate(units):
            licence = UnitLicence(unit_id=unit.id, lictype="1", licno=f"TS3310{n:03d}-2030", items="DTAZ-A1,DTAZ-B")
            licence.validto = clock.today() + timedelta(days=900)
            person = Person(id=new_id(), name="陆工", unit_id=unit.id, post="12", status="0", workno="W1")
            db.add_all([licence, person])
            db.flush()
            cert = PersonCert(person_id=person.id, certno=f"T{n}", item="T")
            cert.validto = clock.today() + timedelta(days=300)
            db.add(cert)
        unit_of = dict(db.execute(select(SysUser.login, SysUser.unit_id)).all())
        lifts = db.scalars(select(Equipment).where(Equipment.equclass == "3000").order_by(Equipment.equcode)).all()
        for n, lift in enumerate(lifts):
            keeper, area = units[n % len(units)], AREAS[n % len(AREAS)]
            if lift.useorgsysid == unit_of["qiye"]:  # whose lifts the account weibao binds
                keeper, area = next(one for one in units if one.id == unit_of["weibao"]), AREAS[0]
            lift.areacode, lift.equstatus = area, "1"
            lift.maiorgsysid, lift.maiorgname = keeper.id, keeper.name


def test_filings_stand_at_many_steps_and_a_second_start_makes_none(real: Real) -> None:
    prepared(real)
    filing.make()
    with real.new_session() as db:
        rows = list(db.scalars(select(MaintFiling)))
        steps = Counter(one.step for one in rows)
        assert steps["5"] >= 5 and steps["1"] >= 1 and steps["3"] >= 1 and steps["2"] >= 1, steps
        assert any(one.step == "5" and one.renewfrom <= clock.today() for one in rows if one.renewfrom)
        assert db.scalar(select(func.count()).where(FlowLog.at > clock.now())) == 0
    filing.make()
    with real.new_session() as db:
        assert Counter(db.scalars(select(MaintFiling.step))) == steps


def test_lifts_are_bound_and_some_bindings_are_on_their_way(real: Real) -> None:
    prepared(real)
    filing.make()
    for _twice in range(2):
        binding.make()
        ending.make()
        rescue.make()
        with real.new_session() as db:
            steps = Counter(db.scalars(select(LiftBinding.step)))
            assert steps["YX"] >= 5 and steps["SH"] >= 1 and steps["QR"] >= 1, steps
            assert db.scalar(select(func.count()).where(RescueStation.kind == "2")) == len(AREAS)
            assert db.scalar(select(func.count()).where(LiftBinding.applied > clock.now())) == 0
            endings = Counter(db.scalars(select(LiftTermination.step)))
            assert endings["SH"] == 1 and endings["YJ"] >= 1, endings
            incidents = Counter(db.scalars(select(RescueIncident.step)))
            assert incidents["6"] >= 5 and incidents["4"] == 1 and incidents["8"] == 1, incidents
            assert db.scalar(select(func.count()).where(RescueIncident.calledat > clock.now())) == 0
            total = sum(steps.values())
    assert total == sum(steps.values())
