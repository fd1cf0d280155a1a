"""Calls of the declarations that units make by themselves."""

from tejian.inspection import permissions as p
from tejian.kit.crud import Rights, crud
from tejian.kit.edge import Area
from tejian.kit.moves import register
from tejian.kit.recordview import add_record

from . import detail, forms, judging, saving
from .models import OnlineApplication, OnlineDevice
from .process import ONLINE

area = Area()
add_record(area, detail.ONLINE_PAGE)
register(area, ONLINE)
RIGHTS = Rights(p.ONLINE_QUERY, p.ONLINE_SAVE)
crud(area, OnlineApplication, forms.ONLINE_FORM, RIGHTS, saving.ONLINE_HOOKS)
crud(area, OnlineDevice, forms.DEVICE_FORM, RIGHTS, saving.DEVICE_HOOKS)


@area.call(forms.PROJECTS, may=p.ONLINE_QUERY, reads=True)
def projects(db, me, form) -> list[dict[str, str]]:
    return judging.projects(db, me)


@area.call("/api/online/declare", may=p.ONLINE_SAVE, form=forms.BATCH, blind="makes new applications")
def declare(db, me, form) -> list[str]:
    return saving.declare(db, me, form)
