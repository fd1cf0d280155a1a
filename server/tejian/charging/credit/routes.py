"""Calls of the limits of release on credit."""

from tejian.charging.models.credit import CreditLine
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Hooks
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import forms, process
from .detail import CREDIT_VIEW

area = Area()
add_record(area, CREDIT_VIEW)
register(area, process.CREDIT)
forms.CREDITS.serve(area, CreditLine, Hooks(process.opened))
