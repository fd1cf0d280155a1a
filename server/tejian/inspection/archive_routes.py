"""Calls between the archives and inspection: what belongs to a declaration's devices, and 自行检测 of a lift."""

from tejian.archives.permissions import EQUIPMENT_QUERY
from tejian.kit.edge import Area
from tejian.kit.forms import OneId

from . import application_parts, detection
from . import permissions as p

area = Area()
LIFTS = "/api/eqd3000tpm/eqd3000tpm"


@area.call("/api/appmain/getAppMainPipelineDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_lines(db, me, form):
    return application_parts.lines_of(db, me, form.id)


@area.call("/api/appmain/getAppMainSamValveDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_valves(db, me, form):
    return application_parts.valves_of(db, me, form.id)


@area.call("/api/appmain/getAppMainProDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_products(db, me, form):
    return application_parts.products_of(db, me, form.id)


@area.call(f"{LIFTS}/getDetectionBaseInfo", may=EQUIPMENT_QUERY, form=OneId, reads=True)
def detection_info(db, me, form):
    return detection.info(db, me, form.id)


@area.call(f"{LIFTS}/getDetectionNextDate", may=EQUIPMENT_QUERY, form=detection.DetectionDay, reads=True)
def detection_dates(db, me, form):
    return detection.proposal(db, me, form)


@area.call(f"{LIFTS}/updateDetectionBaseInfo", may=detection.EDIT, form=detection.DetectionDay)
def detection_update(db, me, form):
    return detection.update(db, me, form)
