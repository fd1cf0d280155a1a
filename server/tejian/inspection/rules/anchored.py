"""Month-exact dates that hang on a base month (C679 07): cranes and vehicles.

due(k) is the last day of the month k cycles after the base. A qualified periodic inspection up to `early_window_months`
before due(k), or later, covers it; the base does not move (TSG 81-2022 4.2.1.2 for vehicles).
"""

from datetime import date

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.inspection import codes as at
from tejian.kit.ground.clock import add_months

from .book import CycleRule, RuleBook
from .dates import last_day_of_month, month_text
from .expr import Names
from .facts import DeviceFacts, InspectionResult
from .period import cycle_months
from .result import DateLine
from .seisort import REINSPECTION

MAX_CYCLES = 400
ANCHORED = (codes.CRANE, codes.VEHICLE)
ELEVATOR_REBASE = ("0102", "0105")
ALTERATION = "0103"
CRANE_REBASE = ("0102", "0103", "0104", "0105", "0601")


def new_base(device: DeviceFacts, result: InspectionResult | None, sort: str, rules: RuleBook) -> date | None:
    """The base date that this inspection sets, None when it leaves the base alone.

    Lifts: installation and relocation, alteration only under TSG T7001-2023. Cranes and vehicles: every supervised
    or first inspection, and the inspection before a stopped device is used again.
    """
    if result is None or not result.qualified:
        return None
    day = result.passdate or result.inspdate
    equclass = class_of(device.kind)
    if equclass == codes.LIFT:
        under_2023 = day >= date.fromisoformat(rules.settings["ele_start_2023"])
        return day if sort in ELEVATOR_REBASE or (sort == ALTERATION and under_2023) else None
    if equclass not in ANCHORED:
        return None
    return day if sort in CRANE_REBASE or (result.afterstop and sort[:2] == at.PERIODIC) else None


def anchored_line(
    device: DeviceFacts, result: InspectionResult | None, sort: str, row: CycleRule, *, names: Names, rules: RuleBook
) -> DateLine:
    """The line of a rule row with method 07; `07/2` takes only every second due date, from the first on."""
    cycle, reason = cycle_months(device, result, row, names)
    base, word = _base(device, result, cycle)
    old = getattr(device, row.datefield, None)
    label = f"下次{row.label}"
    if base is None:
        missing = ("缺少首次检验或监督检验合格日期，不能计算",)
        own = (row.ruleid, row.clause, None, cycle, row.precision, missing)
        return DateLine(row.datefield, label, old, old, *own, lacking=True)
    last = _last(device, result, sort, base)
    window = int(rules.settings["early_window_months"])
    stride = 2 if row.method.endswith("/2") else 1
    due, number = base, 0
    for number in range(1, MAX_CYCLES, stride):
        due = last_day_of_month(add_months(base, number * cycle))
        if last is None or last < add_months(due, -window):
            break
    since = f"最近一次合格的定期检验 {last.isoformat()}" if last else "基准日期以后还没有定期检验"
    steps = (
        f"{word} {base.isoformat()} 起算，到期月固定",
        f"{reason}{'，隔一个周期一次' if stride > 1 else ''}",
        f"{since}，下一次是第 {number} 个周期",
        f"精确到月，取 {month_text(due)}的最后一天",
    )
    return DateLine(
        row.datefield, label, due, old, row.ruleid, row.clause, base, cycle, row.precision, steps, due, row.mirror
    )


def _base(device: DeviceFacts, result: InspectionResult | None, cycle: int) -> tuple[date | None, str]:
    for name, word in (
        ("cyclebasedate", "基准日期"),
        ("insinspdate", "监督检验合格"),
        ("firstinspdate", "首次检验合格"),
    ):
        value = getattr(device, name)
        if value is not None:
            return value, word
    if device.ninspdate is not None:
        return add_months(device.ninspdate, -cycle), "档案没有基准日期，按原定的下次检验月推算，"
    return (result.inspdate, "档案没有基准日期，以本次检验") if result else (None, "")


def _last(device: DeviceFacts, result: InspectionResult | None, sort: str, base: date) -> date | None:
    """The last qualified periodic inspection after the base."""
    days = [device.lastdjdate]
    if result is not None and sort[:2] == at.PERIODIC and not result.afterstop:
        days.append(result.firstday if result.testsort == REINSPECTION and result.firstday else result.inspdate)
    return max((day for day in days if day and day > base), default=None)
