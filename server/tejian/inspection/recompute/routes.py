"""Calls of the recomputation of next dates."""

from tejian.inspection.models.recompute import DateRun
from tejian.kit.forms.form import OneId
from tejian.kit.web.edge import Area
from tejian.system.permissions import RULE_QUERY, RULE_SAVE

from . import service

area = Area("/api/dateRun")


area.call("/detail", may=RULE_QUERY, form=OneId, reads=True, quiet=True)(service.detail)


@area.call("/begin", may=RULE_SAVE, form=service.Reason, blind="begins a run of its own")
def begin(db, me, form) -> service.Run:
    return service.begin(db, me, form)


@area.call("/confirm", may=RULE_SAVE, form=service.Confirm, changes=DateRun)
def confirm(db, me, form) -> service.Run:
    return service.confirm(db, me, form)


@area.call("/drop", may=RULE_SAVE, form=OneId, changes=DateRun)
def drop(db, me, form):
    return service.drop(db, me, form)
