"""Calls of the batches of labels."""

from tejian.inspection import permissions as p
from tejian.inspection.models.labels import ISSUED, RETURNED, VOIDED, LabelBatch
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, moving

area = Area()
add_record(area, detail.BATCH)
crud(area, LabelBatch, forms.FORM, Rights(p.LABEL_QUERY, p.LABEL_SAVE), moving.HOOKS)


def _moves(view, kind):
    @area.call(view.load_url, may=p.LABEL_SAVE, form=OneId, reads=True)
    def start(db, me, form):
        return moving.start(db, visible_or_refuse(db, me, LabelBatch, form.id), kind)

    @area.call(view.save_url, may=p.LABEL_SAVE, form=view, changes=LabelBatch)
    def move(db, me, form) -> None:
        moving.move(db, me, form, kind)


for _view, _kind in ((forms.ISSUE, ISSUED), (forms.RETURN, RETURNED), (forms.VOID, VOIDED)):
    _moves(_view, _kind)


@area.call(f"{forms.API}/departments", may=p.LABEL_SAVE, reads=True)
def departments(db, me, form) -> list[Option]:
    return moving.departments(db, me)
