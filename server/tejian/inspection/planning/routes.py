"""Calls of the plans."""

from tejian.inspection import permissions as p
from tejian.inspection.models.planning import PlanProposal
from tejian.kit.forms.form import OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.web.edge import Area

from . import accepting, changing, forms, proposing, shown

area = Area(forms.CALL)


@area.call("/stations", may=p.PLAN, reads=True)
def stations(db, me, form) -> list[Option]:
    return proposing.stations(db, me)


@area.call("/begin", may=p.PLAN, form=forms.FORM, blind="begins a plan of its own; it changes no item")
def begin(db, me, form):
    return proposing.begin(db, me, form)


area.call("/page", may=p.PLAN, form=OneId, reads=True, quiet=True)(shown.page)


@area.call("/move", may=p.PLAN, form=forms.MoveForm, changes=PlanProposal)
def move(db, me, form):
    return changing.move(db, me, form)


@area.call("/lock", may=p.PLAN, form=forms.LockForm, changes=PlanProposal)
def lock(db, me, form):
    return changing.lock(db, me, form)


@area.call("/undo", may=p.PLAN, form=forms.Changed, changes=PlanProposal)
def undo(db, me, form):
    return changing.undo(db, me, form)


@area.call("/again", may=p.PLAN, form=forms.Changed, changes=PlanProposal)
def again(db, me, form):
    return changing.again(db, me, form)


@area.call("/drop", may=p.PLAN, form=forms.Changed, changes=PlanProposal)
def drop(db, me, form):
    return changing.drop(db, me, form)


@area.call("/accept", may=p.ARRANGE, form=forms.Changed, changes=PlanProposal)
def accept(db, me, form) -> int:
    return accepting.accept(db, me, form)
