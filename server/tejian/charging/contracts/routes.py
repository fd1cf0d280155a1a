"""Calls of contracts."""

from tejian.charging import permissions as p
from tejian.charging.models.contracts import Contract
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import AGREEMENT

area = Area()
add_record(area, detail.CONTRACT_VIEW)
register(area, AGREEMENT)
crud(area, Contract, forms.CONTRACT_FORM, Rights(p.AGREEMENTS, p.AGREE), saving.HOOKS)
