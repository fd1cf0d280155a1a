"""Calls of the health page."""

from tejian.kit.web.edge import Area
from tejian.watch.permissions import HEALTH

from . import watching
from .lists import BASE

area = Area(BASE)


@area.call("/look", may=HEALTH, blind="looks after the state of things, which changes none of them")
def look(db, me, form):
    watching.begin(db)
