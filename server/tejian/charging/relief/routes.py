"""Calls of the policies of relief."""

from tejian.charging import permissions as p
from tejian.charging.fees import api as fees
from tejian.charging.models.charges import ReliefPolicy
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Hooks
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import asked as view
from . import forms, process
from .detail import POLICY_VIEW

area = Area()
add_record(area, POLICY_VIEW)
register(area, process.POLICY)


@area.call("/api/chareliefpolicy/chaReliefPolicy/list", may=p.QUERY, form=forms.PolicyForm, reads=True)
def policy_list(db, me, form):
    return view.policies_for(db, me, form.equclacode, form.unit, form.equId)


forms.POLICIES.serve(
    area,
    ReliefPolicy,
    Hooks(process.before_save, before_delete=fees.before_policy_deleted, beside=fees.beside_policy),
)
