"""Calls of waybills."""

from typing import Any

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.posting import NumberRange, PostedReport, Waybill
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Hooks, Saved, record, shaped
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, service
from .process import WAYBILL

area = Area()
add_record(area, detail.BILL_PAGE)
register(area, WAYBILL)
forms.RANGES.serve(area, NumberRange, Hooks(service.before_range, before_delete=service.before_range_delete))


@area.call(f"{forms.CALLS}/load", may=p.RELEASE, form=OneId, reads=True)
def load(db, me, form) -> Any:
    row = visible_or_refuse(db, me, Waybill, form.id)
    return record(row) | {"expressno": ""}


@area.call(f"{forms.CALLS}/propose", may=p.RELEASE, form=OneId, reads=True)
def propose(db, me, form) -> Any:
    return service.propose(db, me, form.id)


@area.call(f"{forms.CALLS}/make", may=p.RELEASE, form=forms.MAKE_MANY, changes=AppBuss)
def make(db, me, form) -> list[str]:
    return service.make(db, me, form.ids, form["company"])


@area.call(f"{forms.CALLS}/makeOne", may=p.RELEASE, form=forms.MAKE_ONE, changes=AppBuss)
def make_one(db, me, form) -> Saved:
    return shaped(Saved, service.make_one(db, me, form.id, form.values))


@area.call(f"{forms.CALLS}/takeOut", may=p.RELEASE, form=ManyIds, changes=PostedReport)
def take_out(db, me, form) -> None:
    service.take_out(db, me, many_visible_or_refuse(db, me, PostedReport, form.ids, lock=True))
