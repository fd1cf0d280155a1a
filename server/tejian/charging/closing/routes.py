"""Calls of the day and the month that are closed."""

from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import lists as closing_lists
from . import process as closing

area = Area()


add_record(area, closing_lists.DAY_VIEW)


add_record(area, closing_lists.MONTH_VIEW)


register(area, closing.DAY, closing.MONTHLY)
