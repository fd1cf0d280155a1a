"""Calls of lifts in the internet of things."""

from tejian.archives import permissions as p
from tejian.kit.crud import crud
from tejian.kit.edge import Area

from . import forms, receiving, service
from .models import LiftIot

area = Area("/api/iot")


@area.call("/summary", may=p.SAVED_QUERY, reads=True)
def summary(db, me, form):
    return service.summary(db, me)


crud(
    area,
    "/lift",
    LiftIot,
    forms.TERMINAL_FORM,
    may_read=p.SAVED_QUERY,
    may_save=p.IOT_HANDLE,
    may_delete=p.IOT_HANDLE,
    before_save=service.before_save,
    before_delete=service.before_delete,
    beside=service.beside,
)


@area.call("/event/confirm", may=p.IOT_HANDLE)
def confirm(db, me, form):
    return service.confirm(db, me, form)


@area.call("/event/dispatch", may=p.IOT_HANDLE)
def dispatch(db, me, form):
    return service.dispatch(db, me, form)


@area.call("/event/close", may=p.IOT_HANDLE)
def close(db, me, form):
    return service.close(db, me, form)


@area.call("/receive", public=True, asked=True, quiet=True, limit=640 << 10, form=receiving.Batch)
def receive(db, me, form, asked):
    return receiving.take(db, asked, form)
