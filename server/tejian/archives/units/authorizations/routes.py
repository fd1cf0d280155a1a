"""Calls of authorisations to inspect."""

from tejian.archives import permissions as p
from tejian.archives.models.authorizations import InspAuthorization
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area

from . import forms, service

area = Area()


@area.call("/api/authorization/revoke", may=p.AUTHORIZE_SAVE, form=forms.REVOKE_FORM, changes=InspAuthorization)
def revoke(db, me, form):
    service.revoke(db, me, form)


crud(
    area,
    InspAuthorization,
    forms.AUTHORIZATION_FORM,
    Rights(p.AUTHORIZE_QUERY, p.AUTHORIZE_SAVE),
    Hooks(service.before_save, before_delete=service.before_delete),
)
