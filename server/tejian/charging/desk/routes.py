"""The page of a charge."""

from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail

area = Area()


add_record(area, detail.CHARGE_VIEW)
