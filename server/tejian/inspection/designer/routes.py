"""Calls of the flow designer."""

from tejian.inspection.models.designer import FlowEdition
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Row
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved, held, record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.rules.api import DRAFT

from . import comparing, detail, drafts, forms, trying
from .process import FLOW_EDITION

area = Area()
add_record(area, detail.EDITION_VIEW)
add_record(area, detail.TRIAL_VIEW)
register(area, FLOW_EDITION)
CALLS = forms.CALLS
area.call(f"{CALLS}/trial/progress", may=p.FLOW_QUERY, form=OneId, reads=True, quiet=True)(trying.TRIAL.progress)


@area.call(f"{CALLS}/open", may=p.FLOW_SAVE, form=forms.OPEN, blind="opens a draft of its own")
def open_draft(db, me, form) -> Saved:
    return drafts.open_draft(db, me, form)


@area.call(f"{CALLS}/load", may=p.FLOW_QUERY, form=OneId, reads=True)
def load(db, me, form) -> drafts.Drawing:
    return drafts.load(db, me, form.id)


@area.call(f"{CALLS}/save", may=p.FLOW_SAVE, form=forms.SaveForm, changes=FlowEdition)
def save(db, me, form) -> drafts.SavedDrawing:
    return drafts.save(db, me, form)


@area.call(f"{CALLS}/check", may=p.FLOW_SAVE, form=forms.CheckForm, reads=True)
def check(db, me, form) -> drafts.Checked:
    return drafts.check(db, me, form)


@area.call(f"{CALLS}/compare", may=p.FLOW_QUERY, form=forms.CompareForm, reads=True)
def compare(db, me, form) -> comparing.Comparison:
    return comparing.compare(db, me, form)


@area.call(f"{CALLS}/loadHead", may=p.FLOW_QUERY, form=OneId, reads=True)
def load_head(db, me, form):
    return record(visible_or_refuse(db, me, FlowEdition, form.id), "lines")


@area.call(f"{CALLS}/saveHead", may=p.FLOW_SAVE, form=forms.FORM, changes=FlowEdition)
def save_head(db, me, form):
    row = held(db, me, FlowEdition, form)
    if row.step != DRAFT:
        raise Refused(f"{row.name}{FLOW_EDITION.name_of(row.step)}，不能再修改")
    for name in ("name", "document", "effective", "remark"):
        setattr(row, name, form[name] if form[name] is not None or name == "effective" else "")
    db.flush()
    return record(row, "lines")


@area.call(f"{CALLS}/try", may=p.FLOW_SAVE, form=ManyIds, blind="begins a trial of its own")
def try_edition(db, me, form) -> Row:
    return trying.begin(db, me, form.ids[0] if form.ids else "")
