"""Calls of attachments: the old and the new paths."""

from tejian.archives.models.files import Attachment
from tejian.kit.forms.form import asks
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Area
from tejian.kit.web.seen import changes

from . import service as attachments

area = Area()

UPLOAD = attachments.LIMIT + (1 << 20)
OF_ATTACHMENT = changes(Attachment, by=["attsysidList", "attsysid", "id"], judged=False)


@area.call("/api/equipment-documents/attachments/configs", any_user=True, reads=True)
def attachment_configs(db, me, form) -> list[attachments.AttachmentKind]:
    return attachments.configs(db, me)


@area.call(
    "/api/equipment-documents/attachments",
    public=True,
    caller=True,
    form=attachments.UploadForm,
    limit=UPLOAD,
    blind="adds a file",
)
def upload(db, me, form, caller) -> list[attachments.Uploaded] | Refused:
    return attachments.upload(db, me, caller, form)


@area.call(
    "/api/equipment-documents/attachments/phone",
    public=True,
    caller=True,
    reads=True,
    form=attachments.PhoneForm,
)
def phone_info(db, me, form, caller) -> attachments.PhoneRecord | Refused:
    return attachments.phone_info(db, caller, form.token, form.attrefsysid)


@area.call(
    "/api/equipment-documents/attachments/delete",
    any_user=True,
    form=asks(attsysid="附件", id="主键"),
    changes=OF_ATTACHMENT,
)
def delete_attachment(db, me, form):
    return attachments.remove(db, me, [form.attsysid or form.id])


@area.call(
    "/api/equipment-documents/attachments/batchDelete", any_user=True, form=attachments.Picked, changes=OF_ATTACHMENT
)
def delete_attachments(db, me, form):
    return attachments.remove(db, me, form.ids)


@area.call("/api/equipment-documents/attachments/batchDownload", any_user=True, form=attachments.Picked, reads=True)
def download_attachments(db, me, form):
    return attachments.zipped(db, me, form.ids)


@area.call(
    "/api/equipment-documents/attachments/preview",
    any_user=True,
    reads=True,
    form=asks(attsysid="附件", small="缩略图"),
)
def preview_attachment(db, me, form):
    return attachments.preview(db, me, form.attsysid, small=form.small == "1")


@area.call(
    "/api/equipment-documents/attachments/qrcode",
    any_user=True,
    get=True,
    form=asks(attrefsysid="所属记录", owner="所属"),
    blind="makes a token for new files",
)
def phone_code(db, me, form):
    return attachments.phone_code(db, me, form.owner or "application", form.attrefsysid)


@area.call("/a/stone/attachment/findAttList", any_user=True, reads=True, form=asks(attrefsysid="所属记录", id="主键"))
def old_list(db, me, form) -> list[attachments.AttachmentLine]:
    return attachments.listed(db, me, form.attrefsysid or form.id)


@area.call("/a/stone/attachment/download", any_user=True, reads=True, form=asks(attsysid="附件", id="主键"))
def old_download(db, me, form):
    return attachments.preview(db, me, form.attsysid or form.id)


@area.call(
    "/a/stone/attachment/uploadAttToMis",
    any_user=True,
    caller=True,
    get=True,
    form=attachments.OldUpload,
    limit=UPLOAD,
    blind="adds a file",
)
def old_upload(db, me, form, caller) -> list[attachments.Uploaded] | Refused:
    return attachments.old_upload(db, me, caller, form)


@area.call("/a/stone/delAtt", any_user=True, form=asks(attsysid="附件", id="主键"), changes=OF_ATTACHMENT)
def old_delete(db, me, form):
    return attachments.remove(db, me, [form.attsysid or form.id])


@area.call("/a/stone/common/queryGroupAtt", any_user=True, reads=True, form=asks(attrefsysid="所属记录", id="主键"))
def old_groups(db, me, form) -> dict[str, list[attachments.AttachmentLine]]:
    return attachments.grouped(db, me, form.attrefsysid or form.id)
