"""Calls of the rescue."""

from tejian.kit.forms.form import asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.lifts import permissions as p

from . import calling, detail
from .forms import API, CALL
from .process import RESCUE

area = Area()
add_record(area, detail.RESCUE_PAGE)
register(area, RESCUE)


@area.call(f"{API}/save", may=p.RESCUE_HANDLE, form=CALL, blind="a call makes an incident or adds one call to it")
def call(db, me, form) -> Saved:
    return calling.call(db, me, form.values)


@area.call(f"{API}/urgent", may=p.RESCUE_QUERY, reads=True)
def urgent(db, me, form) -> list[Option]:
    return calling.urgent(db)


@area.call(f"{API}/card", may=p.RESCUE_HANDLE, form=asks(code="应急识别码"), reads=True)
def card(db, me, form) -> calling.Card:
    return calling.card(db, me, form.code)
