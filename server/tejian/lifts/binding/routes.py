"""Calls of bindings and stations."""

from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import LiftBinding, RescueStation

from . import detail, saving
from .forms import ACTS, API, STATION_ACTS
from .process import BINDING

area = Area()
add_record(area, detail.BINDING_PAGE)
register(area, BINDING)
ACTS.serve(area, LiftBinding, saving.HOOKS)
STATION_ACTS.serve(area, RescueStation, saving.STATION_HOOKS)


@area.call(f"{API}/stations", may=p.BINDING_QUERY, reads=True)
def stations(db, me, form) -> list[Option]:
    return saving.stations(db, me)
