"""Calls of lifts in the internet of things."""

from tejian.archives import permissions as p
from tejian.archives.models.iot import LiftEvent, LiftIot
from tejian.kit.forms.form import ManyIds
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area

from . import forms, receiving, service

area = Area("/api/iot")


@area.call("/summary", may=p.SAVED_QUERY, reads=True)
def summary(db, me, form) -> service.IotSummary:
    return service.summary(db, me)


crud(
    area,
    LiftIot,
    forms.TERMINAL_FORM,
    Rights(p.SAVED_QUERY, p.IOT_HANDLE),
    Hooks(service.before_save, before_delete=service.before_delete, beside=service.beside),
)


@area.call("/event/confirm", may=p.IOT_HANDLE, form=ManyIds, changes=LiftEvent)
def confirm(db, me, form):
    return service.confirm(db, me, form.ids)


@area.call("/event/dispatch", may=p.IOT_HANDLE, form=ManyIds, changes=LiftEvent)
def dispatch(db, me, form):
    return service.dispatch(db, me, form.ids)


@area.call("/event/close", may=p.IOT_HANDLE, form=forms.CLOSE_FORM, changes=LiftEvent)
def close(db, me, form):
    return service.close(db, me, form)


@area.call(
    "/receive",
    public=True,
    caller=True,
    quiet=True,
    limit=640 << 10,
    form=receiving.Batch,
    blind="reports of machines: each is added",
)
def receive(db, me, form, caller):
    return receiving.take(db, caller, form)
