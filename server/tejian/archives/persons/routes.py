"""Calls of the person archives."""

from tejian.archives import permissions as p
from tejian.archives.models.persons import Person, PersonCert, PersonDevice
from tejian.kit.forms.form import ManyIds, asks
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, identity, service

area = Area()
add_record(area, detail.PERSON)


@area.call("/api/person/freeDevices", may=p.PERSON_QUERY, reads=True, form=asks(id="主键", text="查找内容"))
def free_devices(db, me, form) -> list[service.FreeDevice]:
    return service.free_devices(db, me, form.id, form.text)


@area.call(
    "/api/person/assign", may=p.PERSON_SAVE, form=service.Assignment, blind="adds devices to a person, none that he has"
)
def assign(db, me, form) -> int:
    return service.assign(db, me, form)


@area.call("/api/person/release", may=p.PERSON_SAVE, form=ManyIds, changes=PersonDevice)
def release(db, me, form):
    return service.release(db, me, form.ids)


crud(area, Person, forms.PERSON_FORM, Rights(p.PERSON_QUERY, p.PERSON_SAVE, p.PERSON_DELETE), service.HOOKS)
OF_CERT = Hooks(service.before_cert, before_delete=service.before_cert_delete)
crud(area, PersonCert, forms.CERT_FORM, Rights(p.PERSON_QUERY, p.PERSON_SAVE), OF_CERT)


@area.call(
    "/api/identity/reveal",
    may=p.PERSON_REVEAL,
    form=identity.RevealForm,
    blind="reads, and leaves a line in the log",
    unkept=True,
)
def reveal(db, me, form) -> identity.Revealed:
    return identity.reveal(db, me, form)
