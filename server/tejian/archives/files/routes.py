"""Calls of attachments: the old and the new paths."""

from tejian.kit.edge import Area
from tejian.kit.forms import listed

from . import service as attachments

area = Area()

UPLOAD = attachments.LIMIT + (1 << 20)


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
