"""Calls of charging: paths and codes of the specification 001 §7.5, and what its screens need besides."""

from tejian.charging import permissions as p
from tejian.charging.fees import api as fees
from tejian.charging.models.charges import Charge
from tejian.charging.places import CALLS
from tejian.charging.receipts import api as receipts
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId, asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.web.edge import Area

from . import forms, process, removal, view
from .process import CHARGE

area = Area()


register(area, CHARGE)


@area.call(f"{CALLS}/detail", may=p.REGISTER, form=forms.DetailForm, reads=True)
def open_form(db, me, form) -> view.ChargeDraft:
    return view.opened(db, me, form)


@area.call(f"{CALLS}/check", may=p.REGISTER, form=forms.DetailForm, reads=True)
def check(db, me, form) -> int:
    return view.checked(db, me, form)


@area.call(f"{CALLS}/assembly", may=p.REGISTER, form=forms.ChargeForm, reads=True)
def assemble(db, me, form) -> view.ChargeDraft:
    return view.assembled(db, me, form)


@area.call(f"{CALLS}/getBasicCharge", may=p.REGISTER, form=forms.AppnoForm, reads=True)
def basic_charge(db, me, form) -> view.ChargeDraft:
    return view.opened(db, me, forms.DetailForm(pAppno=form.appno))


@area.call(f"{CALLS}/save", may=p.REGISTER, form=forms.ChargeForm, changes=Charge)
def save(db, me, form):
    return [record(charge) for charge in process.register(db, me, form)]


@area.call(f"{CALLS}/delete", may=p.REGISTER, form=ManyIds, changes=Charge)
def delete(db, me, form):
    removal.delete_drafts(db, me, form.ids)


@area.call(f"{CALLS}/receiptKinds", may=p.BILL, form=ManyIds, reads=True)
def receipt_kinds(db, me, form) -> list[Option]:
    return receipts.offered(db, many_visible_or_refuse(db, me, Charge, form.ids), me.dict_version)


@area.call(f"{CALLS}/findByAppnos", may=p.QUERY, form=forms.AppnoForm, reads=True)
def charges_of_declarations(db, me, form):
    return view.charges_of(db, me, appnos=form.appno)


@area.call("/api/complexquery/getChargesysidBySeisn", may=p.QUERY, form=asks(seisn="业务流水号"), reads=True)
def charge_of_item(db, me, form):
    return view.charges_of(db, me, seisn=form.seisn)


@area.call("/api/chalog/chaLog/list", may=p.QUERY, form=OneId, reads=True)
def moves(db, me, form):
    return view.log_of(db, me, form.id)


@area.call("/api/chaoperate/chaoperate/list", may=p.QUERY, form=OneId, reads=True)
def entries(db, me, form):
    return view.entries_of(db, me, form.id)


@area.call("/api/feeitems/ibmsSeiAssChaFeeItems/dictList", any_user=True, reads=True)
def fee_items(db, me, form):
    return view.fee_items(db)


@area.call("/api/chadtjf/getConfigList", any_user=True, reads=True)
def lift_bands(db, me, form):
    return view.lift_bands(db)


def _calculator(path: str, kind: str) -> None:
    @area.call(path, may=p.REGISTER, form=forms.CalculationForm, reads=True)
    def calculate(db, me, form) -> view.Calculation:
        return view.calculated(db, me, kind, form)


for _calculation, _kind in (
    ("/api/chagdjjmain/ibmsSeiAssChaGdjjMain/gdjjSave", fees.SUPERVISED_PIPING),
    ("/api/chagddj/ibmsSeiAssChaGddj/gddjSave", fees.PERIODIC_PIPING),
    ("/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave", fees.PERIODIC_VESSEL),
):
    _calculator(_calculation, _kind)
