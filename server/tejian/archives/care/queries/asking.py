"""From a saved query to a list: every field, operator and value is checked against the declarations, on saving and on
asking, so that a query stays harmless when declarations change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlalchemy import ColumnElement, and_, not_, or_, select, true
from sqlalchemy.orm import Session

from tejian.archives.common.api import in_level
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.queries import QuerySetting
from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.lists.listview import Col, ListView
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .sources import SOURCES, FieldType, QueryField, Source

MOST_CONDITIONS = 20
MOST_COLUMNS = 60
NEEDS_NO_VALUE = ("empty", "filled")
OPERATORS: dict[FieldType, dict[str, str]] = {
    "text": {"has": "包含", "eq": "等于", "starts": "开头是", "empty": "为空", "filled": "不为空"},
    "number": {"ge": "不小于", "le": "不大于", "eq": "等于", "empty": "为空", "filled": "不为空"},
    "date": {
        "ge": "不早于",
        "le": "不晚于",
        "days": "今后几天内",
        "past": "过去几天内",
        "empty": "为空",
        "filled": "不为空",
    },
    "dict": {"in": "是其中之一", "notin": "不是", "empty": "为空", "filled": "不为空"},
    "bool": {"is": "是", "isnot": "否"},
}
OPERATORS["date"] |= {"empty": "为空", "filled": "不为空"}


def source_of(kind: str) -> Source:
    if kind not in SOURCES:
        raise BadInput("查询对象不正确")
    return SOURCES[kind]


def condition(field: QueryField, op: str, value: str, words: dictionary.Words) -> ColumnElement[bool]:
    """The SQL of one condition. Raises BadInput with the label of the field."""
    if field.closed:
        raise BadInput(f"{field.label}：不能作为查询条件")
    if op not in OPERATORS[field.type]:
        raise BadInput(f"{field.label}：条件不正确")
    if field.through is not None:
        return _through(field, op, value, words)
    if op not in NEEDS_NO_VALUE and field.type != "bool" and not value:
        raise BadInput(f"{field.label}：请填写条件的值")
    builders: Callable[..., Any] = {
        "text": _text,
        "number": _number,
        "date": _date,
        "dict": _dict,
        "bool": _bool,
    }[field.type]
    return and_(*field.scope(), _empty(field, op) if op in NEEDS_NO_VALUE else builders(field, op, value, words))


OPPOSITE = {"notin": "in", "empty": "filled", "isnot": "is"}


def _through(field: QueryField, op: str, value: str, words: dictionary.Words) -> ColumnElement[bool]:
    """A condition over the rows of another table: some row fits, or for a denial none does."""
    assert field.through is not None
    here = replace(field, expr=field.over, over=None, through=None)
    if op in OPPOSITE:
        return not_(field.through(condition(here, OPPOSITE[op], value, words)))
    return field.through(condition(here, op, value, words))


def _empty(field: QueryField, op: str) -> Any:
    blank = field.expr.is_(None) if field.type in ("number", "date") else or_(field.expr.is_(None), field.expr == "")
    return blank if op == "empty" else ~blank


def _text(field: QueryField, op: str, value: str, _words: dictionary.Words) -> Any:
    if op == "eq" and field.key:
        return E.params.contains({field.key: value})
    if op == "has" and field.name in SEARCHED:
        return search.contains(value, E.searchtext) & field.expr.icontains(value, autoescape=True)
    if op == "eq":
        return field.expr == value
    return (
        field.expr.startswith(value, autoescape=True)
        if op == "starts"
        else field.expr.icontains(value, autoescape=True)
    )


SEARCHED = {
    "equcode",
    "regcode",
    "usecertno",
    "prono",
    "equidentcode",
    "ele96333code",
}  # Equipment.searchtext


def _number(field: QueryField, op: str, value: str, _words: dictionary.Words) -> Any:
    try:
        number = Decimal(value)
    except InvalidOperation:
        raise BadInput(f"{field.label}：请输入数字") from None
    if not number.is_finite():
        raise BadInput(f"{field.label}：请输入数字")
    return {"ge": field.expr >= number, "le": field.expr <= number, "eq": field.expr == number}[op]


def _date(field: QueryField, op: str, value: str, _words: dictionary.Words) -> Any:
    text_date = bool(field.key)  # days in the document are texts in their natural order

    def bound(day: Any) -> Any:
        return day.isoformat() if text_date else day

    if op in ("days", "past"):
        if not value.isdecimal() or len(value) > 4:
            raise BadInput(f"{field.label}：请输入天数")
        today, step = clock.today(), timedelta(days=int(value))
        first, last = (today, today + step) if op == "days" else (today - step, today)
        return field.expr.between(bound(first), bound(last))
    day = bound(as_date(value, field.label))
    return field.expr >= day if op == "ge" else field.expr <= day


def _dict(field: QueryField, op: str, value: str, words: dictionary.Words) -> Any:
    codes = [c for c in value.split(",") if c]
    known = words.get(field.dict, {})
    if not codes or any(c not in known for c in codes):
        raise BadInput(f"{field.label}：请从选项中选择")
    if field.dict == "AREA":
        match = or_(*(field.expr.startswith(covered_prefix(c), autoescape=True) for c in codes))
    elif field.name == "equclacode":
        match = or_(*(in_level(field.expr, c) for c in codes))
    elif field.key:
        match = or_(*(E.params.contains({field.key: c}) for c in codes))
    else:
        match = field.expr.in_(codes)
    return match if op == "in" else ~match


def _bool(field: QueryField, op: str, _value: str, _words: dictionary.Words) -> Any:
    return field.expr.is_(op == "is")


def conditions_of(
    db: Session, me: User, fields: Mapping[str, QueryField], lines: Sequence[Mapping[str, Any]]
) -> list[ColumnElement[bool]]:
    """All conditions of a query as SQL, each checked."""
    if len(lines) > MOST_CONDITIONS:
        raise BadInput(f"条件最多{MOST_CONDITIONS}个")
    words = dictionary.words(db, me.dict_version)
    out = []
    for one in lines:
        field = fields.get(str(one.get("field", "")))
        if field is None:
            raise BadInput("条件中有不存在的字段，请重新选择")
        out.append(condition(field, str(one.get("op", "")), str(one.get("value") or "").strip()[:500], words))
    return out


def joined(parts: Sequence[ColumnElement[bool]], *, matchall: bool) -> ColumnElement[bool]:
    """All or any of the conditions; without a condition, every row."""
    if not parts:
        return true()
    return and_(*parts) if matchall else or_(*parts)


COL_TYPES = {"text": "text", "number": "number", "date": "date", "dict": "dict", "bool": "bool"}


def result_view(db: Session, me: User, setting: QuerySetting) -> ListView:
    """The result of a saved query: a list with the columns that the query names."""
    source = source_of(setting.kind)
    fields = {f.name: f for f in source.fields(db, me)}
    parts = conditions_of(db, me, fields, setting.conditions)
    condition = joined(parts, matchall=setting.matchall)
    shown = [n for n in setting.columns if n in fields] or list(source.columns)
    columns = [
        Col(
            f.name,
            f.label,
            f.expr,
            180 if f.type == "text" else 120,
            COL_TYPES[f.type],
            dict=f.dict if f.type == "dict" else "",
        )
        for f in (fields[n] for n in shown)
    ]
    named = {c.name for c in columns}
    if setting.kind == "equipment" and "equclass" not in named:
        columns.append(Col("equclass", "", E.equclass))
    columns.append(Col("id", "", source.key))
    wanted = (setting.sort, source.sort, "id")
    sort = next(s for s in wanted if s.lstrip("-") in {*named, "id"})
    return ListView(
        no=f"query.{setting.id}",
        title=setting.name,
        permission=source.permission,
        source=select(source.key).where(condition),
        key=source.key,
        visible=source.visible,
        columns=columns,
        url="/api/querySetting/result",
        params={"settingId": setting.id},
        sort=sort,
        actions=[source.row],
        export_permission=EXPORT,
    )
