"""Calls of the corrections of reports."""

from pydantic import Field

from tejian.inspection import permissions as p
from tejian.inspection.models.reissue import ReportChange
from tejian.kit.forms.form import ManyIds
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved, crud, shaped
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File

from . import detail, forms, paper, saving
from .process import CHANGE

area = Area()
add_record(area, detail.CHANGE_PAGE)
register(area, CHANGE)
crud(area, ReportChange, forms.CHANGE_FORM, forms.ACTS.rights, saving.HOOKS)


@area.call("/api/reportChange/ask", may=p.CHANGE_ASK, form=forms.SUPPLEMENT_FORM, blind="makes a new request")
def ask_supplement(db, me, form) -> Saved:
    return shaped(Saved, saving.ask_supplement(db, me, form))


class PrintForm(ManyIds):
    """The picked requests, or the number of the report that one of them names (`reportnor`)."""

    reportnor: str = Field("", title="报告编号", max_length=40)


@area.call("/api/alterapply/alterApplyPrint", may=p.CHANGE_QUERY, form=PrintForm, reads=True)
def print_requests(db, me, form) -> File:
    return paper.sheets(db, me, form.ids, form.reportnor)


@area.call("/api/alterapply/alterApplyAskForPrint", may=p.CHANGE_QUERY, form=PrintForm, reads=True)
def ask_for_print(db, me, form) -> list[paper.Printable]:
    return paper.printable(db, me, form.ids, form.reportnor)
