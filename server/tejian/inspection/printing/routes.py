"""The calls that tell of a print, and what was printed of a declaration."""

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.form import OneId
from tejian.kit.web.edge import Area
from tejian.kit.web.seen import changes

from . import lists, service
from .forms import PrintForm

area = Area()


@area.call("/api/reportPrint/ofDeclaration", may=p.APPLY_QUERY, reads=True, form=OneId)
def prints(db, me, form) -> list[lists.PrintLine]:
    return lists.prints_of(db, me, form.id)


@area.call("/api/appbuss/saveReportPrintInfo", may=p.PRINT, form=PrintForm, changes=changes(AppBuss, judged=False))
def report_printed(db, me, form):
    return service.report_printed(db, me, form)
