"""Calls of the watch over the store of files."""

from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.watch.permissions import HEALTH

from . import checking, detail
from .lists import BASE, BEGIN

area = Area()
add_record(area, detail.CHECK)


@area.call(f"{BASE}/begin", may=HEALTH, form=BEGIN, blind="begins a check, which changes nothing")
def begin(db, me, form) -> None:
    checking.begin(db, me, form["digit"])
