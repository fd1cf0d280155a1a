"""Calls of the requests for another day or person."""

from tejian.inspection import permissions as p
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved
from tejian.kit.web.edge import Area

from . import forms, saving
from .process import REPLAN

area = Area()
register(area, REPLAN)


@area.call(forms.ASK_FORM.save_url, may=p.CONFIRM, form=forms.ASK_FORM, blind="makes a new request")
def ask(db, me, form) -> Saved:
    return saving.ask(db, me, form)


@area.call(f"{forms.CALL}/wishes", may=p.CONFIRM, form=ManyIds, reads=True)
def wishes(db, me, form) -> list[Option]:
    return saving.wishes(db, me, form.ids)


@area.call(f"{forms.CALL}/mains", may=p.ARRANGE, form=ManyIds, reads=True)
def mains(db, me, form) -> list[Option]:
    return saving.mains(db, me, form.ids)


@area.call(f"{forms.CALL}/people", may=p.ARRANGE, form=ManyIds, reads=True)
def people(db, me, form) -> list[Option]:
    return saving.people(db, me, form.ids)


@area.call(forms.AGREE.load_url, may=p.ARRANGE, form=OneId, reads=True)
def agree_start(db, me, form) -> saving.AgreeStart:
    return saving.agree_start(db, me, form.id)
