"""Calls of editions."""

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, Id, ManyIds, OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File
from tejian.statistics.filed.api import CountedForm
from tejian.statistics.models.editions import StatEdition
from tejian.statistics.permissions import EDITION_MAKE, EDITION_QUERY

from . import beginning, comparing, detail, reading, sheet
from .forms import API, BEGIN
from .process import EDITION

area = Area()
add_record(area, detail.EDITION_VIEW)
register(area, EDITION)
area.call(f"{API}/progress", may=EDITION_QUERY, form=OneId, reads=True, quiet=True)(beginning.progress)


class Compared(Form):
    """An edition, and what it is compared with: the last one, or what is counted now."""

    id: Id
    against: str = ""


class CellCompared(Compared):
    """One of its cells."""

    line: str = ""
    code: str


@area.call(f"{API}/forms", may=EDITION_MAKE, reads=True)
def forms(db, me, form) -> list[Option]:
    return beginning.forms(db, me)


@area.call(f"{API}/begin", may=EDITION_MAKE, form=BEGIN, blind="begins an edition of its own")
def begin(db, me, form):
    return beginning.begin(db, me, form)


@area.call(f"{API}/delete", may=EDITION_MAKE, form=ManyIds, changes=StatEdition)
def delete(db, me, form):
    beginning.delete(db, me, form.ids)


@area.call(f"{API}/table", may=EDITION_QUERY, form=OneId, reads=True)
def table(db, me, form) -> CountedForm:
    return reading.table(db, me, visible_or_refuse(db, me, StatEdition, form.id))


@area.call(f"{API}/recount", may=EDITION_QUERY, form=OneId, reads=True)
def recount(db, me, form) -> str:
    return reading.recounted(db, me, visible_or_refuse(db, me, StatEdition, form.id))


@area.call(f"{API}/sheet", may=EDITION_QUERY, form=OneId, reads=True)
def workbook(db, me, form) -> File:
    return sheet.workbook_of(db, me, visible_or_refuse(db, me, StatEdition, form.id))


@area.call(f"{API}/difference", may=EDITION_QUERY, form=Compared, reads=True)
def difference(db, me, form) -> comparing.EditionDifference:
    row = visible_or_refuse(db, me, StatEdition, form.id)
    return comparing.difference(db, me, row, form.against)


@area.call(f"{API}/differing", may=EDITION_QUERY, form=CellCompared, reads=True)
def differing(db, me, form) -> comparing.DifferingRecords:
    row = visible_or_refuse(db, me, StatEdition, form.id)
    return comparing.differing(db, me, row, form.against, form.line, form.code)
