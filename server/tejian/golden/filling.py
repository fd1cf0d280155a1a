"""What a case says of a record, in the words of the product, and what it leaves open.

Items that are not named conform, values that are not named lie inside their limits, and what must be stated besides
has its default: no finding, nothing failed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from tejian import data
from tejian.archives import codes
from tejian.archives.models.valves import SafetyValve
from tejian.inspection.rules.api import (
    CONFORMS,
    Bounds,
    EvidenceRule,
    Found,
    ItemLimit,
    ItemResult,
    Names,
    Possible,
    RecordTable,
    StatedName,
    bounds_of,
    fed_fields,
    possible_of,
    table_of,
)
from tejian.kit.ground.clock import add_months, month_length

from .cases import Case, NotAsked
from .samples import USUAL, can_be, not_done, values_of

VALVES, CYLINDERS, PRESS = (table_of(one) for one in ("valve", "cylinder", "press"))
NOTHING = {"worstgrade": "1", "worstline": "1", "cylpass": "1"}  # other counts: 0
SAID = {"cycle": "setcyclemonths", "months": "monitormonths", "extension": "extapproval", "restart": "afterstop"}
SAID |= {"temp": "permittemp", "medium": "permitmedium", "reason": "gradereason"}
FLAGS = ("extapproval", "afterstop")
OF_GRADE = ("worstgrade", "worstline")
EvidenceRules = Mapping[tuple[str, str], Iterable[EvidenceRule]]
FAILS = "×"
MEASURED = ("√", FAILS, "△")  # results of an item that was measured
BESIDE = ("nextdate",)  # of `fields`: what an inspector writes beside what he states
PRESSURES = ("allowpress", "permitpress")


def marks(case: Case, items: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The result of every item by number; refuses marks on items that there are not."""
    results: dict[str, str] = {one["item_no"]: "√" for one in items}
    for name in ("results", "values"):
        if foreign := sorted(set(case.get(name, {})) - set(results)):
            raise NotAsked(f"{name}：模板中没有项目 {'、'.join(foreign)}")
    return {**results, **case.get("results", {})}


def tables(case: Case, known: Mapping[str, RecordTable]) -> dict[str, dict[str, Any]]:
    """The tables of a case as the entry sends them: texts. Refuses tables that there are not."""
    given = case.get("tables", {})
    if foreign := sorted(set(given) - set(known)):
        raise NotAsked(f"tables：模板中没有 {'、'.join(foreign)}")
    return {
        code: {
            "params": {k: str(v) for k, v in one.get("params", {}).items()},
            "rows": [
                {k: str(v) for k, v in ({**_gauges(row), **row} if code == PRESS else row).items() if v is not None}
                for row in one["rows"]
            ],
        }
        for code, one in given.items()
    }


def calibration(
    tables: Mapping[str, dict[str, Any]],
    valve: SafetyValve,
    values: Mapping[str, Mapping[str, Any]],
    marks: Iterable[str],
) -> dict[str, dict[str, Any]]:
    """The table of the valve that is calibrated: with what the case says of it or, as values, of the items that it
    feeds, else as one that passes, unless one of its items does not."""
    given: dict[str, str] = next(iter(tables.get(VALVES, {}).get("rows", [])), {})
    press, bore = valve.setpress or Decimal(1), valve.nominaldia or Decimal(25)
    row: dict[str, object] = {
        "setpress": press,
        "set1": press,
        "set2": press,
        "set3": press,
        "reseat": press * Decimal("0.93"),
    }
    row |= {"seal": press * Decimal("0.9"), "leak": 1, "lift": bore * Decimal("0.3"), "calmedium": "01"}
    row |= {"first": "合格", "result": "合格", "sealno": f"Q{valve.valveno}", "labelno": f"B{valve.valveno}"}
    measured = {name: value for one in values.values() for name, value in one.items()}
    if "setdeviation" in measured:  # worked out of the three openings, all of them as far off
        row |= dict.fromkeys(("set1", "set2", "set3"), press + Decimal(str(measured["setdeviation"])))
        row |= {"first": "不合格", "result": "不合格", "sealno": "", "labelno": ""}
    elif FAILS in marks:
        row |= {"result": "不合格", "sealno": "", "labelno": ""}
    measured |= {"seal": measured["sealpress"]} if "sealpress" in measured else {}
    row |= {name: "" if value is None else value for name, value in measured.items() if name in row}
    whole = {name: str(value) for name, value in row.items()} | given | {"valveno": valve.valveno}
    return {VALVES: {"params": {}, "rows": [whole]}}


def _gauges(row: Mapping[str, Any]) -> dict[str, Any]:
    """The two gauges of a pressure test, of the range that it asks for."""
    own = {"gauge1": "压力表1", "gauge2": "压力表2", "temp": "20"}
    return own | ({"gaugetop": Decimal(str(row["pressure"])) * 2} if row.get("pressure") else {})


def stated(case: Case, names: Iterable[StatedName]) -> dict[str, str]:
    """What the inspector states: the fields of the case, else the default of what must be stated."""
    known = {one.name: one for one in names}
    given = {name: str(value) for name, value in case.get("declared", {}).items()}
    inputs = case["expect"].get("next", {}).get("inputs", {})
    for name, value in case.get("fields", {}).items():
        if name in BESIDE:
            continue
        own = SAID.get(name, name)
        if name in ("mawp", "press"):
            own = next((one for one in PRESSURES if one in known), name)
        if name == "grade":
            own = next((one for one in OF_GRADE if one in known), name)
        if name == "months" and own not in known:
            own = "setcyclemonths"
        flag = isinstance(value, bool) or own in FLAGS
        given[own] = ("1" if yes(value) else "0") if flag else str(value)
        if own == SAID["cycle"] and own in known:  # nobody can type more; the rules hold it inside theirs
            given[own] = str(min(int(value), int(known[own].high)))
    if "ssdegree" in inputs and "worstgrade" in known:
        given.setdefault("worstgrade", str(inputs["ssdegree"]))
    if foreign := sorted(set(given) - set(known)):
        raise NotAsked(f"记录不能填写 {'、'.join(foreign)}")
    filled = case.get("tables", {})
    for one in known.values():
        if one.name in USUAL and one.name not in given:
            given[one.name] = USUAL[one.name]
        if one.needed and one.name not in given and not givers(one.name) & set(filled):
            given[one.name] = NOTHING.get(one.name, "0")
    return given


@cache
def givers(name: str) -> frozenset[str]:
    """The tables of which a name is a result."""
    rows = data.rows("report_tables")
    return frozenset(row["table_code"] for row in rows if (row["role"], row["column"]) == ("result", name))


def open_values(
    case: Case,
    items: Iterable[ItemResult],
    limits: Mapping[tuple[str, str], Iterable[ItemLimit]],
    judgement: Found,
    evidence: EvidenceRules,
) -> dict[int, dict[str, Decimal]]:
    """Values inside their limits for what the case says nothing of; a measured item without limits has some value."""
    fed = fed_fields(judgement.tables, case.get("tables", {}))
    values: dict[int, dict[str, Decimal]] = {}
    for one in items:
        if left_empty(case, one.item_no) or one.result not in MEASURED:
            continue
        own = bounds_of(limits.get((one.template, one.item_no), ()), one.template, one.item_no, judgement.limits)
        free = [b for b in own if (one.template, one.item_no, b.field) not in fed]
        can = possible_of(evidence.get((one.template, one.item_no), ()))
        bounded = inside_of((b for b in free if not b.is_open), can) if one.result in CONFORMS or not one.values else {}
        values[one.seq] = bounded | dict(one.values)
        if not values[one.seq] and one.value_type == "measure" and len(free) == len(own):
            can_value = can.get("value", Possible())
            values[one.seq] = {
                "value": can_be({"least": can_value.low, "most": can_value.high, "whole": can_value.whole})
            }
    return values


def absent(found: Found, named: Collection[str]) -> int | None:
    """The first item that cannot conform and of which a case says nothing: the device does not have it."""
    wrong = (one.item for one in found.untrue if one.hard and one.item.result in CONFORMS)
    return next((one.seq for one in wrong if one.item_no not in named), None)


def undone(said: Sequence[Mapping[str, Any]], items: Iterable[ItemResult], named: Collection[str]) -> list[int]:
    """The items of which a case says nothing and that nobody did: a sub-report alone could prove them."""
    wrong = {one["seq"] for one in not_done(said)}
    return [one.seq for one in items if str(one.seq) in wrong and one.item_no not in named]


def inside_of(bounds: Iterable[Bounds], possible: Mapping[str, Possible] = {}) -> dict[str, Decimal]:
    """A value inside its bounds, and as it can be at all, for every field."""
    by_field: dict[str, list[Bounds]] = {}
    for one in bounds:
        by_field.setdefault(one.field, []).append(one)
    values = {}
    for name, own in by_field.items():
        can = possible.get(name, Possible())
        low = max((b.low for b in own if b.low is not None), default=None)
        high = min((b.high for b in own if b.high is not None), default=None)
        values[name] = can_be({"least": can.low, "most": can.high, "whole": can.whole}, low, high)
    return values


def archive(case: Case) -> dict[str, Any]:
    """What the archive of a device knows when a record case says nothing of it: three years in use, ordinary gas."""
    if "next" in case["expect"]:
        return {}
    begun = add_months(date.fromisoformat(case["inspdate"]), -36).isoformat()
    usual = dict.fromkeys(("insinspdate", "usestartdate"), begun)
    if case["kind"].startswith("23"):
        usual["cylgasgroup"] = "2"
        usual["cylnum"] = str(len(case.get("tables", {}).get(CYLINDERS, {}).get("rows", ())) or 1)
    return usual


def _said(case: Case) -> Mapping[str, Any]:
    """What a case says of the inspection beside its results."""
    return {**case.get("fields", {}), **case.get("inspection", {})}


def device_values(case: Case, names: Collection[str]) -> dict[str, Any]:
    """The values of the device of a case. Refuses fields that the archive of its kind does not have."""
    device = {**(archive(case) if "inspdate" in case else {}), **case.get("device", {})}
    inputs = case["expect"].get("next", {}) if isinstance(case["expect"].get("next"), dict) else {}
    device |= {k: v for k, v in inputs.get("inputs", {}).items() if k != "ssdegree"}
    if yes(_said(case).get("restart")):  # only a stopped device is inspected before restart
        device |= {"equstatus": codes.STOPPED}
    if foreign := sorted(set(device) - set(names)):
        raise NotAsked(f"device：没有字段 {'、'.join(foreign)}")
    return device


def named_values(case: Case) -> dict[str, Any]:
    """The measured values of a case by their names; None = nobody measured it."""
    return values_of([{"item_no": no, "values": own} for no, own in case.get("values", {}).items()])


def texts(values: Names) -> dict[str, str]:
    """Values as they are typed."""
    given = {name: value for name, value in values.items() if value is not None}
    return {name: f"{value:f}" if isinstance(value, Decimal) else str(value) for name, value in given.items()}


def left_empty(case: Case, item: str) -> bool:
    """Whether a case says that a value of an item was not measured: null."""
    return None in case.get("values", {}).get(item, {}).values()


def unmeasured(case: Case) -> frozenset[str]:
    """The conditions on site that nobody measured: null."""
    return frozenset(code for code, value in case.get("conditions", {}).items() if value is None)


def day_of(value: Any) -> date:
    """A day; of a month its last one."""
    text = str(value)[:10]
    try:
        if len(text) == len("2024-01"):
            first = date.fromisoformat(f"{text}-01")
            return first.replace(day=month_length(first.year, first.month))
        return date.fromisoformat(text)
    except ValueError:
        raise NotAsked(f"不是日期：{value}") from None


def mother_of(value: Any) -> str:
    given = value.get("testsort") if isinstance(value, Mapping) else value
    return str(given or "")


def yes(value: Any) -> bool:
    """Whether a case says yes: a number of an approval and a day say so too."""
    return str(value if value is not None else "").strip().lower() not in ("", "0", "false", "n", "no", "none", "否")
