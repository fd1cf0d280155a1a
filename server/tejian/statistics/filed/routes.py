"""Calls of indicators and forms."""

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File
from tejian.statistics.models.filed import Indicator, StatForm
from tejian.statistics.permissions import FORM_QUERY

from . import counting, detail, naming, saving, sheet
from .forms import ACTS, FORMS, INDICATOR_ACTS, INDICATORS
from .process import FORM, INDICATOR

area = Area()
add_record(area, detail.INDICATOR_VIEW)
add_record(area, detail.FORM_VIEW)
register(area, INDICATOR)
register(area, FORM)
INDICATOR_ACTS.serve(area, Indicator, saving.INDICATOR_HOOKS)
ACTS.serve(area, StatForm, saving.FORM_HOOKS)


class Counted(Form):
    """Which form is counted, over which days."""

    id: str
    begin: str = ""
    end: str = ""


@area.call(f"{INDICATORS}/offered", may=FORM_QUERY, reads=True)
def offered(db, me, form) -> list[Option]:
    return naming.offered(db)


@area.call(f"{INDICATORS}/trial", may=FORM_QUERY, form=OneId, reads=True, replica=True)
def trial(db, me, form) -> str:
    return counting.trial(db, me, visible_or_refuse(db, me, Indicator, form.id))


@area.call(f"{FORMS}/preview", may=FORM_QUERY, form=Counted, reads=True, replica=True)
def preview(db, me, form) -> counting.CountedForm:
    return counting.preview(db, me, visible_or_refuse(db, me, StatForm, form.id), form.begin, form.end)


@area.call(f"{FORMS}/sheet", may=FORM_QUERY, form=Counted, reads=True, replica=True)
def workbook(db, me, form) -> File:
    return sheet.workbook_of(db, me, visible_or_refuse(db, me, StatForm, form.id), form.begin, form.end)
