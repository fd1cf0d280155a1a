"""Calls of the declarations."""

from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.quality import permissions as p
from tejian.quality.models.conformity import Conformity

from . import detail, saving
from .forms import ACTS, API
from .process import CONFORMITY

area = Area()
add_record(area, detail.CONFORMITY_PAGE)
register(area, CONFORMITY)
ACTS.serve(area, Conformity, saving.HOOKS)


@area.call(f"{API}/institutes", may=p.CONFORM_QUERY, reads=True)
def institutes(db, me, form) -> list[Option]:
    return saving.institutes(db, me)
