"""The construction of the demo city stands at every step, and is made by the process itself."""

from collections import Counter
from datetime import datetime, time, timedelta

from sqlalchemy import ColumnElement, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit, UnitLicence
from tejian.demo import copies, online, oversight, projects, requests, works
from tejian.inspection import codes as at
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.entrusted import EntrustedProject
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.supervised import LiaisonSheet, Supervision, SupervisionPoint
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.supervision.models.copies import CarbonCopy
from tejian.system.models.accounts import SysUser
from tejian.system.models.protection import ProtectedChange
from tejian.system.models.settings import Notice, Param
from tejian.watch.models.chain import ChainCheck
from tests.conftest import Real


def _city(real: Real) -> None:
    """Lifts that were delivered and lifts that run on, and two contractors with a licence."""
    today = clock.today()
    with real.new_session() as db, db.begin():
        lifts = db.scalars(select(Equipment).where(Equipment.equclass == "3000").order_by(Equipment.id)).all()
        assert len(lifts) >= len(works.PLAN)
        for n, lift in enumerate(lifts):
            lift.equclacode = lift.equkind = "3110"
            lift.ninspdate = today + timedelta(days=200)
            if n < works.NEW:
                lift.equstatus = lift.regstatus = "0"
                lift.usecertno, lift.insinspdate, lift.cyclebasedate = "", None, None
        for n, unit in enumerate(db.scalars(select(Unit).where(Unit.isinstall).order_by(Unit.code)).all()):
            own = {"items": "DTAZ-A1", "validto": today + timedelta(days=400)}
            issued = today - timedelta(days=900)
            db.add(UnitLicence(unit_id=unit.id, licno=f"TS{n}", lictype="1", issuedate=issued, **own))


def test_notices_and_supervised_items_stand_at_every_step(real: Real) -> None:
    _city(real)
    works.make()
    with real.new_session() as db:
        notices = Counter(db.scalars(select(ConstructionNotice.step)))
        assert notices == {"DRAFT": 1, "BACK": 1, "FILED": 2, "RECEIVED": 11, "COMPLETED": 1}
        assert Counter(db.scalars(select(AppMain.step)))[at.MATERIAL] == 1  # for who reviews the documents
        assert Counter(db.scalars(select(Supervision.step))) == {
            **{"TASK": 2, "FIRST": 1, "WORK": 2, "DATA": 1, "ISSUE": 1, "DONE": 1}
        }
        assert db.scalars(select(LiaisonSheet.step)).all() == ["SENT"]
        assert db.scalars(select(SupervisionPoint.agreed).where(SupervisionPoint.agreed.is_not(None))).one()
        assert db.scalars(select(Supervision.certno).where(Supervision.step == "DONE")).one()
        midnight = datetime.combine(clock.today(), time(), clock.SHANGHAI)  # all of it is over, at whatever hour
        told = db.scalars(select(FlowLog.at)).all()
        assert told and max(told) < midnight
    works.make()
    with real.new_session() as db:
        assert Counter(db.scalars(select(ConstructionNotice.step))) == notices


def test_the_institute_tells_its_people_what_is_published(real: Real) -> None:
    for _ in range(2):
        requests.make()
        with real.new_session() as db:
            told = {one.title: (one.state, one.publisher) for one in db.scalars(select(Notice))}
        assert Counter(told.values()) == {("已发布", "沈系统"): 2, ("草稿", ""): 1}


def test_entrusted_projects_stand_at_every_step(real: Real) -> None:
    projects.make()
    with real.new_session() as db:
        steps = Counter(db.scalars(select(EntrustedProject.step)))
        assert steps == {"GD": 1, "WC": 1, "ZX": 2, "DJ": 2, "ZF": 1}
        late = db.scalars(select(EntrustedProject.name).where(EntrustedProject.step == "ZX", late_already())).all()
        assert late == ["压力管道元件焊缝 TOFD 检测"]
        done = select(EntrustedProject).where(EntrustedProject.step == "GD")
        assert db.scalars(done).one().archiveno == "WT-0001"
        files = db.scalars(select(Attachment.mime).where(Attachment.owner == "entrusted")).all()
        assert files == ["application/pdf"] * 2
    projects.make()
    with real.new_session() as db:
        assert Counter(db.scalars(select(EntrustedProject.step))) == steps


def late_already() -> ColumnElement[bool]:
    return EntrustedProject.duedate < clock.today()


def test_institute_and_bureau_have_written_to_each_other(real: Real) -> None:
    for _twice in range(2):
        copies.make()
        with real.new_session() as db:
            rows = db.execute(select(CarbonCopy.step, CarbonCopy.deadline, CarbonCopy.reply)).all()
            assert Counter(row.step for row in rows) == {"BL": 1, "GD": 1, "HF": 1, "QS": 1, "FC": 1, "CG": 1}
            assert [row.step for row in rows if row.step not in ("GD", "CG") and row.deadline < clock.today()] == ["BL"]
            assert {row.step for row in rows if row.reply} == {"GD", "HF"}


def test_a_unit_has_declared_by_itself_and_administrators_have_asked(real: Real) -> None:
    with real.new_session() as db, db.begin():
        unit = db.scalars(select(SysUser.unit_id).where(SysUser.login == "qiye")).one()
        for lift in db.scalars(select(Equipment).where(Equipment.equclacode == "3110").order_by(Equipment.id).limit(6)):
            lift.useorgsysid = unit
    for _twice in range(2):
        online.make()
        oversight.make()
        oversight.read()
        with real.new_session() as db:
            assert Counter(db.scalars(select(OnlineApplication.step))) == {
                "CONFIRMED": 1,
                "BACK": 1,
                "REFUSED": 1,
                "SENT": 1,
            }
            changes = db.execute(select(ProtectedChange.title, ProtectedChange.step)).all()
            assert Counter(step for _title, step in changes) == {"DONE": 1, "NO": 1, "WAIT": 1}
            assert db.scalars(select(Param.value).where(Param.key == "password.history")).one() == "6"
            assert db.scalars(select(ChainCheck.found)).all() == [0]
