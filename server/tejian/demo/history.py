"""Earlier results as imported history, marked so: a finished item for each inspection of each device.

A few of every class failed and were inspected once more some weeks later. Boilers, mobile vessels and ropeways have the
inspections between two periodic ones too. The last ones of some devices have their records and reports (see brought).
"""

import random
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.rules.api import RuleBook
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .devices import PASS, Made, sort_of, yearly_sort
from .draw import lots
from .weekdays import worked

SEED = 4_091
BROUGHT = "LS"  # how the numbers of what was brought over begin
FAILS = {"1000": ("1012", "1011"), "2000": ("1023", "1021"), "3000": ("1032", "1033"), "4000": ("1042", "1043")}
FAILS |= {"5000": ("1052", "1053"), "6000": ("1062", "1063"), "8000": ("8013", "8011")}  # and passed the second time
FAILS |= {"9000": ("1072", "1073")}
FAILED = 0.03  # of the inspections
MONTHS = 12
APART = timedelta(days=60)  # between the yearly inspection and the periodic one that stands in its place
# who inspects what: inspectors of pressure and of machines (see accounts.QUALS)
PRESSURE = ("1000", "2000", "8000")
TEAMS = {True: [(3, 6), (6, 9), (9, 3)], False: [(4, 7), (5, 8), (7, 10), (8, 4), (10, 5)]}


def load(db: Session, city: Made, people: dict[str, SysUser], orgs: dict[str, Org], rules: RuleBook) -> None:
    """Imported declarations (one a unit, sort and year) and items; numbers begin with LS, reports with LS too."""
    book = Book(orgs["330200-TJ"], people)
    for n, device in enumerate(city.devices, 1):
        visits = city.visits[device.id]
        for place, day in enumerate(visits):
            following = visits[place + 1] if place + 1 < len(visits) else None
            book.add(n, device, day, following)
        if sort := yearly_sort(rules, device.equclacode):
            for day in years_between(device, visits):
                book.add_yearly(n, device, day, add_months(day, MONTHS), sort)
            for day in city.yearly.get(device.id, ()):
                book.add_yearly(n, device, day, device.ninspdate2, sort)
    db.flush()
    for block in (book.mains[i : i + 500] for i in range(0, len(book.mains), 500)):
        db.execute(insert(AppMain), block)
    for block in (book.devices[i : i + 500] for i in range(0, len(book.devices), 500)):
        db.execute(insert(AppItem), block)
    for block in (book.items[i : i + 500] for i in range(0, len(book.items), 500)):
        db.execute(insert(AppBuss), block)


def years_between(device: Equipment, visits: Sequence[date]) -> list[date]:
    """The days of the yearly inspections before the last periodic one; the years after it are those of the city."""
    own, days = random.Random(f"years {device.equcode}"), []
    for begin, end in pairwise(sorted(day for day in {device.insinspdate, *visits} if day)):
        due = add_months(begin, MONTHS)
        while (day := worked(due - timedelta(days=own.randrange(3, 25)))) < end - APART:
            days.append(day)
            due = add_months(day, MONTHS)
    return days


class Book:
    """The rows of the history as they come together."""

    def __init__(self, org: Org, people: dict[str, SysUser]):
        self.org, self.people = org, people
        self.rnd = lots(SEED)
        self.known: dict[tuple[str, str, int], dict[str, Any]] = {}
        self.items: list[dict[str, Any]] = []
        self.declared: dict[tuple[str, str], dict[str, Any]] = {}
        self.failed: set[str] = set()  # the classes that have a failed inspection

    @property
    def mains(self) -> list[dict[str, Any]]:
        return list(self.known.values())

    @property
    def devices(self) -> list[dict[str, Any]]:
        return list(self.declared.values())

    def add(self, n: int, device: Equipment, day: date, following: date | None) -> None:
        """The inspection of the n-th device on a day; `following` is the one after it, None for the last."""
        fails = FAILS.get(device.equclass)
        free = following is not None and (following - day).days > MONTHS * 25
        if fails and following and free and (self.rnd.random() < FAILED or device.equclass not in self.failed):
            failed, passed = fails
            self.failed.add(device.equclass)
            self._item(n, device, day, failed, None, failed=True)
            again = worked(day + timedelta(days=self.rnd.randrange(10, 40)))
            self._item(n, device, again, passed, following)
            return
        self._item(n, device, day, PASS[device.equclass], following or device.ninspdate)

    def add_yearly(self, n: int, device: Equipment, day: date, due: date | None, sort: str) -> None:
        """An inspection between two periodic ones, whose date is the second of the device."""
        self._item(n, device, day, PASS[device.equclass], due, sort=sort)

    def _item(
        self, n: int, e: Equipment, day: date, result: str, due: date | None, *, failed: bool = False, sort: str = ""
    ) -> None:
        moment = datetime.combine(day, time(16), clock.SHANGHAI)
        main = self._main(e, day, moment, sort or sort_of(e.equclacode))
        if (main["id"], e.id) not in self.declared:  # one that failed was inspected again
            main["equcount"] += 1
            self.declared[main["id"], e.id] = _device(e, main, moment)
        number = f"{BROUGHT}{day.year}{len(self.items) + 1:06d}"
        report = f"{BROUGHT}{e.equclass[0]}{day:%Y%m%d}{n:05d}"
        first, second = self.rnd.choice(TEAMS[e.equclass in PRESSURE])
        names = [self.people[f"jianyan{no}"].name for no in (first, second)]
        self.items.append(
            _item(e, main, number, self.org, moment, names)
            | {
                "testsort": main["testsort"],
                "conclusion": result,
                "unqualcode": result if failed else "",
                "nextdate": due,
                "reportno": report,
            }
        )
        if day == e.inspdate:
            e.insreportno, e.scinspectorname = report, names[0]

    def _main(self, e: Equipment, day: date, moment: datetime, sort: str) -> dict[str, Any]:
        key = (f"{e.useorgsysid}/{e.equclass}", sort, day.year)
        if key not in self.known:
            number = f"{BROUGHT}{day.year}{len(self.known) + 1:06d}"
            self.known[key] = _main(e, number, self.org, moment) | {"testsort": sort}
        return self.known[key]


def _common(day: datetime) -> dict[str, Any]:
    return {"id": new_id(), "createtime": day, "updatetime": day, "createby": "import", "imported": True} | {
        "step": "DONE",
        "status": "70",
        "step_since": day,
    }


def _main(e: Equipment, number: str, org: Org, day: datetime) -> dict[str, Any]:
    return _common(day) | {
        "appno": number,
        "appway": "PLAT",
        "appdate": day.date(),
        "equclass": e.equclass,
        "equclacode": e.equclass,
        "seisort": "02",
        "unitsysid": e.useorgsysid,
        "unitname": e.useorgname,
        "cheorg": org.id,
        "chedept": e.chedeptid,
        "equcount": 0,
        "chargestate": "4",
    }


def _device(e: Equipment, main: dict[str, Any], day: datetime) -> dict[str, Any]:
    """A device as its declaration names it."""
    names = ("equname", "equcode", "usecertno", "prono", "model", "equclacode", "useplace")
    own = {"id": new_id(), "createtime": day, "updatetime": day, "createby": "import"}
    return (
        own
        | {"appmain_id": main["id"], "seq": main["equcount"], "equdatasysid": e.id}
        | {name: getattr(e, name) for name in names}
    )


def _item(
    e: Equipment, main: dict[str, Any], number: str, org: Org, day: datetime, inspectors: list[str]
) -> dict[str, Any]:
    return _common(day) | {
        "appmain_id": main["id"],
        "appno": main["appno"],
        "seisn": number,
        "equdatasysid": e.id,
        "equclass": e.equclass,
        "equclacode": e.equclacode,
        "equname": e.equname,
        "equcode": e.equcode,
        "usecertno": e.usecertno,
        "useplace": e.useplace,
        "areacode": e.areacode,
        "unitsysid": e.useorgsysid,
        "unitname": e.useorgname,
        "seisort": "02",
        "cheorg": org.id,
        "chedept": e.chedeptid,
        "inspdate": day.date(),
        "acceptdate": day.date() - timedelta(days=10),
        "scinspectorname": inspectors[0],
        "inspectornames": "、".join(inspectors),
        "chargestate": "4",
    }
