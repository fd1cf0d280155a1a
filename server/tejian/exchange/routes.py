"""Calls of the exchange area: the transfer journal, and reports of third parties."""

from tejian.archives import permissions as p
from tejian.inspection.models.reports import Report
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.records.crud import record
from tejian.kit.web.edge import Area

from . import checks, forms, thirds, transfers
from .models import ThirdReport, Transfer

area = Area()


@area.call("/api/transfer/load", may=p.JOURNAL_QUERY, form=OneId, reads=True)
def load_transfer(db, me, form):
    return record(visible_or_refuse(db, me, Transfer, form.id))


@area.call("/api/transfer/retry", may=p.JOURNAL_RETRY, form=ManyIds, changes=Transfer)
def retry(db, me, form):
    return transfers.retry(db, me, form.ids)


@area.call("/api/transfer/ignore", may=p.JOURNAL_RETRY, form=forms.IGNORE_FORM, changes=Transfer)
def ignore(db, me, form):
    transfers.ignore(db, me, form)


@area.call("/api/transfer/checkCounts", may=p.JOURNAL_QUERY, reads=True)
def check_counts(db, me, form) -> checks.CheckCounts:
    return checks.counts(db, me)


@area.call("/api/transfer/resend", may=p.JOURNAL_RETRY, form=ManyIds, changes=Report)
def resend(db, me, form):
    return checks.resend(db, me, form.ids)


@area.call("/api/thirdreport/inspection/save", may=p.THIRD_SAVE, form=forms.INSPECTION_FORM, changes=ThirdReport)
def save_inspection(db, me, form):
    return thirds.save(db, me, thirds.INSPECTION, form)


@area.call("/api/thirdreport/detection/save", may=p.THIRD_SAVE, form=forms.DETECTION_FORM, changes=ThirdReport)
def save_detection(db, me, form):
    return thirds.save(db, me, thirds.DETECTION, form)


@area.call("/api/thirdreport/inspection/conclusions", may=p.THIRD_QUERY, reads=True)
def inspection_conclusions(db, me, form):
    return thirds.conclusions(db, me, thirds.INSPECTION)


@area.call("/api/thirdreport/detection/conclusions", may=p.THIRD_QUERY, reads=True)
def detection_conclusions(db, me, form):
    return thirds.conclusions(db, me, thirds.DETECTION)


@area.call("/api/thirdreport/detection/checkAgree", may=p.THIRD_CHECK, form=ManyIds, changes=ThirdReport)
def agree_detection(db, me, form):
    return thirds.agree(db, me, form.ids)


@area.call("/api/thirdreport/detection/checkRefuse", may=p.THIRD_CHECK, form=forms.REFUSE_FORM, changes=ThirdReport)
def refuse_detection(db, me, form):
    return thirds.refuse(db, me, form.ids, form["opinion"])


@area.call("/api/thirdreport/load", may=p.THIRD_QUERY, form=OneId, reads=True)
def load_report(db, me, form):
    return thirds.load(db, me, form.id)


@area.call("/api/thirdreport/delete", may=p.THIRD_SAVE, form=ManyIds, changes=ThirdReport)
def delete_reports(db, me, form):
    return thirds.delete(db, me, form.ids)
