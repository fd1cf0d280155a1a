"""The fee table in Chinese: its conditions, formulas and parameters as people read them, not as they are computed."""

from collections.abc import Callable, Mapping

from tejian.system.rules.api import expression

Word = Callable[[str], str]

EVERY = {"ALL": "全部", "all": "全部", "rule": "各类检验", "7310": "安全阀"}  # where no dictionary has a word
CALCULATIONS = {"-": "", "policy": "按减免政策", "manual": "手工金额"}  # what no expression computes
# what a row reads that is no field of the archive
PARAMETERS = {
    "-": "",
    "base": "基本费",
    "qty": "数量",
    "manual amount": "手工金额",
    "policyConf": "减免政策",
    "policyConf (C646 01-05)": "减免政策",
    "count of devices of one unit in one charge ≥2": "同一单位同批设备两台以上",
    "hazard environment marked on the item": "业务标记为危险环境",
    "inspection on a non-working day (calendarMng)": "非工作日检验（工作日历）",
    "isurgent (declaration)": "申报加急",
}


def in_words(text: str, word: Word, words: Callable[[str], Mapping[str, str]]) -> str:
    """An expression; `word` says a name, `words` the dictionary of a name whose codes are compared."""
    if text in CALCULATIONS:
        return CALCULATIONS[text]
    return expression(text, word, words)


def parameters(text: str, word: Word, sort: Word) -> str:
    """What a row reads, with Chinese names; `sort` says a test sort."""
    if text in PARAMETERS:
        return PARAMETERS[text]
    return "、".join(_parameter(one, word, sort) for one in text.split("+"))


def _parameter(text: str, word: Word, sort: Word) -> str:
    name, _, inside = text.rstrip(")").partition("(")
    if name == "ref":
        return "原检验的费用" if inside == "mother item" else f"{sort(inside)}的费用"
    return PARAMETERS.get(name) or word(name)


def several(text: str, known: Mapping[str, str]) -> str:
    """Codes between slashes in words."""
    return "、".join(known.get(one) or EVERY.get(one, one) for one in text.split("/") if one)
