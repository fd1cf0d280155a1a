"""What the archive knows of every device in use, as the rules of next dates read it."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, String, and_, any_, case, func, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session, aliased

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    DATES,
    REINSPECTION,
    DeviceFacts,
    InspectionResult,
    NextDates,
    RuleBook,
    allowed_rules,
    as_archived,
    device_facts,
    next_dates,
)
from tejian.kit.ground import clock

BLOCK = 5_000
FACTS = tuple(f for f in DeviceFacts.__dataclass_fields__ if f not in ("kind", "lastdjdate", "lastjcdate"))
COLUMNS = tuple(f for f in FACTS if hasattr(E, f))


def among(keys: Sequence[Any], kind: Any = String) -> Any:
    """Any of these keys: one parameter however many there are."""
    return any_(literal(list(keys), ARRAY(kind)))


def devices(db: Session, rules: RuleBook, read: set[str]) -> Iterator[dict[str, Any]]:
    """Every living device in use, with the facts of `read`, the sort of its last inspection and its dates.

    Rows come from the driver, whose reading costs a fifth of the session's, and a block ahead of who asks for them: so
    the database works while the rules do. What is stored meanwhile over the same connection waits for that block.
    """
    query = _asked(rules, read).compile(dialect=db.connection().dialect, compile_kwargs={"render_postcompile": True})
    link: Any = db.connection().connection.driver_connection
    db.execute(text("set local statement_timeout = 0"))  # one pass over everything
    with link.cursor(name="devices") as cursor, ThreadPoolExecutor(1) as ahead:
        cursor.execute(str(query), query.params)
        names = [column.name for column in cursor.description]
        coming = ahead.submit(cursor.fetchmany, BLOCK)
        while block := coming.result():
            coming = ahead.submit(cursor.fetchmany, BLOCK)
            for row in block:
                yield _from_its_first(db, rules, dict(zip(names, row, strict=True)))


def _asked(rules: RuleBook, read: set[str]) -> Select[Any]:
    kind = func.coalesce(func.nullif(E.equsubkind, ""), E.equclacode).label("kind")
    # asked device by device: a join would read all that was ever inspected before it gave the first row
    report = and_(AppBuss.reportno == E.insreportno, AppBuss.reportno != "", AppBuss.equdatasysid == E.id)
    testsort = select(AppBuss.testsort).where(report).scalar_subquery()
    # what was inspected last is the last periodic inspection, unless its report says otherwise
    B = aliased(AppBuss)
    passed = (B.equdatasysid == E.id, B.seisort == at.PERIODIC, B.step.in_(at.ISSUED), B.unqualcode == "")
    before = select(func.max(B.inspdate)).where(*passed).scalar_subquery()
    sort = func.coalesce(testsort, at.PERIODIC)
    periodic = case((sort.startswith(at.PERIODIC), E.inspdate), else_=before).label("lastdjdate")
    own = [E.id.label("device"), E.version, E.equclass, kind, testsort.label("testsort"), periodic]
    own += [
        E.inspdate,
        E.insreportno,
        E.insdate,
        E.inspecting,
        E.unqualcode,
        E.delaydate,
        *(getattr(E, n) for n in DATES),
    ]
    facts = [getattr(E, n) if n in COLUMNS else E.params[n].astext.label(n) for n in FACTS if n in read]
    in_use = E.equstatus.in_(rules.settings["overdue_statuses"].split(","))
    return select(*dict.fromkeys([*own, *facts])).where(E.equDel == 0, in_use)


def _first_of_last(db: Session, device: str, reportno: str) -> AppBuss | None:
    """The inspection that the last one of a device goes back to; None where no item has its report."""
    own = (AppBuss.equdatasysid == device, AppBuss.reportno == reportno, AppBuss.reportno != "")
    last = db.scalars(select(AppBuss).where(*own)).first()
    return records.first_of(db, last) if last else None


def _from_its_first(db: Session, rules: RuleBook, device: dict[str, Any]) -> dict[str, Any]:
    """A device whose last inspection was a re-inspection is due from the periodic one that it goes back to."""
    if device["testsort"] != REINSPECTION or not (first := _first_of_last(db, device["device"], device["insreportno"])):
        return device
    device["testsort"] = first.testsort
    if first.inspdate and rules.settings["reinsp_base"] == "first":
        device["inspdate"] = first.inspdate
    if first.seisort == at.PERIODIC:
        device["lastdjdate"] = first.inspdate
    return device


def why_left(device: Mapping[str, Any], sort: str | None) -> str:
    """The reason why a device's dates cannot be worked out from the archive; empty when they can."""
    if device["inspecting"]:
        return "正在监督检验"
    if device["unqualcode"]:
        return "最近一次检验不合格，日期不变"
    if device["delaydate"] and device["delaydate"] >= clock.today():
        return "有批准的延期"
    if device["equclass"] == codes.PIPING:
        return "管道工程的日期随其管线"
    if sort is None:
        return "不知道最近一次检验的检验性质"
    return ""


class Sorts:
    """Which test sort the last inspection had: as its report says, else the only periodic one of the kind."""

    def __init__(self, rules: RuleBook):
        self.rules = rules
        self.only: dict[str, str | None] = {}

    def of(self, device: Mapping[str, Any]) -> str | None:
        """None when it cannot be told, empty without an inspection."""
        if device["inspdate"] is None:
            return ""
        if device["testsort"]:
            return str(device["testsort"])
        kind = device["kind"]
        if kind not in self.only:
            sorts = {
                r.testsort
                for r in allowed_rules(self.rules.seisorts, kind, at.PERIODIC)
                if "ninspdate" in r.next_date_fields or kind[:1] == "9"
            }
            self.only[kind] = sorts.pop() if len(sorts) == 1 else None
        return self.only[kind]


def sorts_of(db: Session, devices: Mapping[str, E]) -> dict[str, str | None]:
    """The test sort of the last inspection of each device."""
    numbers = [d.insreportno for d in devices.values() if d.insreportno]
    asked = select(AppBuss.equdatasysid, AppBuss.testsort).where(AppBuss.reportno == among(numbers))
    told: dict[str, str] = dict(db.execute(asked.where(AppBuss.equdatasysid == among(list(devices)))).all())
    sorts = Sorts(records.dates_book(db))
    return {
        i: sorts.of({"kind": d.equsubkind or d.equclacode, "inspdate": d.inspdate, "testsort": told.get(i)})
        for i, d in devices.items()
    }


def exact_dates(db: Session, device: E, sort: str) -> NextDates:
    """The dates of a device from all of its facts, as at the approval of its last inspection."""
    values = records.values_of(device)
    last = records.last_days(db, device, values)
    facts = device_facts(values, lastdjdate=last.periodic, lastjcdate=last.detection)
    day = device.inspdate
    result = as_archived(InspectionResult(sort, day, passdate=day), facts) if day else None
    if result and sort == REINSPECTION and (first := _first_of_last(db, device.id, device.insreportno)):
        result = replace(result, firstday=first.inspdate, mothersort=first.testsort)
    return next_dates(facts, result, records.dates_book(db), clock.today())
