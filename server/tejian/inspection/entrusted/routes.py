"""Calls of entrusted projects; their names are those of the specification."""

from tejian.inspection.models.entrusted import EntrustedProject
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import ENTRUSTED

area = Area()
add_record(area, detail.ENTRUST_PAGE)
register(area, ENTRUSTED)

forms.ACTS.serve(area, EntrustedProject, saving.HOOKS)
