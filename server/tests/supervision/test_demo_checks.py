"""The checks of the demo city are made by the process itself, each once."""

from collections import Counter

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.demo import accounts, checking, drawing, duties, opinions, serious
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.defects import Defect
from tejian.supervision.models.draws import Draw
from tejian.supervision.models.duties import DutyRecord
from tejian.supervision.models.opinions import OpinionCall, OpinionReply
from tejian.supervision.models.serious import SeriousReport
from tejian.system.models.accounts import SysUser
from tests.conftest import Real


def test_checks_stand_at_many_steps_and_a_second_start_makes_none(real: Real) -> None:
    with real.new_session() as db, db.begin():
        for lift in db.scalars(select(Equipment).where(Equipment.equclass == "3000")):
            lift.areacode = accounts.TOWN_AREA
            lift.equstatus, lift.ninspdate2 = "1", None
    checking.make()
    with real.new_session() as db:
        steps = Counter(db.scalars(select(SupervisionCheck.step)))
        assert steps["ZG"] >= 2 and steps["BJ"] >= 1 and steps["JH"] >= 1, steps
        problems = Counter(db.scalars(select(Defect.step)))
        assert problems["5"] >= 1 and problems["6"] >= 1 and problems["0"] >= 1, problems
        assert db.scalar(select(func.count()).where(Defect.listed.is_not(None))) == 1
        assert db.scalar(select(func.count()).where(FlowLog.at > clock.now())) == 0
    checking.make()
    with real.new_session() as db:
        assert Counter(db.scalars(select(SupervisionCheck.step))) == steps


def test_the_unit_has_written_its_days_but_for_two(real: Real) -> None:
    with real.new_session() as db, db.begin():
        unit = db.scalars(select(SysUser.unit_id).where(SysUser.login == "qiye")).one()
        for lift in db.scalars(select(Equipment).where(Equipment.equclass == "3000").limit(4)):
            lift.useorgsysid, lift.equstatus = unit, "1"
    for _twice in range(2):
        duties.make()
        with real.new_session() as db:
            rows = db.execute(select(DutyRecord.period, DutyRecord.step, DutyRecord.latereason)).all()
            assert Counter(row.period for row in rows) == {"D": 11, "W": 1}
            assert {row.step for row in rows} == {"YT"} and sum(row.latereason != "" for row in rows) == 1


def test_serious_reports_stand_at_many_steps_once(real: Real) -> None:
    for _twice in range(2):
        serious.make()
        with real.new_session() as db:
            steps = Counter(db.scalars(select(SeriousReport.step)))
            assert steps["GB"] >= 1 and sum(steps.values()) >= 2, steps
            assert db.scalar(select(func.count()).where(Defect.sourcekind == "02")) == 1


def test_draws_of_the_city_stand_at_their_steps_once(real: Real) -> None:
    with real.new_session() as db, db.begin():
        for lift in db.scalars(select(Equipment).where(Equipment.equclass == "3000")):
            lift.equstatus = "1"
    for _twice in range(2):
        drawing.make()
        with real.new_session() as db:
            steps = Counter(db.scalars(select(Draw.step)))
            assert sum(steps.values()) == 3 and steps["CG"] >= 1, steps


def test_opinions_of_units_are_collected_once(real: Real) -> None:
    for _twice in range(2):
        opinions.make()
        with real.new_session() as db:
            assert Counter(db.scalars(select(OpinionCall.step))) == {"ZJ": 1, "JS": 1}
            assert db.scalar(select(func.count()).select_from(OpinionReply)) == 4
