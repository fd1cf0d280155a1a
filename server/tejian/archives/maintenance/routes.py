"""Calls of lift maintenance."""

from tejian.kit.edge import Area
from tejian.kit.forms import OneId

from .. import attachments
from .. import permissions as p
from . import lists, service, units
from .models import Maintenance

area = Area("/api/maintenance")
attachments.OWNERS["maintenance"] = (Maintenance, lambda db, me, row: None)


@area.call("/findList", may=p.MAINTENANCE_QUERY, reads=True)
def visit_list(db, me, form):
    return lists.visit_list.page(db, me, form)


@area.call("/load", may=p.MAINTENANCE_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.detail(db, me, form.id)


@area.call("/start", may=p.MAINTENANCE_SAVE, reads=True)
def start(db, me, form):
    return service.start(db, me, str(form.get("equdatasysid") or ""), str(form.get("maitype") or ""))


@area.call("/ofLift", may=p.MAINTENANCE_QUERY, form=OneId, reads=True)
def of_lift(db, me, form):
    return service.of_lift(db, me, form.id)


@area.call("/save", may=p.MAINTENANCE_SAVE)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/findLiftList", may=p.MAINTENANCE_QUERY, reads=True)
def lift_list(db, me, form):
    return units.lift_list.page(db, me, form)


@area.call("/ofUnit", may=p.MAINTENANCE_QUERY, form=OneId, reads=True)
def of_unit(db, me, form):
    return units.page(db, me, form.id)
