"""Calls of saved queries (specification §7.9, /api/querySetting)."""

from tejian.archives import permissions as p
from tejian.archives.models.queries import QuerySetting
from tejian.kit.forms.form import ManyIds, OneId, asks, checked
from tejian.kit.ground.errors import BadInput
from tejian.kit.records.crud import Saved
from tejian.kit.web.edge import Area

from . import lists, service

area = Area("/api/querySetting")
KIND = asks(kind="查询对象")


@area.call("/list", may=p.SAVED_QUERY, reads=True)
def query_list(db, me, form):
    kind = checked(KIND, form)["kind"] or "equipment"
    if kind not in lists.LISTS:
        raise BadInput("查询对象不正确")
    return lists.LISTS[kind].page(db, me, form)


@area.call("/fields", may=p.SAVED_QUERY, reads=True, form=asks(kind="对象"))
def fields(db, me, form) -> service.Builder:
    return service.builder(db, me, form.kind)


@area.call("/form", may=p.SAVED_QUERY, form=OneId, reads=True)
def load(db, me, form) -> service.SavedQuery:
    return service.load(db, me, form.id)


@area.call("/save", may=p.SAVED_QUERY_SAVE, form=service.QueryForm, blind="adds a query")
def save(db, me, form) -> Saved:
    return service.save(db, me, form.model_copy(update={"id": ""}))


@area.call("/edit", may=p.SAVED_QUERY_SAVE, form=service.QueryForm, changes=QuerySetting)
def edit(db, me, form) -> Saved:
    return service.save(db, me, form.model_copy(update={"id": form.id or "-"}))


@area.call("/deleteIds", may=p.SAVED_QUERY_SAVE, form=ManyIds, changes=QuerySetting)
def delete(db, me, form):
    service.delete(db, me, form.ids)


area.call("/tryOut", may=p.SAVED_QUERY, form=service.QueryForm, reads=True)(service.try_out)


area.call("/result", may=p.SAVED_QUERY, reads=True)(service.result)
