"""Guards of a model, and what its dialogs offer."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import ListView
from tejian.kit.process.doing import Doing
from tejian.system.models.accounts import Role
from tejian.system.models.querymodels import DRAFT, QueryCondition, QueryModel

from .asking import asks_of
from .sources import columns_of, searches_of, source_of
from .viewing import conditions_of, view_of

OWN = "查询模型由建立人修改"
MOST_CONDITIONS, MOST_COLUMNS = 20, 40


def columns_known(d: Doing) -> str | None:
    """列和排序都是清单里的"""
    try:
        view = source_of(d.me, d.subject.source)
    except Refused as refusal:
        return refusal.message
    known = columns_of(view)
    names = [one for one in str(d.form["columns"] or "").split(",") if one]
    if strange := next((one for one in names if one not in known), None):
        return f"“{view.title}”没有“{strange}”这一列"
    if len(names) > MOST_COLUMNS:
        return f"最多选{MOST_COLUMNS}列"
    sort = str(d.form["sort"] or "")
    if sort and sort not in {one["value"] for one in sorts(view)}:
        return f"“{view.title}”不能按“{sort.lstrip('-')}”排序"
    return None


def condition_readable(d: Doing) -> str | None:
    """条件是清单能查的"""
    known = conditions_of(d.db, d.subject.id)
    if len(known) >= MOST_CONDITIONS:
        return f"条件最多{MOST_CONDITIONS}个"
    try:
        asks_of(source_of(d.me, d.subject.source), [*known, typed(d)], words(d.db, d.me.dict_version))
    except Refused as refusal:
        return refusal.message
    return None


def typed(d: Doing) -> QueryCondition:
    """The condition of a dialog."""
    prop, op, value = (str(one or "").strip() for one in (d.form["prop"], d.form["op"], d.form["value"]))
    return QueryCondition(model_id=d.subject.id, prop=prop, op=op, value=value)


def runs(d: Doing) -> str | None:
    """清单、列和条件都读得懂"""
    try:
        view_of(d.db, d.me, d.subject)
    except Refused as refusal:
        return refusal.message
    return None


def no_draft(d: Doing) -> str | None:
    """没有编制中的新版本"""
    hold(d.db, f"query_model {d.subject.modelno}")
    query = select(QueryModel.edition).where(QueryModel.modelno == d.subject.modelno, QueryModel.step == DRAFT)
    number = d.db.scalar(query)
    return f"{d.subject.modelno}的第{number}版正在编制中" if number else None


def own_model(d: Doing) -> str | None:
    """由建立人办理"""
    return None if d.subject.owner_id == d.me.id else OWN


def next_edition(db: Session, number: str) -> int:
    return (db.scalar(select(func.max(QueryModel.edition)).where(QueryModel.modelno == number)) or 0) + 1


def sorts(view: ListView) -> list[Option]:
    """The orders of a list: of one of millions its own alone."""
    names = [view.sort.lstrip("-")] if view.indexed is not None else list(columns_of(view))
    columns = {one.name: one for one in view.columns}
    return [
        {"value": f"{sign}{name}", "label": f"{columns[name].label or '原来的次序'} {word}"}
        for name in names
        if columns[name].sortable
        for sign, word in (("", "升序"), ("-", "降序"))
    ]


def view_behind(db: Session, me: User, ids: Sequence[str]) -> ListView:
    return source_of(me, visible_or_refuse(db, me, QueryModel, ids[0] if ids else "").source)


def column_options(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    """The columns of the list of a model."""
    return [{"value": one.name, "label": one.label} for one in columns_of(view_behind(db, me, ids)).values()]


def sort_options(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    return sorts(view_behind(db, me, ids))


def search_options(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    """What the list of a model can be asked."""
    return [{"value": one.name, "label": one.label} for one in searches_of(view_behind(db, me, ids)).values()]


def role_options(db: Session, me: User) -> list[Option]:
    """The roles that a model can be shared with."""
    return [{"value": one.id, "label": one.name} for one in db.scalars(select(Role).order_by(Role.code))]
