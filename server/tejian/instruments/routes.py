"""Calls of the instruments: archives, calibrations and boxes."""

from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, service
from . import permissions as p
from .models import Instrument

area = Area()
add_record(area, detail.INSTRUMENT_PAGE)

crud(
    area,
    Instrument,
    forms.INSTRUMENT_FORM,
    Rights(p.BOX_QUERY, p.ARCHIVE_SAVE),
    Hooks(service.before_save, before_delete=service.before_delete),
)


@area.call("/api/instrument/archives/calibrate", may=p.ARCHIVE_SAVE, form=forms.CALIBRATION_FORM, changes=Instrument)
def calibrate(db, me, form):
    return service.calibrate(db, me, form)


@area.call("/api/instrument/box/assign", may=p.BOX_SAVE, form=forms.ASSIGN_FORM, changes=Instrument)
def assign(db, me, form):
    service.assign(db, me, form)
