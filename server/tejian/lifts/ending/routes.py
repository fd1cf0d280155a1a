"""Calls of terminations."""

from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.lifts.models.ending import LiftTermination

from . import detail, saving
from .forms import ACTS
from .process import ENDING

area = Area()
add_record(area, detail.ENDING_PAGE)
register(area, ENDING)
ACTS.serve(area, LiftTermination, saving.HOOKS)
