"""Calls of the policies of relief."""

from tejian.charging import permissions as p
from tejian.charging.fees import api as fees
from tejian.charging.models.charges import ReliefPolicy
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area

from . import asked as view
from . import forms

area = Area()


@area.call("/api/chareliefpolicy/chaReliefPolicy/list", may=p.QUERY, form=forms.PolicyForm, reads=True)
def policy_list(db, me, form):
    return view.policies_for(db, me, form.equclacode, form.unit, form.equId)


crud(
    area,
    ReliefPolicy,
    forms.POLICY_FORM,
    Rights(p.POLICY_QUERY, p.POLICY_SAVE),
    Hooks(fees.before_policy_saved, before_delete=fees.before_policy_deleted, beside=fees.beside_policy),
)
