"""A small, safe expression language for conditions and amounts that live in data tables.

Grammar (a subset of Python, never executed by it): numbers, quoted texts, names, + - * /, unary minus, parentheses,
comparisons (also chained), `in (…)`, and / or / not, `x is empty`, `x is not empty`, min(…), max(…), floor(x),
count(…) = how many of the conditions hold.
A name without a value is not zero: it raises MissingValue, unless and / or can decide without it.
"""

import ast
from collections.abc import Mapping
from datetime import date
from decimal import ROUND_FLOOR, Decimal, DivisionByZero, InvalidOperation
from functools import lru_cache

Value = Decimal | str | bool | date | None
Names = Mapping[str, object]

MAX_LENGTH = 500


class ExpressionError(ValueError):
    """The text is not an expression of this language, or its types do not fit."""


class MissingValue(Exception):
    """Names that the expression needs and that have no value."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__("、".join(sorted(names)))
        self.names = names


def evaluate(text: str, names: Names) -> Value:
    """The value of `text` with the given names. Numbers are Decimal. Raises MissingValue or ExpressionError."""
    try:
        return _value(_parse(text), names)
    except (DivisionByZero, InvalidOperation, RecursionError) as fault:
        raise ExpressionError(f"算式无法计算：{text}") from fault


def evaluate_number(text: str, names: Names) -> Decimal:
    """Like evaluate, for expressions that must give a number."""
    value = evaluate(text, names)
    if isinstance(value, bool | date) or value is None:
        raise ExpressionError(f"算式的结果不是数值：{text}")
    return _as_number(value)


def holds(text: str, names: Names) -> bool:
    """Whether the condition holds; an empty condition always does. Raises MissingValue or ExpressionError."""
    if not text.strip():
        return True
    value = evaluate(text, names)
    if not isinstance(value, bool):
        raise ExpressionError(f"条件的结果不是真假：{text}")
    return value


@lru_cache(maxsize=8192)
def names_in(text: str) -> frozenset[str]:
    """Every name that the expression reads."""
    if not text.strip():
        return frozenset()
    called = {id(node.func) for node in ast.walk(_parse(text)) if isinstance(node, ast.Call)}
    return frozenset(
        node.id
        for node in ast.walk(_parse(text))
        if isinstance(node, ast.Name) and id(node) not in called and node.id != "empty"
    )


@lru_cache(maxsize=4096)
def _parse(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise ExpressionError("算式过长")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise ExpressionError(f"算式写法错误：{text}") from fault


def _value(node: ast.expr, names: Names) -> Value:
    match node:
        case ast.Constant(value=bool() as flag):
            return flag
        case ast.Constant(value=int() | float() as number):
            return Decimal(repr(number))
        case ast.Constant(value=str() as words):
            return words
        case ast.Name(id=name):
            return _named(name, names)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand, names)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _truth(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _arithmetic(op, _number(left, names), _number(right, names))
        case ast.BoolOp(op=op, values=operands):
            return _logic(isinstance(op, ast.And), operands, names)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return _chain(left, ops, others, names)
        case ast.Call(func=ast.Name(id=function), args=args, keywords=[]):
            if function == "count":
                return Decimal(sum(_truth(arg, names) for arg in args))
            return _call(function, [_number(arg, names) for arg in args])
    raise ExpressionError(f"算式中不允许：{ast.unparse(node)}")


def _named(name: str, names: Names) -> Value:
    raw = names.get(name)
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        raise MissingValue(frozenset({name}))
    if isinstance(raw, bool | Decimal | date):
        return raw
    if isinstance(raw, int | float):
        return Decimal(repr(raw))
    return str(raw).strip()


def _number(node: ast.expr, names: Names) -> Decimal:
    value = _value(node, names)
    if isinstance(value, str):
        try:
            value = Decimal(value)
        except InvalidOperation as fault:
            raise ExpressionError(f"不是数值：{value}") from fault
    if not isinstance(value, Decimal):
        raise ExpressionError(f"不是数值：{ast.unparse(node)}")
    if not value.is_finite():
        raise ExpressionError(f"不是有限的数值：{ast.unparse(node)}")
    return value


def _truth(node: ast.expr, names: Names) -> bool:
    value = _value(node, names)
    if not isinstance(value, bool):
        raise ExpressionError(f"不是真假：{ast.unparse(node)}")
    return value


def _arithmetic(op: ast.operator, left: Decimal, right: Decimal) -> Decimal:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    raise ExpressionError("算式中只允许加减乘除")


def _logic(is_and: bool, operands: list[ast.expr], names: Names) -> bool:
    """Three-valued and / or: an operand that decides wins over one that is missing."""
    missing: frozenset[str] = frozenset()
    for operand in operands:
        try:
            if _truth(operand, names) is not is_and:
                return not is_and
        except MissingValue as fault:
            missing |= fault.names
    if missing:
        raise MissingValue(missing)
    return is_and


def _chain(left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], names: Names) -> bool:
    here = left
    for op, other in zip(ops, others, strict=True):
        if not _compare(here, op, other, names):
            return False
        here = other
    return True


def _compare(left: ast.expr, op: ast.cmpop, right: ast.expr, names: Names) -> bool:
    if isinstance(op, ast.Is | ast.IsNot):
        if not (isinstance(left, ast.Name) and isinstance(right, ast.Name) and right.id == "empty"):
            raise ExpressionError("is 只能写作 x is empty")
        raw = names.get(left.id)
        return (raw is None or str(raw).strip() == "") is isinstance(op, ast.Is)
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.Tuple):
            raise ExpressionError("in 的右边必须是括号列表")
        member = any(_equal(_value(left, names), _value(item, names)) for item in right.elts)
        return member is isinstance(op, ast.In)
    first, second = _value(left, names), _value(right, names)
    if isinstance(op, ast.Eq | ast.NotEq):
        return _equal(first, second) is isinstance(op, ast.Eq)
    return _ordered(op, first, second)


def _equal(first: Value, second: Value) -> bool:
    if isinstance(first, str) and isinstance(second, Decimal):
        return _as_number(first) == second
    if isinstance(second, str) and isinstance(first, Decimal):
        return _as_number(second) == first
    if isinstance(first, bool) and isinstance(second, str):
        return first is (second == "1")
    if isinstance(first, date) and isinstance(second, str):
        return first == date.fromisoformat(second)
    return first == second


def _ordered(op: ast.cmpop, first: Value, second: Value) -> bool:
    if isinstance(first, date) or isinstance(second, date):
        one, two = _as_date(first), _as_date(second)
        sign = (one > two) - (one < two)
    else:
        left, right = _as_number(first), _as_number(second)
        sign = (left > right) - (left < right)
    match op:
        case ast.Lt():
            return sign < 0
        case ast.LtE():
            return sign <= 0
        case ast.Gt():
            return sign > 0
        case ast.GtE():
            return sign >= 0
    raise ExpressionError("不支持的比较")


def _as_number(value: Value) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str):
        try:
            return Decimal(value)
        except InvalidOperation as fault:
            raise ExpressionError(f"不是数值：{value}") from fault
    raise ExpressionError(f"不是数值：{value}")


def _as_date(value: Value) -> date:
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError as fault:
        raise ExpressionError(f"不是日期：{value}") from fault


def _call(function: str, args: list[Decimal]) -> Decimal:
    if function in ("min", "max") and args:
        return min(args) if function == "min" else max(args)
    if function == "floor" and len(args) == 1:
        return args[0].to_integral_value(rounding=ROUND_FLOOR)
    raise ExpressionError(f"算式中不允许函数：{function}")
