"""Calls of money that came in above what was owed."""

from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import lists as surplus_lists
from . import process as surplus_process

area = Area()


add_record(area, surplus_lists.SURPLUS_VIEW)


register(area, surplus_process.SURPLUS)
