"""Calls of arrears."""

from typing import Annotated

from pydantic import Field

from tejian.archives.models.units import Unit
from tejian.charging import permissions as p
from tejian.charging.models.arrears import Letter
from tejian.kit.forms.form import Form, Ids
from tejian.kit.forms.refers import Refers
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import forms, letters, lists

area = Area()
add_record(area, lists.LETTER_VIEW)
add_record(area, lists.UNIT_VIEW)


class UnitsForm(Form):
    ids: Annotated[Ids, Refers(Unit, alone="who owes")] = Field(default_factory=list, title="单位")


@area.call(f"{forms.CALLS}/make", may=p.LETTER, form=UnitsForm, blind="makes new letters")
def make(db, me, form) -> list[str]:
    return [one.letterno for one in letters.make(db, me, form.ids)]


@area.call(f"{forms.CALLS}/sent", may=p.LETTER, form=forms.SENT, changes=Letter)
def sent(db, me, form):
    return record(letters.note_sent(db, me, form), "rows")
