"""Records whose fields are rows of the field table (8000GX, 7310, 7000): the form, and columns beside a document.

What lists and rules read is a column of the model; every other field of the class stands in `params`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import inspect

from tejian.kit.database.audit import plain
from tejian.kit.forms.formview import Field, FormView, Group
from tejian.kit.records.crud import record

from .fields import fields_of

ORDER = ("基本", "技术参数", "制造", "安装", "使用", "检验")
TITLES = {"基本": "基本信息", "使用": "使用信息", "检验": "检验信息", "制造": "制造信息", "安装": "安装信息"}


def table_groups(
    table: str,
    model: type[Any],
    skip: Collection[str],
    checks: Mapping[str, Callable[[Any], str | None]] | None = None,
    **changed: Mapping[str, Any],
) -> list[Group]:
    """The fields of a class as form groups. `checks` refuse with a sentence; `changed` overrides parts of a field."""
    columns = model.__table__.columns
    groups: dict[str, list[Field]] = {}
    for row in fields_of(table, table).values():
        if row.name in skip:
            continue
        size = getattr(columns[row.name].type, "length", None) if row.name in columns else None
        field = replace(row.as_field(), required=row.required, size=size or 256, check=(checks or {}).get(row.name))
        if row.name == "remark":
            field = replace(field, type="textarea", span=24)
        groups.setdefault(row.group, []).append(replace(field, **changed.get(row.name, {})))
    return [Group(TITLES.get(g, g), groups[g]) for g in ORDER if g in groups]


def put(row: Any, values: Mapping[str, Any]) -> None:
    """Write values into their columns, the rest into the document; an empty value clears."""
    columns = inspect(type(row)).columns
    document = dict(row.params or {})
    for name, value in values.items():
        if name in columns:
            empty = "" if not columns[name].nullable and columns[name].type.python_type is str else None
            setattr(row, name, empty if value is None else value)
        elif value is None:
            document.pop(name, None)
        else:
            document[name] = plain(value)
    if document != (row.params or {}):
        row.params = document


def flat(row: Any, *hidden: str) -> dict[str, Any]:
    """The record with its document unfolded, as JSON."""
    return {**row.params, **record(row, "params", *hidden)}


def labels_of(form: FormView) -> dict[str, tuple[str, str]]:
    """Field name → (label, dictionary), for histories and comparisons."""
    return {f.name: (f.label, f.dict) for f in form.fields}
