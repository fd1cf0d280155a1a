"""When a calibration counts and how long; no database. TSG ZF001-2006 (memory) for the tolerance."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.kit.ground.clock import add_months

PASSED = ("7011", "7013")  # C605: 合格, 维修后合格


@dataclass(frozen=True)
class Limits:
    """Parameters: the ordinary cycle and the extended ones (months), the tolerance of the set pressure."""

    cycle: int
    extended: tuple[int, ...]
    percent: Decimal
    low: Decimal  # MPa, for small pressures


def refuse_cycle(months: int, approval: str, limits: Limits) -> tuple[str, str] | None:
    """A cycle beyond the ordinary one must be an extended one with its approval: (field, sentence)."""
    if months <= limits.cycle:
        return None
    words = "或".join(map(str, limits.extended))
    if months not in limits.extended:
        return "setcyclemonths", f"校验周期：不超过{limits.cycle}个月，延长的只能是{words}个月"
    if not approval.strip():
        return "extapproval", f"延长校验周期批准记录：校验周期超过{limits.cycle}个月时必填"
    return None


def refuse_calibration(values: Mapping[str, Any], today: date, born: date | None, limits: Limits) -> Any:
    """What contradicts itself in a calibration: (field, sentence) or None."""
    day, wanted, actual = values["caldate"], values["setpress"], values["actualset"]
    if day > today:
        return "caldate", "校验日期：不得晚于今天"
    if born and day < born:
        return "caldate", f"校验日期：不得早于制造日期 {born}"
    if values["sealpress"] >= wanted:
        return "sealpress", f"密封试验压力：应小于整定压力 {wanted.normalize():f} MPa"
    allowed = max(limits.low, wanted * limits.percent / 100)
    if values["calresult"] in PASSED and abs(actual - wanted) > allowed:
        sentence = f"实际整定压力：偏差超过允许值 ±{allowed.normalize():f} MPa，不能判为合格"
        return "actualset", sentence
    return refuse_cycle(values["setcyclemonths"], values.get("extapproval") or "", limits)


def next_date(result: str, day: date, months: int) -> date | None:
    """The next calibration; a valve that failed has none."""
    return add_months(day, months) if result in PASSED else None
