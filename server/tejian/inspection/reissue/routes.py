"""Calls of the corrections of reports."""

from tejian.inspection import permissions as p
from tejian.kit.crud import Rights, crud
from tejian.kit.edge import Area
from tejian.kit.moves import register
from tejian.kit.recordview import add_record

from . import detail, forms, saving
from .models import ReportChange
from .process import CHANGE

area = Area()
add_record(area, detail.CHANGE_PAGE)
register(area, CHANGE)
crud(area, ReportChange, forms.CHANGE_FORM, Rights(p.CHANGE_QUERY, p.CHANGE_APPLY), saving.HOOKS)
