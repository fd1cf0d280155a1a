"""Calls of cash after the count."""

from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from .lists import CASH_VIEW
from .process import CASH

area = Area()
add_record(area, CASH_VIEW)
register(area, CASH)
