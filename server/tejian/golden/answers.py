"""What the product answered to a case, and where that is not what was wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.archives.codes import PIPELINE
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of

from .cases import Case, NotAsked

EXACT = Decimal("0.0001")  # computed values are written with four decimals
OF_RECORD = {"code", "effect", "outside", "rowfails", "computed", "next", "worstgrade", "conclusionNeeds", "refused"}
OF_RECORD |= {"checks"}
BESIDE = {"why", "inputs", "note"}  # beside the days of `next`


@dataclass(frozen=True, slots=True)
class Miss:
    """One field that is not as wanted."""

    field: str
    want: str
    got: str


@dataclass
class Answer:
    """What came out. `dates` is the archive afterwards; `refused` the sentence that ended the way."""

    dates: Mapping[str, date | None] = field(default_factory=dict)
    lines: Mapping[str, Mapping[str, date | None]] = field(default_factory=dict)
    refused: str = ""
    code: str = ""
    effect: str = ""
    outside: Sequence[str] = ()
    rowfails: Sequence[str] = ()
    computed: Mapping[str, object] = field(default_factory=dict)
    worstgrade: object = None
    needs: Sequence[str] = ()
    checks: Sequence[str] = ()  # the report checks that spoke at entry
    fees: Sequence[tuple[str, str]] = ()  # fee code and amount with two decimals
    total: str = ""
    missing: Sequence[str] = ()
    told: Sequence[Any] = ()  # what the rules of presence and evidence say of one result
    unfit: Sequence[str] = ()  # of the values that the tool filled in itself: those that failed all the same
    owed: Mapping[str, Any] = field(default_factory=dict)  # of a device on a day
    misses: Sequence[Miss] = ()  # of a course, whose steps are compared one after another


def misses_of_course(case: Case, got: Answer) -> Iterator[Miss]:
    """What was not as wanted on the way."""
    yield from got.misses


def misses_of_fee(case: Case, got: Answer) -> Iterator[Miss]:
    """Compare the lines of a charge, their sum and what is missing with what is expected."""
    want = case["expect"]
    if unknown := set(want) - {"lines", "total", "missing", "why", "refused"}:
        raise NotAsked(f"expect：不认识 {'、'.join(sorted(unknown))}")
    yield from _refusal(want.get("refused"), got.refused)
    if "lines" in want:
        for one in want["lines"]:
            if unknown := set(one) - {"feecode", "amount"}:
                raise NotAsked(f"expect.lines：不认识 {'、'.join(sorted(unknown))}")
        wanted = sorted((one["feecode"], _yuan(one.get("amount"))) for one in want["lines"])
        if wanted != sorted(got.fees):
            yield Miss("lines", _pairs(wanted), _pairs(sorted(got.fees)))
    if "total" in want and _yuan(want["total"]) != got.total:
        yield Miss("total", str(want["total"]), got.total or "空")
    if "missing" in want:
        fields = {**fields_of(PIPELINE, PIPELINE), **fields_of(class_of(case["kind"]), case["kind"])}
        missing = [fields[one].label if one in fields else one for one in want["missing"]]
        if sorted(missing) != sorted(got.missing):
            yield Miss("missing", _listed(missing), _listed(got.missing))


def _yuan(value: Any) -> str:
    """An amount with its cents, as text or as a number; what has parts of a cent stays as it is written."""
    if value in (None, ""):
        return ""
    amount = Decimal(str(value))
    return f"{amount:.2f}" if amount == round(amount, 2) else str(value)


def _pairs(lines: Sequence[tuple[str, str]]) -> str:
    return "、".join(f"{code} {amount or '空'}" for code, amount in lines) or "无"


def misses_of_date(case: Case, got: Answer) -> Iterator[Miss]:
    """Compare the archive after a date case with what is expected of it."""
    want = dict(case["expect"])
    yield from _refusal(want.pop("refused", None), got.refused)
    want.pop("why", None)
    yield from unfit(got)
    yield from _of_lines(want, got)
    if not got.refused or case["expect"].get("refused"):
        for name, day in want.items():
            yield from _day(name, day, got.dates, name)


def misses_of_record(case: Case, got: Answer) -> Iterator[Miss]:
    """Compare what follows from a record with what is expected."""
    want = case["expect"]
    if unknown := set(want) - OF_RECORD - {"why"}:
        raise NotAsked(f"expect：不认识 {'、'.join(sorted(unknown))}")
    yield from unfit(got)
    yield from _refusal(want.get("refused"), got.refused)
    for name, mine in (("code", got.code), ("effect", got.effect)):
        if name in want and (want[name] or "") != mine:
            yield Miss(name, str(want[name]), mine)
    named = (("outside", got.outside), ("rowfails", got.rowfails), ("conclusionNeeds", got.needs))
    for name, values in named:
        if name in want and sorted(want[name]) != sorted(values):
            yield Miss(name, _listed(want[name]), _listed(values))
    for name, value in want.get("computed", {}).items():
        if not _same(value, got.computed.get(name)):
            yield Miss(name, str(value), _shown(got.computed.get(name)))
    if "worstgrade" in want and not _same(want["worstgrade"], got.worstgrade):
        yield Miss("worstgrade", str(want["worstgrade"]), _shown(got.worstgrade))
    if silent := [one for one in want.get("checks") or () if one not in got.checks]:
        yield Miss("checks", _listed(silent), _listed(got.checks))
    days = {name: day for name, day in (want.get("next") or {}).items() if name not in BESIDE}
    yield from _of_lines(days, got)
    for name, day in days.items():
        yield from _day(name, day, got.dates, name)


def unfit(got: Answer) -> Iterator[Miss]:
    """Values of the tool's own that do not fit the device: what followed from them says nothing of the product."""
    if got.unfit:
        yield Miss("样例", "所填的样例值适合案例的设备，请在案例中写明", _listed(got.unfit))


def _refusal(want: str | None, got: str) -> Iterator[Miss]:
    if want and want not in got:
        yield Miss("refused", want, got or "没有拒绝")
    if got and not want:
        yield Miss("refused", "不拒绝", got)


def _of_lines(want: dict[str, Any], got: Answer) -> Iterator[Miss]:
    for name, lines in _lines(want):
        for key, day in lines.items():
            yield from _day(f"{name}.{key}", day, got.lines.get(name, {}), key)


def _lines(want: dict[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The lines of a piping project: `lines` by number, or `NUMBER.field`."""
    found: dict[str, dict[str, Any]] = {}
    listed = want.pop("lines", {})
    for key, days in listed.items() if isinstance(listed, dict) else ((_name(one), one) for one in listed):
        found.setdefault(key, {}).update({k: v for k, v in days.items() if k not in ("id", "pipeno", "lineid")})
    for key in [one for one in want if "." in one]:
        line, _, name = key.rpartition(".")
        found.setdefault(line, {})[name] = want.pop(key)
    return list(found.items())


def _name(line: Mapping[str, Any]) -> str:
    return str(line.get("pipeno") or line.get("lineid") or line.get("id") or "")


def _day(label: str, want: object, days: Mapping[str, date | None], name: str) -> Iterator[Miss]:
    if want not in (None, ""):
        try:
            want = date.fromisoformat(str(want))
        except ValueError:
            yield Miss(label, str(want), "期望值不是日期，不能比较")
            return
    if name not in days:
        yield Miss(label, str(want or "空"), "没有此日期")
    elif (want or None) != days[name]:
        yield Miss(label, str(want or "空"), str(days[name] or "空"))


def _same(want: object, got: object) -> bool:
    if isinstance(want, bool) or isinstance(got, bool) or want is None or got is None:
        return want == got
    try:
        return abs(Decimal(str(want)) - Decimal(str(got))) <= EXACT
    except ArithmeticError:
        return str(want) == str(got)


def _shown(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, Decimal) else str(value if value is not None else "空")


def _listed(names: Sequence[str]) -> str:
    return "、".join(sorted(names)) or "无"
