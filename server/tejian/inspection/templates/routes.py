"""Calls of the template manager."""

from dataclasses import replace

from tejian.inspection import permissions as p
from tejian.inspection.models.templates import TemplateRow, TemplateVersion
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Row
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved, held, record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.system.rules.api import DRAFT

from . import detail, forms, opening, phone, trying
from .parts import PARTS
from .process import TEMPLATE

area = Area()
add_record(area, detail.VERSION_VIEW)
add_record(area, detail.TRIAL_VIEW)
add_record(area, phone.PHONE_VIEW)
register(area, TEMPLATE)
CALLS = forms.CALLS
area.call(f"{CALLS}/trial/progress", may=p.TEMPLATE_QUERY, form=OneId, reads=True, quiet=True)(trying.TRIAL.progress)


@area.call(f"{CALLS}/open", may=p.TEMPLATE_DRAFT, form=forms.OPEN, blind="opens a draft of its own")
def open_draft(db, me, form) -> Saved:
    return opening.open_draft(db, me, form)


@area.call(f"{CALLS}/load", may=p.TEMPLATE_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return record(visible_or_refuse(db, me, TemplateVersion, form.id))


@area.call(f"{CALLS}/save", may=p.TEMPLATE_DRAFT, form=forms.FORM, changes=TemplateVersion)
def save(db, me, form):
    row = held(db, me, TemplateVersion, form)
    if row.step != DRAFT:
        raise Refused(f"{row.name}{TEMPLATE.name_of(row.step)}，不能再修改")
    for name in ("name", "document", "effective", "remark"):
        setattr(row, name, form[name] if form[name] is not None or name == "effective" else "")
    db.flush()
    return record(row)


@area.call(f"{CALLS}/try", may=p.TEMPLATE_DRAFT, form=ManyIds, blind="begins a trial of its own")
def try_version(db, me, form) -> Row:
    return trying.begin(db, me, form.ids[0] if form.ids else "")


@area.call(f"{CALLS}/row/load", may=p.TEMPLATE_QUERY, form=OneId, reads=True)
def load_removed(db, me, form):
    row = visible_or_refuse(db, me, TemplateRow, form.id)
    return {"id": row.id, "version": row.version, "reason": row.reason}


@area.call(f"{CALLS}/row/remove", may=p.TEMPLATE_DRAFT, form=forms.REMOVE, changes=TemplateRow)
def remove(db, me, form) -> Saved:
    return opening.remove(db, me, form)


@area.call(f"{CALLS}/row/restore", may=p.TEMPLATE_DRAFT, form=ManyIds, changes=TemplateRow)
def restore(db, me, form):
    opening.restore(db, me, form.ids)


@area.call(f"{CALLS}/row/up", may=p.TEMPLATE_DRAFT, form=ManyIds, changes=TemplateRow)
def move_up(db, me, form):
    opening.move(db, me, form.ids, -1)


@area.call(f"{CALLS}/row/down", may=p.TEMPLATE_DRAFT, form=ManyIds, changes=TemplateRow)
def move_down(db, me, form):
    opening.move(db, me, form.ids, 1)


def _rows_of(table):
    @area.call(f"{CALLS}/{table}/load", may=p.TEMPLATE_QUERY, form=OneId, reads=True)
    def load_row(db, me, form):
        return opening.load_row(db, me, table, form.id)

    @area.call(
        f"{CALLS}/{table}/save",
        may=p.TEMPLATE_DRAFT,
        form=replace(forms.ROW_FORMS[table], in_part=True),
        changes=TemplateRow,
    )
    def save_row(db, me, form) -> Saved:
        return opening.save_row(db, me, table, form)


for _table in PARTS:
    _rows_of(_table)
