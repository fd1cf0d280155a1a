"""Calls of the data-quality screen."""

from tejian.archives import permissions as p
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.web.edge import Area

from . import lists, service

area = Area("/api/equipmentQuality")


@area.call("/summary", may=p.QUALITY_QUERY, reads=True, replica=True)
def summary(db, me, form) -> lists.QualitySummary:
    return lists.summary(db, me)


@area.call("/device", may=p.QUALITY_QUERY, form=OneId, reads=True)
def device(db, me, form) -> service.DeviceFaults:
    return service.of_device(db, me, form.id)


@area.call("/recheck", may=p.QUALITY_RUN, form=ManyIds, blind="findings are computed anew, nobody typed them")
def recheck(db, me, form):
    service.recheck(db, me, form.ids)


@area.call("/recheckAll", may=p.QUALITY_RUN, blind="findings are computed anew, nobody typed them")
def recheck_all(db, me, form):
    service.recheck_all(db)
