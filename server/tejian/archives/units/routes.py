"""Calls of the unit archives: lists by role, forms, licences, branches, contacts, contracts, capability."""

from tejian.archives import permissions as p
from tejian.archives.models.units import DetectionCapability, MaintContract, Unit, UnitBranch, UnitContact, UnitLicence
from tejian.kit.forms.form import ManyIds, asks
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, partlists, parts, service

area = Area()
add_record(area, detail.UNIT)


@area.call("/api/common/getUnitList", any_user=True, form=asks(name="名称", kind="类型"), reads=True)
def find_units(db, me, form) -> list[service.UnitChoice]:
    return service.find(db, me, form.name, kind=form.kind)


@area.call("/api/unitbasic/listUnitBasic", any_user=True, form=asks(orgname="名称"), reads=True)
def list_units(db, me, form):
    return service.find(db, me, form.orgname)


@area.call("/api/detuser/findOrgnameList", may=p.UNIT_QUERY, form=asks(orgname="名称"), reads=True)
def detection_orgs(db, me, form) -> list[service.DetectionOrg]:
    return service.detection_orgs(db, me, form.orgname)


@area.call("/api/unitbasic/organisations", may=p.UNIT_QUERY, reads=True)
def organisations(db, me, form):
    return service.organisations(db, me)


@area.call("/api/unitbasic/setUse", may=p.UNIT_QUERY, form=ManyIds, changes=Unit)
def set_use(db, me, form):
    return service.set_use(db, me, form.ids)


@area.call("/api/unitbasic/cancel", may=p.UNIT_QUERY, form=forms.CANCEL_FORM, changes=Unit)
def cancel(db, me, form):
    service.cancel(db, me, form)


@area.call("/api/unitnbranch/listUnitNbranch", may=p.UNIT_QUERY, form=asks(usedeptsysid="单位"), reads=True)
def branches(db, me, form):
    return parts.branches(db, me, form.usedeptsysid)


@area.call("/api/unitcapability/review", may=partlists.REVIEW, form=forms.REVIEW_FORM, changes=DetectionCapability)
def review(db, me, form):
    return parts.review(db, me, form)


# who may change which kind of unit is judged in the hooks: the code depends on the record
for _kind, _form in (("b", forms.UNIT_FORM), ("i", forms.INSPECTION_FORM), ("s", forms.SUPERVISE_FORM)):
    crud(area, Unit, _form, Rights(p.UNIT_QUERY), service.hooks(_kind))

for _model, _form, _before, _after, _delete in (
    (UnitLicence, forms.LICENCE_FORM, parts.before_licence, parts.after_licence, parts.delete_licence),
    (UnitBranch, forms.BRANCH_FORM, parts.before_branch, None, parts.delete_part),
    (UnitContact, forms.CONTACT_FORM, parts.before_contact, None, parts.delete_part),
    (MaintContract, forms.CONTRACT_FORM, parts.before_contract, None, parts.delete_part),
    (DetectionCapability, forms.CAPABILITY_FORM, parts.before_capability, None, parts.delete_part),
):
    crud(area, _model, _form, Rights(p.UNIT_QUERY), Hooks(_before, _after, _delete))
