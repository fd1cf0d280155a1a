"""Calls of arrears."""

from typing import Annotated

from pydantic import Field

from tejian.archives.units.models import Unit
from tejian.charging import permissions as p
from tejian.kit.crud import record
from tejian.kit.edge import Area
from tejian.kit.forms import Form, Ids
from tejian.kit.recordview import add_record
from tejian.kit.refers import Refers

from . import forms, letters, lists
from .models import Letter

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
