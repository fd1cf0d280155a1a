"""Calls of fee tables."""

from tejian.charging import permissions as p
from tejian.charging.models.tables import FeeTable
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.errors import Refused
from tejian.kit.process.moves import register
from tejian.kit.records.crud import held, record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File

from . import codes as at
from . import detail, forms, sheet
from .process import FEE_TABLE

area = Area()
add_record(area, detail.FEE_TABLE_VIEW)
register(area, FEE_TABLE)


@area.call(f"{forms.CALLS}/load", may=p.FEES, form=OneId, reads=True)
def load(db, me, form):
    return record(visible_or_refuse(db, me, FeeTable, form.id))


@area.call(f"{forms.CALLS}/save", may=p.DRAFT_FEES, form=forms.FORM, changes=FeeTable)
def save(db, me, form):
    row = held(db, me, FeeTable, form)
    if row.step != at.DRAFT:
        raise Refused(f"{row.name}{FEE_TABLE.name_of(row.step)}，不能再修改")
    for name in ("name", "document", "effective", "remark"):
        setattr(row, name, form[name] if form[name] is not None or name == "effective" else "")
    db.flush()
    return record(row)


@area.call(f"{forms.CALLS}/sheet", may=p.FEES, reads=True)
def rows_in_force(db, me, form) -> File:
    return sheet.sheet_in_force(db, me)
