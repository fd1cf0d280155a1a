"""Calls of overhauls."""

from tejian.instruments import permissions as p
from tejian.instruments.models import InstrumentOverhaul
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, saving
from .forms import ACTS, API
from .process import OVERHAUL

area = Area()
add_record(area, detail.OVERHAUL_PAGE)
register(area, OVERHAUL)
ACTS.serve(area, InstrumentOverhaul, saving.HOOKS)


@area.call(f"{API}/instruments", may=p.REPAIR_SAVE, reads=True)
def instruments(db, me, form) -> list[Option]:
    return saving.instruments(db, me)
