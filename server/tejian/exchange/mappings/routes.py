"""Calls of the mappings."""

from tejian.exchange.models import ExchangeMapping as Mapping
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Hooks
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, saving
from .forms import ACTS
from .process import MAPPING

area = Area()
add_record(area, detail.PAGE)
register(area, MAPPING)
ACTS.serve(area, Mapping, Hooks(saving.before_save))
