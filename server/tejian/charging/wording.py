"""The fee table in Chinese: its conditions, formulas and parameters as people read them, not as they are computed."""

import re
from collections.abc import Callable, Mapping

from tejian.kit.dictionary import Words

Word = Callable[[str], str]

# an expression as it stands in the table → how it is said; longer ones first
SIGNS = [
    (r"not \((\w+) is empty\)", r"\1已登记"),
    (r"\b(\w+) is not empty", r"\1已登记"),
    (r"\b(\w+) is empty", r"\1未登记"),
    (r"==", "＝"),
    (r"<=", "≤"),
    (r">=", "≥"),
    (r"\bin \(([^)]*)\)", r"为 \1"),
    (r"\bnot\b", "非"),
    (r"\band\b", "且"),
    (r"\bor\b", "或"),
    (r"\bmin\(", "取小("),
    (r"\bmax\(", "取大("),
    (r"\*", "×"),
    (r"/", "÷"),
]
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
NAME = re.compile(r"(?<![\w'])[A-Za-z_]\w*(?![\w'(])", re.ASCII)
CODED = re.compile(r"([A-Za-z_]\w*)(?= 为 '|＝')", re.ASCII)
QUOTED = re.compile(r"'([^']*)'")


def in_words(text: str, word: Word, words: Callable[[str], Mapping[str, str]]) -> str:
    """An expression; `word` says a name, `words` the dictionary of a name whose codes are compared."""
    if text in CALCULATIONS:
        return CALCULATIONS[text]
    for pattern, sign in SIGNS:
        text = re.sub(pattern, sign, text)
    parts = re.split(r"( 且 | 或 )", text)
    own = {"kind": "设备品种"}
    return "".join(
        NAME.sub(lambda name: own.get(name.group()) or word(name.group()), _coded(part, words)) for part in parts
    )


def _coded(part: str, words: Callable[[str], Mapping[str, str]]) -> str:
    """One comparison with the words of its codes."""
    named = CODED.search(part)
    if not named:
        return part
    known = words(named.group(1))
    return QUOTED.sub(lambda code: known.get(code.group(1), code.group(1)), part).replace(",", "、")


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


def kinds(text: str, known: Words) -> str:
    """A pattern of kinds: `41*,42*` by the names of the categories."""
    names = {**known.get("C601", {}), **known.get("C602", {})}
    return "、".join(names.get(one.rstrip("*").ljust(4, "0"), one) for one in text.split(",") if one != "all") or "全部"


def several(text: str, known: Mapping[str, str]) -> str:
    """Codes between slashes in words."""
    return "、".join(known.get(one) or EVERY.get(one, one) for one in text.split("/") if one)
