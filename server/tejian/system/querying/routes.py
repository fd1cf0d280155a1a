"""Calls of query models."""

from typing_extensions import TypedDict

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId, asks, checked
from tejian.kit.ground.shapes import Option
from tejian.kit.lists.listview import ListView
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.system.models.querymodels import QueryCondition, QueryModel
from tejian.system.permissions import MODEL_QUERY, MODEL_SAVE

from . import detail, judging, saving
from .asking import said
from .forms import ACTS, API
from .process import MODEL
from .sources import options, source_of, title_of
from .viewing import conditions_of, view_of

area = Area()
add_record(area, detail.MODEL_VIEW)
register(area, MODEL)
ACTS.serve(area, QueryModel, saving.HOOKS)
RESULT = asks(modelId="模型")


class ModelSaid(TypedDict):
    """A model in words, above its result."""

    name: str
    source: str
    asks: str


@area.call(f"{API}/sources", may=MODEL_SAVE, reads=True)
def sources(db, me, form) -> list[Option]:
    return options(me)


@area.call(f"{API}/roles", may=MODEL_SAVE, reads=True)
def roles(db, me, form) -> list[Option]:
    return judging.role_options(db, me)


@area.call(f"{API}/columnsOf", may=MODEL_SAVE, form=ManyIds, reads=True)
def columns_of(db, me, form) -> list[Option]:
    return judging.column_options(db, me, form.ids)


@area.call(f"{API}/sortsOf", may=MODEL_SAVE, form=ManyIds, reads=True)
def sorts_of(db, me, form) -> list[Option]:
    return judging.sort_options(db, me, form.ids)


@area.call(f"{API}/searchesOf", may=MODEL_SAVE, form=ManyIds, reads=True)
def searches_of(db, me, form) -> list[Option]:
    return judging.search_options(db, me, form.ids)


@area.call(f"{API}/deleteConditions", may=MODEL_SAVE, form=ManyIds, changes=QueryCondition)
def delete_conditions(db, me, form):
    saving.delete_conditions(db, me, form.ids)


@area.call(f"{API}/said", may=MODEL_QUERY, form=OneId, reads=True)
def model_said(db, me, form) -> ModelSaid:
    row = visible_or_refuse(db, me, QueryModel, form.id)
    asked = said(source_of(me, row.source), conditions_of(db, row.id))
    return {"name": row.name, "source": title_of(row.source), "asks": asked}


@area.call(f"{API}/result", may=MODEL_QUERY, reads=True)
def result(db, me, form):
    return resolve(db, me, checked(RESULT, form)["modelId"]).page(db, me, form)


def resolve(db, me, key: str) -> ListView:
    """The list behind viewNo `model.<id>`."""
    return view_of(db, me, visible_or_refuse(db, me, QueryModel, key))
