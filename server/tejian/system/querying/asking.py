"""The conditions of a model as its list is asked them; what cannot be read is a sentence."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import Words
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.lists.listview import ListView, Search
from tejian.system.models.querymodels import QueryCondition

from .sources import searches_of

MOST_DAYS = 3660
OPERATORS = {
    "is": "是",
    "in": "是其中之一",
    "match": "符合",
    "ge": "不早于",
    "le": "不晚于",
    "past": "过去几天内",
    "days": "今后几天内",
}
OF_DAYS = ("ge", "le", "past", "days")
WORDS = {"是": "1", "1": "1"}


def operators_of(search: Search) -> Sequence[str]:
    """How a search field can be asked."""
    if search.pair:
        return OF_DAYS
    if search.widget == "checkbox":
        return ("is",)
    return ("is", "in") if search.widget in ("select", "area") else ("match",)


def asks_of(view: ListView, conditions: Sequence[QueryCondition], words: Words) -> dict[str, str]:
    """What the list is asked. Raises Refused with what is wrong with a condition."""
    known, out = searches_of(view), {}
    for one in conditions:
        search = known.get(one.prop)
        if search is None:
            raise Refused(f"“{view.title}”不能按{one.prop}查询，请重新选择条件")
        for name, value in _asked(search, one, words).items():
            if name in out:
                raise Refused(f"{search.label}：同样的条件写了两次")
            out[name] = value
    return out


def _asked(search: Search, one: QueryCondition, words: Words) -> Mapping[str, str]:
    if one.op not in operators_of(search):
        usable = "、".join(OPERATORS[op] for op in operators_of(search))
        raise Refused(f"{search.label}：不能用“{OPERATORS.get(one.op, one.op)}”，可用的有{usable}")
    value = one.value.strip()
    if not value:
        raise Refused(f"{search.label}：请填写条件的值")
    if search.pair:
        return _days(search, one.op, value)
    if one.op in ("is", "in") and search.widget != "checkbox":
        return {search.name: ",".join(_code(search, part, words) for part in _parts(search, one.op, value))}
    if search.widget == "checkbox" and value not in WORDS:
        raise Refused(f"{search.label}：值应为“是”")
    return {search.name: WORDS.get(value, value) if search.widget == "checkbox" else value}


def _parts(search: Search, op: str, value: str) -> Sequence[str]:
    parts = [part.strip() for part in value.replace("，", ",").split(",") if part.strip()]
    if op == "is" and len(parts) > 1:
        raise Refused(f"{search.label}：只能写一个值，几个值请用“{OPERATORS['in']}”")
    return parts


def _code(search: Search, word: str, words: Words) -> str:
    """The code of a word of the list; a code itself will do."""
    offered = search.options if search.options is not None else words.get(search.dict, {})
    if word in offered:
        return word
    codes = [code for code, label in offered.items() if label == word]
    if not codes:
        raise Refused(f"{search.label}：没有“{word}”这个值")
    return codes[0]


def _days(search: Search, op: str, value: str) -> Mapping[str, str]:
    """A range of days; the end of a list's range is the day behind the last."""
    head, tail = search.names
    if op in ("ge", "le"):
        try:
            day = as_date(value, search.label)
        except BadInput as wrong:
            raise Refused(wrong.message) from None
        return {head: day.isoformat()} if op == "ge" else {tail: _behind(day)}
    if not value.isdecimal() or len(value) > 9 or not 0 < int(value) <= MOST_DAYS:
        raise Refused(f"{search.label}：请输入1至{MOST_DAYS}之间的天数")
    today, span = clock.today(), timedelta(days=int(value))
    first, last = (today - span, today) if op == "past" else (today, today + span)
    return {head: first.isoformat(), tail: _behind(last)}


def _behind(day: date) -> str:
    return (day + timedelta(days=1)).isoformat()


def said(view: ListView, conditions: Sequence[QueryCondition]) -> str:
    """The conditions in words."""
    known = searches_of(view)
    labels = {name: search.label for name, search in known.items()}
    return "；".join(f"{labels.get(c.prop, c.prop)} {OPERATORS.get(c.op, c.op)} {c.value}" for c in conditions)
