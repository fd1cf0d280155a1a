"""Three thousand devices of all classes with valid codes, plausible parameters and ages, and their inspection dates."""

import random
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache

from tejian.archives import codes
from tejian.archives.common.api import make_equipment_code, make_usecertno
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.records.api import values_of
from tejian.inspection.rules.api import InspectionResult, RuleBook, allowed_rules, device_facts, next_dates
from tejian.kit.database.db import new_id
from tejian.kit.ground.clock import add_months
from tejian.system.desk import api as install
from tejian.system.models.organisations import Org

from . import names as n
from .machines.api import MACHINES, Machine, Order
from .sites import Sites, place_of, site_of
from .units import person, phone
from .weekdays import worked

SHARES = {"3000": 1650, "2000": 560, "4000": 320, "5000": 280, "1000": 90, "8000": 60, "6000": 34, "9000": 6}
KINDS = {
    "3000": [("3110", 68), ("3120", 15), ("3310", 10), ("3430", 4), ("3210", 1), ("3420", 2)],
    "2000": [("2170", 60), ("2150", 28), ("2130", 6), ("2220", 4), ("2410", 2)],
    "4000": [("4170", 40), ("4110", 30), ("4210", 12), ("4190", 8), ("4250", 4), ("4310", 6)],
    "5000": [("5110", 92), ("5200", 8)],
    "1000": [("1100", 70), ("1200", 25), ("1320", 5)],
    "8000": [("8310", 80), ("8320", 10), ("8210", 10)],
    "6000": [("6100", 40), ("6200", 20), ("6300", 20), ("6D20", 20)],
    "9000": [("9120", 70), ("9110", 30)],
}
TESTSORT = {"3000": "0211", "4000": "0211", "5000": "0211", "6000": "0211", "1000": "0204", "2000": "0205"}
TESTSORT |= {"22": "0209", "24": "0207", "81": "0214", "82": "0213", "83": "0212", "9000": "0215"}
PASS = {"3000": "1031", "4000": "1041", "5000": "1051", "6000": "1061", "1000": "1011", "2000": "1021"}
PASS |= {"8000": "8011", "9000": "1071"}
LEFT_DAYS = 150  # the last months are inspected by the real process
LEFT_CLASSES = ("3000", "4000", "5000")
WATCHED = ("6000", "9000")  # rides and ropeways are watched closely (C657 8)
OVERDUE_SHARE = 0.06  # are not inspected when they fall due in the last months: less than one in a hundred is late now
YEARLY_MISSED_SHARE = 0.12  # were last inspected by the year before the last months, and are some weeks late at most
MISSED_DAYS = 150
FORGOTTEN = "22"  # but for one tank truck, which nobody has shown for years
# what a device of a class costs about; a piping project has no price of its own
PRICES = {"1000": 320_000, "2000": 68_000, "3000": 235_000, "4000": 186_000, "5000": 78_000}
PRICES |= {"6000": 960_000, "9000": 18_600_000}
# kinds that cost otherwise than others of their class
PRICES |= {"2130": 460_000, "2220": 520_000, "2410": 680_000, "3310": 260_000, "3430": 58_000, "4170": 76_000}
PRICES |= {"4190": 52_000, "4210": 420_000, "4250": 38_000_000, "4310": 620_000, "5200": 128_000}
# the years for which devices of a class are designed; what has stood for long was made for as long
LIVES = {"2000": (15, 20, 25, 30, 35, 40), "6000": (12, 15, 20, 25, 30), "9000": (20, 30, 40)}
STAYS = 8  # years that are left at least: a date of inspection never lies behind the end
PIPING = {"81": "长输管道", "82": "燃气管道", "83": "工业管道"}


@cache
def _streets() -> dict[str, list[str]]:
    """The streets of each county, from the table of areas."""
    out: dict[str, list[str]] = {}
    for row in install.rows("dictionaries"):
        if row["type"] == "AREA" and len(row["value"]) == 9:
            out.setdefault(row["parentValue"], []).append(row["value"])
    return out


def machine_of(order: Order) -> Machine:
    """What an order gives; a piping project gets its parameters from its lines (see piping)."""
    make = MACHINES.get(f"{order.kind[0]}000")
    return make(order) if make else Machine(PIPING[order.kind[:2]], "")


def _street(county: str, serial: int) -> str:
    """A street of the county: most archives name one, some end at the county."""
    known = _streets().get(county, [])
    return known[serial % len(known)] if known and serial % 9 else county


@dataclass(frozen=True)
class Made:
    """The devices; those whose last months are left for the real process to inspect; the inspection days of each.

    `yearly` are the days of its inspections between two periodic ones: external of boilers, annual of mobile vessels
    and ropeways.
    """

    devices: list[Equipment]
    left: list[str]
    visits: dict[str, list[date]]
    yearly: dict[str, list[date]]
    taken: dict[str, date]  # last visits that the real process makes in place of the history


def make(
    rnd: random.Random,
    units: list[Unit],
    others: dict[str, list[Unit]],
    orgs: dict[str, Org],
    book: RuleBook,
    today: date,
) -> Made:
    """The devices, each with its inspections up to now and the dates that follow from them by the rules."""
    made = Made([], [], {}, {}, {})
    sites, story = Sites(units), False
    cutoff = today - timedelta(days=LEFT_DAYS + 25)
    for equclass, count in SHARES.items():
        kinds, weights = zip(*KINDS[equclass], strict=True)
        for i in range(count):
            kind = rnd.choices(kinds, weights=weights)[0]
            unit = sites.unit_for(rnd, kind)
            device = device_of(rnd, equclass, kind, len(made.devices) + 1, unit, others, orgs, today)
            made.devices.append(device)
            if equclass == "8000":  # its lines say when it is due (see piping)
                made.visits[device.id] = []
                continue
            visits = inspected(rnd, device, book, cutoff)
            due = device.ninspdate or today
            wanted = equclass in LEFT_CLASSES and device.equstatus == "1" and i % 5 < 3
            if wanted and today - timedelta(days=LEFT_DAYS) <= due <= today - timedelta(days=8):
                made.left.append(device.id)
            else:
                care = rnd.random()
                visits += inspected(rnd, device, book, today, overdue=care < OVERDUE_SHARE)
                missed = care < YEARLY_MISSED_SHARE
                forgotten = missed and kind.startswith(FORGOTTEN) and not story
                story |= forgotten
                until = today - timedelta(days=MISSED_DAYS) if missed else today
                made.yearly[device.id] = [] if forgotten else between(device, book, until)
            made.visits[device.id] = visits
    for device in made.devices:
        if device.equclass in WATCHED:
            device.exiimpgro = "8"
        if device.equstatus == codes.STOPPED:
            _stop(device, [*made.visits[device.id], *made.yearly.get(device.id, [])], today)
    return made


def _stop(device: Equipment, visits: list[date], today: date) -> None:
    """The day on which a device was reported as stopped: after all that was done at it."""
    known = [day for day in (device.usestartdate, device.insdate) if day]
    since = max(*known, *visits, today - timedelta(days=300))
    own = random.Random(f"stopped {device.equcode}")
    day = min(since + timedelta(days=own.randrange(1, 90)), today - timedelta(days=1))
    device.params = {**device.params, "stopdate": day.isoformat()}


def device_of(
    rnd: random.Random,
    equclass: str,
    kind: str,
    serial: int,
    unit: Unit,
    others: dict[str, list[Unit]],
    orgs: dict[str, Org],
    today: date,
) -> Equipment:
    maker = rnd.choice(others[equclass])
    age = min(26, max(0.6, rnd.gammavariate(2.6, 3.4)))
    born = today - timedelta(days=int(age * 365.25) + rnd.randrange(60, 200))
    started = born + timedelta(days=rnd.randrange(60, 150))
    passed = worked(started - timedelta(days=rnd.randrange(5, 25)))
    own = random.Random(f"{kind} {serial}")  # the machine itself is the same whatever else changes
    place = place_of(own, unit, kind)
    machine = machine_of(Order(own, kind, born, site_of(unit)))
    params = dict(machine.params)
    if equclass in PRICES:
        price = PRICES.get(kind) or PRICES[equclass]
        params["equprice"] = str(int(price * own.uniform(0.7, 1.4)) // 100 * 100)
    dept = {"1000": "530201-03", "2000": "530201-03", "8000": "530201-03"}.get(equclass)
    dept = dept or {"330281": "530201-07", "330282": "530201-08"}.get(unit.areacode)
    dept = dept or ("530201-02" if serial % 2 else "530201-04")
    keeper = rnd.choice(others["maintain"]) if equclass == "3000" else None
    registered = worked(started + timedelta(days=random.Random(f"registered {serial}").randrange(10, 30)))
    return Equipment(
        id=new_id(),
        equclass=equclass,
        equclacode=kind,
        equcategory=kind[:2] + "00",
        equkind=kind,
        equsubkind="",
        equname=machine.name,
        equcode=make_equipment_code(kind, f"33{rnd.randrange(1000):03d}", born.year, serial % 10_000),
        usecertno=make_usecertno(kind, "浙B", serial, min(registered, today).year),
        equidentcode=f"NB{equclass[0]}{serial:08d}",
        prono=f"{born.year % 100:02d}{rnd.choice('ABCDE')}{serial:05d}",
        ele96333code=f"{100_000 + serial:06d}" if equclass == "3000" else "",
        model=machine.model,
        equinnerno=f"{rnd.randrange(1, 20)}#",
        equstatus=codes.STOPPED if rnd.random() < 0.03 else "1",
        regstatus="1",
        porgaosysid=maker.id,
        porgname=maker.name,
        prodate=born,
        insorgname=_installer(serial, keeper, others),
        useorgsysid=unit.id,
        useorgname=unit.name,
        areacode=_street(unit.areacode, serial),
        useplace=place.text,
        buildname=place.building,
        usesite=place.code,
        usestartdate=started,
        useman=person(rnd),
        usetel=phone(rnd),
        maiorgsysid=keeper.id if keeper else "",
        maiorgname=keeper.name if keeper else "",
        superorgsysid=orgs["330200-SJ"].id,
        superorgname=f"{n.PLACES[unit.areacode][0]}市场监督管理局",
        cheorgsysid=orgs["330200-TJ"].id,
        cheorgsysname=orgs["330200-TJ"].name,
        chedeptid=orgs[dept].id,
        regdate=registered if registered < today else today,
        insinspdate=passed,
        firstinspdate=passed if equclass == "5000" else None,
        cyclebasedate=passed if equclass in ("3000", "4000", "5000") else None,
        ssdegree="2" if equclass in ("2000", "8000") else "",
        params=params,
        datasource="04",
        equDel=0,
    )


CYLINDERS, LOTS, CYLINDER_SERIAL = "2310", 2, 9_600


def lots_of_cylinders(
    using: list[Unit], others: dict[str, list[Unit]], orgs: dict[str, Org], book: RuleBook, today: date
) -> list[Equipment]:
    """Lots of cylinders of fillers, whose first inspection is due this season."""
    owners = [unit for unit in using if site_of(unit) == "chem"] or using
    made = []
    for lot_no in range(LOTS):
        owner, own = owners[lot_no % len(owners)], random.Random(f"cylinders {lot_no}")
        lot = device_of(own, "2000", CYLINDERS, CYLINDER_SERIAL + lot_no, owner, others, orgs, today)
        started = add_months(today, -36) + timedelta(days=20 + lot_no)
        lot.prodate, lot.usestartdate = started - timedelta(days=90), started
        lot.insinspdate, lot.regdate, lot.equstatus, lot.ssdegree = None, started, "1", ""
        lot.ninspdate = next_dates(device_facts(values_of(lot)), None, book).updates()["ninspdate"]
        settle(lot, owner, today)
        made.append(lot)
    return made


def _installer(serial: int, keeper: Unit | None, others: dict[str, list[Unit]]) -> str:
    """Who put a lift up: seldom the firm that looks after it now."""
    if keeper is None:
        return ""
    return random.Random(f"installed {serial}").choice([u for u in others["maintain"] if u is not keeper]).name


def settle(device: Equipment, unit: Unit, today: date) -> None:
    """Where a device of the city stands on the map, and until when it was designed to last."""
    own = random.Random(f"settled {device.equcode or device.prono}")
    if unit.lng is not None and unit.lat is not None:
        device.longitude = unit.lng + Decimal(own.randrange(-1200, 1200)) / 1_000_000
        device.latitude = unit.lat + Decimal(own.randrange(-1200, 1200)) / 1_000_000
    start = device.usestartdate
    if start and device.equclass in LIVES:
        ends = [(life, add_months(start, 12 * life)) for life in LIVES[device.equclass]]
        life, end = next((one for one in ends if one[1] > add_months(today, 12 * STAYS)), ends[-1])
        device.params = {**device.params, "designlife": str(life)}
        device.designenddate = end


def sort_of(kind: str) -> str:
    """The periodic inspection of a kind."""
    return TESTSORT.get(kind[:2]) or TESTSORT[f"{kind[0]}000"]


def inspected(
    rnd: random.Random, device: Equipment, book: RuleBook, today: date, *, overdue: bool = False
) -> list[date]:
    """Inspect the device until its next inspection lies ahead (or, for a few, has passed); gives the days."""
    visits: list[date] = []
    sort = sort_of(device.equclacode)
    values = values_of(device)
    day = device.inspdate
    for _ in range(40):
        facts = device_facts(values, lastdjdate=day, lastjcdate=device.insdate)
        result = InspectionResult(testsort=sort, inspdate=day, qualified=True, passdate=day) if day else None
        updates = next_dates(facts, result, book).updates()
        given = updates["ninspdate"]
        assert given is not None, (device.equclacode, day)
        due = given
        for name, value in updates.items():
            if hasattr(Equipment, name):
                setattr(device, name, value)
                values[name] = value.isoformat() if value else ""
        late = timedelta(days=rnd.randrange(5, 90)) if overdue else timedelta(0)
        if due + late >= today:
            break
        visit = worked(due - timedelta(days=rnd.randrange(2, 45)))
        if visit >= today:
            break
        if overdue and add_months(due, 12) >= today and day is not None:
            break
        day = visit
        visits.append(day)
    device.inspdate, device.ninspdate = day, due
    if day:
        device.insresult = PASS[device.equclass]
    if device.equclass == "3000" and day is not None and rnd.random() < 0.95:
        _detected(rnd, device, book, today)
    return visits


def yearly_sort(book: RuleBook, kind: str) -> str:
    """The sort of the inspection between two periodic ones; '' for kinds that have none."""
    rules = allowed_rules(book.seisorts, kind, "02")
    return next((r.testsort for r in rules if r.next_date_fields in (("ninspdate2",), ("nannualdate",))), "")


def between(device: Equipment, book: RuleBook, today: date) -> list[date]:
    """Inspect the device each year after its last periodic inspection; gives the days."""
    own = random.Random(f"yearly {device.equcode}")
    days: list[date] = []
    while device.ninspdate2 and device.ninspdate2 < today:
        days.append(worked(device.ninspdate2 - timedelta(days=own.randrange(2, 20))))
        result = InspectionResult(yearly_sort(book, device.equclacode), days[-1], passdate=days[-1])
        device.ninspdate2 = next_dates(device_facts(values_of(device)), result, book).updates()["ninspdate2"]
    return days


def _detected(rnd: random.Random, device: Equipment, book: RuleBook, today: date) -> None:
    """Give a lift the self-inspections (自行检测) of its years up to now."""
    for _ in range(20):
        if device.ndetdate is None or device.ndetdate >= today or device.inspdate is None:
            return
        device.insdate = worked(device.ndetdate - timedelta(days=rnd.randrange(3, 40)))
        facts = device_facts(values_of(device), lastdjdate=device.inspdate, lastjcdate=device.insdate)
        result = InspectionResult(testsort="0701", inspdate=device.insdate)
        for name, value in next_dates(facts, result, book).updates().items():
            if name in ("ndetdate", "nextbraketestdate"):
                setattr(device, name, value)
