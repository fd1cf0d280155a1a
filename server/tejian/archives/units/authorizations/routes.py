"""Calls of authorisations to inspect."""

from tejian.archives import permissions as p
from tejian.archives.common.api import names_beside
from tejian.kit.crud import crud
from tejian.kit.edge import Area

from . import forms, service
from .models import InspAuthorization

area = Area()


@area.call("/api/authorization/revoke", may=p.AUTHORIZE_SAVE, form=forms.REVOKE_FORM)
def revoke(db, me, form):
    service.revoke(db, me, form)


crud(
    area,
    "/api/authorization",
    InspAuthorization,
    forms.AUTHORIZATION_FORM,
    may_read=p.AUTHORIZE_QUERY,
    may_save=p.AUTHORIZE_SAVE,
    may_delete=p.AUTHORIZE_SAVE,
    before_save=service.before_save,
    before_delete=service.before_delete,
    beside=names_beside,
)
