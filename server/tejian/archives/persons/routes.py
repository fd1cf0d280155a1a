"""Calls of the person archives."""

from tejian.archives import permissions as p
from tejian.archives.common.api import names_beside
from tejian.kit.crud import crud
from tejian.kit.edge import Area
from tejian.kit.forms import asks
from tejian.kit.recordview import add_record

from . import detail, forms, identity, service
from .models import Person, PersonCert

area = Area()
add_record(area, detail.PERSON)


@area.call("/api/person/freeDevices", may=p.PERSON_QUERY, reads=True, form=asks(id="主键", text="查找内容"))
def free_devices(db, me, form):
    return service.free_devices(db, me, form.id, form.text)


@area.call("/api/person/assign", may=p.PERSON_SAVE)
def assign(db, me, form):
    return service.assign(db, me, form)


@area.call("/api/person/release", may=p.PERSON_SAVE)
def release(db, me, form):
    return service.release(db, me, form)


crud(
    area,
    "/api/person",
    Person,
    forms.PERSON_FORM,
    may_read=p.PERSON_QUERY,
    may_save=p.PERSON_SAVE,
    may_delete=p.PERSON_DELETE,
    before_save=service.before_save,
    before_delete=service.before_delete,
    hidden=service.HIDDEN,
    beside=names_beside,
)
crud(
    area,
    "/api/personcert",
    PersonCert,
    forms.CERT_FORM,
    may_read=p.PERSON_QUERY,
    may_save=p.PERSON_SAVE,
    may_delete=p.PERSON_SAVE,
    before_save=service.before_cert,
    parent="person_id",
)


@area.call("/api/identity/reveal", may=p.PERSON_REVEAL, form=identity.RevealForm)
def reveal(db, me, form):
    return identity.reveal(db, me, form)
