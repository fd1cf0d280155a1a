"""What a row of a fee table must be by itself: known codes, an amount that can be computed, a document.

Nothing here reads a database: what codes and parameters there are is given.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tejian.charging.codes import NATURES
from tejian.charging.fees.api import OPTION, PARAMETERS, RULE, codes_in
from tejian.inspection.rules.api import evaluate_number, names_in

from . import codes as at

OF_LINE = {"qty", "base", "ref"}  # what a row gets from its line, and a rule from its item or charge
OF_RULE = {"item", "total"}
CODE = re.compile(r"[A-Z]\d{3,5}")
CENTS = 2
MOST = Decimal(10) ** 12  # yuan; no amount reaches it
LINE_BAND = 128  # characters of a band on the line of a charge


@dataclass(frozen=True)
class Known:
    """The codes that a row may name, and the parameters that it may read."""

    classes: Mapping[str, str]
    sorts: Mapping[str, str]
    kinds: frozenset[str]
    parameters: frozenset[str]


Fault = tuple[str, str]  # column, sentence
# cells that name other rows by their codes: of which rows they are
NAMES_ROWS = {"instead": OPTION, "excludes": RULE}


def coded(text: str, words: Mapping[str, str], also: Sequence[str] = ()) -> tuple[list[str], str]:
    """The codes of a cell with several of them, by code or by word; and the first that there is not."""
    by_word: dict[str, str] = {}
    for code, word in words.items():
        by_word[word] = "" if word in by_word else code
    codes = []
    for part in (one.strip() for one in re.split(r"[/、，,]", text)):
        code = part if part in words or part in also else by_word.get(part, "")
        if not code:
            return [], part
        codes.append(code)
    return codes, ""


def read(row: Mapping[str, object], known: Known) -> tuple[dict[str, str], list[Fault]]:
    """The row as the rule table holds it, and what is wrong with it."""
    data = {name: _plain(row.get(name)) for name in at.LABELS}
    faults: list[Fault] = []
    for name, words, also in (
        ("equclass", known.classes, (at.RULE_CLASS,)),
        ("testsort", known.sorts, (at.RULE_SORT,)),
    ):
        codes, strange = coded(data[name], words, also)
        if strange:
            what = "设备种类" if name == "equclass" else "检验类型"
            faults.append((name, f"没有“{strange[:20]}”这个{what}"))
        data[name] = "/".join(codes) if codes else data[name]
    for name in NAMES_ROWS:
        data[name] = "/".join(one for one in re.split(r"[/、，,\s]+", data[name]) if one)
    faults += _faults(data, known)
    return data, faults


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    return "" if value is None else str(value).strip()


def _faults(data: Mapping[str, str], known: Known) -> list[Fault]:
    faults: list[Fault] = []
    if not CODE.fullmatch(data["feecode"]):
        faults.append(("feecode", "收费代码为一个大写字母加三至五位数字，如 F0001"))
    if not data["source"]:
        faults.append(("source", "请写明文件依据"))
    faults += _named_faults(data)
    if data["line_role"] == RULE:
        return faults + _amount_faults(data, known.parameters | OF_RULE)
    if len(data["band"]) > LINE_BAND:
        faults.append(("band", f"最多{LINE_BAND}个字"))
    if data["nature"] not in NATURES:
        faults.append(("nature", "性质应为非税或应税"))
    if data["equclass"] == at.RULE_CLASS or data["testsort"] == at.RULE_SORT:
        faults.append(("line_role", "只有行别为规则的行可以适用于全部种类和检验类型"))
    for pattern in (one.strip() for one in data["kind_filter"].split(",")):
        if pattern and pattern != "all" and not _is_kind(pattern, known.kinds):
            faults.append(("kind_filter", f"没有“{pattern[:20]}”这个设备类别"))
    faults += _condition_faults(data, known.parameters)
    return faults + _amount_faults(data, known.parameters) + _parameter_faults(data, known.parameters)


def _named_faults(data: Mapping[str, str]) -> list[Fault]:
    """Only a row that is chosen stands instead of others, and only a rule keeps away from others."""
    faults: list[Fault] = []
    for name, role in NAMES_ROWS.items():
        codes = codes_in(data[name])
        if codes and data["line_role"] != role:
            faults.append((name, f"只有行别为{at.ROLES[role]}的行可以填写{at.LABELS[name]}"))
        faults += [(name, f"“{one[:10]}”不是收费代码") for one in codes if not CODE.fullmatch(one)][:1]
    return faults


def _is_kind(pattern: str, kinds: frozenset[str]) -> bool:
    """Whether there is a kind below a pattern; codes of the catalogue have four places, sub-kinds begin with them."""
    begin = pattern.removesuffix("*")[:4]
    return bool(begin) and any(kind.startswith(begin) for kind in kinds)


def _condition_faults(data: Mapping[str, str], parameters: frozenset[str]) -> list[Fault]:
    try:
        strange = sorted(names_in(data["band_expr"]) - parameters)
    except ValueError as wrong:
        return [("band_expr", str(wrong)[:100])]
    return [("band_expr", f"没有“{strange[0][:30]}”这个参数")] if strange else []


def _amount_faults(data: Mapping[str, str], parameters: frozenset[str]) -> list[Fault]:
    """The formula can be read, reads what there is, and a fixed amount is yuan and fen, never below zero."""
    calc, amount = data["calc"], data["amount"]
    if calc in at.UNCALCULATED and data["line_role"] == RULE:
        return []
    try:
        read_names = names_in(calc)
        if strange := sorted(read_names - parameters - OF_LINE):
            return [("calc", f"没有“{strange[0][:30]}”这个参数")]
        fixed = None if read_names else evaluate_number(calc, {})
        if read_names:  # what the language does not allow shows when it is computed
            evaluate_number(calc, dict.fromkeys(read_names, Decimal(1)))
    except ValueError as wrong:
        return [("calc", str(wrong)[:100])]
    if fixed is None:
        return []
    if fixed < 0:
        return [("calc", f"金额不得为负：{calc}")]
    if not _fen(fixed):
        return [("calc", f"金额应精确到分，不到一万亿元：{calc}")]
    if amount and Decimal(amount) != fixed:
        return [("amount", f"标准金额{amount}与计算{calc}不一致")]
    return []


def _fen(value: Decimal) -> bool:
    return abs(value) < MOST and value == round(value, CENTS)


def _parameter_faults(data: Mapping[str, str], parameters: frozenset[str]) -> list[Fault]:
    text = data["param_field"]
    if "ref" in names_in_or_none(data["calc"]) and "ref(" not in text:
        return [("param_field", "计算中有 ref 时须写明参照的检验类型，如 ref(0211)")]
    if text in PARAMETERS:
        return []
    for part in text.split("+") if text else ():
        name = part.partition("(")[0].strip()
        if name not in parameters | OF_LINE and name not in PARAMETERS:
            return [("param_field", f"没有“{name[:30]}”这个参数")]
    return []


def names_in_or_none(calc: str) -> frozenset[str]:
    """The names of a formula; none of one that cannot be read, which is said elsewhere."""
    try:
        return names_in(calc)
    except ValueError:
        return frozenset()
