"""Calls of the chain."""

from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.watch.permissions import CHECK

from . import checking, detail
from .lists import BASE

area = Area(BASE)

add_record(area, detail.CHECK)


@area.call("/begin", may=CHECK, blind="begins a check, which changes nothing")
def begin(db, me, form):
    checking.begin(db, me)
