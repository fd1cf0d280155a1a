"""What the date rules need to know about a device and about one inspection of it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal

from .dates import last_day_of_month


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """Archive values of one device or pipeline; names as in equipment_fields.csv. Empty values are None.

    `kind` is the deepest catalogue code (equclacode or equsubkind). `lastdjdate` / `lastjcdate` are the dates of the
    last qualified 定期检验 / 自行检测 (elevators). `useyearmonth` is a date, the last day of the month known.
    """

    kind: str
    equstatus: str | None = None
    regstatus: str | None = None
    inspecting: str | None = None
    usestartdate: date | None = None
    useyearmonth: date | None = None
    prodate: date | None = None
    regdate: date | None = None
    insinspdate: date | None = None
    firstinspdate: date | None = None
    cyclebasedate: date | None = None
    designenddate: date | None = None
    scrapdate: date | None = None
    delaydate: date | None = None
    stopdate: date | None = None
    restartdate: date | None = None
    inspdate: date | None = None
    lastdjdate: date | None = None
    lastjcdate: date | None = None
    lastbraketestdate: date | None = None
    ninspdate: date | None = None
    ninspdate2: date | None = None
    nwaterdate: date | None = None
    ndetdate: date | None = None
    nextbraketestdate: date | None = None
    nextloadtestdate: date | None = None
    nextgovcaldate: date | None = None
    nextassessdate: date | None = None
    nextantifallcaldate: date | None = None
    nextcaldate: date | None = None
    nyearcheckdate: date | None = None
    nwaterqualdate: date | None = None
    nfulldate: date | None = None
    nannualdate: date | None = None
    ssdegree: str | None = None
    setcyclemonths: int | None = None
    boilerlevel: str | None = None
    boileruse: str | None = None
    ratedpress: Decimal | None = None
    nointernal: str | None = None
    inplantset: str | None = None
    nonmetal: str | None = None
    rbi: str | None = None
    remlife: Decimal | None = None
    monitoredmonths: int = 0
    moltenmetal: str | None = None
    tubegasgroup: str | None = None
    cylkind: str | None = None
    cylgasgroup: str | None = None
    pipelevel: str | None = None
    designpress: Decimal | None = None
    materialclass: str | None = None
    linestatus: str | None = None


TYPES = {f.name: str(f.type) for f in fields(DeviceFacts)}


@dataclass(frozen=True, slots=True)
class InspectionResult:
    """One finished inspection. `inspdate` is the last on-site day, `firstday` the first one of the cycle (for 复检).

    `qualified` is False for every conclusion of C606. `passdate` is the day of passing of a 监督检验 or 首次检验
    (default `inspdate`). `ssdegree` and `setcyclemonths` are those given by this inspection. `nextdate` is the date
    the inspector wrote, for conditional conclusions. `extapproval` says that a record approves an extended cycle.
    `afterstop` marks the inspection before a stopped device is used again. `braketest` says that the 125 % brake test
    was done with it. `lifemonths` is the longest cycle that the remaining life found allows.
    `others` are the dates besides the main one that the inspector wrote, by field.
    """

    testsort: str
    inspdate: date
    qualified: bool = True
    passdate: date | None = None
    firstday: date | None = None
    mothersort: str = ""
    ssdegree: str | None = None
    setcyclemonths: int | None = None
    nextdate: date | None = None
    extapproval: bool = False
    afterstop: bool = False
    braketest: bool = False
    lifemonths: int | None = None
    others: tuple[tuple[str, date], ...] = ()


def as_archived(result: InspectionResult, device: DeviceFacts) -> InspectionResult:
    """An inspection of before as the archive keeps it: with the cycle that it chose."""
    return replace(result, setcyclemonths=device.setcyclemonths)


def device_facts(row: Mapping[str, object], **more: object) -> DeviceFacts:
    """DeviceFacts from an archive record: takes the names it knows, reads texts as the type of the field.

    `kind` is taken from equsubkind, else equclacode, else kind. A `useyearmonth` of `yyyy-MM` becomes its last day.
    Raises ValueError for a value that does not fit its field.
    """
    given = {**row, **more}
    values: dict[str, object] = {}
    for name, raw in given.items():
        if name not in TYPES or raw is None or (isinstance(raw, str) and not raw.strip()):
            continue
        values[name] = _typed(name, TYPES[name], raw)
    values["kind"] = str(given.get("equsubkind") or given.get("equclacode") or given.get("kind") or "")
    return DeviceFacts(**values)  # type: ignore[arg-type]


def _typed(name: str, kind: str, raw: object) -> object:
    if "date" in kind:
        return _day(name, raw)
    if "Decimal" in kind:
        return raw if isinstance(raw, Decimal) else Decimal(str(raw))
    if "int" in kind:
        return int(str(raw))
    return str(raw).strip()


def _day(name: str, raw: object) -> date:
    if isinstance(raw, date):
        return date(raw.year, raw.month, raw.day)
    text = str(raw).strip()[:10]
    if name == "useyearmonth" and len(text) == len("2024-01"):
        return last_day_of_month(date.fromisoformat(f"{text}-01"))
    return date.fromisoformat(text)
