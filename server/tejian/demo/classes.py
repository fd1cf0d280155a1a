"""Inspections of the classes beside lifts, cranes and vehicles by the real process: those that pass, grades, failures.

The history says of these devices what was brought over from before; here each class has reports of the platform itself.
"""

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import extract, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .accounts import INSTITUTE
from .business import DETECTED, Job

FIRST_SEED = 20_000  # after the running ones, before those of the years before
PRESSURE, MACHINES, LIFTS = ("jianyan3", "jianyan6"), ("jianyan4", "jianyan7"), ("jianyan1", "jianyan2")
DETECTORS = ("jianyan5", "jianyan8")  # who detect lifts that the institute does not inspect

# kind, sort of inspection, who inspects, what is stated, whether a key item fails
SHOWN: tuple[tuple[str, str, tuple[str, str], dict[str, str], bool], ...] = (
    ("1100", "0202", PRESSURE, {"worstgrade": "1"}, False),
    ("1100", "0202", PRESSURE, {"worstgrade": "1"}, True),
    ("2150", "0205", PRESSURE, {"worstgrade": "1", "pressfailed": "0"}, False),
    ("2150", "0205", PRESSURE, {"worstgrade": "2", "pressfailed": "0"}, False),
    ("2150", "0205", PRESSURE, {"worstgrade": "3", "pressfailed": "0"}, False),
    ("2150", "0205", PRESSURE, {"worstgrade": "4", "pressfailed": "0"}, False),
    ("2150", "0205", PRESSURE, {"worstgrade": "1", "pressfailed": "0"}, True),
    ("8310", "0212", PRESSURE, {"worstline": "1", "pressfailed": "0"}, False),
    ("8310", "0212", PRESSURE, {"worstline": "1", "pressfailed": "0"}, True),
    ("6100", "0211", MACHINES, {}, False),
    ("6100", "0211", MACHINES, {}, True),
    ("9120", "0216", MACHINES, {}, False),
    ("9110", "0216", MACHINES, {}, True),
    ("1100", "0203", PRESSURE, {}, False),
    ("1100", "1001", PRESSURE, {}, False),
    ("1320", "1002", PRESSURE, {}, False),
    ("2150", "0801", PRESSURE, {}, False),
    ("2410", "0207", PRESSURE, {"worstgrade": "1", "pressfailed": "0"}, False),
    ("2220", "0209", PRESSURE, {"worstgrade": "1", "pressfailed": "0"}, False),
    ("3430", "0211", LIFTS, {}, False),
    ("5200", "0211", MACHINES, {}, False),
    ("8310", "0802", PRESSURE, {}, False),
    ("9120", "0215", MACHINES, {}, False),
    ("1100", "0201", PRESSURE, {"worstgrade": "1"}, False),
    ("2150", "0206", PRESSURE, {"pressfailed": "0"}, False),
    ("2220", "0208", PRESSURE, {}, False),
    ("2310", "0210", PRESSURE, {}, False),
    ("3110", "0701", DETECTORS, {}, False),
    ("3310", "0701", DETECTORS, {}, False),
    ("2150", "0301", PRESSURE, {}, False),
    ("2150", "1402", PRESSURE, {}, False),
    ("7210", "0101", PRESSURE, {"openliaison": "0"}, False),
    ("7510", "0502", PRESSURE, {}, False),
)
# of what is none of the periodic inspections (02)
CATEGORIES = {"10": ("1001", "1002"), "08": ("0801", "0802"), "07": ("0701",), "03": ("0301",), "14": ("1402",)}
CATEGORIES |= {"01": ("0101",), "05": ("0502",)}
CATEGORY = {testsort: category for category, sorts in CATEGORIES.items() for testsort in sorts}
SUBJECT = Equipment | Product


def jobs(db: Session, left: list[str]) -> list[Job]:
    """A declaration for each, of devices and products that nothing else of the demonstration is about, in the last
    weeks."""
    today, taken = clock.today(), set(left)
    made = []
    for n, (kind, testsort, team, facts, fails) in enumerate(SHOWN):
        one = _product(db, kind, taken) if kind[0] == "7" else _device(db, kind, testsort, taken, today)
        if one is None:
            continue
        taken.add(one.id)
        made.append(_job(FIRST_SEED + n, one, today - timedelta(days=20 + n), testsort, team, facts, fails=fails))
    return made


def _device(db: Session, kind: str, testsort: str, taken: set[str], today: date) -> Equipment | None:
    late = select(SafetyValve.hostequid).where(SafetyValve.nextcaldate < today)  # its host is not concluded
    own = Equipment.cheorgsysid == select(Org.id).where(Org.code == INSTITUTE).scalar_subquery()
    query = select(Equipment).where(Equipment.equclacode == kind, Equipment.equstatus == "1", Equipment.equDel == 0)
    query = query.where(Equipment.id.not_in(taken), Equipment.id.not_in(late), own).order_by(Equipment.equcode)
    if testsort == DETECTED:  # a year of the periodic inspection is none of a detection
        query = query.where(extract("year", Equipment.ninspdate) > today.year)
    return next((row for row in db.scalars(query) if not row.lacking), None)


def _product(db: Session, kind: str, taken: set[str]) -> Product | None:
    """A batch that nobody has inspected yet."""
    mine = select(Product).where(Product.equclacode == kind, Product.inspcertno == "", Product.id.not_in(taken))
    return db.scalars(mine.order_by(Product.batchno)).first()


def _job(
    seed: int, one: SUBJECT, day: date, testsort: str, team: tuple[str, str], facts: dict[str, str], *, fails: bool
) -> Job:
    unit = one.makersysid if isinstance(one, Product) else one.useorgsysid
    job = Job(seed, unit, (one.id,), at.DONE, day, one.equclass, fails=fails)
    of = CATEGORY.get(testsort, "02")
    return replace(job, testsort=testsort, seisort=of, team=team, facts=tuple(facts.items()))
