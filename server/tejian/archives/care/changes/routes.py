"""Calls of the changes: batch change, merge, deletion, trace, life-cycle actions, any day in the past."""

from collections.abc import Mapping

from tejian.archives import permissions as p
from tejian.archives.care.merging import api as candidates
from tejian.archives.care.merging import api as service
from tejian.archives.equipment import api as device
from tejian.archives.files import api as attachments
from tejian.kit.edge import Area
from tejian.kit.errors import BadInput
from tejian.kit.forms import OneId, listed

from . import batch, lifecycle, removal

area = Area()
BASE = "/api/eqdbase/eqdBasic"
UPLOAD = attachments.LIMIT + (1 << 20)


def _values(form):
    sent = form.get("values")
    if not isinstance(sent, Mapping):
        raise BadInput("请选择要修改的项目")
    return dict(sent)


# -- many at once ---------------------------------------------------------------------------------------------------


@area.call(f"{BASE}/batchFields", may=p.EQUIPMENT_QUERY, reads=True)
def batch_fields(db, me, form):
    return batch.batch_fields(db, me, listed(form, "ids", "id"))


@area.call(f"{BASE}/batchPreview", may=p.EQUIPMENT_QUERY, reads=True)
def batch_preview(db, me, form):
    return batch.preview(db, me, listed(form, "ids", "id"), _values(form))


@area.call(f"{BASE}/batchUpdate", may=p.EQUIPMENT_QUERY)
def batch_update(db, me, form):
    return {"count": batch.apply(db, me, batch.read_rows(form.get("rows")), _values(form))}


@area.call(f"{BASE}/findInstitutes", may=p.EQUIPMENT_QUERY, reads=True)
def find_institutes(db, me, form):
    return [{"value": o.id, "label": o.name} for o in batch.institutes(db)]


@area.call(f"{BASE}/updateCheorg", may=p.EQUIPMENT_QUERY)
def update_institute(db, me, form):
    org = str(form.get("cheorgsysid") or form.get("id") or "")
    return {"count": batch.set_institute(db, me, org, listed(form, "ids"))}


@area.call(f"{BASE}/updateMaiorg", may=p.EQUIPMENT_QUERY)
def update_maintainer(db, me, form):
    unit = str(form.get("maiorgsysid") or form.get("id") or "")
    return {"count": batch.set_maintainer(db, me, unit, listed(form, "ids"))}


@area.call(f"{BASE}/updateSsdegree", may=p.EQUIPMENT_QUERY)
def update_degree(db, me, form):
    return {"count": batch.set_coded(db, me, "ssdegree", str(form.get("ssdegree") or ""), listed(form, "ids"))}


@area.call(f"{BASE}/updateExiimpgro", may=p.EQUIPMENT_QUERY)
def update_importance(db, me, form):
    return {"count": batch.set_coded(db, me, "exiimpgro", str(form.get("exiimpgro") or ""), listed(form, "ids"))}


# -- merge ----------------------------------------------------------------------------------------------------------


@area.call(f"{BASE}/queryMerge", may=p.UNIT_QUERY, reads=True)
def query_merge(db, me, form):
    entity = service.may_merge(me, str(form.get("type") or ""))
    return candidates.query_merge(db, me, entity, listed(form, "oldIds", "ids", "id"))


@area.call(f"{BASE}/mergeCheck", may=p.UNIT_QUERY, reads=True)
def merge_check(db, me, form):
    return service.check(db, me, str(form.get("type") or ""), listed(form, "oldIds", "ids"))


@area.call(f"{BASE}/merge", may=p.UNIT_QUERY)
def merge(db, me, form):
    kept, reason = str(form.get("mergedId") or ""), str(form.get("reason") or "")
    return service.merge(db, me, str(form.get("type") or ""), listed(form, "oldIds", "ids"), kept, reason)


@area.call("/api/archives/merge/undo", may=p.MERGE_UNDO)
def undo_merge(db, me, form):
    return {"count": service.undo(db, me, listed(form, "ids", "id"))}


# -- deletion and trace ---------------------------------------------------------------------------------------------


@area.call(f"{BASE}/delete", may=p.UNIT_QUERY)
def delete(db, me, form):
    kind, reason = str(form.get("type") or ""), str(form.get("reason") or "")
    direct = str(form.get("isDirectly") or "") in ("1", "true")
    return {"count": removal.delete(db, me, kind, listed(form, "ids", "id"), reason, checked=not direct)}


@area.call(f"{BASE}/noCheckDelete", may=p.UNIT_QUERY)
def delete_unchecked(db, me, form):
    kind, reason = str(form.get("type") or ""), str(form.get("reason") or "")
    return {"count": removal.delete(db, me, kind, listed(form, "ids", "id"), reason, checked=False)}


@area.call("/api/archives/trace/detail", may=p.TRACE_QUERY, form=OneId, reads=True)
def trace_detail(db, me, form):
    return removal.trace_detail(db, me, form.id)


@area.call("/api/archives/trace/restore", may=p.TRACE_RESTORE)
def restore(db, me, form):
    return {"count": removal.restore(db, me, listed(form, "ids", "id"))}


# -- life -----------------------------------------------------------------------------------------------------------


@area.call(f"{BASE}/changeState", may=p.STATE_CHANGE, asked=True, limit=UPLOAD)
def change_state(db, me, form, asked):
    return lifecycle.change_state(db, me, str(form.get("act") or ""), listed(form, "ids", "id"), form)


@area.call(f"{BASE}/timeline", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def timeline(db, me, form):
    return device.timeline(db, me, form.id)


@area.call(f"{BASE}/maintenance", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def maintenance(db, me, form):
    return device.maintenance(db, me, form.id)


@area.call("/api/archives/lineage", may=p.UNIT_QUERY, reads=True)
def lineage(db, me, form):
    return device.lineage(db, me, str(form.get("entity") or ""), str(form.get("id") or ""))


@area.call("/api/unitbasic/asOf", may=p.UNIT_QUERY, reads=True)
def unit_as_of(db, me, form):
    known = form.get("known") != "0"
    return device.unit_as_of(db, me, str(form.get("id") or ""), str(form.get("asOf") or ""), known)
