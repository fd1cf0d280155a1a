"""Calls of safety valves."""

from tejian.archives import permissions as p
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, service
from .forms import CALIBRATION_FORM, VALVE_FORM

area = Area("/api/samvalve")
add_record(area, detail.VALVE)


@area.call("/load", may=p.VALVE_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.shown(db, me, visible_or_refuse(db, me, SafetyValve, form.id))


@area.call("/save", may=p.VALVE_SAVE, form=VALVE_FORM, changes=SafetyValve)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/results", may=p.VALVE_QUERY, reads=True)
def results(db, me, form):
    return service.result_options(db)


@area.call("/calibrationStart", may=p.VALVE_SAVE, form=OneId, reads=True)
def calibration_start(db, me, form):
    return service.calibration_start(db, me, form.id)


@area.call("/calibrate", may=p.VALVE_SAVE, form=CALIBRATION_FORM, changes=SafetyValve)
def calibrate(db, me, form):
    return service.calibrate(db, me, form)


@area.call("/removeCalibration", may=p.VALVE_SAVE, form=ManyIds, changes=ValveCalibration)
def remove_calibration(db, me, form):
    return service.remove_calibration(db, me, next(iter(form.ids), ""))
