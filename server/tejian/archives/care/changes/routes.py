"""Calls of the changes: batch change, merge, deletion, trace, life-cycle actions, any day in the past."""

from tejian.archives import permissions as p
from tejian.archives.care.merging import api as merging
from tejian.archives.equipment import api as device
from tejian.archives.files import api as attachments
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.merging import Trace
from tejian.archives.models.units import Unit
from tejian.kit.forms.form import ManyIds, OneId, asks
from tejian.kit.ground.shapes import Count, Option
from tejian.kit.web.edge import Area
from tejian.kit.web.seen import PICKED, changes

from . import batch, forms, lifecycle, removal

area = Area()
BASE = "/api/eqdbase/eqdBasic"
UPLOAD = attachments.LIMIT + (1 << 20)


# -- many at once ---------------------------------------------------------------------------------------------------


@area.call(f"{BASE}/batchFields", may=p.EQUIPMENT_QUERY, reads=True, form=ManyIds)
def batch_fields(db, me, form) -> list[batch.BatchField]:
    return batch.batch_fields(db, me, form.ids)


@area.call(f"{BASE}/batchPreview", may=p.EQUIPMENT_QUERY, form=forms.Values, reads=True)
def batch_preview(db, me, form) -> list[batch.Previewed]:
    return batch.preview(db, me, form.ids, form.given())


@area.call(
    f"{BASE}/batchUpdate",
    may=p.EQUIPMENT_QUERY,
    form=forms.ValuesOfRows,
    changes=changes(Equipment, by=["rows"], judged=False),
)
def batch_update(db, me, form) -> Count:
    return {"count": batch.apply(db, me, form.versions(), form.given())}


@area.call(f"{BASE}/findInstitutes", may=p.EQUIPMENT_QUERY, reads=True)
def find_institutes(db, me, form) -> list[Option]:
    return [{"value": o.id, "label": o.name} for o in batch.institutes(db)]


@area.call(
    f"{BASE}/updateCheorg",
    may=p.EQUIPMENT_QUERY,
    form=asks(ManyIds, cheorgsysid="检验机构", id="主键"),
    changes=Equipment,
)
def update_institute(db, me, form):
    org = form.cheorgsysid or form.id
    return {"count": batch.set_institute(db, me, org, form.ids)}


@area.call(
    f"{BASE}/updateMaiorg",
    may=p.EQUIPMENT_QUERY,
    form=asks(ManyIds, maiorgsysid="维保单位", id="主键"),
    changes=Equipment,
)
def update_maintainer(db, me, form):
    unit = form.maiorgsysid or form.id
    return {"count": batch.set_maintainer(db, me, unit, form.ids)}


@area.call(f"{BASE}/updateSsdegree", may=p.EQUIPMENT_QUERY, form=asks(ManyIds, ssdegree="监管等级"), changes=Equipment)
def update_degree(db, me, form):
    return {"count": batch.set_degree(db, me, form.ssdegree, form.ids)}


@area.call(
    f"{BASE}/updateExiimpgro", may=p.EQUIPMENT_QUERY, form=asks(ManyIds, exiimpgro="重点监控"), changes=Equipment
)
def update_importance(db, me, form):
    return {"count": batch.set_coded(db, me, "exiimpgro", form.exiimpgro, form.ids)}


# -- merge ----------------------------------------------------------------------------------------------------------


@area.call(f"{BASE}/queryMerge", may=p.UNIT_QUERY, form=forms.Merging, reads=True)
def query_merge(db, me, form) -> list[merging.Candidates]:
    entity = merging.may_merge(me, form.type)
    return merging.query_merge(db, me, entity, form.ids)


@area.call(f"{BASE}/mergeCheck", may=p.UNIT_QUERY, form=forms.Merging, reads=True)
def merge_check(db, me, form) -> merging.MergeCheck:
    return merging.check(db, me, form.type, form.ids)


@area.call(
    f"{BASE}/merge",
    may=p.UNIT_QUERY,
    form=forms.Merging,
    changes=changes(Equipment, Unit, by=["oldIds", *PICKED], also="mergedId"),
)
def merge(db, me, form) -> merging.Merger:
    return merging.merge(db, me, form.type, form.ids, form.survivor, form.reason)


@area.call("/api/archives/merge/undo", may=p.MERGE_UNDO, form=ManyIds, changes=Trace)
def undo_merge(db, me, form):
    return {"count": merging.undo(db, me, form.ids)}


# -- deletion and trace ---------------------------------------------------------------------------------------------


@area.call(
    f"{BASE}/delete",
    may=p.UNIT_QUERY,
    form=asks(ManyIds, type="类型", reason="原因", isDirectly="直接删除"),
    changes=changes(Equipment, Unit),
)
def delete(db, me, form) -> Count:
    kind, reason = form.type, form.reason
    direct = form.isDirectly in ("1", "true")
    return {"count": removal.delete(db, me, kind, form.ids, reason, checked=not direct)}


@area.call(
    f"{BASE}/noCheckDelete",
    may=p.UNIT_QUERY,
    form=asks(ManyIds, type="类型", reason="原因"),
    changes=changes(Equipment, Unit),
)
def delete_unchecked(db, me, form):
    kind, reason = form.type, form.reason
    return {"count": removal.delete(db, me, kind, form.ids, reason, checked=False)}


@area.call("/api/archives/trace/detail", may=p.TRACE_QUERY, form=OneId, reads=True)
def trace_detail(db, me, form) -> removal.TraceDetail:
    return removal.trace_detail(db, me, form.id)


@area.call("/api/archives/trace/restore", may=p.TRACE_RESTORE, form=ManyIds, changes=Trace)
def restore(db, me, form):
    return {"count": removal.restore(db, me, form.ids)}


# -- life -----------------------------------------------------------------------------------------------------------


@area.call(
    f"{BASE}/changeState", may=p.STATE_CHANGE, form=lifecycle.StateForm, caller=True, limit=UPLOAD, changes=Equipment
)
def change_state(db, me, form, caller) -> lifecycle.StateAnswer:
    return lifecycle.change_state(db, me, form)


@area.call(f"{BASE}/maintenance", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def maintenance(db, me, form) -> device.MaintenanceTerms:
    return device.maintenance(db, me, form.id)


@area.call("/api/archives/lineage", may=p.UNIT_QUERY, reads=True, form=asks(entity="类别", id="主键"))
def lineage(db, me, form) -> list[device.Ancestor]:
    return device.lineage(db, me, form.entity, form.id)


@area.call("/api/unitbasic/asOf", may=p.UNIT_QUERY, reads=True, form=asks(id="主键", asOf="日期", known="口径"))
def unit_as_of(db, me, form) -> device.UnitAsOf:
    known = form.known != "0"
    return device.unit_as_of(db, me, form.id, form.asOf, known)
