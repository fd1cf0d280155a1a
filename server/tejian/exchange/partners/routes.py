"""Calls of the partners' accounts, and those that partners make."""

from tejian.exchange import permissions as p
from tejian.exchange.mappings.api import PARTNERS
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.forms.form import OneId
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.web.edge import Area

from . import opening, saving
from .forms import ACTS, API, OPEN

area = Area()
ACTS.serve(area, Partner, saving.HOOKS)


@area.call(f"{API}/institutes", may=p.PARTNER_QUERY, reads=True)
def institutes(db, me, form) -> list[Option]:
    return saving.institutes(db)


@area.call(PARTNERS, may=p.MAPPING_QUERY, reads=True)
def partners(db, me, form) -> list[Option]:
    return saving.partners(db)


@area.call(f"{API}/token", may=p.PARTNER_SAVE, form=OneId, changes=Partner, unkept=True)
def token(db, me, form) -> saving.Token:
    return saving.renew_token(db, me, form.id)


BLIND = "a partner reads; only the log of his calls is written"


@area.call(f"{OPEN}/equipment", public=True, form=opening.Ask, caller=True, room="anonymous", blind=BLIND)
def open_equipment(db, me, form, caller) -> opening.OpenPage | Refused:
    return opening.read(db, caller, "equipment", form)


@area.call(f"{OPEN}/unit", public=True, form=opening.Ask, caller=True, room="anonymous", blind=BLIND)
def open_unit(db, me, form, caller) -> opening.OpenPage | Refused:
    return opening.read(db, caller, "unit", form)


@area.call(f"{OPEN}/report", public=True, form=opening.Ask, caller=True, room="anonymous", blind=BLIND)
def open_report(db, me, form, caller) -> opening.OpenPage | Refused:
    return opening.read(db, caller, "report", form)
