"""Calls of vehicles with gas cylinders."""

from tejian.archives import permissions as p
from tejian.kit.db import visible_or_refuse
from tejian.kit.edge import Area
from tejian.kit.forms import OneId
from tejian.kit.recordview import add_record

from . import detail, service
from .forms import CAR_FORM, REGISTER_FORM, SCRAP_FORM
from .models import CylinderCar

area = Area("/api/cylinder")
add_record(area, detail.CAR)


@area.call("/load", may=p.CYLINDER_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.shown(db, me, visible_or_refuse(db, me, CylinderCar, form.id))


@area.call("/kinds", may=p.CYLINDER_QUERY, reads=True)
def kinds(db, me, form):
    return service.kind_options(db, me)


@area.call("/save", may=p.CYLINDER_SAVE, form=CAR_FORM, changes=CylinderCar)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/register", may=p.CYLINDER_SAVE, form=REGISTER_FORM, changes=CylinderCar)
def register(db, me, form):
    return service.register(db, me, form)


@area.call("/scrap", may=p.CYLINDER_SAVE, form=SCRAP_FORM, changes=CylinderCar)
def scrap(db, me, form):
    return service.scrap(db, me, form)
