"""Calls of entrusted projects; their names are those of the specification."""

from dataclasses import replace

from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import EntrustedProject
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import held, put, record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import ENTRUSTED

area = Area()
add_record(area, detail.ENTRUST_PAGE)
register(area, ENTRUSTED)


@area.call(f"{forms.CALLS}/getDetailWtxmNbtjzx", may=p.ENTRUST_QUERY, form=OneId, reads=True)
def load(db, me, form):
    row = visible_or_refuse(db, me, EntrustedProject, form.id)
    return record(row) | saving.HOOKS.beside(db, row)


@area.call(
    f"{forms.CALLS}/saveWtxmNbtjzx",
    may=p.ENTRUST_SAVE,
    form=replace(forms.FORM, in_part=True),
    changes=EntrustedProject,
)
def save(db, me, form):
    row = held(db, me, EntrustedProject, form) if form.id else EntrustedProject()
    put(db, me, row, form.values, saving.HOOKS)
    return record(row)


@area.call(f"{forms.CALLS}/deleteWtxmNbtjzx", may=p.ENTRUST_SAVE, form=ManyIds, changes=EntrustedProject)
def delete(db, me, form):
    for row in many_visible_or_refuse(db, me, EntrustedProject, form.ids, lock=True):
        saving.before_delete(db, me, row)
        db.delete(row)
