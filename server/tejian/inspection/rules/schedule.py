"""The elevator year table of TSG T7001-2023 and TSG T7008-2023: periodic inspection, detection, 125 % brake test.

Year n is due on the last day of the month of the base, n years later. A qualified inspection up to
`early_window_months` before that day, or later, fulfils it; nothing but a new base moves the months.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tejian.kit.ground.clock import add_months

from .book import BRAKE, DJ, JC, MAX_YEARS, EleCycleRule, RuleBook, actions_by_year
from .dates import last_day_of_month, month_text, months_between
from .facts import DeviceFacts
from .result import DateLine, State, YearMark

FIELDS = ("ninspdate", "ndetdate", "nextbraketestdate")
BASES = ("cyclebasedate", "insinspdate", "regdate", "lastdjdate")
DRAWN = 15  # years of the picture at least
BASE_WORDS = {
    "cyclebasedate": "监督检验合格",
    "insinspdate": "监督检验合格",
    "regdate": "使用登记",
    "lastdjdate": "首个在案的定期检验",
}
ACTION_WORDS = {DJ: "定期检验", JC: "自行检测"}


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a schedule: the date, how it came about in words, whether the recorded month replaced it."""

    day: date
    sentence: str
    moved: bool


@dataclass(frozen=True, slots=True)
class Done:
    """Last qualified dates of the three duties; the brake date falls back to the base."""

    inspection: date | None
    detection: date | None
    brake: date


def schedule_base(device: DeviceFacts, rules: RuleBook) -> Base | None:
    """The base S of a lift; lifts of before `ele_start_2023` keep the month of their recorded next date.

    Source: note of TSG T7008-2023 A1.3.12 (base), sample report S 2016-06 / 2024-04-17 / next 2025-04 (month).
    """
    name = next((name for name in BASES if getattr(device, name) is not None), None)
    if name is None:
        return None
    day: date = getattr(device, name)
    plain = Base(day, f"{BASE_WORDS[name]} {day.isoformat()}，周期从这个月起算", False)
    settled = None not in (device.cyclebasedate, device.insinspdate) and device.cyclebasedate != device.insinspdate
    near = None if settled else kept_month(day, device.ninspdate, rules)
    if near is None:
        return plain
    sentence = (
        f"{BASE_WORDS[name]} {day.isoformat()}，2023 版规则实施前投用，"
        f"保留原定的 {near.month} 月，周期从 {month_text(near)}起算"
    )
    return Base(near, sentence, True)


def kept_month(day: date, stored: date | None, rules: RuleBook) -> date | None:
    """The month end that stands for the base of an older lift whose stored next date is of another month."""
    if stored is None or stored.month == day.month or rules.settings["ele_legacy_month"] != "stored":
        return None
    return _nearest_month(day, stored.month) if day < date.fromisoformat(rules.settings["ele_start_2023"]) else None


def brake_reference(device: DeviceFacts, base: date, rules: RuleBook) -> tuple[date, bool]:
    """From when on the brake test counts, and whether a record is missing.

    Without a recorded test the supervised inspection counts as one; older lifts start with the rule of 2023.
    """
    if device.lastbraketestdate is not None:
        return device.lastbraketestdate, False
    start = date.fromisoformat(rules.settings["ele_start_2023"])
    return max(base, start), base < start


def due_in_year(base: date, number: int) -> date:
    """The last day of the month in which year `number` falls due."""
    return last_day_of_month(add_months(base, 12 * number))


def covers(last: date | None, due: date, window: int) -> bool:
    """Whether a qualified date fulfils what is due: at most `window` months before the due day, or later."""
    return last is not None and last >= add_months(due, -window)


def year_marks(base: date, done: Done, table: Sequence[EleCycleRule], window: int) -> list[YearMark]:
    """The years of the schedule for drawing: at least `DRAWN` of them and up to the next duty of each kind."""
    marks: list[YearMark] = []
    open_actions = {row.action for row in table if row.action != BRAKE}
    detection = max((day for day in (done.inspection, done.detection) if day), default=None)
    plan = actions_by_year(table)
    for number in range(1, MAX_YEARS):
        due, actions = due_in_year(base, number), plan[number]
        action = DJ if DJ in actions else JC if JC in actions else ""
        if action:
            fulfilled = covers(done.inspection if action == DJ else detection, due, window)
            state: State = "done" if fulfilled else "next" if action in open_actions else "later"
            if state == "next":
                open_actions.discard(action)
            marks.append(YearMark(number, due, action, state, BRAKE in actions))
        if number >= DRAWN and not any(r.action in open_actions and (r.step or r.year > number) for r in table):
            break
    return marks


def schedule_lines(
    device: DeviceFacts, base: Base, done: Done, table: Sequence[EleCycleRule], window: int
) -> tuple[list[DateLine], list[YearMark]]:
    """The lines of ninspdate, ndetdate and nextbraketestdate, and the years they were read from."""
    marks = year_marks(base.day, done, table, window)
    next_dj = _next(marks, DJ)
    next_jc = _next(marks, JC)
    clause = next((row.source for row in table if row.action == DJ), "")
    head = (base.sentence, _table_sentence(device.kind, table, next_dj))
    lines = [
        _line(device, "ninspdate", next_dj, base=base.day, clause=clause, steps=head + _steps(marks, done, next_dj)),
        _line(device, "ndetdate", next_jc, base=base.day, clause=clause, steps=head + _steps(marks, done, next_jc)),
    ]
    if any(row.action == BRAKE for row in table):
        lines.append(_brake_line(device, base, done.brake, table, window))
    return lines, marks


def _brake_line(device: DeviceFacts, base: Base, last: date, table: Sequence[EleCycleRule], window: int) -> DateLine:
    row = next(row for row in table if row.action == BRAKE)
    numbers = (number for number, actions in enumerate(actions_by_year(table)) if number and BRAKE in actions)
    number = next(number for number in numbers if not covers(last, due_in_year(base.day, number), window))
    due = due_in_year(base.day, number)
    steps = (
        base.sentence,
        f"125% 额定载重量制动试验自监督检验合格起每 {row.step or row.year} 年一次",
        f"上次试验（或起算日）{last.isoformat()}，下一次在第 {number} 年",
        f"精确到月，取 {month_text(due)}的最后一天",
    )
    return DateLine(
        "nextbraketestdate",
        "下次 125% 制动试验",
        due,
        device.nextbraketestdate,
        "ELE-ZD",
        row.source,
        base.day,
        12 * (row.step or row.year),
        "month",
        steps,
        due,
    )


def _line(
    device: DeviceFacts, name: str, mark: YearMark | None, *, base: date, clause: str, steps: tuple[str, ...]
) -> DateLine:
    due = mark.due if mark else None
    action = JC if name == "ndetdate" else DJ
    old: date | None = getattr(device, name)
    label = f"下次{ACTION_WORDS[action]}"
    return DateLine(name, label, due, old, f"ELE-{action}", clause, base, None, "month", steps, due)


def _next(marks: Iterable[YearMark], action: str) -> YearMark | None:
    return next((mark for mark in marks if mark.action == action and mark.state == "next"), None)


def _steps(marks: Sequence[YearMark], done: Done, mark: YearMark | None) -> tuple[str, ...]:
    if mark is None:
        return ("以后各年没有这项要求，不产生日期",)
    last, word = done.inspection, "定期检验"
    if mark.action == JC and done.detection is not None and (last is None or done.detection > last):
        last, word = done.detection, "自行检测"
    fulfilled = [m for m in marks if m.state == "done" and (m.action == JC or word == "定期检验")]
    if last is None or not fulfilled:
        first = f"还没有合格的{ACTION_WORDS[mark.action]}记录，下一次是第 {mark.number} 年"
    else:
        reached = f"第 {fulfilled[-1].number} 年已于 {last.isoformat()} {word}合格"
        other = "" if word == ACTION_WORDS[mark.action] else ACTION_WORDS[mark.action]
        first = f"{reached}，下一次{other}是第 {mark.number} 年"
    return first, f"报告精确到月，取 {month_text(mark.due)}的最后一天"


def _table_sentence(kind: str, table: Sequence[EleCycleRule], mark: YearMark | None) -> str:
    single = [str(row.year) for row in table if row.action == DJ and not row.step]
    rest = next((row for row in table if row.action == DJ and row.step), None)
    has_detection = any(row.action == JC for row in table)
    if rest and mark and mark.number >= rest.year and has_detection:
        return f"{kind_word(kind)}第 {rest.year} 年起每年定期检验，不再以自行检测替代"
    years = "、".join(single)
    if has_detection:
        limit = max(int(year) for year in single)
        return f"{kind_word(kind)} {limit} 年内，第 {years} 年定期检验，其余年份自行检测"
    later = f"，以后每 {rest.step} 年一次" if rest else ""
    return f"{kind_word(kind)}第 {years} 年定期检验{later}，其余年份没有自行检测要求"


def kind_word(kind: str) -> str:
    """The everyday word for an elevator kind."""
    words = {
        "3110": "乘客电梯",
        "3120": "载货电梯",
        "3130": "强制驱动载货电梯",
        "32": "液压电梯",
        "3310": "自动扶梯",
        "3320": "自动人行道",
        "3410": "防爆电梯",
        "3420": "消防员电梯",
        "3430": "杂物电梯",
    }
    return next((word for prefix, word in words.items() if kind.startswith(prefix)), "电梯")


def _nearest_month(day: date, month: int) -> date:
    """The month end of the given month nearest to `day`; of two equally near ones the earlier (never a later date)."""
    options = [last_day_of_month(date(day.year + shift, month, 1)) for shift in (-1, 0, 1)]
    return min(options, key=lambda option: (abs(months_between(option, day)), option))
