"""Saved queries: the declared fields for the builder, load, save, delete, and the page of a result."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.crud import record, seen_version
from tejian.kit.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.listpage import COUNT_CAP
from tejian.kit.listview import ListView
from tejian.kit.permission import require
from tejian.kit.user import User
from tejian.system.permissions import VIEW_SHARE

from .asking import MOST_COLUMNS, OPERATORS, conditions_of, joined, result_view, source_of
from .models import QuerySetting

MOST_QUERIES = 200


def builder(db: Session, me: User, kind: str) -> dict[str, Any]:
    """What the builder offers: fields by group, operators by type."""
    source = source_of(kind)
    require(me, source.permission)
    fields = [f.config() for f in source.fields(db, me)]
    return {"kind": kind, "title": source.title, "fields": fields, "operators": OPERATORS, "columns": source.columns}


def load(db: Session, me: User, row_id: str) -> dict[str, Any]:
    row = visible_or_refuse(db, me, QuerySetting, row_id)
    return {**record(row), "mine": row.owner_id == me.id}


def save(db: Session, me: User, form: dict[str, Any]) -> dict[str, Any]:
    """Create or change a query. Only its owner changes it; sharing needs the right to share views."""
    row_id = form.get("id")
    if row_id:
        row = visible_or_refuse(db, me, QuerySetting, str(row_id), lock=True)
        if row.owner_id != me.id:
            raise NoPermission()
        check_version(row, seen_version(form))
    else:
        count = select(func.count()).where(QuerySetting.owner_id == me.id)
        if (db.scalar(count) or 0) >= MOST_QUERIES:
            raise Refused(f"每人最多保存{MOST_QUERIES}个查询")
        row = QuerySetting(kind=str(form.get("kind", "")), owner_id=me.id, owner_name=me.name, org_id=me.org_id)
    _fill(db, me, row, form)
    db.add(row)
    db.flush()
    return {"id": row.id, "version": row.version}


def _fill(db: Session, me: User, row: QuerySetting, form: dict[str, Any]) -> None:
    source = source_of(row.kind)
    require(me, source.permission)
    name = str(form.get("name") or "").strip()
    if not 1 <= len(name) <= 60:
        raise BadInput("名称：1至60个字", field="name")
    fields = {f.name: f for f in source.fields(db, me)}
    conditions = _listed(form.get("conditions"))
    conditions_of(db, me, fields, conditions)
    columns = [str(c) for c in form.get("columns") or [] if c] if isinstance(form.get("columns"), list) else []
    columns = columns or [c for c in str(form.get("columns") or "").split(",") if c]
    if unknown := [c for c in columns if c not in fields]:
        raise BadInput(f"显示列中有不存在的字段：{unknown[0][:40]}")
    if len(columns) > MOST_COLUMNS:
        raise BadInput(f"显示列最多{MOST_COLUMNS}个")
    sort = str(form.get("sort") or "")
    if sort and sort.lstrip("-") not in (columns or source.columns):
        raise BadInput("排序：请从显示列中选择")
    row.shared = str(form.get("shared") or "0") in ("1", "true", "True")
    if row.shared:
        require(me, VIEW_SHARE)
    row.name, row.columns, row.sort, row.remark = name, columns, sort, str(form.get("remark") or "")[:200]
    row.matchall = str(form.get("matchall", "1")) in ("1", "true", "True")
    row.conditions = [{k: str(one.get(k) or "") for k in ("field", "op", "value")} for one in conditions]


def _listed(sent: Any) -> list[dict[str, Any]]:
    if sent in (None, ""):
        return []
    if not isinstance(sent, list) or not all(isinstance(one, dict) for one in sent):
        raise BadInput("条件：格式不正确")
    return sent


def delete(db: Session, me: User, ids: list[str]) -> None:
    for row in many_visible_or_refuse(db, me, QuerySetting, ids, lock=True):
        if row.owner_id != me.id:
            raise NoPermission()
        db.delete(row)


def resolve(db: Session, me: User, row_id: str) -> ListView:
    """The list behind viewNo `query.<id>`."""
    return result_view(db, me, visible_or_refuse(db, me, QuerySetting, row_id))


def result(db: Session, me: User, form: dict[str, Any]) -> dict[str, Any]:
    return resolve(db, me, str(form.get("settingId", ""))).page(db, me, form)


def try_out(db: Session, me: User, form: dict[str, Any]) -> dict[str, Any]:
    """How many rows unsaved conditions find, up to the cap of all lists."""
    source = source_of(str(form.get("kind", "")))
    require(me, source.permission)
    parts = conditions_of(db, me, {f.name: f for f in source.fields(db, me)}, _listed(form.get("conditions")))
    matchall = str(form.get("matchall", "1")) in ("1", "true", "True")
    keys = select(source.key).where(source.visible(me), joined(parts, matchall=matchall))
    found = db.scalar(select(func.count()).select_from(keys.limit(COUNT_CAP + 1).subquery())) or 0
    return {"count": min(found, COUNT_CAP), "countCapped": found > COUNT_CAP}
