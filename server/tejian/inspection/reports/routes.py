"""Calls of prints and reports, and of the public page."""

from tejian.inspection import permissions as p
from tejian.inspection.flow import api as forms
from tejian.inspection.reports import documents, public
from tejian.kit.edge import Area
from tejian.kit.forms import OneId, asks
from tejian.kit.moves import sent_as

area = Area()


@area.call("/api/appbuss/saveReportPrintInfo", may=p.PRINT)
def report_printed(db, me, form):
    return documents.report_printed(db, me, *sent_as(forms.PrintedForm, form))


@area.call("/api/appbuss/reportDraft", any_user=True, form=OneId, reads=True)
def report_draft(db, me, form):
    return documents.draft(db, me, form.id)


@area.call("/api/appbuss/reportFile", any_user=True, form=OneId, reads=True)
def report_file(db, me, form):
    return documents.issued_file(db, me, form.id)


@area.call("/api/common/commonPrint", any_user=True, reads=True)
def common_print(db, me, form):
    return documents.common_print(db, me, form)


@area.call("/api/printlog/savrPrintLog", any_user=True)
def save_print_log(db, me, form):
    documents.save_print_log(db, me, form)


@area.call("/api/public/verifyReport", public=True, asked=True, form=asks(reportno="报告编号", code="代码"))
def verify_public(db, me, form, asked):
    return public.verify_report(db, asked, form.reportno, form.code)


@area.call("/api/public/reportFile", public=True, get=True, asked=True, form=asks(reportno="报告编号", code="代码"))
def public_file(db, me, form, asked):
    return public.report_file(db, asked, form.reportno, form.code)
