"""Calls of the configuration of inspection groups."""

from tejian.inspection.models.teams import InspectionTeam
from tejian.kit.ground.shapes import Option
from tejian.kit.records.crud import Rights, crud
from tejian.kit.web.edge import Area
from tejian.system import permissions as p

from . import saving
from .forms import API, FORM

area = Area()
crud(area, InspectionTeam, FORM, Rights(p.FLOW_SAVE), saving.HOOKS)


@area.call(f"{API}/departments", may=p.FLOW_SAVE, reads=True)
def departments(db, me, form) -> list[Option]:
    return saving.departments(db)


@area.call(f"{API}/templates", may=p.FLOW_SAVE, reads=True)
def templates(db, me, form) -> list[Option]:
    return saving.templates(db)


@area.call(f"{API}/people", may=p.FLOW_SAVE, reads=True)
def people(db, me, form) -> list[Option]:
    return saving.people(db)
