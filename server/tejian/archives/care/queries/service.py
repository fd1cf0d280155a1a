"""Saved queries: the declared fields for the builder, load, save, delete, and the page of a result."""

from typing import Any

from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.queries import QuerySetting
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import Form, Version, Words, asks, checked
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.shapes import Page
from tejian.kit.ground.user import User
from tejian.kit.lists.listkeys import COUNT_CAP
from tejian.kit.lists.listview import ListView
from tejian.kit.records.crud import Saved, shaped
from tejian.system.permissions import VIEW_SHARE

from .asking import MOST_COLUMNS, OPERATORS, conditions_of, joined, result_view, source_of
from .sources import FieldConfig, FieldType

MOST_QUERIES = 200
SETTING = asks(settingId="查询")


class Builder(TypedDict):
    kind: str
    title: str
    fields: list[FieldConfig]
    operators: dict[FieldType, dict[str, str]]
    columns: list[str]


class Condition(TypedDict):
    field: str
    op: str
    value: str


class SavedQuery(TypedDict):
    id: str
    version: int
    kind: str
    name: str
    remark: str
    shared: bool
    matchall: bool
    conditions: list[Condition]
    columns: list[str]
    sort: str
    mine: bool


class Hits(TypedDict):
    count: int
    countCapped: bool


def builder(db: Session, me: User, kind: str) -> Builder:
    """What the builder offers: fields by group, operators by type."""
    source = source_of(kind)
    require(me, source.permission)
    fields = [f.config() for f in source.fields(db, me)]
    return {
        "kind": kind,
        "title": source.title,
        "fields": fields,
        "operators": OPERATORS,
        "columns": list(source.columns),
    }


def load(db: Session, me: User, row_id: str) -> SavedQuery:
    row = visible_or_refuse(db, me, QuerySetting, row_id)
    return shaped(SavedQuery, row, mine=row.owner_id == me.id)


class QueryForm(Form):
    """A query as the builder sends it."""

    id: str = Field("", title="主键", max_length=32)
    version: Version = Field(None, title="版本")
    kind: str = Field("", title="查询对象", max_length=16)
    name: str = Field("", title="名称")
    conditions: list[dict[str, Any]] = Field([], title="条件")
    matchall: bool = Field(True, title="全部满足")
    columns: Words = Field([], title="显示列")
    sort: str = Field("", title="排序", max_length=64)
    shared: bool = Field(False, title="共享")
    remark: str = Field("", title="说明", max_length=200)


def save(db: Session, me: User, form: QueryForm) -> Saved:
    """Create or change a query. Only its owner changes it; sharing needs the right to share views."""
    if form.id:
        row = visible_or_refuse(db, me, QuerySetting, form.id, lock=True)
        if row.owner_id != me.id:
            raise NoPermission()
        check_version(row, form.version)
    else:
        count = select(func.count()).where(QuerySetting.owner_id == me.id)
        if (db.scalar(count) or 0) >= MOST_QUERIES:
            raise Refused(f"每人最多保存{MOST_QUERIES}个查询")
        row = QuerySetting(kind=form.kind, owner_id=me.id, owner_name=me.name, org_id=me.org_id)
    _fill(db, me, row, form)
    db.add(row)
    db.flush()
    return shaped(Saved, row)


def _fill(db: Session, me: User, row: QuerySetting, form: QueryForm) -> None:
    source = source_of(row.kind)
    require(me, source.permission)
    if not 1 <= len(form.name) <= 60:
        raise BadInput("名称：1至60个字", field="name")
    fields = {f.name: f for f in source.fields(db, me)}
    conditions_of(db, me, fields, form.conditions)
    columns = form.columns
    if unknown := [c for c in columns if c not in fields]:
        raise BadInput(f"显示列中有不存在的字段：{unknown[0][:40]}")
    if len(columns) > MOST_COLUMNS:
        raise BadInput(f"显示列最多{MOST_COLUMNS}个")
    if form.sort and form.sort.lstrip("-") not in (columns or source.columns):
        raise BadInput("排序：请从显示列中选择")
    row.shared = form.shared
    if row.shared:
        require(me, VIEW_SHARE)
    row.name, row.columns, row.sort, row.remark = form.name, columns, form.sort, form.remark
    row.matchall = form.matchall
    row.conditions = [{k: str(one.get(k) or "") for k in ("field", "op", "value")} for one in form.conditions]


def delete(db: Session, me: User, ids: list[str]) -> None:
    for row in many_visible_or_refuse(db, me, QuerySetting, ids, lock=True):
        if row.owner_id != me.id:
            raise NoPermission()
        db.delete(row)


def resolve(db: Session, me: User, row_id: str) -> ListView:
    """The list behind viewNo `query.<id>`."""
    return result_view(db, me, visible_or_refuse(db, me, QuerySetting, row_id))


def result(db: Session, me: User, params: dict[str, Any]) -> Page:
    """A page of what a saved query finds."""
    return resolve(db, me, checked(SETTING, params)["settingId"]).page(db, me, params)


def try_out(db: Session, me: User, form: QueryForm) -> Hits:
    """How many rows unsaved conditions find, up to the cap of all lists."""
    source = source_of(form.kind)
    require(me, source.permission)
    parts = conditions_of(db, me, {f.name: f for f in source.fields(db, me)}, form.conditions)
    keys = select(source.key).where(source.visible(me), joined(parts, matchall=form.matchall))
    found = db.scalar(select(func.count()).select_from(keys.limit(COUNT_CAP + 1).subquery())) or 0
    return {"count": min(found, COUNT_CAP), "countCapped": found > COUNT_CAP}
