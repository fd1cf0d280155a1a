"""Calls of contracts."""

from tejian.charging import permissions as p
from tejian.kit.crud import Rights, crud
from tejian.kit.edge import Area
from tejian.kit.moves import register
from tejian.kit.recordview import add_record

from . import detail, forms, saving
from .models import Contract
from .process import AGREEMENT

area = Area()
add_record(area, detail.CONTRACT_VIEW)
register(area, AGREEMENT)
crud(area, Contract, forms.CONTRACT_FORM, Rights(p.AGREEMENTS, p.AGREE), saving.HOOKS)
