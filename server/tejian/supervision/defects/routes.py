"""Calls of the problems."""

from dataclasses import replace

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import held, named_beside, record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import Defect

from . import detail, saving
from .forms import API, FORM
from .process import DEFECT

area = Area()
add_record(area, detail.DEFECT_PAGE)
register(area, DEFECT)


@area.call(f"{API}/load", may=p.DEFECT_QUERY, form=OneId, reads=True)
def load(db, me, form):
    values = record(visible_or_refuse(db, me, Defect, form.id))
    return values | named_beside(db, me, Defect, FORM.fields, values)


@area.call(f"{API}/save", may=p.CHECK_DO, form=replace(FORM, in_part=True), changes=Defect)
def save(db, me, sent):
    row = held(db, me, Defect, sent)
    saving.write(db, me, row, sent.values)
    return record(row)
