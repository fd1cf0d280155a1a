"""Calls of the notices of construction."""

from tejian.inspection import permissions as p
from tejian.inspection.models.construction import ConstructionDevice, ConstructionNotice
from tejian.kit.forms.form import OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import declaring, detail, forms, saving
from .process import NOTIFICATION

area = Area()
add_record(area, detail.CONSTRUCTION_PAGE)
register(area, NOTIFICATION)
RIGHTS = Rights(p.NOTIFY_QUERY, p.NOTIFY_FILE)
crud(area, ConstructionNotice, forms.NOTICE_FORM, RIGHTS, saving.NOTICE_HOOKS)
crud(area, ConstructionDevice, forms.DEVICE_FORM, RIGHTS, saving.DEVICE_HOOKS)
OWN = Rights(p.NOTIFY_OWN)
crud(area, ConstructionNotice, forms.OWN_FORM, OWN, saving.OWN_HOOKS)
crud(area, ConstructionDevice, forms.OWN_DEVICE_FORM, OWN, saving.OWN_DEVICE_HOOKS)


@area.call("/api/construction/declare", may=p.APPLY_SAVE, form=forms.DECLARE, blind="makes new declarations")
def declare(db, me, form) -> list[str]:
    return declaring.declare(db, me, form)


@area.call("/api/eqdbase/eqdBasic/findSgGzExtent", may=p.NOTIFY_QUERY, form=OneId, reads=True)
def extent(db, me, form) -> list[declaring.NoticeOfDevice]:
    return declaring.extent_of(db, me, form.id)
