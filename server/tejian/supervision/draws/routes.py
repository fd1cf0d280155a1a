"""Calls of the draws."""

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.models.draws import STRATA, Draw

from . import detail, drawing, saving
from .forms import ACTS, API
from .process import DRAW

area = Area()
add_record(area, detail.DRAW_PAGE)
register(area, DRAW)
ACTS.serve(area, Draw, saving.HOOKS)


@area.call(f"{API}/picked", may=p.DRAW_QUERY, form=OneId, reads=True)
def picked(db, me, form) -> list[Option]:
    rows = drawing.picked(db, visible_or_refuse(db, me, Draw, form.id))
    return [{"value": one.id, "label": f"{STRATA[one.stratum]} {one.place} {one.name}"} for one in rows]
