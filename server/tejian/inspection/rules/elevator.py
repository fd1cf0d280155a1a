"""Conclusion, prefilled items and checks of an elevator report (43 items of TSG T7001-2023 Annex A).

Conclusion rule: key items conform and no general item fails → 合格; key items conform and monitored plus rectified
items are at most `ele_rectified_max` → 整改后合格; otherwise 不合格.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from tejian.kit.clock import add_months

from .expr import MissingValue, Names, holds
from .limits import ItemLimit, bounds_of, refuse_value

PASS, FAIL, NONE, RECTIFIED = "√", "×", "—", "△"
QUALIFIED, CONDITIONAL, UNQUALIFIED = "合格", "整改后合格", "不合格"
CONCLUSION_CODES = {QUALIFIED: "1031", CONDITIONAL: "1033", UNQUALIFIED: "1032"}
ERROR, WARN, INFO = "error", "warn", "info"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item of the record. `result` is √ × — △ or empty; `monitored` = 监护使用 promised for a failing item.

    `values` are measured values by field name, in the unit of report_item_limits.csv.
    """

    seq: int
    item_no: str
    content: str
    key_item: bool
    result: str = ""
    value_type: str = "check"
    monitored: bool = False
    values: Mapping[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The proposed conclusion (word and code of C605), the reason, and the remark to print (empty when none)."""

    word: str
    code: str
    reason: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Prefill:
    """One row of report_item_prefill.csv; scope `item` sets the result, `part` only explains."""

    template: str
    item_no: str
    scope: str
    condition: str
    result: str
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class PrefilledItem:
    """A result the system proposes for an item, with the rule sentence; result empty = only a hint."""

    item_no: str
    result: str
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to correct (error), to confirm (warn) or to know (info) before the report goes on."""

    level: str
    item_no: str
    text: str
    seq: int = 0


def prefill(row: Mapping[str, str]) -> Prefill:
    """A row of report_item_prefill.csv."""
    return Prefill(
        *(row[name] for name in ("template", "item_no", "scope", "condition", "result", "sentence", "source"))
    )


def item_names(
    equipment: Mapping[str, object],
    supdate: date | None,
    inspdate: date,
    brakedue: date | None,
    settings: Mapping[str, str],
) -> dict[str, object]:
    """The names that conditions of prefill and limit rows read: the equipment fields and what follows from the dates.

    `supdate` is the supervised-inspection date, `brakedue` the next 125 % test date. `over15`: used for more years
    than `ele_old_years`; `brakedue`: the test falls due up to the window after this inspection.
    """
    names: dict[str, object] = dict(equipment)
    if supdate is not None:
        names["supdate"] = supdate
        names["over15"] = inspdate > add_months(supdate, 12 * int(settings["ele_old_years"]))
    if brakedue is not None:
        names["brakedue"] = brakedue <= add_months(inspdate, int(settings["early_window_months"]))
    return names


def prefill_items(rows: Iterable[Prefill], template: str, names: Names) -> list[PrefilledItem]:
    """What the rules fill in before the inspector starts. The first row that applies to an item wins."""
    found: dict[tuple[str, str], PrefilledItem] = {}
    for row in rows:
        if row.template != template or (row.item_no, row.scope) in found:
            continue
        try:
            applies = holds(row.condition, names)
        except MissingValue:
            continue
        if applies:
            found[row.item_no, row.scope] = PrefilledItem(row.item_no, row.result, row.sentence, row.source)
    whole = {number for number, scope in found if scope == "item"}
    return [item for (number, scope), item in found.items() if scope == "item" or number not in whole]


def propose_conclusion(items: Sequence[ItemResult], settings: Mapping[str, str], notice_no: str = "") -> Conclusion:
    """The conclusion that follows from the items. Source: TSG T7001-2023, conclusion clause.

    Rectified key items count like general ones (`ele_key_rectified` = count) or fail the device (= fail).
    """
    empty = [item for item in items if not item.result]
    if empty:
        return Conclusion("", "", f"还有 {len(empty)} 项没有结果：第{_numbers(empty)}项")
    failed_key = [item for item in items if item.key_item and item.result == FAIL]
    rectified = [item for item in items if item.result == RECTIFIED]
    if settings["ele_key_rectified"] == "fail":
        failed_key += [item for item in rectified if item.key_item]
    if failed_key:
        return _conclusion(UNQUALIFIED, f"重点项目第{_numbers(failed_key)}项不符合")
    failed = [item for item in items if item.result == FAIL]
    if not failed and not rectified:
        return _conclusion(QUALIFIED, "检验项目均符合要求")
    unmonitored = [item for item in failed if not item.monitored]
    if unmonitored:
        return _conclusion(UNQUALIFIED, f"一般项目第{_numbers(unmonitored)}项不符合，且没有监护使用承诺")
    limit = int(settings["ele_rectified_max"])
    count = len(failed) + len(rectified)
    if count > limit:
        return _conclusion(UNQUALIFIED, f"监护使用和整改后符合的项目共 {count} 项，超过 {limit} 项")
    parts = []
    if failed:
        parts.append(f"第{_numbers(failed)}项监护使用")
    if rectified:
        parts.append(f"第{_numbers(rectified)}项整改后符合")
    reason = f"重点项目符合，{'，'.join(parts)}，共 {count} 项，不超过 {limit} 项"
    return _conclusion(CONDITIONAL, reason, monitored_remark(failed, notice_no) if failed else "")


def monitored_remark(failed: Sequence[ItemResult], notice_no: str) -> str:
    """The remark of a report with items under monitored use (wording of the report form)."""
    return (
        f"本记录第{_numbers(failed)}项的检验结果为不符合，使用单位已经承诺采取安全措施，"
        f"对电梯实行监护使用（见编号为{notice_no or '        '}的《电梯检验意见通知书》）"
    )


def check_items(
    items: Sequence[ItemResult],
    limits: Iterable[ItemLimit],
    template: str,
    names: Names,
    prefilled: Iterable[PrefilledItem] = (),
) -> list[Finding]:
    """Findings per item: missing result, measured value missing or outside its limit, × on a key item, unusual —."""
    rows = list(limits)
    rule = {item.item_no: item for item in prefilled if item.result}
    findings: list[Finding] = []
    for item in items:
        findings.extend(_check_item(item, rows, template, names, rule.get(item.item_no)))
    return findings


def check_conclusion(
    items: Sequence[ItemResult], chosen: str, settings: Mapping[str, str], notice_no: str = ""
) -> list[Finding]:
    """Findings about the conclusion: whether it agrees with the items, and whether the notice number is there."""
    proposed = propose_conclusion(items, settings, notice_no)
    findings = []
    if proposed.word and chosen and chosen != proposed.word:
        findings.append(
            Finding(ERROR, "", f"检验结论“{chosen}”与项目结果不一致，应为“{proposed.word}”：{proposed.reason}")
        )
    if not chosen:
        findings.append(Finding(ERROR, "", "检验结论未填"))
    if proposed.word in (CONDITIONAL, UNQUALIFIED) and not notice_no:
        findings.append(Finding(ERROR, "", "结论不是合格，必须填写检验意见通知书编号"))
    return findings


def check_next_date(chosen: date | None, rule_date: date | None, inspdate: date) -> list[Finding]:
    """Findings about the next date: present, not later than the rule, after the inspection (month-exact)."""
    if chosen is None:
        return [Finding(ERROR, "", "下次检验日期未填")] if rule_date else []
    if rule_date is not None and chosen > rule_date:
        return [Finding(ERROR, "", f"下次检验日期不得晚于规则计算日期 {rule_date.isoformat()}")]
    if (chosen.year, chosen.month) < (inspdate.year, inspdate.month):
        return [Finding(ERROR, "", "下次检验日期不得早于检验日期所在的月份")]
    return []


def _check_item(
    item: ItemResult, rows: list[ItemLimit], template: str, names: Names, rule: PrefilledItem | None
) -> list[Finding]:
    here: list[Finding] = []

    def add(level: str, text: str) -> None:
        here.append(Finding(level, item.item_no, text, item.seq))

    title = f"第 {item.seq} 项 {item.content}"
    if not item.result:
        add(ERROR, f"{title}：没有结果")
        return here
    if item.result not in (PASS, FAIL, NONE, RECTIFIED):
        add(ERROR, f"{title}：结果只能是 √ × — △")
        return here
    if item.result == NONE:
        if rule is None and item.key_item:
            add(WARN, f"{title}：重点项目填了无此项，请确认")
        return here
    if rule is not None:
        add(INFO, f"{title}：按规则可填“—”（{rule.sentence}）")
    if item.key_item and item.result == FAIL:
        add(WARN, f"{title}：重点项目不符合，结论为不合格")
    if item.key_item and item.result == RECTIFIED:
        add(WARN, f"{title}：重点项目整改后符合，请确认已复检")
    bounds = bounds_of(rows, template, item.item_no, names)
    if item.value_type == "measure" and not item.values:
        add(WARN, f"{title}：没有填写测量值")
    for limit in bounds:
        value = item.values.get(limit.field)
        sentence = refuse_value(limit, value) if value is not None else None
        if sentence and item.result == FAIL:
            add(INFO, f"{title}：{sentence}")
        elif sentence:
            add(ERROR, f"{title}：{sentence}，结果不能是“{item.result}”")
    return here


def _conclusion(word: str, reason: str, remark: str = "") -> Conclusion:
    return Conclusion(word, CONCLUSION_CODES[word], reason, remark)


def _numbers(items: Iterable[ItemResult]) -> str:
    return "、".join(str(item.seq) for item in items)
