"""Calls of the certificates."""

from tejian.archives.common.api import bind_print
from tejian.archives.models.persons import PersonCert
from tejian.kit.forms.form import asks
from tejian.kit.ground.errors import Refused
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.persons import permissions as p
from tejian.persons.models.certificates import CertCase, WorkCertificate

from . import detail, handing, papers, public, saving
from .forms import API, ASK, ORDER
from .process import CASE

area = Area()
add_record(area, detail.PAPER_PAGE)
add_record(area, detail.CASE_PAGE_VIEW)
register(area, CASE)
bind_print("FSSQB", CertCase, p.CERT_QUERY, "cert_renewal", papers.renewal, "caseno")
bind_print("ZYRYZ", WorkCertificate, p.CERT_QUERY, "work_certificate", papers.certificate, "archiveno")


@area.call(f"{API}/ask", may=p.CERT_APPLY, form=ASK, changes=PersonCert)
def ask(db, me, form) -> int:
    return saving.ask(db, me, form)


@area.call(f"{API}/order", may=p.CERT_DECIDE, form=ORDER, changes=PersonCert)
def order(db, me, form) -> int:
    return saving.ask(db, me, form)


@area.call(
    f"{API}/national",
    may=p.HANDOVER,
    form=handing.HandForm,
    blind="reads, and leaves a line in the log",
    unkept=True,
)
def national(db, me, form):
    return handing.national(db, me, form)


@area.call(
    "/api/public/certificate",
    public=True,
    room="anonymous",
    caller=True,
    form=asks(no="档案编号", code="查验码"),
    blind="reads, and counts the tries",
)
def check(db, me, form, caller) -> public.CheckedCertificate | Refused:
    return public.by_code(db, caller, form.no, form.code)
