"""The business of the demo city: the real process, carried out by the accounts on a moved clock.

About 300 items are finished with their reports and about 300 stand at all steps. All of it is planned together with the
archives of the city, and carried out beside the platform that already serves; two processes share the load.
"""

import logging
import multiprocessing
import os
import random
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.ledgers.inspected.api import by_ids
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.declarations import api as applications
from tejian.inspection.flow.api import BUSINESS, DECLARATION, all_there, credit_refused, too_early, unpaid
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.tasks import api as handling
from tejian.instruments.models import Instrument
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.messages.models import Message, Sms
from tejian.system.desk.api import arrival
from tejian.system.models.accounts import SysUser

from . import (
    absences,
    annual,
    binding,
    brought,
    charges,
    checking,
    conforming,
    copies,
    counter,
    drawing,
    durations,
    duties,
    ending,
    entering,
    examining,
    exchanging,
    fieldwork,
    filing,
    grouping,
    knowing,
    lending,
    modelling,
    online,
    onsite,
    opinions,
    oversight,
    posting,
    qualityfiles,
    registering,
    replying,
    requests,
    rescue,
    sampling,
    seals,
    selfchecking,
    serious,
    simple,
    spotchecking,
    statfiling,
    statforms,
    stock,
    turnarounds,
    visiting,
    weekplan,
)
from .actors import Actors, Days
from .aftermath import Aftermath
from .draw import lots
from .exchange import settle_transfers
from .hazards import register_hazards
from .parts import audit_parts, write_part
from .recording import fill, reasons
from .supervising import SUPERVISED, supervise

log = logging.getLogger(__name__)
SEED = 1128
TAKEN = [0, 0, 1, 2, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12]  # working days until a step is reached
ASKING = ("enter",)  # moves at which checks ask for reasons; what was answered then stays answered
OPENED = ("audit_fx", "audit", "approve")  # moves of which the page is opened first
JUDGED = (*ASKING, *OPENED)  # at which checks look again, and may ask about more
END = {"reasonLabel": "使用单位取消", "detailDesc": "现场条件不具备（二次）"}
RUNNING = 300
OLD_DEBTS, OLD_DAYS = 2, 218
CREDIT_DAYS = 24  # how long ago a report may have been declared that is still unpaid within the term of credit
IN_PARTS = 3  # last digit of the seeds whose reports have a sub-report
BROUGHT = 90_000  # from this seed on: records and reports of inspections that were brought over
WAITING = (at.AUDIT_FX, at.AUDIT, at.APPROVE)  # where the last report is looked at
PASSENGER_LIFT = "3110"
UNMENDED = 3  # lifts that failed some weeks ago and were not inspected again
DETECTED = "0701"  # 自行检测 of lifts
EARLIER = 50_000  # from this seed on: inspections of the years before, which all passed

# how far running declarations have come: (last step reached, share)
SPREAD = [(at.DECLARE, 4), (at.ACCEPT, 9), (at.ARRANGE, 14), (at.CONFIRM, 10), (at.BUILD, 9), (at.ENTER, 18)]
SPREAD += [(at.VERIFY, 8), (at.AUDIT_FX, 7), (at.AUDIT, 8), (at.APPROVE, 6), (at.PRINT, 5), (at.ARCHIVE, 6)]
SPREAD += [(at.RELEASE, 6), (at.END, 2)]
# the way of a declaration and its items
ORDER = [at.DECLARE, *(s.code for s in BUSINESS.steps if s.code not in (at.END, at.ENDED, at.VOID))]
TEAMS = [("jianyan1", "jianyan2"), ("jianyan1", "jianyan5"), ("jianyan4", "jianyan7"), ("jianyan10", "jianyan8")]


@dataclass(frozen=True)
class Job:
    """One declaration: its devices, the step it shall reach, and the day the inspection is about."""

    seed: int
    unit_id: str
    devices: tuple[str, ...]
    until: str
    day: date
    equclass: str
    fails: bool = False  # its first device fails, and its unit keeps silent about it
    testsort: str = "0211"
    seisort: str = "02"
    team: tuple[str, ...] = ()  # who inspects; none = one of the teams of machines
    facts: tuple[tuple[str, str], ...] = ()  # what is stated beside the items

    @classmethod
    def stored(cls, one: Mapping[str, Any]) -> "Job":
        """As `asdict` and JSON left it."""
        facts = tuple((name, value) for name, value in one.get("facts", ()))
        lists = {"devices": tuple(one["devices"]), "team": tuple(one.get("team", ())), "facts": facts}
        return cls(**{**one, **lists, "day": date.fromisoformat(one["day"])})


def carry_out(prepare_process: Callable[[], None]) -> None:
    """Carry the planned jobs out in two processes, from where an earlier run was stopped."""
    jobs = [Job.stored(one) for one in arrival.left()]
    with multiprocessing.get_context("spawn").Pool(2, _start, (prepare_process,)) as pool:
        for seed in pool.imap_unordered(_carry, jobs, chunksize=2):
            arrival.note(seed)
    charges.settle()
    counter.make()
    online.make()
    oversight.make()
    copies.make()
    registering.make()
    entering.make()
    grouping.make()
    stock.make()
    checking.make()
    examining.make()
    duties.make()
    filing.make()
    binding.make()
    serious.make()
    qualityfiles.make()
    knowing.make()
    conforming.make()
    spotchecking.make()
    ending.make()
    rescue.make()
    drawing.make()
    opinions.make()
    statforms.make()
    statfiling.make()
    modelling.make()
    lending.make()
    absences.make()
    requests.make()
    exchanging.make()
    sampling.make()
    with kit_db.new_session.begin() as db:
        settle_messages(db)
        settle_transfers(db)
        annual.build(db)
    replying.make()
    selfchecking.make()
    simple.make()
    seals.make()
    fieldwork.make()
    visiting.make()
    durations.make()
    weekplan.make()
    turnarounds.make()
    oversight.read()
    arrival.end()


def brought_over(db: Session, jobs: Sequence[Job]) -> list[Job]:
    """Records and reports of the history; those of devices whose reports will wait for their audit first of all."""
    waiting = [device for job in jobs if job.until in WAITING for device in job.devices]
    found = brought.chosen(db, waiting)
    return [Job(n, "", tuple(items), at.DONE, clock.today(), "") for n, items in enumerate(found, BROUGHT)]


def settle_messages(db: Session) -> None:
    """Short messages of earlier days have arrived, and messages have been read: only the last ones are still open."""
    begin = clock.now() - timedelta(hours=20)
    for row in db.scalars(select(Sms).where(Sms.createtime < begin)):
        row.state, row.tries, row.sentat = "已送达", 1, row.createtime
        row.deliveredat = row.createtime + timedelta(seconds=20)
    for message in db.scalars(select(Message).where(Message.createtime < begin)):
        message.box = "readed"
    db.flush()
    db.execute(
        text(
            "delete from procrastinate_jobs where task_name = 'sms.send'"
            " and args->>'sms_id' in (select id from sms where state = '已送达')"
        )
    )


def prepare(jobs: list[Job]) -> None:
    """Note the planned business down."""
    arrival.begin([asdict(job) for job in jobs])


def plan(db: Session, left: list[str]) -> list[Job]:
    """Group the devices into declarations: the left ones are finished, the ones due soon are under way."""
    rnd, today = lots(SEED), clock.today()
    finished = _groups(db, select(Equipment).where(Equipment.id.in_(left)), rnd)
    jobs = [
        Job(n, unit, ids, at.DONE, max(due - timedelta(days=rnd.randrange(5, 20)), today - timedelta(days=150)), kind)
        for n, (unit, ids, due, kind) in enumerate(finished)
    ]
    shown = set(db.scalars(select(SysUser.unit_id).where(SysUser.unit_id != "")))  # those that log in owe nothing
    owing = [place for place, job in enumerate(jobs) if charges.is_unpaid(job.seed) and job.unit_id not in shown]
    for place in owing[:OLD_DEBTS]:  # somebody owes for longer than half a year
        jobs[place] = replace(jobs[place], day=today - timedelta(days=OLD_DAYS + place % 7))
    _leave_unmended(db, jobs)
    soon = select(Equipment).where(
        Equipment.ninspdate.between(today - timedelta(days=60), today + timedelta(days=85)),
        Equipment.equstatus == "1",
        Equipment.equclass.in_(("3000", "4000", "5000")),
        Equipment.id.not_in(left),
    )
    steps, shares = zip(*SPREAD, strict=True)
    count = 0
    for n, (unit, ids, _due, kind) in enumerate(_groups(db, soon, rnd), 10_000):
        if count >= RUNNING:
            break
        count += len(ids)
        jobs.append(Job(n, unit, ids, rnd.choices(steps, weights=shares)[0], today, kind))
    rnd.shuffle(jobs)
    return jobs


def _leave_unmended(db: Session, jobs: list[Job]) -> None:
    """The last finished declarations of passenger lifts end with a report that failed."""
    lifts = set(db.scalars(select(Equipment.id).where(Equipment.equclacode == PASSENGER_LIFT)))
    places = [place for place, job in enumerate(jobs) if lifts.issuperset(job.devices)]
    for place in sorted(places, key=lambda place: jobs[place].day)[-UNMENDED:]:
        jobs[place] = replace(jobs[place], fails=True)


def _groups(db: Session, query: Any, rnd: random.Random) -> list[tuple[str, tuple[str, ...], date, str]]:
    """(unit, device keys, earliest due date, class): up to four devices of one unit, class and month."""
    groups: dict[tuple[Any, ...], list[Equipment]] = {}
    for e in db.scalars(query.order_by(Equipment.ninspdate, Equipment.equcode)):
        assert e.ninspdate is not None
        groups.setdefault((e.useorgsysid, e.equclass, e.ninspdate.year, e.ninspdate.month), []).append(e)
    out = []
    for (unit, kind, *_), devices in sorted(groups.items()):
        rest = devices
        while rest:
            size = rnd.choice([1, 1, 2, 3, 4])
            part, rest = rest[:size], rest[size:]
            out.append((unit, tuple(e.id for e in part), min(e.ninspdate for e in part if e.ninspdate), kind))
    rnd.shuffle(out)
    return out


_here: dict[str, Any] = {}


def _start(prepare_process: Callable[[], None]) -> None:
    """Prepare a worker process; who already works on the platform goes first."""
    os.nice(5)
    prepare_process()
    with kit_db.new_session() as db:
        _here["actors"] = Actors(db)
        _here["days"] = Days(db, clock.today())
        boxes: dict[str, list[str]] = {}
        for i in db.scalars(select(Instrument).order_by(Instrument.instno)):
            boxes.setdefault(i.boxno, []).append(i.id)
        _here["boxes"] = {codes.LIFT: [boxes[f"{n} 号"] for n in (1, 3, 4, 5)], "": [boxes["8 号"]]}
        _here["boxes"] |= {key: [boxes["7 号"]] for key in (codes.BOILER, codes.VESSEL, codes.PIPING, codes.PIPE_PART)}


def _carry(job: Job) -> int:
    """One declaration up to its step; a refusal ends it where it stands. Gives the seed of the job."""
    try:
        if job.seed >= BROUGHT:
            brought.write(_here["actors"], job.devices)
            return job.seed
        Story(job, _here["actors"], _here["days"], _here["boxes"]).tell()
    except Refused as said:
        log.warning("demo business: %s", said.message)
    return job.seed


class Story:
    """What happens to one declaration, day by day."""

    def __init__(self, job: Job, actors: Actors, days: Days, boxes: dict[str, list[list[str]]]):
        self.job, self.actors, self.days = job, actors, days
        self.rnd = random.Random(job.seed)
        self.team = job.team or self.rnd.choice(TEAMS)
        self.instruments = self.rnd.choice(boxes.get(job.equclass, boxes[""]))
        self.reach = ORDER.index(at.ENTER if job.until == at.END else job.until)
        # working days the story takes before its end, so that the last move lies within the last days
        self.taken = TAKEN[self.reach]
        end = days.on_or_before(job.day if job.until == at.DONE else clock.today())
        if job.until == at.DONE:
            self.place = end - 4  # the inspection day itself is job.day
        else:
            waits = self.rnd.choices([0, 1, 2, 3, 6], weights=[30, 30, 20, 12, 8])[0]
            self.place = end - self.taken - waits
        self.again, self.paid, self.on_site = job.seed >= EARLIER, False, False
        self.failing = ""  # the item whose device fails whatever the chances
        self.asked: dict[str, dict[str, str]] = {}  # the reasons that an item needs to be handed in

    def at(self, offset: int, hour: int, minute: int | None = None) -> Any:
        return self.days.at(self.place + offset, hour, self.rnd.randrange(60) if minute is None else minute)

    def do(self, login: str, offset: int, hour: int, work: Any) -> Any:
        return self.actors.do(login, self.at(offset, hour), work)

    def move(self, login: str, offset: int, hour: int, name: str, ids: list[str], **values: Any) -> None:
        """A move of one of the processes by an account, on its day."""
        process = DECLARATION if name in ("submit", "accept") else BUSINESS
        sent = {"id": ids[0], **values}

        def make(db: Session, me: User, *, asks: bool) -> None:
            if asks:
                sent["reasons"] = self.asked.pop(ids[0], None) or reasons(db, me, ids[0])
            if name in OPENED:
                sent["seen"] = handling.looked(db, me, ids[0])
            process.do(db, me, name, ids, process.by_name[name].read(db, me, sent))

        moment = self.at(offset, hour)
        try:
            self.actors.do(login, moment, partial(make, asks=name in ASKING))
        except Refused:
            if name not in JUDGED:
                raise
            # a check asks about more: the other process handed in a record meanwhile, or a sub-report was written
            self.actors.do(login, moment, partial(make, asks=True))

    def _at_the_till(self, login: str, offset: int, hour: int, work: Any) -> Any:
        """What is done about the charge, at a minute of its own: no chance of the inspection is spent on it."""
        return self.actors.do(login, self.at(offset, hour, 20), work)

    def tell(self) -> None:
        """Declare, accept, inspect, report, release, as far as the job says."""
        main_id = self._declare()
        if self.reach == 0:
            return
        if not self.on_site:
            self.move("shouli", 0, 10, "submit", [main_id])
        if self.reach == 1:
            return
        ids = self.accepted(main_id)
        for one in ids if self.job.until == at.DONE else ():
            Aftermath(self, one).tell()

    def reviewed(self, main: str, last: str = "") -> None:
        """What stands before the acceptance of some, to the `last` step: the department and the materials."""
        department = self.actors.users[self.team[0]].dept_id
        for hour, step, login, values in (
            (11, at.ASSIGN, "yewu", {"chedept": department, "reviewer": ""}),
            (12, at.MATERIAL, "ziliao", {"result": "pass"}),
        ):

            def work(db: Session, me: User, step: str = step, values: dict[str, str] = values) -> None:
                row = db.scalars(select(AppMain).where(AppMain.id == main)).one()
                move = DECLARATION.forward_of(step)
                if row.step == step and move is not None:
                    sent = {"id": main, **values, "materials": all_there(db, row)}
                    DECLARATION.do(db, me, move.name, [main], move.read(db, me, sent))

            if self._stands(main) == step:
                self.do(login, 0, hour, work)
            if step == last:
                break

    def _stands(self, main: str) -> str:
        with kit_db.new_session() as db:
            return db.scalars(select(AppMain.step).where(AppMain.id == main)).one()

    def accepted(self, main_id: str) -> list[str]:
        """Accept what was handed in, and go on as far as the story says; gives its items."""
        if self.job.team:
            self.reviewed(main_id)
        self.move("shouli", 0, 14, "accept", [main_id])
        ids: list[str] = self.do("diaodu", 0, 15, lambda db, me: _items(db, main_id))
        self.failing = ids[0] if self.job.fails and not self.again else ""
        if self.reach > 2:
            finished = self.job.until == at.DONE
            settles = finished and CREDIT_DAYS < (clock.today() - self.job.day).days < OLD_DAYS
            till, reached = self._at_the_till, self.reach > 3
            self.paid = charges.charge(till, self.job.seed, ids, finished=finished, pays=reached, settles=settles)
            self._arrange(ids)
        if self.job.testsort == DETECTED:
            self.do("dangan", 1, 10, lambda db, me: inspected_elsewhere(db, self.job.devices))
        for one in ids:
            self._inspect(one)
        posting.send(self, ids)
        return ids

    def came(self, offset: int) -> bool:
        """Whether a working day of the story is over."""
        place = self.place + offset
        return place < len(self.days.days) and self.days.days[place] < clock.today()

    def after(self, offset: int) -> "Story":
        """A story of the same people about the same devices that begins so many days later, as far as it has come."""
        later = copy(self)
        later.place = self.place + offset
        today = self.days.on_or_before(clock.today())
        later.reach = max(step for step, taken in enumerate(TAKEN) if taken < max(today - later.place, 1))
        later.again = True
        return later

    def _declare(self) -> str:
        here = self.rnd.choice([False, False, False, True]) and not posting.is_posted(self.job.seed)
        made = self._at_the_machine() if here and self.reach and not self.job.team else ""
        self.on_site = bool(made)
        if made:
            return made

        def work(db: Session, me: User) -> str:
            unit = db.scalars(select(Unit).where(Unit.id == self.job.unit_id)).one()
            known = by_ids(db, self.job.devices)
            form = applications.ApplicationForm(
                seisort=self.job.seisort,
                testsort=self.job.testsort,
                unitsysid=unit.id,
                inscontactname=unit.contact,
                INSCONTACTTEL=unit.tel,
                plandate=self.days.days[min(self.place + 4, len(self.days.days) - 1)],
                reportget=posting.way(self.job.seed, self.rnd.choice(["01", "03", "03"])),
                mailaddress=unit.address if posting.is_posted(self.job.seed) else "",
                earlyreason=early(db, self.job.devices, self.job.seisort, self.job.testsort),
                equipment=[applications.ItemForm.of(known[key]) for key in self.job.devices],
            )
            return applications.save(db, me, form).id

        saved: str = self.do("shouli", 0, 9, work)
        return saved

    def _at_the_machine(self) -> str:
        def work(db: Session, me: User) -> str:
            return onsite.declared(db, me, self.job.devices, early(db, self.job.devices, "02", "0211"))

        made: str = self.do(self.team[0], 0, 9, work)
        return made

    def _arrange(self, ids: list[str]) -> None:
        people = [self.actors.users[login].id for login in self.team]
        plan = {
            "scinspector": people[0],
            "inspectors": people[1:],
            "plandate": self.days.days[self.place + 4],
            "timeslot": self.rnd.choice(["上午", "下午", "全天"]),
            "vehicle": self.rnd.choice(["浙B7K213", "浙B6T809", "浙B2M556"]),
            "instruments": self.instruments,
        }
        self.move("diaodu", 1, 9, "arrange", ids, **plan)
        if self.reach > 3:
            sure = {"contacted": "物业值班", "siteconditions": "具备检验条件", "safetybriefed": "1"}
            self.move(self.team[0], 2, 10, "confirm", ids, **sure)

    def _inspect(self, one: str) -> None:
        step = self.reach
        inspector = self.team[0]
        if self.job.seisort == SUPERVISED:
            supervise(self, one)
        if step > 4:
            self.move(inspector, 4, 9, "build", [one])
        if self.job.until == at.END:
            self.move(inspector, 4, 11, "end_ask", [one], **END)
            return
        if step == 5 and self.rnd.random() < 0.5:
            self.do(inspector, 4, 14, lambda db, me: fill(db, me, one, self.rnd, self.at(4, 14).date(), part=True))
        if step <= 5:
            return
        self._fill(one)
        self.reported(one)
        if self.rnd.random() < 0.06 and step > 8:
            back = {"toStep": at.ENTER, "reasonId": "02", "reasonLabel": "数据记录错误"}
            self.move("shenhe", 7, 9, "audit_back", [one], **back, detailDesc="第 31 项平衡系数请复核测试曲线")
            self.move(inspector, 7, 10, "enter", [one])
            self._cosigned(one, 7, 10)
            self.move("jiaohe", 7, 11, "verify", [one])
            self._audit_parts(one, 7, 13)
        self.finished(one)

    def _fill(self, one: str) -> None:
        day, good = self.at(4, 15).date(), self.again
        subs = self.job.until == at.AUDIT_FX or self.job.seed % 10 == IN_PARTS
        fails = one == self.failing

        def work(db: Session, me: User) -> dict[str, str]:
            return fill(db, me, one, self.rnd, day, good=good, fails=fails, stated=dict(self.job.facts))

        self.asked[one] = self.do(self.team[0], 4, 15, work)
        if subs:
            self.do(self.team[0], 4, 15, lambda db, me: write_part(db, me, one, day))

    def reported(self, one: str) -> None:
        """Hand the record in and let it be checked."""
        self.move(self.team[0], 4, 16, "enter", [one])
        if self.reaches("verify") or self.job.seed % 2:  # half of those that wait to be checked wait to be signed too
            self._cosigned(one, 4, 17)
        if self.reaches("verify"):
            self.move("jiaohe", 5, 10, "verify", [one])
        if self.reaches("audit_fx"):
            self._audit_parts(one, 6, 10)

    def _cosigned(self, one: str, offset: int, hour: int) -> None:
        """The other inspectors read the record and sign it."""
        for other in self.team[1:]:
            self.do(other, offset, hour, lambda db, me: handling.cosign(db, me, one))

    def _audit_parts(self, one: str, offset: int, hour: int) -> None:
        """The audit of the sub-reports, where there are any."""
        with kit_db.new_session() as db:
            step = db.scalar(select(AppBuss.step).where(AppBuss.id == one))
        if step == at.AUDIT_FX:
            self.do("fenxiang", offset, hour, lambda db, me: audit_parts(db, me, one))
            self.move("fenxiang", offset, hour, "audit_fx", [one])

    def finished(self, one: str) -> None:
        """Audit, approve, print, archive and release."""
        doc = {"archivedocs": "01,02,04", "archivebox": "A-12", "archivepages": 18}
        out = {"releaseway": "03", "receiver": "物业办公室"}
        moves: list[tuple[str, str, int, dict[str, Any]]] = [
            ("shenhe", "audit", 7, {}),
            ("pizhun", "approve", 8, {"opinion": "同意签发"}),
            ("dayin", "print", 9, {"copies": 2}),
            ("dangan", "archive", 10, doc),
            ("yewu", "arrears", 11, {"reason": "合同月结单位，先发放后结算"}),
            ("shouli", "release", 11, out),
        ]
        for login, name, offset, values in moves:
            if name == "arrears" and (self.paid or self.without_credit(one, offset)):
                continue
            if name == "release" and self.kept_back(one, offset):
                continue
            if self.reaches("release" if name == "arrears" else name):
                if name == "archive":
                    self.do("dangan", offset, 14, lambda db, me: register_hazards(db, me, one))
                if name != "release" or not posting.is_posted(self.job.seed):
                    self.move(login, offset, 15, name, [one], **values)

    def without_credit(self, one: str, offset: int) -> bool:
        """Whether the payer may not owe more: the report waits to be paid."""
        with kit_db.new_session() as db, clock.at(self.at(offset, 15, 0)):
            return one in credit_refused(db, [one])

    def kept_back(self, one: str, offset: int) -> bool:
        """Whether the report is neither paid nor on credit."""
        with kit_db.new_session() as db, clock.at(self.at(offset, 15, 0)):
            row = db.scalars(select(AppBuss).where(AppBuss.id == one)).one()
            return unpaid(db, row) is not None

    def reaches(self, move: str) -> bool:
        """Whether the story goes beyond the step that a move leaves."""
        return self.reach > ORDER.index(BUSINESS.by_name[move].frm[0])


def inspected_elsewhere(db: Session, devices: Sequence[str]) -> None:
    """The statutory inspection of these passes to another body: who inspects a lift may not detect it (check P15)."""
    for one in db.scalars(select(Equipment).where(Equipment.id.in_(devices)).order_by(Equipment.id)):
        one.cheorgsysid = one.cheorgsysname = ""


def early(db: Session, devices: Sequence[str], seisort: str, testsort: str) -> str:
    """The reason that a declaration gives when one of its devices is not due yet."""
    rows = by_ids(db, devices).values()
    return "单位要求与同一地点的其他设备一并检验" if any(too_early(db, r, seisort, testsort) for r in rows) else ""


def _items(db: Session, main_id: str) -> list[str]:
    return list(db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == main_id).order_by(AppBuss.seisn)))
