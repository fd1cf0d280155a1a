"""Calls of safety valves."""

from tejian.kit.edge import Area
from tejian.kit.forms import OneId
from tejian.system import common

from .. import permissions as p
from ..tableforms import labels_of
from . import lists, service
from .forms import VALVE_FORM

area = Area("/api/samvalve")
common.FIELD_LABELS["safety_valve"] = lambda db, me: labels_of(VALVE_FORM)


@area.call("/findList", may=p.VALVE_QUERY, reads=True)
def valve_list(db, me, form):
    return lists.valve_list.page(db, me, form)


@area.call("/load", may=p.VALVE_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.detail(db, me, form.id)


@area.call("/save", may=p.VALVE_SAVE)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/results", may=p.VALVE_QUERY, reads=True)
def results(db, me, form):
    return service.result_options(db)


@area.call("/calibrationStart", may=p.VALVE_SAVE, form=OneId, reads=True)
def calibration_start(db, me, form):
    return service.calibration_start(db, me, form.id)


@area.call("/calibrate", may=p.VALVE_SAVE)
def calibrate(db, me, form):
    return service.calibrate(db, me, form)


@area.call("/removeCalibration", may=p.VALVE_SAVE)
def remove_calibration(db, me, form):
    return service.remove_calibration(db, me, str(form.get("id") or ""), str(form.get("calibrationId") or ""))
