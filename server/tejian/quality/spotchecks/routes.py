"""Calls of the spot checks."""

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.quality import permissions as p
from tejian.quality.models.spotchecks import SpotCheck, SpotItem

from . import detail, drawing, saving
from .forms import ACTS, DRAWS, ITEMS
from .process import ITEM, SPOT

area = Area()
add_record(area, detail.SPOT_PAGE)
add_record(area, detail.ITEM_PAGE)
register(area, SPOT)
register(area, ITEM)
ACTS.serve(area, SpotCheck, saving.HOOKS)


@area.call(f"{DRAWS}/repeat", may=p.SPOT_QUERY, form=OneId, reads=True)
def repeat(db, me, form) -> str:
    return drawing.repeated(db, visible_or_refuse(db, me, SpotCheck, form.id))


@area.call(f"{ITEMS}/signers", may=p.SPOT_CHECK, form=OneId, reads=True)
def signers(db, me, form) -> list[Option]:
    return drawing.signers(db, visible_or_refuse(db, me, SpotItem, form.id))
