"""The list that a model makes: the list behind with its scope, masks and indexes, under the model's conditions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from tejian.kit.ground import shapes
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Params
from tejian.system.models.querymodels import QueryCondition, QueryModel

from .asking import asks_of
from .sources import columns_of, source_of

RESULT = "/api/system/queryModel/result"


@dataclass(frozen=True, eq=False)
class ModelView(ListView):
    """A list that always asks what its model says besides what the person asks."""

    asks: Mapping[str, str] = field(default_factory=dict)

    def _with(self, params: Params) -> dict[str, Any]:
        return {**params, **self.asks}

    def query(self, me: User, params: Params) -> Select[Any]:
        return super().query(me, self._with(params))

    def page(self, db: Session, me: User, params: Params) -> shapes.Page:
        return super().page(db, me, self._with(params))

    def rows(self, db: Session, me: User, params: Params, columns: Sequence[Col]) -> Iterator[list[dict[str, Any]]]:
        return super().rows(db, me, self._with(params), columns)

    def search_config(self) -> shapes.SearchFormConfig:
        config = super().search_config()
        fixed = {one.name for one in self.search if set(one.names) & self.asks.keys()}
        return {**config, "fields": [one for one in config["fields"] if one["prop"] not in fixed]}


def conditions_of(db: Session, key: str) -> Sequence[QueryCondition]:
    return db.scalars(select(QueryCondition).where(QueryCondition.model_id == key).order_by(QueryCondition.id)).all()


def names_of(row: QueryModel) -> list[str]:
    """The columns of a model, in their order."""
    return [one for one in row.columns.split(",") if one]


def view_of(db: Session, me: User, row: QueryModel) -> ModelView:
    """A model as a list for who asks. Raises Refused where its list, a column or a condition is none any more."""
    base = source_of(me, row.source)
    known = columns_of(base)
    if strange := next((one for one in names_of(row) if one not in known), None):
        raise Refused(f"“{base.title}”没有“{strange}”这一列，请修订模型")
    if not names_of(row):
        raise Refused(f"{row.modelno}还没有选列")
    chosen = [replace(known[one], shown=True, fixed="") for one in names_of(row)]
    sort = row.sort or base.sort
    if sort.lstrip("-") not in {one.name for one in base.columns if one.sortable}:
        raise Refused(f"“{base.title}”不能按“{sort.lstrip('-')}”排序，请修订模型")
    if base.indexed is not None and sort.lstrip("-") != base.sort.lstrip("-"):
        raise Refused(f"“{base.title}”数据太多，只能按原来的次序排")
    names = {one.name for one in chosen}
    hidden = [replace(one, label="", shown=False) for one in base.columns if one.name not in names]
    own = {one.name: getattr(base, one.name) for one in fields(ListView) if one.init}
    own |= {
        "no": f"model.{row.id}",
        "title": row.name,
        "url": RESULT,
        "params": {"modelId": row.id},
        "columns": [*chosen, *hidden],
        "sort": sort,
        "segments": (),
        "due": [one for one in base.due if one in names],
        "actions": [one for one in base.actions if one.place == "row" and one.kind == "route"],
    }
    return ModelView(**own, asks=asks_of(base, conditions_of(db, row.id), words(db, me.dict_version)))
