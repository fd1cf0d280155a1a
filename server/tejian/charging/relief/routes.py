"""Calls of the policies of relief."""

from tejian.charging import permissions as p
from tejian.kit.web.edge import Area

from . import asked as view
from . import forms

area = Area()


@area.call("/api/chareliefpolicy/chaReliefPolicy/list", may=p.QUERY, form=forms.PolicyForm, reads=True)
def policy_list(db, me, form):
    return view.policies_for(db, me, form.equclacode, form.unit, form.equId)
