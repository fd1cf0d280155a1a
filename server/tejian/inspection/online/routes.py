"""Calls of the declarations that units make by themselves."""

from tejian.inspection import permissions as p
from tejian.inspection.models.online import OnlineApplication, OnlineDevice
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, proposing, saving
from .process import ONLINE

area = Area()
add_record(area, detail.ONLINE_PAGE)
register(area, ONLINE)
RIGHTS = Rights(p.ONLINE_QUERY, p.ONLINE_SAVE)
crud(area, OnlineApplication, forms.ONLINE_FORM, RIGHTS, saving.ONLINE_HOOKS)
crud(area, OnlineDevice, forms.DEVICE_FORM, RIGHTS, saving.DEVICE_HOOKS)


@area.call(forms.PROJECTS, may=p.ONLINE_QUERY, form=ManyIds, reads=True)
def projects(db, me, form) -> list[Option]:
    return proposing.projects(db, me, form.ids)


@area.call("/api/online/declare", may=p.ONLINE_SAVE, form=forms.BATCH, blind="makes new applications")
def declare(db, me, form) -> list[str]:
    return saving.declare(db, me, form)
