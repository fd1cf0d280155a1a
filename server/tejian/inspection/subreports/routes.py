"""Calls of the sub-reports."""

from tejian.inspection import permissions as p
from tejian.inspection.models.subreports import SubReport
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import SUB_REPORT

area = Area()
add_record(area, detail.SUB_REPORT_PAGE)
register(area, SUB_REPORT)
crud(area, SubReport, forms.FORM, forms.ACTS.rights, saving.HOOKS)


@area.call("/api/subreport/names", may=p.ENTER, form=ManyIds, reads=True)
def names(db, me, form) -> list[Option]:
    return saving.names_for(db, me, form.ids)


@area.call("/api/subreport/make", may=p.ENTER, form=forms.MAKE_FORM, blind="makes a new sub-report")
def make(db, me, form) -> Saved:
    return saving.make(db, me, form)
