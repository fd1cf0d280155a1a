"""What a list is sorted by, as indexes can tell it."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement
from sqlalchemy.sql.elements import BinaryExpression, BooleanClauseList
from sqlalchemy.sql.operators import and_, ge, gt, le, lt

RANGES = (ge, gt, le, lt)


def is_column(key: Any) -> bool:
    """Whether rows are quickly found by this key."""
    return isinstance(getattr(key, "expression", None), Column)


def each(conditions: Sequence[ColumnElement[bool]]) -> Iterator[ColumnElement[bool]]:
    """Conditions that must all hold, one by one."""
    for one in conditions:
        if isinstance(one, BooleanClauseList) and one.operator is and_:
            yield from each(one.clauses)
        else:
            yield one


def bounds(condition: ColumnElement[bool], by: Any) -> bool:
    """Whether a condition is a range of this column."""
    ranged = isinstance(condition, BinaryExpression) and condition.operator in RANGES
    return ranged and is_column(by) and by.expression.compare(condition.left)


def sorted_as(expr: Any) -> Any:
    """What a column is sorted by: a name by the column beside it that its `sorted` names, everything else by itself."""
    columns = getattr(getattr(expr, "property", None), "columns", [])
    beside = columns[0].info.get("sorted") if len(columns) == 1 and hasattr(columns[0], "info") else None
    return getattr(expr.parent.entity, beside) if beside else expr


def order_by(by: Any, key: Any, *, down: bool) -> list[ColumnElement[Any]]:
    """By a column, empty ones last, then by the key so that pages are stable."""
    if by is key:
        return [key.desc() if down else key.asc()]
    # «nulls last» matches no index read backwards; a column that is never empty needs it not
    down_by = by.desc() if never_empty(by) else by.desc().nulls_last()
    return [down_by, key.desc()] if down else [by.asc(), key.asc()]


def never_empty(expr: Any) -> bool:
    """Whether the expression is a plain column that holds no nulls."""
    found: list[Any] = getattr(getattr(expr, "property", None), "columns", [])
    return len(found) == 1 and not found[0].nullable
