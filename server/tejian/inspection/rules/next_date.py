"""When a device is next due: the one function that every class of equipment goes through.

Source: TSG 11-2020, TSG 21-2016, TSG R0005-2011, TSG 23-2021, TSG 24-2015, TSG T7001-2023, TSG 51-2023, TSG 81-2022,
TSG 71-2023, TSG ZF001-2006, TSG D7003 to D7005, TSG S7001-2013; the numbers and clauses stand in cycle_rule.csv and
ele_cycle_rule.csv.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.inspection import codes as at
from tejian.kit.ground.clock import add_months

from . import schedule
from .anchored import anchored_line, new_base
from .book import CycleRule, RuleBook, choose_cycle, cycles_on, years_on
from .facts import TYPES, DeviceFacts, InspectionResult
from .period import dated_line, empty_line, field_label
from .result import DateLine, NextDates
from .seisort import REINSPECTION, fields_updated

FIRST_SEISORTS = ("01", "06")
every_fact = attrgetter(*TYPES)


def next_dates(
    device: DeviceFacts, result: InspectionResult | None, rules: RuleBook, today: date | None = None
) -> NextDates:
    """Every date that follows from `result`, or, without a result, from the archive of a device not inspected yet.

    An unqualified result moves nothing. `today` only chooses the version of the rules when there is no result.
    Raises ExpressionError when a rule row is malformed.
    """
    day = result.inspdate if result else today or date.max
    rows = cycles_on(rules, device.kind, day)
    sort = _sort(result)
    wanted = _wanted(device, sort, rows, rules)
    main = next(iter(wanted), "")
    if result is not None and not result.qualified:
        return _unchanged(device, wanted, rows)
    if result is not None and _past_design_life(device, result):
        return NextDates(refused=f"已达到设计使用年限（{device.designenddate}），不再受理定期检验")
    names = rule_names(device, result, rules)
    rebased = new_base(device, result, sort, rules)
    here = replace(device, cyclebasedate=rebased) if rebased else device
    is_first = result is None or sort[:2] in FIRST_SEISORTS
    lines: list[DateLine] = []
    answer = NextDates()
    if class_of(device.kind) == codes.LIFT and set(wanted) & set(schedule.FIELDS):
        answer = _elevator(here, result, sort, rules, day)
        lines.extend(answer.lines)
        wanted = tuple(name for name in wanted if name not in schedule.FIELDS)
    if rebased is not None and rebased != device.cyclebasedate and not any(x.field == "cyclebasedate" for x in lines):
        lines.insert(0, _base_line(device, rebased))
    for name in wanted:
        phase = "first" if is_first else "later"
        options = [row for row in rows if row.datefield == name and row.phase in (phase, "any")]
        row, missing = choose_cycle(options, names)
        if row is None:
            lines.append(empty_line(device, name, field_label(rows, name), missing, result))
        elif row.method.startswith("07") and not _plain_cranes(device, rules):
            lines.append(anchored_line(here, result, sort, row, names=names, rules=rules))
        else:
            row = _from_inspection(row, is_first)
            lines.append(dated_line(here, result, row, names, rules=rules, is_first=is_first))
    lines, warnings = _limited(device, result, rows, lines, main)
    more = answer.warnings + tuple(warnings)
    return replace(answer, lines=tuple(lines), warnings=more, base=answer.base or rebased or here.cyclebasedate)


def rule_names(device: DeviceFacts, result: InspectionResult | None, rules: RuleBook) -> dict[str, object]:
    """The names that conditions and months of the rule rows may read."""
    names: dict[str, object] = dict(zip(TYPES, every_fact(device), strict=True))
    if result is not None and result.ssdegree:
        names["ssdegree"] = result.ssdegree
    day = result.inspdate if result else None
    names["designended"] = bool(day and device.designenddate and device.designenddate <= day)
    base = device.cyclebasedate or device.insinspdate
    if base is not None and day is not None:
        names["over15"] = day > add_months(base, 12 * int(rules.settings["ele_old_years"]))
    return names


def dates_set(kind: str, sort: str, rules: RuleBook, day: date) -> set[str]:
    """The date fields that a qualified inspection of this sort writes into the archive, with those that repeat them."""
    rows = cycles_on(rules, kind, day)
    names = set(_wanted(DeviceFacts(kind=kind), sort, rows, rules))
    if class_of(kind) == codes.LIFT and names & set(schedule.FIELDS):
        names |= set(schedule.FIELDS)
    return names | {row.mirror for row in rows if row.datefield in names and row.mirror}


def is_overdue(device: DeviceFacts, today: date, rules: RuleBook) -> bool:
    """Whether the device is used past a statutory date (isNinspdateOverdue). On the due day itself it is not.

    Only devices in use count; an open 监督检验 suspends the warning; an approved later date replaces ninspdate.
    """
    if device.equstatus not in rules.settings["overdue_statuses"].split(",") or device.inspecting == "1":
        return False
    dues = [device.ninspdate, device.ninspdate2]
    if device.delaydate and device.ninspdate and device.delaydate > device.ninspdate:
        dues[0] = device.delaydate
    if device.nointernal == "1":
        dues.append(device.nwaterdate)
    return any(due is not None and today > due for due in dues)


def _sort(result: InspectionResult | None) -> str:
    if result is None:
        return ""
    return result.mothersort if result.testsort == REINSPECTION and result.mothersort else result.testsort


def _wanted(device: DeviceFacts, sort: str, rows: Sequence[CycleRule], rules: RuleBook) -> tuple[str, ...]:
    """The date fields this inspection sets; without an inspection every field that a rule starts."""
    known = {row.datefield for row in rows}
    if not sort:
        started = [row.datefield for row in rows if row.phase in ("first", "any")]
        if class_of(device.kind) == codes.LIFT:
            started = [*schedule.FIELDS, *started]
        return tuple(dict.fromkeys(started))
    extra = [row.datefield for row in rows if sort in row.alsoby]
    fields = [*fields_updated(rules.seisorts, device.kind, sort), *extra]
    has_rule = known | set(schedule.FIELDS) if class_of(device.kind) == codes.LIFT else known
    main = fields[:1]
    return tuple(dict.fromkeys(name for name in fields if name in has_rule or name in main))


def _unchanged(device: DeviceFacts, wanted: tuple[str, ...], rows: Sequence[CycleRule]) -> NextDates:
    lines = []
    for name in wanted:
        old = getattr(device, name, None)
        steps = ("检验结论不合格，下次检验日期不变",)
        lines.append(DateLine(name, field_label(rows, name), old, old, "", "", None, None, "day", steps, old))
    return NextDates(tuple(lines), warnings=("结论不合格：不推进检验日期，设备标记为不合格并通知监管部门",))


def _past_design_life(device: DeviceFacts, result: InspectionResult) -> bool:
    """Amusement rides past their design life get no periodic inspection (practice; 特种设备安全法 art. 48)."""
    end = device.designenddate
    past = end is not None and end < result.inspdate
    return class_of(device.kind) == codes.AMUSEMENT and result.testsort[:2] == at.PERIODIC and past


def _plain_cranes(device: DeviceFacts, rules: RuleBook) -> bool:
    return class_of(device.kind) == codes.CRANE and rules.settings["anchor_4000"] == "0"


def _from_inspection(row: CycleRule, is_first: bool) -> CycleRule:
    """A base-month row read as inspection date + cycle (setting `anchor_4000` = 0)."""
    if not row.method.startswith("07"):
        return row
    return replace(row, base=("cyclebasedate", "insinspdate", "firstinspdate") if is_first else ("inspdate",))


def _base_line(device: DeviceFacts, base: date, sentence: str = "") -> DateLine:
    steps = (sentence or f"本次检验合格，检验周期基准日期改为 {base.isoformat()}",)
    return DateLine(
        "cyclebasedate", "检验周期基准日期", base, device.cyclebasedate, "", "", base, None, "day", steps, base
    )


def _elevator(device: DeviceFacts, result: InspectionResult | None, sort: str, rules: RuleBook, day: date) -> NextDates:
    base = schedule.schedule_base(device, rules)
    if base is None:
        steps = ("缺少监督检验合格日期、使用登记日期，也没有定期检验记录，不能计算",)
        return NextDates(
            tuple(
                DateLine(
                    name,
                    field_label([], name),
                    getattr(device, name),
                    getattr(device, name),
                    "",
                    "",
                    None,
                    None,
                    "month",
                    steps,
                    lacking=True,
                )
                for name in schedule.FIELDS[:2]
            ),
            warnings=steps,
        )
    before, device = device.lastbraketestdate, _with_result(device, result, sort, base.day)
    tested = device.lastbraketestdate
    brake, unrecorded = schedule.brake_reference(device, base.day, rules)
    done = schedule.Done(device.lastdjdate, device.lastjcdate, brake)
    window = int(rules.settings["early_window_months"])
    table = years_on(rules, device.kind, day)
    lines, marks = schedule.schedule_lines(device, base, done, table, window)
    warnings: list[str] = []
    if unrecorded and len(lines) > len(schedule.FIELDS) - 1:
        warnings.append("没有 125% 制动试验记录，按 2023 版规则实施日起算")
    if base.moved:
        lines.insert(0, _base_line(device, base.day, base.sentence))
    dues = [mark for mark in marks if mark.state == "next"]
    first = min(dues, key=lambda mark: mark.due, default=None)
    return NextDates(
        tuple(lines),
        tuple(marks),
        tuple(warnings),
        base=base.day,
        nextaction=first.action if first else "",
        done=(("lastbraketestdate", tested),)
        if tested and tested != before and (before or (result and result.braketest))
        else (),
    )


def _with_result(device: DeviceFacts, result: InspectionResult | None, sort: str, base: date) -> DeviceFacts:
    """The device with this inspection counted in. Records of before a new base do not count."""
    if result is None:
        return device
    if sort[:2] in FIRST_SEISORTS:
        return replace(device, lastdjdate=None, lastjcdate=None, lastbraketestdate=base)
    day = result.firstday if result.testsort == REINSPECTION and result.firstday else result.inspdate
    if sort[:2] == at.PERIODIC:
        device = replace(device, lastdjdate=max(day, device.lastdjdate or day))
    elif sort[:2] == at.DETECTION:
        device = replace(device, lastjcdate=max(day, device.lastjcdate or day))
    if result.braketest:
        device = replace(device, lastbraketestdate=max(day, device.lastbraketestdate or day))
    return device


def _limited(
    device: DeviceFacts,
    result: InspectionResult | None,
    rows: Sequence[CycleRule],
    lines: list[DateLine],
    main: str,
) -> tuple[list[DateLine], list[str]]:
    """Caps at the end of the design life, and takes the inspector's own dates where they are not later."""
    capped = {row.datefield for row in rows if row.capdesign} | {"ninspdate"}
    end = device.scrapdate or device.designenddate if device.kind.startswith("23") else device.designenddate
    day = result.inspdate if result else None
    over = end if end is not None and day is not None and _is_over(device, end, day) else None
    others = dict(result.others) if result else {}
    warnings: list[str] = []
    answer: list[DateLine] = []
    for given in lines:
        line = given
        if end and line.value and line.field in capped and end < line.value and not over:
            steps = (*line.steps, f"设计使用年限到 {end.isoformat()} 为止，下次日期不得晚于这一天")
            line = replace(line, value=end, rulevalue=end, steps=steps)
            warnings.append(f"达到设计使用年限 {end.isoformat()}")
        if result and line.field == main:
            line, warning = _within_life(line, result)
            warnings.extend(warning)
        if result and result.nextdate and line.field == main:
            line, warning = _chosen(line, result.nextdate)
            warnings.extend(warning)
        elif (own := others.get(line.field)) and line.rulevalue and line.field != main:
            line, warning = _chosen(line, own, line.label)
            warnings.extend(warning)
        answer.append(line)
    if over:
        warnings.append(f"超设计使用年限（{over.isoformat()}），继续使用须经检验或安全评估并变更登记")
    return answer, list(dict.fromkeys(warnings))


def _is_over(device: DeviceFacts, end: date, day: date) -> bool:
    """Whether the design life no longer bounds the next date. A ride gets no inspection after it: none is due then."""
    return end < day if class_of(device.kind) == codes.AMUSEMENT else end <= day


def _within_life(line: DateLine, result: InspectionResult) -> tuple[DateLine, list[str]]:
    """The date held inside the cycle that the remaining life allows (TSG 21-2016 8.1.7, TSG D7005-2018)."""
    if result.lifemonths is None or line.value is None or not line.ruleid:
        return line, []
    latest = add_months(result.inspdate, result.lifemonths)
    if line.value <= latest:
        return line, []
    said = f"按剩余寿命，周期不得超过 {result.lifemonths} 个月，下次日期不得晚于 {latest.isoformat()}"
    return replace(line, value=latest, rulevalue=latest, steps=(*line.steps, said)), [said]


def _chosen(line: DateLine, chosen: date, word: str = "下次检验") -> tuple[DateLine, list[str]]:
    if line.rulevalue is not None and chosen > line.rulevalue:
        return line, [f"{word}日期不得晚于规则计算日期 {line.rulevalue.isoformat()}"]
    if line.ruleid and line.value is None:
        return line, [f"按规则不产生{line.label}日期：{line.steps[-1]}"]
    if chosen == line.value:
        return line, []
    step = f"检验人员确定{word}日期为 {chosen.isoformat()}"
    return replace(line, value=chosen, steps=(*line.steps, step)), []
