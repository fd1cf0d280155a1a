"""Calls of the collected opinions."""

from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision.models.opinions import OpinionCall

from . import detail, saving
from .forms import ACTS
from .process import OPINIONS

area = Area()
add_record(area, detail.OPINION_PAGE)
register(area, OPINIONS)
ACTS.serve(area, OpinionCall, saving.HOOKS)
