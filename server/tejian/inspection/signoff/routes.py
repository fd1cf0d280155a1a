"""Calls of the sheets and of what owners disagree with."""

from tejian.inspection import permissions as p
from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, lists, saving  # noqa: F401
from .process import DISSENT, SHEET

area = Area()
add_record(area, detail.SHEET_VIEW)
add_record(area, detail.DISSENT_VIEW)
register(area, SHEET)
register(area, DISSENT)
forms.SHEET_ACTS.serve(area, OwnerSheet, saving.SHEET_HOOKS)
forms.DISSENT_ACTS.serve(area, OwnerDissent, saving.HOOKS)


@area.call(forms.MAKE_SHEET.save_url, may=p.TURN_SHEET, form=forms.MAKE_SHEET, blind="makes a new sheet")
def make_sheet(db, me, form) -> Saved:
    return saving.make_sheet(db, me, form.ids, form["title"])


@area.call(forms.MAKE_DISSENT.save_url, may=p.TURN_OWNER, form=forms.MAKE_DISSENT, blind="makes a new disagreement")
def make_dissent(db, me, form) -> Saved:
    return saving.make_dissent(db, me, form)


@area.call(f"{forms.DISAGREE}/projects", may=p.TURN_OWNER, reads=True)
def projects(db, me, form) -> list[Option]:
    return saving.projects(db, me)
