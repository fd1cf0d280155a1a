"""Calls of the hazards."""

from tejian.inspection import permissions as p
from tejian.inspection.models.hazards import Hazard
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, Saved, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import HAZARD

area = Area()
add_record(area, detail.HAZARD_PAGE)
register(area, HAZARD)
crud(area, Hazard, forms.HAZARD_FORM, Rights(p.HAZARD_QUERY, p.HAZARD_REGISTER), saving.HOOKS)


@area.call("/api/hazard/make", may=p.HAZARD_REGISTER, form=forms.MAKE_FORM, blind="makes a new hazard")
def make(db, me, form) -> Saved:
    return saving.make(db, me, form)
