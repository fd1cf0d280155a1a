"""Calls of the archives: equipment of every class, attachments (old and new paths)."""

from tejian.kit import qr
from tejian.kit.edge import Area, File
from tejian.kit.forms import OneId, listed
from tejian.system import common

from . import attachments, counting, device, equipment, lists, public, spreadsheets
from . import permissions as p

area = Area()
common.FIELD_LABELS["equipment"] = equipment.field_labels

UPLOAD = attachments.LIMIT + (1 << 20)


def _class_calls(code, view):
    base = f"/api/eqd{code}tpm/eqd{code}tpm"

    @area.call(f"{base}/findListBy{code}", may=p.EQUIPMENT_QUERY, reads=True, single=True)
    def class_list(db, me, form):
        return view.page(db, me, form)

    @area.call(f"{base}/getDetailBy{code}", may=p.EQUIPMENT_QUERY, reads=True)
    def class_detail(db, me, form):
        known = form.get("known") != "0"
        return device.detail(db, me, str(form.get("id", "")), str(form.get("asOf", "")), known)


for _code, _view in lists.CLASS_LISTS.items():
    _class_calls(_code, _view)
    spreadsheets.declare(area, _code, _view.no)


@area.call("/api/eqdbase/eqdBasic/findEqdList", may=p.EQUIPMENT_QUERY, reads=True, single=True)
def all_equipment(db, me, form):
    return lists.all_list.page(db, me, form)


@area.call("/api/eqdbase/eqdBasic/getEqdBasicInfo", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def basic_info(db, me, form):
    return device.detail(db, me, form.id)


@area.call("/api/eqdbase/eqdBasic/findFormConfig", may=p.EQUIPMENT_QUERY, reads=True)
def form_config(db, me, form):
    return equipment.form_config(db, str(form.get("equclass", "")), str(form.get("equclacode", "")))


@area.call("/api/eqdbase/eqdBasic/addEqm", may=p.EQUIPMENT_QUERY)
def add_equipment(db, me, form):
    form.pop("id", None)
    row = equipment.save(db, me, form)
    return {"id": row.id, "equclass": row.equclass, "version": row.version}


@area.call("/api/eqdbase/eqdBasic/editEqm", may=p.EQUIPMENT_QUERY)
def edit_equipment(db, me, form):
    return equipment.edit(db, me, form)


@area.call("/api/eqdbase/eqdBasic/valiRepeatCcbh", may=p.EQUIPMENT_QUERY, reads=True)
def repeated_number(db, me, form):
    return equipment.repeats(db, me, str(form.get("prono", "")), str(form.get("porgaosysid", "")))


@area.call("/api/eqdbase/eqdBasic/checkEquChdIsNull", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def check_removable(db, me, form):
    equipment.check_removable(db, me, form.id)


@area.call("/api/common/getThreeCodeList", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def three_codes(db, me, form):
    return equipment.three_codes(db, me, form.id)


@area.call("/api/eqdbase/eqdBasic/equmentStat", may=p.STAT, reads=True, replica=True)
def statistics(db, me, form):
    return counting.count(db, me, form)


@area.call("/api/eqdbase/eqdBasic/equmentStatDetail", may=p.STAT, reads=True, replica=True)
def statistics_rows(db, me, form):
    return counting.detail_list.page(db, me, form)


@area.call("/api/eqdbase/eqdBasic/equmentStatExport", may=p.STAT, reads=True, replica=True)
def statistics_file(db, me, form):
    return counting.exported(db, me, form)


@area.call("/api/eqdbase/eqdBasic/qrcode", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def equipment_qr(db, me, form):
    return File(qr.png(equipment.qr_text(db, me, form.id)), "image/png", inline=True)


# -- attachments --------------------------------------------------------------------------------------------------


@area.call("/api/equipment-documents/attachments/configs", any_user=True, reads=True)
def attachment_configs(db, me, form):
    return attachments.configs(db, me)


@area.call("/api/equipment-documents/attachments", public=True, asked=True, limit=UPLOAD)
def upload(db, me, form, asked):
    return attachments.upload(db, me, asked, form)


@area.call("/api/equipment-documents/attachments/phone", public=True, asked=True, reads=True)
def phone_info(db, me, form, asked):
    return attachments.phone_info(db, asked, str(form.get("token", "")), str(form.get("attrefsysid", "")))


@area.call("/api/equipment-documents/attachments/delete", any_user=True)
def delete_attachment(db, me, form):
    return attachments.remove(db, me, [str(form.get("attsysid") or form.get("id") or "")])


@area.call("/api/equipment-documents/attachments/batchDelete", any_user=True)
def delete_attachments(db, me, form):
    return attachments.remove(db, me, listed(form, "attsysidList", "attsysid"))


@area.call("/api/equipment-documents/attachments/batchDownload", any_user=True, reads=True)
def download_attachments(db, me, form):
    return attachments.zipped(db, me, listed(form, "attsysidList", "attsysid"))


@area.call("/api/equipment-documents/attachments/preview", any_user=True, reads=True)
def preview_attachment(db, me, form):
    return attachments.preview(db, me, str(form.get("attsysid", "")), small=form.get("small") == "1")


@area.call("/api/equipment-documents/attachments/qrcode", any_user=True, get=True)
def phone_code(db, me, form):
    return attachments.phone_code(db, me, str(form.get("owner") or "application"), str(form.get("attrefsysid", "")))


@area.call("/a/stone/attachment/findAttList", any_user=True, reads=True)
def old_list(db, me, form):
    return attachments.listed(db, me, str(form.get("attrefsysid") or form.get("id") or ""))


@area.call("/a/stone/attachment/download", any_user=True, reads=True)
def old_download(db, me, form):
    return attachments.preview(db, me, str(form.get("attsysid") or form.get("id") or ""))


@area.call("/a/stone/attachment/uploadAttToMis", any_user=True, asked=True, limit=UPLOAD)
def old_upload(db, me, form, asked):
    return attachments.upload(db, me, asked, form)


@area.call("/a/stone/delAtt", any_user=True)
def old_delete(db, me, form):
    return attachments.remove(db, me, [str(form.get("attsysid") or form.get("id") or "")])


@area.call("/a/stone/common/queryGroupAtt", any_user=True, reads=True)
def old_groups(db, me, form):
    return attachments.grouped(db, me, str(form.get("attrefsysid") or form.get("id") or ""))


@area.call("/api/public/equipment", public=True, asked=True)
def by_label(db, me, form, asked):
    return public.by_label(db, asked, str(form.get("code", "")))
