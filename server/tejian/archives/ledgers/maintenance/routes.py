"""Calls of lift maintenance."""

from tejian.archives import permissions as p
from tejian.archives.models.maintenance import Maintenance
from tejian.kit.forms.form import OneId, asks
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, service
from .forms import VISIT_FORM

area = Area("/api/maintenance")
add_record(area, detail.UNIT)
add_record(area, detail.LIFT)


@area.call("/load", may=p.MAINTENANCE_QUERY, form=OneId, reads=True)
def load(db, me, form) -> service.Visit:
    return service.detail(db, me, form.id)


@area.call("/start", may=p.MAINTENANCE_SAVE, reads=True, form=asks(equdatasysid="设备", maitype="维保类型"))
def start(db, me, form) -> service.VisitStart:
    return service.start(db, me, form.equdatasysid, form.maitype)


@area.call("/save", may=p.MAINTENANCE_SAVE, form=VISIT_FORM, changes=Maintenance)
def save(db, me, form) -> service.Visit:
    return service.save(db, me, form)
