"""Layout calls: table, search and form configuration from the declarations, and saved views."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from sqlalchemy import and_, or_, select, text
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.audit import security_event
from tejian.kit.database.db import new_id, refuse_unseen
from tejian.kit.forms.form import Form, Words
from tejian.kit.ground import shapes
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.lists.excel import MIME, workbook
from tejian.kit.lists.listview import ListView
from tejian.kit.lists.serving import list_for
from tejian.kit.web.edge import File
from tejian.system.models.settings import SavedView
from tejian.system.permissions import VIEW_SHARE

MOST = 20


def views_of(db: Session, me: User, view_no: str) -> list[shapes.SavedView]:
    """The user's own views of a list and those shared with one of the user's roles."""
    roles = set(_roles(db, me))
    query = select(SavedView).where(
        SavedView.view_no == view_no, or_(SavedView.owner_id == me.id, and_(SavedView.shared))
    )
    rows = [
        v
        for v in db.scalars(query.order_by(SavedView.createtime))
        if v.owner_id == me.id or roles & set(v.role_ids.split(","))
    ]
    return [
        {
            "viewId": v.id,
            "version": v.version,
            "name": v.name,
            "shared": v.shared,
            "mine": v.owner_id == me.id,
            "columns": [c for c in v.columns.split(",") if c],
            "search": v.search,
            "sort": v.sort,
        }
        for v in rows
    ]


def _roles(db: Session, me: User) -> list[str]:
    return db.scalar(text("select role_ids from sys_user where id = :id"), {"id": me.id}) or []


class ViewForm(Form):
    """A view of a list as somebody wants to keep it."""

    view_no: str = Field("", alias="viewNo", title="列表", max_length=64)
    view_id: str = Field("", alias="viewId", title="视图", max_length=32)
    name: str = Field("", title="视图名称")
    columns: Words = Field([], title="视图的列")
    sort: str = Field("", title="排序", max_length=64)
    shared: bool = Field(False, title="共享")
    search: dict[str, Any] = Field({}, title="查询条件")


class SavedViewKey(TypedDict):
    viewId: str
    version: int


def save_view(db: Session, me: User, form: ViewForm) -> SavedViewKey:
    """Create or change one's own view. Names outside the list's declaration are refused."""
    view = list_for(db, me, form.view_no)
    require(me, view.permission)
    if not 1 <= len(form.name) <= 20:
        raise BadInput("视图名称：1至20个字")
    known = {c.name for c in view.columns if c.label}
    if unknown := [n for n in form.columns if n not in known]:
        raise BadInput(f"视图的列不正确：{unknown[0][:40]}")
    if form.sort and form.sort.lstrip("-") not in known:
        raise BadInput("排序字段不正确")
    if form.shared:
        require(me, VIEW_SHARE)
    row = _own(db, me, form.view_id) if form.view_id else SavedView(id=new_id(), owner_id=me.id)
    if not form.view_id:
        have = db.scalars(select(SavedView.name).where(SavedView.owner_id == me.id, SavedView.view_no == view.no)).all()
        if form.name in have:
            raise Refused("已有同名视图")
        if len(have) >= MOST:
            raise Refused(f"每个列表最多保存{MOST}个视图")
    row.view_no, row.name, row.sort, row.shared = view.no, form.name, form.sort, form.shared
    row.role_ids = ",".join(_roles(db, me)) if form.shared else ""
    row.columns = ",".join(form.columns)
    row.search = _searched(view, form.search)
    db.add(row)
    db.flush()
    return {"viewId": row.id, "version": row.version}


def _searched(view: ListView, sent: Mapping[str, Any]) -> dict[str, Any]:
    known = {n for s in view.search for n in ((s.name + "Start", s.name + "End") if s.pair else (s.name,))}
    return {k: str(v)[:200] for k, v in sent.items() if k in known and not isinstance(v, dict)}


def _own(db: Session, me: User, view_id: str) -> SavedView:
    row = db.scalars(select(SavedView).where(SavedView.id == view_id, SavedView.owner_id == me.id)).first()
    if row is None:
        raise NoPermission()
    refuse_unseen(db, [row])
    return row


def delete_view(db: Session, me: User, view_id: str) -> None:
    db.delete(_own(db, me, view_id))


def export(db: Session, me: User, params: dict[str, Any]) -> File:
    """The list as an Excel file: the same query, the same words, the columns of the layout."""
    view = list_for(db, me, str(params.get("viewNo", "")))
    require(me, view.permission)
    require(me, view.export_permission or view.permission)
    wanted = params.get("columns") or ""
    names = [str(n) for n in wanted] if isinstance(wanted, list) else str(wanted).split(",")
    columns = view.exported(names)
    query = {**params, **view.params}
    count = db.scalar(select(text("count(*)")).select_from(view.query(me, query).limit(view.max_export + 1).subquery()))
    if (count or 0) > view.max_export:
        raise Refused(f"导出数据超过{view.max_export}条，请缩小查询范围")
    content = workbook(view.title, columns, view.rows(db, me, query, columns))
    security_event(db, "导出", view.title, f"{count}条")
    return File(content, MIME, f"{view.title}.xlsx")
