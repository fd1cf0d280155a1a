"""Calls of the import dialog."""

from tejian.kit.edge import Area
from tejian.kit.forms import OneId, asks

from . import service

area = Area("/api/import")


@area.call("/config", any_user=True, reads=True, form=asks(viewNo="页面"))
def config(db, me, form) -> service.ImportConfig:
    return service.config(db, me, form.viewNo)


@area.call("/template", any_user=True, reads=True, form=asks(viewNo="页面"))
def template(db, me, form):
    return service.template(db, me, form.viewNo)


@area.call("/start", any_user=True, caller=True, form=service.StartForm, limit=service.UPLOAD_LIMIT, blind=service.ADDS)
def start(db, me, form, caller) -> service.ImportState:
    return service.begin(db, me, form)


@area.call("/progress", any_user=True, form=OneId, reads=True, quiet=True)
def progress(db, me, form) -> service.ImportState:
    return service.progress(db, me, form.id)


@area.call("/errors", any_user=True, form=OneId, reads=True)
def errors(db, me, form):
    return service.errors(db, me, form.id)
