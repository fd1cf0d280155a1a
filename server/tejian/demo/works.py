"""The construction of the demo city: lifts put up, altered and repaired, from the notice to the certificate.

Notices and supervised inspections stand at every step, made by the real process on the days before today. Some notices
come from the contractor itself, the others from the counter.
"""

import logging
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit, UnitLicence
from tejian.inspection import codes as at
from tejian.inspection.construction import api as construction
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.supervised import Supervision, SupervisionPoint
from tejian.inspection.records.api import RecordForm
from tejian.inspection.supervised import api as supervised
from tejian.inspection.tasks import api as handling
from tejian.instruments.models import Instrument
from tejian.kit.database import db as kit_db
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .actors import Actors, Days
from .business import Job, Story
from .charges import carry
from .devices import device_of, settle
from .draw import lots

log = logging.getLogger(__name__)
SEED = 7_310
SERIAL = 9_700  # of the new lifts, above those of the others
INSTALL, ALTER, REPAIR = "01", "02", "03"  # C640
PRICES = {INSTALL: Decimal(46_000), ALTER: Decimal(88_000), REPAIR: Decimal(32_000)}  # of the work on one lift
PREPARED = 13  # working days between the notice and today, for what has come far: its last step is of yesterday
WEIBAO = "weibao"

# how far a notice has come, its work, and whether the contractor wrote it
PLAN = (
    ("draft", INSTALL, True),
    ("returned", ALTER, True),
    ("filed", INSTALL, True),
    ("filed", REPAIR, False),
    ("received", INSTALL, False),
    ("received", ALTER, True),
    ("declared", REPAIR, False),
    ("review", ALTER, False),
    ("task", INSTALL, True),
    ("task", REPAIR, False),
    ("first", INSTALL, False),
    ("sheet", INSTALL, True),
    ("test", INSTALL, False),
    ("data", ALTER, False),
    ("issue", INSTALL, False),
    ("done", INSTALL, True),
)
AFTER = [stage for stage, _work, _own in PLAN]  # in the order in which they are reached
NEW = sum(work == INSTALL for _stage, work, _own in PLAN)


def lifts(db: Session, using: list[Unit], others: dict[str, list[Unit]], orgs: dict[str, Org], today: date) -> None:
    """Lifts that were delivered and are in nobody's use yet."""
    rnd = lots(SEED)
    born = today - timedelta(days=75)
    for n in range(NEW):
        unit = using[n * 7 % len(using)]
        lift = device_of(rnd, "3000", "3110", SERIAL + n, unit, others, orgs, today)
        lift.equcode = make_equipment_code("3110", f"33{700 + n:03d}", born.year, SERIAL + n)
        lift.equstatus = lift.regstatus = "0"
        lift.usecertno = lift.insorgname = lift.ele96333code = ""  # who looks after it is agreed on before it runs
        lift.prodate, lift.chedeptid = born, orgs["530201-02"].id
        for name in ("usestartdate", "regdate", "insinspdate", "cyclebasedate", "firstinspdate"):
            setattr(lift, name, None)
        settle(lift, unit, today)
        db.add(lift)
    db.flush()


def make() -> None:
    """One notice for each line of the plan; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(ConstructionNotice)):
            return
        actors, days = Actors(db), Days(db, clock.today())
        builders, sites = _builders(db), _sites(db)
    for n, (site, (stage, work, own)) in enumerate(zip(sites, PLAN, strict=True)):
        try:
            Works(n, site, stage, work, own, builders, actors, days).tell()
        except Refused as refusal:
            log.warning("demo works %s: %s", stage, refusal.message)


@dataclass(frozen=True)
class Site:
    """A device that is worked on, and what the notice says of where it stands."""

    device: str
    number: str
    unit: str
    unitcode: str
    place: str
    area: str


def _sites(db: Session) -> list[Site]:
    """A lift for each line of the plan: new ones where they are put up, others in use where they are mended."""
    lift = select(Equipment, Unit).join(Unit, Unit.id == Equipment.useorgsysid).where(Equipment.equclacode == "3110")
    far = clock.today() + timedelta(days=100)
    new = iter(db.execute(lift.where(Equipment.equstatus == "0").order_by(Equipment.equcode).limit(NEW)).all())
    open_ = select(AppBuss.equdatasysid).where(AppBuss.step.not_in((at.DONE, at.VOID)))
    used = lift.where(Equipment.equstatus == "1", Equipment.ninspdate > far, Equipment.id.not_in(open_))
    old = iter(db.execute(used.order_by(Equipment.ninspdate.desc(), Equipment.equcode).limit(len(PLAN))).all())
    out = []
    for _stage, work, _own in PLAN:
        device, unit = next(new if work == INSTALL else old)
        number = device.prono or device.equcode
        out.append(Site(device.id, number, unit.id, unit.code, device.useplace, unit.areacode))
    return out


def _builders(db: Session) -> dict[bool, str]:
    """Who builds: the unit of the contractor's account, and another one whose licence lasts."""
    own = db.scalars(select(SysUser.unit_id).where(SysUser.login == WEIBAO)).one()
    lasting = select(UnitLicence.unit_id).where(
        UnitLicence.lictype == "1",
        UnitLicence.items.contains("DTAZ"),
        UnitLicence.held == "",
        UnitLicence.validto > clock.today() + timedelta(days=30),
    )
    query = select(Unit.id).where(Unit.isinstall, Unit.enabled, Unit.id.in_(lasting), Unit.id != own)
    return {True: own, False: db.scalars(query.order_by(Unit.code).limit(1)).one()}


class Works(Story):
    """What happens to one notice, day by day; its inspection goes on like any other."""

    def __init__(
        self,
        n: int,
        site: Site,
        stage: str,
        work: str,
        own: bool,
        builders: dict[bool, str],
        actors: Actors,
        days: Days,
    ):
        until = {"declared": at.DECLARE, "task": at.ACCEPT, "first": at.ENTER, "sheet": at.ENTER, "test": at.ENTER}
        until |= {"data": at.AUDIT, "issue": at.AUDIT, "done": at.DONE}
        job = Job(SEED + n, site.unit, (site.device,), until.get(stage, at.DECLARE), clock.today(), "3000")
        with kit_db.new_session() as db:
            box = _box(db)
        super().__init__(job, actors, days, {"": [box], "3000": [box]})
        self.site, self.stage, self.work, self.own = site, stage, work, own
        self.builder = builders[own]
        self.team = ("jianyan1", "jianyan2")
        self.place = days.on_or_before(clock.today()) - (PREPARED if self.comes("task") else 2)

    def comes(self, stage: str) -> bool:
        """Whether this one goes as far as a stage, or further."""
        return AFTER.index(self.stage) >= AFTER.index(stage)

    def tell(self) -> None:
        notice = self._noted()
        if self.stage == "draft":
            return
        who = WEIBAO if self.own else "shouli"
        self.do(who, 0, 10, carry(construction.NOTIFICATION, "file_own" if self.own else "file", notice))
        if self.stage == "returned":
            why = {"reason": "施工方案没有写明旧部件的处置，请补充"}
            self.do("jianguan", 1, 9, carry(construction.NOTIFICATION, "return", notice, **why))
        if not self.comes("received"):
            return
        self.do("jianguan", 0, 14, carry(construction.NOTIFICATION, "receive", notice))
        if not self.comes("declared"):
            return
        main = self._applied(notice)
        if self.stage == "review":
            self._taken_over(main, at.ASSIGN)
        if self.comes("task"):
            self._taken_over(main)
            self.accepted(main)

    def _noted(self) -> str:
        def work(db: Session, me: User) -> str:
            day = self.days.days[self.place] + timedelta(days=2)
            head: dict[str, Any] = {
                **{"worktype": self.work, "equclass": "3000", "place": self.site.place, "areacode": self.site.area},
                **{"startdate": day, "enddate": day + timedelta(days=60), "contractno": f"HT-{self.job.seed}"},
                **{"headman": "马建国", "headtel": "13805741234", "workers": "马建国 电梯修理 T1；陈海 电梯修理 T2"},
            }
            price = PRICES[self.work] + 500 * (self.job.seed % 9)
            if self.own:
                head |= {"unitcode": self.site.unitcode}
                return construction.notify_own(db, me, head, [self.site.number], price).id
            head |= {"contractor_id": self.builder, "unitsysid": self.site.unit}
            return construction.notify(db, me, head, [self.site.device], price).id

        key: str = self.do(WEIBAO if self.own else "shouli", 0, 9, work)
        return key

    def _applied(self, notice: str) -> str:
        """Its supervised inspection, declared from the notice and handed in."""

        def work(db: Session, me: User) -> str:
            form = replace(taken(construction.DECLARE, db, me, {}), ids=[notice])
            number = construction.declare(db, me, form)[0]
            return db.scalars(select(AppMain.id).where(AppMain.appno == number)).one()

        key: str = self.do("shouli", 1, 9, work)
        return key

    def _taken_over(self, main: str, last: str = at.MATERIAL) -> None:
        """What stands before the acceptance, on the day after the declaration."""
        self.place += 1
        self.reviewed(main, last)

    def _inspect(self, one: str) -> None:
        """The supervision beside the inspection: it must have ended before the report is approved."""
        if self.comes("first"):
            self._supervised(one)
        super()._inspect(one)

    def _supervised(self, one: str) -> None:
        case: str = self.do("diaodu", 1, 11, lambda db, me: _case(db, one))
        people: dict[str, Any] = {
            "inspector1": self.actors.users["jianyan1"].id,
            "inspector2": self.actors.users["jianyan2"].id,
        }
        visit = str(self.days.days[self.place + 3])
        self._supervise("diaodu", 1, "assign", case, **people, visitdate=visit)
        if self.stage == "first":
            return
        first: dict[str, Any] = {
            "attendants": "施工单位马建国、使用单位安全管理员",
            "firstnote": "已开首次会议，现场具备监检条件",
        }
        self._supervise("jianyan1", 3, "first", case, firstdate=visit, **first)
        if self.stage == "sheet":
            self.do("jianyan1", 5, 9, lambda db, me: self._told(db, me, case))
        elif self.stage == "test":
            self.do("jianyan1", 5, 9, lambda db, me: self._agreed(db, me, case))
        if not self.comes("data"):
            return
        self.do("jianyan1", 4, 9, lambda db, me: supervised.witness_all(db, me, _row(db, case)))
        self._supervise("jianyan1", 4, "hand_in", case, hour=10)
        if self.comes("issue"):
            self._supervise("jianyan1", 4, "pass", case, hour=11)

    def _supervise(self, login: str, day: int, name: str, case: str, hour: int = 13, **form: Any) -> None:
        self.do(login, day, hour, carry(supervised.SUPERVISION, name, case, **form))

    def _told(self, db: Session, me: User, case: str) -> None:
        """A stop point that does not conform, told to the contractor by a sheet that waits for its answer."""
        point = _points(db, case).where(SupervisionPoint.hold == "H").limit(1)
        due = str(clock.today() + timedelta(days=10))
        problem = "限速器张紧装置行程开关未调整到位，张紧轮与地面间隙不足"
        sent = {"point_id": db.scalars(point).one().id, "problem": problem, "due": due}
        supervised.make_sheet(db, me, taken(supervised.SHEET_FORM, db, me, sent))

    def _agreed(self, db: Session, me: User, case: str) -> None:
        """The load test has its day."""
        point = db.scalars(_points(db, case).where(SupervisionPoint.loadtest).limit(1)).one()
        agreed = str(self.days.days[self.days.on_or_before(self.job.day) + 3])
        sent = {"id": point.id, "version": point.version, "agreed": agreed}
        supervised.agree_test(db, me, taken(supervised.AGREE_FORM, db, me, sent))

    def _fill(self, one: str) -> None:
        def none_open(db: Session, me: User) -> None:
            items = handling.item_screen(db, me, one)["items"]
            absent = [{"seq": str(item["seq"]), "r": "—"} for item in items if "如有" in item["content"]]
            form = {"id": one, "facts": {"openliaison": "0"}, "results": absent}
            handling.save_record(db, me, checked(RecordForm, form))

        self.do(self.team[0], 4, 14, none_open)
        self.again = True  # nothing is found wrong with what is new
        super()._fill(one)


def _case(db: Session, item: str) -> str:
    return db.scalars(select(Supervision.id).where(Supervision.appbuss_id == item)).one()


def _row(db: Session, case: str) -> Supervision:
    return db.scalars(select(Supervision).where(Supervision.id == case)).one()


def _points(db: Session, case: str) -> Any:
    return select(SupervisionPoint).where(SupervisionPoint.supervision_id == case).order_by(SupervisionPoint.seq)


def _box(db: Session) -> list[str]:
    """The instruments of the first box, which is one for lifts."""
    return list(db.scalars(select(Instrument.id).where(Instrument.boxno == "1 号").order_by(Instrument.instno)))
