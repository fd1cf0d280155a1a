"""Calls of the supervision of construction."""

from tejian.inspection import permissions as p
from tejian.inspection.models.supervised import SupervisionPaper, SupervisionPoint
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, Saved, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import LIAISON, SUPERVISION

area = Area()
add_record(area, detail.SUPERVISION_PAGE)
register(area, SUPERVISION)
register(area, LIAISON)
RIGHTS = Rights(p.SUPERVISION_QUERY, p.SUPERVISE)
crud(area, SupervisionPoint, forms.POINT_FORM, RIGHTS, saving.POINT_HOOKS)
crud(area, SupervisionPaper, forms.PAPER_FORM, RIGHTS, saving.PAPER_HOOKS)


@area.call(forms.PEOPLE, may=p.SUPERVISE_ASSIGN, form=ManyIds, reads=True)
def people(db, me, form) -> list[Option]:
    return saving.people_for(db, me, form.ids)


@area.call("/api/supervision/agreeTest", may=p.SUPERVISE, form=forms.AGREE_FORM, changes=SupervisionPoint)
def agree_test(db, me, form) -> Saved:
    return saving.agree_test(db, me, form)


@area.call("/api/liaison/make", may=p.SUPERVISE, form=forms.SHEET_FORM, blind="makes a new liaison sheet")
def make_sheet(db, me, form) -> Saved:
    return saving.make_sheet(db, me, form)
