"""The places of a record that operations name: which there are, what fits into each, and what each is called."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from tejian.inspection.records.api import NamedPlaces
from tejian.kit.ground.errors import BadInput

from .drafts import FIELDS, PARAMS
from .forms import MOST_BYTES
from .merging import SERVER, MergeRule, plain, rule_of

WORDS = {
    "inspdate": "检验日期",
    "begunat": "开始时间",
    "endedat": "结束时间",
    "nextdate": "下次检验日期",
    "rectifydue": "整改反馈期限",
    "problems": "问题及处理意见",
    "remark": "备注",
    "conclusion": "检验结论",
    "instruments": "检验仪器",
    "presence": "到场",
    "guide": "任务指引",
}
OF_ITEM = {"r": "结果", "n": "说明", "m": "监护使用"}
WAYS = {"in": "到场签到", "out": "离场签退"}
ROW = re.compile(r"[0-9A-Za-z_-]{1,64}")
MOST_CELLS, MOST_TOOLS = 64, 100
UNKNOWN = "没有这个填写位置：{}"


def refuse_large(path: str, *values: Any) -> None:
    """Refuse what is no value that a person has entered."""
    for value in values:
        if len(orjson.dumps(value)) > MOST_BYTES:
            raise BadInput(f"内容过长，一项最多{MOST_BYTES // 1000} KB")


def known_rule(rules: Any, path: str) -> MergeRule:
    """The rule of a path. Refuses what no terminal writes."""
    rule = rule_of(rules, path)
    if rule is None:
        raise BadInput(UNKNOWN.format(path[:60]))
    if rule.policy == SERVER:
        raise BadInput(f"{rule.what}不能在终端上修改")
    return rule


def refuse_unfit(named: NamedPlaces, path: str, value: Any) -> None:
    """Refuse a path that the record does not have, and a value of another kind than the place."""
    head, *parts = path.split(".")
    fits = {"results": _of_results, "tables": _of_tables, "instruments": _of_instruments, "presence": _of_presence}
    fits["guide"] = _of_guide
    judge: Callable[..., None] = fits.get(head, _of_field)
    judge(named, head, parts, value)


def _unknown(parts: list[str]) -> BadInput:
    return BadInput(UNKNOWN.format(".".join(parts)[:60]))


def _refuse_no_text(value: Any) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, str | int | float)):
        raise BadInput("值的类型不正确，应为文字或数字")


def _of_results(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    if len(parts) < 2 or (parts[1] == "v") != (len(parts) == 3) or parts[1] not in ("v", *OF_ITEM):
        raise _unknown([head, *parts])
    if parts[0] not in named.items:
        raise BadInput(f"检验项目不在模板中：第{parts[0][:8]}项")
    if parts[1] == "m":
        if value not in (None, "", True, False):
            raise BadInput("值的类型不正确，应为是或否")
        return
    _refuse_no_text(value)


def _of_tables(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    if len(parts) not in (2, 3) or not ROW.fullmatch(parts[1]) or parts == [parts[0], PARAMS]:
        raise _unknown([head, *parts])
    if parts[0] not in named.tables:
        raise BadInput(f"该种类设备的记录没有表格{parts[0][:20]}")
    if len(parts) == 3:
        if (parts[0], parts[2]) not in named.cells:
            raise BadInput(f"{named.tables[parts[0]]}：没有{parts[2][:20]}列")
        _refuse_no_text(value)
        return
    if plain(value) == "":
        return
    if not isinstance(value, Mapping) or len(value) > MOST_CELLS:
        raise BadInput("值的类型不正确，应为一行的各格")
    for name, cell in value.items():
        if (parts[0], name) not in named.cells:
            raise BadInput(f"{named.tables[parts[0]]}：没有{str(name)[:20]}列")
        _refuse_no_text(cell)


def _of_instruments(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    if parts:
        raise _unknown([head, *parts])
    fits = value in (None, "") or (isinstance(value, list) and all(isinstance(one, str) for one in value))
    if not fits:
        raise BadInput("值的类型不正确，应为仪器的清单")
    if len(value or ()) > MOST_TOOLS:
        raise BadInput(f"检验仪器最多{MOST_TOOLS}件")


def _of_presence(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    if len(parts) != 1 or parts[0] not in WAYS:
        raise _unknown([head, *parts])
    if not isinstance(value, Mapping) or not isinstance(value.get("at"), str):
        raise BadInput(f"{WAYS[parts[0]]}：须有时间")
    texts = (value.get(name, "") for name in ("code", "reason"))
    if not all(isinstance(one, str) and len(one) <= 200 for one in texts):
        raise BadInput(f"{WAYS[parts[0]]}：设备代码和原因须为文字，最多200个字")
    bounds = {"lat": ("纬度", 90), "lon": ("经度", 180), "accuracy": ("定位精度", 100_000)}
    for name, (label, most) in bounds.items():
        number = value.get(name)
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int | float) or abs(number) > most
        ):
            raise BadInput(f"{WAYS[parts[0]]}：{label}不正确")
    if value.get("lat") is None and len(str(value.get("reason") or "").strip()) < 2:
        raise BadInput(f"{WAYS[parts[0]]}：没有定位时须写明原因")


def _of_guide(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    """Which guide it is, and whether it says what was read, is asked where the guides are (offering)."""
    if len(parts) != 1:
        raise _unknown([head, *parts])


def _of_field(named: NamedPlaces, head: str, parts: list[str], value: Any) -> None:
    known = {"conditions": named.conditions, "facts": named.facts}
    if head in known:
        if len(parts) != 1 or parts[0] not in known[head]:
            raise _unknown([head, *parts])
    elif head not in FIELDS or parts:
        raise _unknown([head, *parts])
    _refuse_no_text(value)


def words_of(named: NamedPlaces, path: str) -> str:
    """A place in words; its path where the record has no such place."""
    head, *parts = path.split(".")
    if head == "results" and len(parts) > 1:
        item = f"第{parts[0]}项{named.items.get(parts[0], '')}"
        if parts[1] == "v":
            return f"{item} {named.values.get((parts[0], parts[-1]), '实测值')}"[:200]
        return f"{item} {OF_ITEM.get(parts[1], '')}"[:200]
    if head == "tables" and len(parts) > 1:
        title = named.tables.get(parts[0], "附表")
        return f"{title} {named.cells.get((parts[0], parts[2]), '')}"[:200] if len(parts) > 2 else f"{title} 一行"
    if head in ("conditions", "facts") and parts:
        return {**named.conditions, **named.facts}.get(parts[0], "检验条件")
    if head == "presence" and parts:
        return WAYS.get(parts[0], WORDS[head])
    return WORDS.get(head, "记录内容")


def shown(value: Any) -> str:
    """A value as people read it."""
    value = plain(value)
    if value is True:
        return "是"
    if isinstance(value, Mapping) and "read" in value:
        return "已阅读并确认"
    if isinstance(value, Mapping):
        return "；".join(str(one) for one in value.values())[:500]
    if isinstance(value, list):
        return f"{len(value)}件"
    return str(value)[:500] or "（空）"
