"""The calibrations of the demo city: lots of safety valves at every step, made by the real process before today."""

import logging
import random
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import by_ids
from tejian.archives.ledgers.valves.api import VALVE
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.declarations import api as applications
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records.api import RecordForm
from tejian.inspection.rules.api import table_of
from tejian.inspection.tasks import api as handling
from tejian.instruments.models import Instrument
from tejian.kit.database import db as kit_db
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .actors import Actors, Days
from .business import Job, Story, early
from .recording import used

log = logging.getLogger(__name__)
SEED = 73_100
BENCH = "7 号"  # the box of the laboratory
LOT = 3  # valves of a unit that come together
VALVES = table_of("valve")
FAILED = 4  # every so many valves of the lots that were reported has a seat that leaks
# how far the lots have come
PLAN: tuple[str, ...] = (
    at.DECLARE,
    at.ACCEPT,
    at.ARRANGE,
    at.CONFIRM,
    at.ENTER,
    at.ENTER,
    at.VERIFY,
    at.AUDIT,
    at.APPROVE,
    at.PRINT,
)
PLAN += (at.RELEASE, at.DONE, at.DONE, at.DONE)


def make() -> None:
    """One lot for each step of the plan; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(AppBuss).where(AppBuss.seisort == at.CALIBRATION)):
            return
        actors, days = Actors(db), Days(db, clock.today())
        lots = _lots(db)
        box = list(db.scalars(select(Instrument.id).where(Instrument.boxno == BENCH).order_by(Instrument.instno)))
    for n, (lot, until) in enumerate(zip(lots, PLAN, strict=False)):
        day = days.days[days.on_or_before(clock.today()) - 12 - n]
        job = Job(SEED + n, lot[0].useorgsysid, tuple(one.id for one in lot), until, day, VALVE)
        try:
            Calibration(job, actors, days, {"": [box]}).tell()
        except Refused as refusal:
            log.warning("demo valves %s: %s", until, refusal.message)


def _lots(db: Session) -> list[list[SafetyValve]]:
    """The valves of units that fall due first, a few of each unit."""
    query = select(SafetyValve).where(SafetyValve.status == "1", SafetyValve.nextcaldate.is_not(None))
    rows = list(
        db.scalars(
            query.order_by(
                SafetyValve.useorgname, SafetyValve.useorgsysid, SafetyValve.nextcaldate, SafetyValve.valveno
            )
        )
    )
    lots = [list(own)[:LOT] for _unit, own in groupby(rows, lambda one: one.useorgsysid)]
    return sorted(lots, key=lambda lot: (-len(lot), str(lot[0].nextcaldate), lot[0].valveno))


class Calibration(Story):
    """What happens to a lot: it is brought, calibrated on the bench, and taken back with its reports."""

    def __init__(self, job: Job, actors: Actors, days: Days, boxes: dict[str, list[list[str]]]):
        super().__init__(job, actors, days, boxes)
        self.team = ("jianyan3", "jianyan6")

    def _declare(self) -> str:
        def work(db: Session, me: User) -> str:
            unit = db.scalars(select(Unit).where(Unit.id == self.job.unit_id)).one()
            valves = by_ids(db, self.job.devices)
            form = applications.ApplicationForm(
                seisort=at.CALIBRATION,
                testsort=at.ON_THE_BENCH,
                unitsysid=unit.id,
                inscontactname=unit.contact,
                INSCONTACTTEL=unit.tel,
                plandate=self.days.days[min(self.place + 4, len(self.days.days) - 1)],
                earlyreason=early(db, self.job.devices, at.CALIBRATION, at.ON_THE_BENCH),
                equipment=[applications.ItemForm.of(valves[one]) for one in self.job.devices],
            )
            return applications.save(db, me, form).id

        saved: str = self.do("shouli", 0, 9, work)
        return saved

    def _fill(self, one: str) -> None:
        day = self.at(4, 15).date()
        self.do(self.team[0], 4, 15, lambda db, me: _fill(db, me, one, self.rnd, day))


def _fill(db: Session, me: User, one: str, rnd: random.Random, day: date) -> None:
    """The record of a valve as the bench gives it; now and then its seat leaks and it is scrapped."""
    screen = handling.item_screen(db, me, one)
    table = next(one for one in screen["tables"] if one["code"] == VALVES)
    row: dict[str, Any] = dict(table["rows"][0])
    valve = db.scalars(
        select(SafetyValve).join(AppBuss, AppBuss.equdatasysid == SafetyValve.id).where(AppBuss.id == one)
    )
    press, bore = Decimal(str(row["setpress"])), valve.one().nominaldia or Decimal(25)
    leaks = rnd.randrange(FAILED) == 0
    tries = [press * (1000 + rnd.randrange(-8, 9)) / 1000 for _n in range(3)]
    cells = {f"set{n}": value for n, value in enumerate(tries, 1)}
    cells |= {"reseat": press * Decimal("0.96"), "seal": press * Decimal("0.9"), "lift": bore * Decimal("0.3")}
    row |= {name: f"{value:.3f}" for name, value in cells.items()}
    result = "不合格" if leaks else "合格"
    row |= {"leak": "90" if leaks else str(rnd.randrange(8)), "first": result, "result": result, "calmedium": "01"}
    row |= {"calbenchno": "LAX-Ⅱ"}
    if not leaks:
        row |= {"sealno": f"QF{rnd.randrange(10**6):06}", "labelno": f"BP{rnd.randrange(10**6):06}"}
    results = [_result(item, leaks) for item in screen["items"] if not item["result"]]
    sites = {"temperature": "20", "medium": "空气", "benchpress": "1.6", "gaugeclass": "0.4"}
    form = {"id": one, "inspdate": day.isoformat(), "results": results, "conditions": sites}
    tables = {VALVES: {"params": {}, "rows": [row]}}
    saved = handling.save_record(db, me, checked(RecordForm, form | {"tables": tables}))
    more: dict[str, Any] = {"id": one, "conclusion": saved["proposal"]["code"]}
    more["instruments"] = used(db, one, saved)
    if leaks:
        more["problems"] = "第7项密封试验泄漏率超过允许值，密封面严重损伤，不能修复，报废"
    handling.save_record(db, me, checked(RecordForm, more))


UNSEALED = ("11", "12")  # what is done to a valve that conforms alone


def _result(item: Any, leaks: bool) -> dict[str, str]:
    if leaks and item["item_no"] in UNSEALED:
        return {"seq": str(item["seq"]), "r": "—", "n": "不合格，不铅封、不挂牌"}
    bad = leaks and item["item_no"] == "7"
    return {"seq": str(item["seq"]), "r": "×" if bad else "√", "n": "密封面损伤，泄漏率超限" if bad else ""}
