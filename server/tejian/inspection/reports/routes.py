"""Calls of prints and reports, and of the public page."""

from functools import partial

from pydantic import Field

from tejian.archives.ledgers.labels import api as device_prints
from tejian.inspection.reports import documents, proving, public
from tejian.kit.forms.form import Form, OneId, asks
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Area, Later

area = Area()


@area.call("/api/appbuss/reportDraft", any_user=True, form=OneId, reads=True)
def report_draft(db, me, form):
    return documents.draft(db, me, form.id)


@area.call("/api/appbuss/reportFile", any_user=True, form=OneId, reads=True)
def report_file(db, me, form):
    return documents.issued_file(db, me, form.id)


@area.call("/api/appbuss/reportSignature", any_user=True, form=OneId, reads=True)
def report_signature(db, me, form):
    return documents.issued_signature(db, me, form.id)


area.call(
    "/api/common/commonPrint",
    any_user=True,
    get=True,
    form=device_prints.PrintForm,
    blind="counts the prints of a receipt; nothing that stands is changed",
)(documents.common_print)


class PrintLogForm(Form):
    seisn: str = Field("", title="单号", max_length=32)
    print_type: str = Field("", alias="printType", title="打印类型", max_length=16)


@area.call("/api/printlog/savrPrintLog", any_user=True, form=PrintLogForm, blind="adds a line to the log of prints")
def save_print_log(db, me, form):
    documents.save_print_log(db, me, form.seisn, form.print_type)


@area.call(
    "/api/public/verifyReport",
    public=True,
    room="anonymous",
    caller=True,
    form=asks(reportno="报告编号", code="代码"),
    blind="reads, and counts the tries",
)
def verify_public(db, me, form, caller) -> public.ReportVerification | Refused:
    return public.verify_report(db, caller, form.reportno, form.code)


@area.call(
    "/api/public/proveReport",
    public=True,
    room="proving",
    caller=True,
    form=proving.ProofForm,
    limit=proving.MOST + (1 << 20),
    blind="reads, and counts the tries",
)
def prove_public(db, me, form, caller) -> proving.ReportProof | Refused | Later:
    return proving.prove(db, caller, form)


# what a code printed on a report opens, to whoever holds it
with_code = partial(
    area.call,
    public=True,
    room="anonymous",
    get=True,
    caller=True,
    form=asks(reportno="报告编号", code="代码"),
    blind="reads, and counts the tries",
)


@with_code("/api/public/reportFile")
def public_file(db, me, form, caller):
    return public.report_file(db, caller, form.reportno, form.code)


@with_code("/api/public/reportSignature")
def public_signature(db, me, form, caller):
    return public.report_signature(db, caller, form.reportno, form.code)
