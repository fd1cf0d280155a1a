"""Calls of first registration."""

from tejian.archives.equipment.api import EquipmentForm
from tejian.archives.units.api import LicensedUnit, licensed
from tejian.kit.forms.form import ManyIds, asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.kit.web.seen import changes
from tejian.registration import permissions as p
from tejian.registration.models.first import FirstRegistration

from . import detail, forms, saving
from .process import FIRST

area = Area()
add_record(area, detail.FIRST_PAGE)
register(area, FIRST)
API = forms.API
OF_ENTRY = changes(FirstRegistration, by=["id", "equdatasysid"])


@area.call(f"{API}/load", may=p.FIRST_FILL, form=asks(id="主键"), reads=True)
def load(db, me, form) -> saving.FirstBegun:
    return saving.begin(db, me, form.id)


@area.call(f"{API}/config", may=p.FIRST_FILL, form=asks(equclass="设备种类", equclacode="设备类别"), reads=True)
def config(db, me, form) -> EquipmentForm:
    return forms.config(db, me, form.equclass, form.equclacode)


@area.call(f"{API}/units", may=p.FIRST_FILL, form=asks(name="名称"), reads=True)
def units(db, me, form) -> list[LicensedUnit]:
    return licensed(db, form.name)


@area.call(f"{API}/institutes", may=p.FIRST_FILL, reads=True)
def institutes(db, me, form) -> list[Option]:
    return saving.institutes(db)


@area.call(f"{API}/save", may=p.FIRST_FILL, form=forms.FirstForm, changes=OF_ENTRY)
def save(db, me, form) -> Saved:
    row = saving.save(db, me, form)
    return {"id": row.id, "version": row.version}


@area.call(f"{API}/delete", may=p.FIRST_FILL, form=ManyIds, changes=FirstRegistration)
def delete(db, me, form) -> None:
    saving.remove(db, me, form.ids)


@area.call(f"{API}/audit/delete", may=p.FIRST_DELETE, form=ManyIds, changes=FirstRegistration)
def audit_delete(db, me, form) -> None:
    saving.remove_returned(db, me, form.ids)
