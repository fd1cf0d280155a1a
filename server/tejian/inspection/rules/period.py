"""Dates that run from the day of inspection (C679 01): base date + months, held inside the limits of the rule row."""

from collections.abc import Iterable
from datetime import date

from tejian.kit.ground.clock import add_months

from .book import CycleRule, RuleBook
from .dates import last_day_of_month
from .expr import Names, evaluate_number
from .facts import DeviceFacts, InspectionResult
from .result import DateLine
from .seisort import REINSPECTION

LABELS = {
    "ninspdate": "下次检验",
    "ninspdate2": "下次年度（外部）检验",
    "nwaterdate": "下次水（耐）压试验",
    "ndetdate": "下次自行检测",
    "nextbraketestdate": "下次 125% 制动试验",
    "nextassessdate": "下次安全评估",
    "usestartdate": "投入使用日期",
    "useyearmonth": "投用年月",
    "prodate": "制造日期",
    "insinspdate": "监督检验合格日期",
    "cyclebasedate": "检验周期基准日期",
    "inspdate": "检验日期",
    "ssdegree": "安全状况等级",
    "tubegasgroup": "长管拖车介质组别",
    "cylkind": "气瓶品种",
    "cylgasgroup": "气瓶介质类别",
    "pipelevel": "管道级别",
    "designpress": "设计压力",
    "materialclass": "材质大类",
    "boilerlevel": "锅炉级别",
    "over15": "监督检验合格日期",
}
OPTIONAL = frozenset(
    {"rbi", "nonmetal", "nointernal", "inplantset", "moltenmetal", "regstatus", "boileruse", "ratedpress"}
)


def field_label(rows: Iterable[CycleRule], name: str) -> str:
    """The Chinese name of a date field or of a value that a rule reads."""
    own = next((f"下次{row.label}" for row in rows if row.datefield == name), None)
    return own or LABELS.get(name, name)


def empty_line(
    device: DeviceFacts, name: str, label: str, missing: frozenset[str], result: InspectionResult | None
) -> DateLine:
    """A field that no rule row reaches: the old value stays, unless the inspector writes a date."""
    old = getattr(device, name, None)
    needed = sorted(LABELS.get(one, one) for one in missing - OPTIONAL)
    reason = f"缺少参数：{'、'.join(dict.fromkeys(needed))}" if needed else "没有适用的周期规则，由检验人员填写日期"
    return DateLine(name, label, old, old, "", "", None, None, "day", (reason,), lacking=bool(needed))


def dated_line(
    device: DeviceFacts,
    result: InspectionResult | None,
    row: CycleRule,
    names: Names,
    *,
    rules: RuleBook,
    is_first: bool,
) -> DateLine:
    """The line of a rule row with method 01 (inspection date + cycle, or first date from the archive)."""
    label = f"下次{row.label}"
    old = getattr(device, row.datefield, None)
    if not row.months:
        return DateLine(
            row.datefield,
            label,
            None,
            old,
            row.ruleid,
            row.clause,
            None,
            None,
            row.precision,
            (row.note or "按规则不产生日期",),
            mirror=row.mirror,
        )
    base, word = base_date(device, result, row, rules, is_first)
    if base is None:
        return DateLine(
            row.datefield,
            label,
            old,
            old,
            row.ruleid,
            row.clause,
            None,
            None,
            row.precision,
            (f"缺少{word}，不能计算",),
            mirror=row.mirror,
            lacking=True,
        )
    months, reason = cycle_months(device, result, row, names)
    if months <= 0:
        used_up = (reason, "允许的监控使用时间已用完，不产生日期")
        return DateLine(
            row.datefield,
            label,
            None,
            old,
            row.ruleid,
            row.clause,
            base,
            months,
            row.precision,
            used_up,
            mirror=row.mirror,
        )
    due = add_months(base, months)
    steps: tuple[str, ...] = (
        f"从{word} {base.isoformat()} 起算",
        reason,
        f"{base.isoformat()} 加 {months} 个月为 {due.isoformat()}",
    )
    if row.precision == "month":
        due = last_day_of_month(due)
        steps = (*steps, f"精确到月，取该月最后一天 {due.isoformat()}")
    return DateLine(
        row.datefield, label, due, old, row.ruleid, row.clause, base, months, row.precision, steps, due, row.mirror
    )


def base_date(
    device: DeviceFacts, result: InspectionResult | None, row: CycleRule, rules: RuleBook, is_first: bool
) -> tuple[date | None, str]:
    """The date a row counts from, and its name. The day of passing stands in for a first date still empty."""
    if row.base == ("inspdate",):
        if result is None:
            return device.inspdate, LABELS["inspdate"]
        first = rules.settings["reinsp_base"] == "first" and result.testsort == REINSPECTION and result.firstday
        return (result.firstday, "首次现场检验日期") if first else (result.inspdate, LABELS["inspdate"])
    if is_first and result is not None and "insinspdate" in row.base:
        return result.passdate or result.inspdate, LABELS["insinspdate"]
    for name in row.base:
        value = getattr(device, name)
        if value is not None:
            return value, LABELS.get(name, name)
    return None, "或".join(LABELS.get(name, name) for name in row.base)


def cycle_months(device: DeviceFacts, result: InspectionResult | None, row: CycleRule, names: Names) -> tuple[int, str]:
    """The cycle in months and the sentence why; the inspector's length is held inside the limits of the row.

    What an earlier inspection chose says nothing of this one: the archive is asked where no inspection is.
    """
    default = int(evaluate_number(row.months, names))
    why = _why(row, names)
    if not row.maxmonths:
        return default, f"{why}周期 {default} 个月（{row.clause}）"
    longest = row.extmaxmonths if result and result.extapproval and row.extmaxmonths else row.maxmonths
    top = int(evaluate_number(longest, names))
    bottom = min(int(evaluate_number(row.minmonths or "1", names)), top)
    chosen = result.setcyclemonths if result else device.setcyclemonths
    if chosen is None:
        months = min(default, top)
        return months, f"{why}周期 {months} 个月（{row.clause}）"
    months = max(bottom, min(chosen, top))
    held = "" if months == chosen else f"，检验人员确定的 {chosen} 个月超出 {bottom} 至 {top} 个月的范围"
    return months, f"{why}检验人员确定周期 {months} 个月{held}（{row.clause}）"


def _why(row: CycleRule, names: Names) -> str:
    parts = []
    if "ssdegree" in row.condition and names.get("ssdegree"):
        parts.append(f"安全状况等级 {names['ssdegree']} 级")
    if "pipelevel" in row.condition and names.get("pipelevel"):
        parts.insert(0, f"管道级别 {names['pipelevel']}")
    if row.note:
        parts.append(row.note)
    return "，".join(parts) + "，" if parts else ""
