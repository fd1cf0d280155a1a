"""Calls of vehicles with gas cylinders."""

from tejian.archives import permissions as p
from tejian.archives.models.cylinders import CylinderCar
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, service
from .forms import CAR_FORM, REGISTER_FORM, SCRAP_FORM

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
