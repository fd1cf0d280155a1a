"""Calls of the sub-reports."""

from tejian.inspection import permissions as p
from tejian.kit.crud import Rights, Saved, crud
from tejian.kit.edge import Area
from tejian.kit.forms import ManyIds
from tejian.kit.moves import register
from tejian.kit.recordview import add_record
from tejian.kit.shapes import Option

from . import detail, forms, saving
from .models import SubReport
from .process import SUB_REPORT

area = Area()
add_record(area, detail.SUB_REPORT_PAGE)
register(area, SUB_REPORT)
crud(area, SubReport, forms.FORM, Rights(p.QUERY, p.ENTER), saving.HOOKS)


@area.call("/api/subreport/names", may=p.ENTER, form=ManyIds, reads=True)
def names(db, me, form) -> list[Option]:
    return saving.names_for(db, me, form.ids)


@area.call("/api/subreport/make", may=p.ENTER, form=forms.MAKE_FORM, blind="makes a new sub-report")
def make(db, me, form) -> Saved:
    return saving.make(db, me, form)
