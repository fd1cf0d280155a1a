"""The items of a record: what is prefilled by rule, and what is found wrong with results, values and the next date."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

from tejian.kit.ground.clock import add_months

from .expr import Names
from .limits import ItemLimit, bounds_of, refuse_value

PASS, FAIL, NONE, RECTIFIED = "√", "×", "—", "△"
CONFORMS = (PASS, RECTIFIED)
Level = Literal["error", "warn", "info"]
ERROR: Level = "error"
WARN: Level = "warn"
INFO: Level = "info"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item of the record. `result` is √ × — △ or empty; `monitored` = 监护使用 promised for a failing item.

    `values` are measured values by field name, in the unit of report_item_limits.csv; `template` is the item list.
    `lines` are those of a piping project that a failed item names; none = all of them.
    """

    seq: int
    item_no: str
    content: str
    key_item: bool
    result: str = ""
    value_type: str = "check"
    monitored: bool = False
    values: Mapping[str, Decimal] = field(default_factory=dict)
    template: str = ""
    note: str = ""
    photo: bool = False
    duty: str = ""  # when a photo is required: always, fault (of a failing item), or never
    lines: tuple[str, ...] = ()

    def concerns(self, line: str) -> bool:
        """Whether what was found at the item concerns a line of a piping project."""
        return not self.lines or line in self.lines


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
    periodic: bool = False  # only at the inspection whose own template the list is


@dataclass(frozen=True, slots=True)
class PrefilledItem:
    """A result the system proposes for an item, with the rule sentence; result empty = only a hint."""

    item_no: str
    result: str
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to correct (error), to answer for (warn) or to know (info) before the report goes on."""

    level: Level
    item_no: str
    text: str
    seq: int = 0
    check: str = ""  # the row of report_checks that says it or rules its level; '' for a remark of the record's own
    table: str = ""
    row: int = 0
    field: str = ""
    column: str = ""
    lasting: str = ""  # the text without what grows by itself day by day
    mark: str = ""  # tells it from others that the same check says of the same place

    @property
    def question(self) -> str:
        """What a reason answers: it holds as long as this stays the same."""
        return self.lasting or self.text

    @property
    def place(self) -> str:
        parts = (self.seq or self.item_no, self.field, self.table, self.row or "", self.column)
        return "_".join(re.sub(r"[^0-9A-Za-z]+", "_", str(one)) for one in parts if one)

    @property
    def key(self) -> str:
        """What tells the finding of a check from the others of the same report."""
        return "_".join(filter(None, (self.check, self.place.rstrip("_"), self.mark))) if self.check else ""


def prefill(row: Mapping[str, str]) -> Prefill:
    """A row of report_item_prefill.csv."""
    return Prefill(
        template=row["template"],
        item_no=row["item_no"],
        scope=row["scope"],
        condition=row["condition"],
        result=row["result"],
        sentence=row["sentence"],
        source=row["source"],
        periodic=row.get("periodic") == "Y",
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
    than `ele_old_years`; `brakedue`, `loadtestdue`: the test falls due up to the window after this inspection.
    """
    names: dict[str, object] = dict(equipment)
    if supdate is not None:
        names["supdate"] = supdate
        names["ele_supervision_2017"] = date.fromisoformat(settings["ele_supervision_2017"])
        names["over15"] = inspdate > add_months(supdate, 12 * int(settings["ele_old_years"]))
    window = add_months(inspdate, int(settings["early_window_months"]))
    if brakedue is not None:
        names["brakedue"] = brakedue <= window
    if isinstance(load := names.get("nextloadtestdate"), date):
        names["loadtestdue"] = load <= window
    return names


def monitored_remark(failed: Sequence[ItemResult], notice_no: str) -> str:
    """The remark of a report with items under monitored use (wording of the report form)."""
    return (
        f"本记录第{numbers(failed)}项的检验结果为不符合，使用单位已经承诺采取安全措施，"
        f"对电梯实行监护使用（见编号为{notice_no or '        '}的《电梯检验意见通知书》）"
    )


def outside_limits(item: ItemResult, limits: Iterable[ItemLimit], names: Names) -> list[str]:
    """The sentences of the measured values of an item that lie outside their limits."""
    found = []
    for limit in bounds_of(limits, item.template, item.item_no, names):
        value = item.values.get(limit.field)
        if value is not None and (sentence := refuse_value(limit, value)):
            found.append(sentence)
    return found


def check_items(
    items: Sequence[ItemResult],
    limits: Iterable[ItemLimit],
    names: Names,
) -> list[Finding]:
    """What an item says of itself: no result, × without its explanation or on a key item. The rest say the checks."""
    rows = list(limits)
    return [finding for item in items for finding in _check_item(item, rows, names)]


def check_next_date(
    chosen: date | None, rule_date: date | None, inspdate: date, word: str = "下次检验"
) -> list[Finding]:
    """Findings about the next date: present, not later than the rule, after the inspection (month-exact)."""
    if chosen is None:
        return [Finding(ERROR, "", f"{word}日期未填", check="T11")] if rule_date else []
    if rule_date is not None and chosen > rule_date:
        text = f"{word}日期不得晚于规则计算日期{rule_date.isoformat()}"
        return [Finding(ERROR, "", text, check="T12")]
    if (chosen.year, chosen.month) < (inspdate.year, inspdate.month):
        text = f"{word}日期{chosen.isoformat()}不得早于检验日期{inspdate.isoformat()}"
        return [Finding(ERROR, "", text, check="T13")]
    return []


def _check_item(item: ItemResult, rows: list[ItemLimit], names: Names) -> list[Finding]:
    here: list[Finding] = []

    def add(level: Level, text: str) -> None:
        here.append(Finding(level, item.item_no, text, item.seq))

    title = f"第 {item.seq} 项 {item.content}"
    if not item.result:
        here.append(Finding(ERROR, item.item_no, f"第{item.seq}项{item.content}：没有结果", item.seq, "X01"))
        return here
    if item.result == FAIL and not item.note.strip():
        text = f"第{item.seq}项{item.content}：不符合时须填写说明"
        here.append(Finding(ERROR, item.item_no, text, item.seq, "X04"))
    if item.result == NONE:
        return here
    if item.key_item and item.result == FAIL:
        add(INFO, f"{title}：重点项目不符合")
    if item.key_item and item.result == RECTIFIED:
        add(INFO, f"{title}：重点项目整改后符合，请确认已复检")
    if item.value_type == "measure" and not item.values and not item.key_item:
        add(INFO, f"{title}：没有填写测量值")
    if item.result == FAIL:
        for sentence in outside_limits(item, rows, names):
            add(INFO, f"{title}：{sentence}")
    return here


def numbers(items: Iterable[ItemResult]) -> str:
    """`2、3`: the numbers of items as a sentence names them."""
    return "、".join(str(item.seq) for item in items)
