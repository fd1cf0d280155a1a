"""Calls of the ledger of absences."""

from tejian.inspection import permissions as p
from tejian.inspection.models.absence import StaffLeave
from tejian.kit.ground.shapes import Option
from tejian.kit.records.crud import Rights, crud
from tejian.kit.web.edge import Area

from . import forms, service

area = Area()
crud(area, StaffLeave, forms.LEAVE_FORM, Rights(p.ARRANGE), service.HOOKS)
crud(area, StaffLeave, forms.OWN_FORM, Rights(p.CONFIRM), service.OWN_HOOKS)


@area.call(f"{forms.CALL}/people", may=p.ARRANGE, reads=True)
def people(db, me, form) -> list[Option]:
    return service.people(db, me)
