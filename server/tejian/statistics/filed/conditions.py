"""What a person writes as conditions and formulas, read: `使用状态=在用,在用未登记；超期未检=是`, `EQ09+EQ10`."""

import re
from collections.abc import Mapping
from decimal import Decimal

from tejian.inspection.rules.api import ExpressionError, evaluate_number, names_in
from tejian.kit.ground.dictionary import Words
from tejian.statistics.counted.api import Behind

CODE = re.compile(r"[A-Z]{2}\d{2,3}")
BETWEEN = re.compile(r"[；;\n]")


class Unreadable(ValueError):
    """The sentence says what is wrong with it."""


def asked(behind: Behind, text: str, words: Words) -> dict[str, str]:
    """The conditions as the list is asked for them. Raises Unreadable."""
    out: dict[str, str] = {}
    for one in filter(None, (part.strip() for part in BETWEEN.split(text))):
        label, equals, values = (part.strip() for part in one.partition("="))
        search = behind.searches.get(label)
        if search is None:
            known = "、".join(behind.searches)
            raise Unreadable(f"条件：{behind.label}清单没有“{label}”，可用的有{known}")
        if not equals or not values:
            raise Unreadable(f"条件：“{one}”应写作“{label}=值”")
        if search.name in out:
            raise Unreadable(f"条件：“{label}”写了两次，几个值请用逗号隔开")
        offered = search.options if search.options is not None else words.get(search.dict, {})
        codes = {word: code for code, word in offered.items()}
        given = [value.strip() for value in values.replace("，", ",").split(",")]
        if strange := next((value for value in given if value not in codes), None):
            raise Unreadable(f"条件：“{label}”没有“{strange}”这个值")
        if "" in given or (search.options is not None and len(given) > 1):
            raise Unreadable(f"条件：“{one}”的值写法不对")
        out[search.name] = ",".join(codes[value] for value in given)
    return out


def needed(formula: str) -> frozenset[str]:
    """The indicators that a formula names. Raises Unreadable."""
    try:
        names = names_in(formula)
    except ExpressionError as wrong:
        raise Unreadable(str(wrong)) from wrong
    if strange := sorted(one for one in names if not CODE.fullmatch(one)):
        raise Unreadable(f"算式：“{strange[0]}”不是指标代码")
    if not names:
        raise Unreadable("算式：没有写到任何指标")
    tried(formula, names)
    return names


def tried(formula: str, names: frozenset[str]) -> None:
    """Whether it can be worked out where every indicator has a number. Raises Unreadable."""
    # numbers without a plain relation: what is nothing with them, such as (EQ01-EQ01), is always nothing
    sample = {one: Decimal(1000 + 37 * place * place) for place, one in enumerate(sorted(names), 1)}
    try:
        evaluate_number(formula, sample)
    except ExpressionError as wrong:
        raise Unreadable(f"算式：“{formula}”无法计算，除数总是零，或写法不对") from wrong


def worked_out(formula: str, numbers: Mapping[str, Decimal | None]) -> Decimal | None:
    """The value of a formula; nothing where an indicator has none or something is divided by nothing."""
    if any(numbers[one] is None for one in names_in(formula)):
        return None
    try:
        return evaluate_number(formula, numbers)
    except ExpressionError:
        return None


def circle(code: str, formulas: Mapping[str, str]) -> list[str]:
    """The way on which a formula comes back to its own indicator; empty when it does not."""

    def follow(at: str, way: list[str]) -> list[str]:
        for one in sorted(names_in(formulas.get(at, ""))):
            if one == code:
                return [*way, one]
            if one not in way and (way_back := follow(one, [*way, one])):
                return way_back
        return []

    return follow(code, [code])
