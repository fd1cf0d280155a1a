"""Calls of the page on which an inspector declares at the machine."""

from tejian.inspection import permissions as p
from tejian.inspection.tasks.api import boxes
from tejian.kit.ground.shapes import Option
from tejian.kit.web.edge import Area

from . import finding, places, saving
from .forms import FindForm, OnsiteForm, PeopleForm, PlaceForm

area = Area()
CALL = "/api/onsite"


@area.call(f"{CALL}/find", may=p.ONSITE, form=FindForm, reads=True)
def find(db, me, form) -> list[finding.OnsiteDevice]:
    return finding.find(db, me, form.code)


@area.call(f"{CALL}/way", may=p.ONSITE, form=PlaceForm, reads=True)
def way(db, me, form) -> places.Way:
    return places.way_of(db, me, form)


@area.call(f"{CALL}/people", may=p.ONSITE, form=PeopleForm, reads=True)
def people(db, me, form) -> list[Option]:
    return finding.people(db, me, form)


@area.call(f"{CALL}/boxes", may=p.ONSITE, reads=True)
def tool_boxes(db, me, form) -> list[Option]:
    return boxes(db, me)


@area.call(f"{CALL}/declare", may=p.ONSITE, form=OnsiteForm, blind="makes a declaration, over nothing")
def declare(db, me, form) -> saving.OnsiteDone:
    return saving.declare(db, me, form)
