"""The call that declares re-inspections."""

from tejian.inspection import permissions as p
from tejian.kit.web.edge import Area

from . import declaring, forms

area = Area()


@area.call("/api/again/declare", may=p.AGAIN, form=forms.AGAIN_FORM, blind="makes new declarations")
def declare(db, me, form) -> list[str]:
    return declaring.declare(db, me, form.ids, form)
