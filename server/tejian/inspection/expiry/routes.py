"""The call that declares what falls due."""

from tejian.inspection import permissions as p
from tejian.kit.edge import Area

from . import declaring
from .forms import CALL, FORMS

area = Area()


@area.call(CALL, may=p.APPLY_SAVE, form=FORMS["ninspdate"], blind="makes new declarations")
def declare(db, me, form) -> list[str]:
    return declaring.declare(db, me, form)
