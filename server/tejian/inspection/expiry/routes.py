"""The calls that declare what falls due, and remind those who use it."""

from tejian.inspection import permissions as p
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Answer, Area

from . import declaring, reminding
from .detail import AGE_VIEW
from .forms import CALL, FORMS, REMIND, REMINDERS

area = Area()
add_record(area, AGE_VIEW)


@area.call(CALL, may=p.APPLY_SAVE, form=FORMS["ninspdate"], blind="makes new declarations")
def declare(db, me, form) -> list[str]:
    return declaring.declare(db, me, form)


@area.call(REMIND, may=p.APPLY_SAVE, form=REMINDERS["ninspdate"], blind="sends messages and changes no device")
def remind(db, me, form) -> Answer[list[str]]:
    return reminding.remind(db, me, form)
