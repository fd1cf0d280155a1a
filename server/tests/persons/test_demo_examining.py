"""The examinations of the demo city are made by the process itself, each once."""

from collections import Counter

from sqlalchemy import func, select

from tejian.archives.models.units import Unit
from tejian.demo import examining
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.persons.models.certificates import CertCase, WorkCertificate
from tejian.persons.models.classes import TrainingClass
from tejian.persons.models.exams import ExamApplication
from tejian.system.models.accounts import SysUser
from tests.conftest import Real


def test_candidates_stand_at_every_step_and_a_second_start_makes_none(real: Real) -> None:
    with real.new_session() as db, db.begin():
        key = db.scalars(select(SysUser.unit_id).where(SysUser.login == "qiye")).one()
        unit = db.scalars(select(Unit).where(Unit.id == key)).one()
        unit.areacode = unit.areacode or "330212"
    for _twice in range(2):
        examining.make()
        with real.new_session() as db:
            steps = Counter(db.scalars(select(ExamApplication.step)))
            assert steps == {"8": 3, "SH": 2, "5": 1, "4": 2, "9": 1, "2": 1, "1": 1, "3": 1, "0": 1}
            assert Counter(db.scalars(select(TrainingClass.step))) == {"JB": 1, "BM": 1}
            assert set(db.scalars(select(CertCase.step))) <= {"SQ", "BJ"}
            assert db.scalar(select(func.count()).select_from(WorkCertificate)) >= 3
            assert db.scalar(select(func.count()).where(FlowLog.at > clock.now())) == 0
