"""A small, safe expression language for conditions and amounts that live in data tables.

Grammar (a subset of Python, never executed by it): numbers, quoted texts, names, + - * /, unary minus, parentheses,
comparisons (also chained), `in (…)`, and / or / not, `x is empty`, `x is not empty`, min(…), max(…), floor(x),
count(…) = how many of the conditions hold.
A name without a value is not zero: it raises MissingValue, unless and / or can decide without it.
"""

import ast
import operator
from collections.abc import Callable, Mapping
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
        return _compiled(text)(names)
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


@lru_cache(maxsize=8192)
def _compiled(text: str) -> "Asked":
    return _value(_parse(text))


# Each node of an expression becomes a function of the names: an expression is walked once and asked for every report.
Asked = Callable[[Names], Value]
AskedNumber = Callable[[Names], Decimal]
AskedTruth = Callable[[Names], bool]


def _value(node: ast.expr) -> Asked:
    match node:
        case ast.Constant(value=bool() | str() as fixed):
            return lambda _names: fixed
        case ast.Constant(value=int() | float() as number):
            amount = Decimal(repr(number))
            return lambda _names: amount
        case ast.Name(id=name):
            return lambda names: _named(name, names)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            turned = _number(operand)
            return lambda names: -turned(names)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            denied = _truth(operand)
            return lambda names: not denied(names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            do, first, second = ARITHMETIC[type(op)], _number(left), _number(right)
            return lambda names: do(first(names), second(names))
        case ast.BoolOp(op=op, values=operands):
            return _logic(isinstance(op, ast.And), [_truth(one) for one in operands])
        case ast.Compare(left=left, ops=ops, comparators=others):
            return _chain(left, ops, others)
        case ast.Call(func=ast.Name(id="count"), args=args, keywords=[]):
            counted = [_truth(one) for one in args]
            return lambda names: Decimal(sum(one(names) for one in counted))
        case ast.Call(func=ast.Name(id=function), args=args, keywords=[]):
            given = [_number(one) for one in args]
            return lambda names: _call(function, [one(names) for one in given])
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


def _number(node: ast.expr) -> AskedNumber:
    value_of = _value(node)

    def number(names: Names) -> Decimal:
        value = value_of(names)
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

    return number


def _truth(node: ast.expr) -> AskedTruth:
    value_of = _value(node)

    def truth(names: Names) -> bool:
        value = value_of(names)
        if not isinstance(value, bool):
            raise ExpressionError(f"不是真假：{ast.unparse(node)}")
        return value

    return truth


ARITHMETIC: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _logic(is_and: bool, operands: list[AskedTruth]) -> AskedTruth:
    """Three-valued and / or: an operand that decides wins over one that is missing."""

    def logic(names: Names) -> bool:
        missing: frozenset[str] = frozenset()
        for operand in operands:
            try:
                if operand(names) is not is_and:
                    return not is_and
            except MissingValue as fault:
                missing |= fault.names
        if missing:
            raise MissingValue(missing)
        return is_and

    return logic


def _chain(left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> AskedTruth:
    pairs = [_compare(first, op, second) for first, op, second in zip([left, *others], ops, others, strict=False)]
    return pairs[0] if len(pairs) == 1 else lambda names: all(one(names) for one in pairs)


def _compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> AskedTruth:
    if isinstance(op, ast.Is | ast.IsNot):
        if not (isinstance(left, ast.Name) and isinstance(right, ast.Name) and right.id == "empty"):
            raise ExpressionError("is 只能写作 x is empty")
        name, empty = left.id, isinstance(op, ast.Is)
        return lambda names: ((raw := names.get(name)) is None or str(raw).strip() == "") is empty
    first = _value(left)
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.Tuple):
            raise ExpressionError("in 的右边必须是括号列表")
        members, inside = [_value(item) for item in right.elts], isinstance(op, ast.In)
        return lambda names: any(_equal(first(names), one(names)) for one in members) is inside
    second = _value(right)
    if isinstance(op, ast.Eq | ast.NotEq):
        same = isinstance(op, ast.Eq)
        return lambda names: _equal(first(names), second(names)) is same
    if type(op) not in ORDERS:
        raise ExpressionError("不支持的比较")
    order = ORDERS[type(op)]
    return lambda names: order(_sign(first(names), second(names)), 0)


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


ORDERS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def _sign(first: Value, second: Value) -> int:
    """Which of two values is the greater: 1, 0 or -1."""
    if isinstance(first, date) or isinstance(second, date):
        one, two = _as_date(first), _as_date(second)
        return (one > two) - (one < two)
    left, right = _as_number(first), _as_number(second)
    return (left > right) - (left < right)


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
