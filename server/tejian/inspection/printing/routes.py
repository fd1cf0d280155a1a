"""The call that tells of a print."""

from tejian.inspection import permissions as p
from tejian.inspection.models import AppBuss
from tejian.kit.edge import Area
from tejian.kit.seen import changes

from . import service
from .forms import PrintForm

area = Area()


@area.call("/api/appbuss/saveReportPrintInfo", may=p.PRINT, form=PrintForm, changes=changes(AppBuss, judged=False))
def report_printed(db, me, form):
    return service.report_printed(db, me, form)
