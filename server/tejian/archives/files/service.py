"""Attachments: upload with checks, list, preview, delete, zip, and the phone upload by QR code."""

import hashlib
import secrets
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any, BinaryIO

from pydantic import AliasChoices, Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.archives.models.files import Attachment, UploadToken
from tejian.archives.permissions import ATTACH, ATTACH_REMOVE
from tejian.kit.catalogue.screens import require_screen
from tejian.kit.database import audit, tries
from tejian.kit.database.audit import plain
from tejian.kit.database.db import refuse_unseen
from tejian.kit.files import blobs as files
from tejian.kit.files import contents
from tejian.kit.forms.form import Form, Words, private
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, NoPermission, NotLoggedIn, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.papers import pictures, qr
from tejian.kit.records.recordview import OWN_RIGHTS, OWNERS
from tejian.kit.web.edge import Caller, File, Upload
from tejian.system.accounts.api import holder
from tejian.system.models.accounts import SysUser

LIMIT = 20 << 20
ZIP_LIMIT = 200 << 20
TOKEN_MINUTES = 15

# what a file may be, by its first bytes: mime → (magic, endings)
KINDS: dict[str, tuple[tuple[bytes, ...], tuple[str, ...]]] = {
    "image/jpeg": ((b"\xff\xd8\xff",), (".jpg", ".jpeg", ".jfif")),
    "image/png": ((b"\x89PNG\r\n\x1a\n",), (".png",)),
    "application/pdf": ((b"%PDF-",), (".pdf",)),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ((b"PK\x03\x04",), (".xlsx",)),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ((b"PK\x03\x04",), (".docx",)),
}
WEBP = "image/webp"  # what phones and browsers save; kept as JPEG, which everything prints
HEIC = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")  # brands of ISO/IEC 23008-12
HEIC_SAYS = (
    "这是苹果手机的HEIC照片，平台打不开；请在手机“设置—相机—格式”里改为“兼容性最佳”后重拍，"
    "或在相册里把照片导出为JPG后再上传"
)
OFFICE = dict(zip(list(KINDS)[3:], ("xl/", "word/"), strict=True))  # what such a zip must hold
INLINE = {"image/jpeg", "image/png", "application/pdf"}


def always(_db: Session, _me: User, _row: Any) -> None:
    return None


# what refuses to change a picture of a record: it is evidence; the third one says whether it stands at a place of it
EVIDENCE: Ports[Callable[[Session, User, Any, bool, Attachment | None], None]] = Ports(
    "records whose pictures are evidence"
)


def refuse_evidence(
    db: Session, me: User, owner: str, holder: Any, *, placed: bool, picture: Attachment | None = None
) -> None:
    """Refuse where the evidence of a record may not be changed now, or this picture may not be taken off by who
    asks."""
    if owner in EVIDENCE:
        EVIDENCE[owner](db, me, holder, placed, picture)


# why a file may not be taken off: a decision rests on it
HELD: Ports[Callable[[Session, Attachment], str | None]] = Ports("records whose files decisions rest on")


def pictured(db: Session, owner: str, ref: str) -> set[str]:
    """The items of a record that a picture shows."""
    mine = Attachment.owner == owner, Attachment.attrefsysid == ref, Attachment.deleted.is_(False)
    return set(db.scalars(select(Attachment.item).where(*mine, Attachment.item != "")))


def require_adding(me: User, owner: str) -> None:
    """Refuse who may neither handle files nor write such records."""
    require(me, OWN_RIGHTS[owner] if owner in OWN_RIGHTS and not me.may(ATTACH) else ATTACH)


def owner_row(db: Session, me: User, owner: str, ref: str) -> Any:
    """The record that a file belongs to, if the user may see it."""
    if owner not in OWNERS:
        raise BadInput("附件所属类型不正确")
    model = OWNERS[owner][0]
    require_screen(me, model)
    row = db.scalars(select(model).where(model.id == ref, model.visible(me))).first()
    if row is None:
        raise NoPermission()
    return row


def open_record(db: Session, me: User, owner: str, ref: str) -> None:
    """Refuse where the user may not add a file now: no right, a record that he does not see, or one that is closed."""
    require_adding(me, owner)
    row = owner_row(db, me, owner, ref)
    OWNERS[owner][1](db, me, row)


class AttachmentKind(TypedDict):
    type: str
    label: str
    required: bool
    accept: str
    maxMb: int
    owner: str


class Uploaded(TypedDict):
    attsysid: str
    version: int
    name: str
    size: int
    type: str
    mime: str
    item: str


class AttachmentLine(Uploaded):
    """`formerly` says where a picture stood, when that is gone."""

    formerly: str
    attrefsysid: str
    typeName: str
    createByName: str
    createTime: str


class PhoneRecord(TypedDict):
    """What a phone shows above its button; its token stands in for a session."""

    title: str
    number: str
    owner: str
    userName: str


def configs(db: Session, me: User) -> list[AttachmentKind]:
    """Attachment kinds (C651) with what each accepts."""
    words = dictionary.words(db, me.dict_version).get("C651", {})
    accept = ",".join([*(e for _m, (_g, ends) in KINDS.items() for e in ends), ".webp"])
    return [
        {"type": k, "label": v, "required": False, "accept": accept, "maxMb": LIMIT >> 20, "owner": ""}
        for k, v in words.items()
    ]


def kind_of(file: BinaryIO, name: str) -> str:
    """The real kind of a file from its content; its name must agree. Never from what the sender says."""
    low, head = name.lower(), file.read(16)
    for mime, (magics, endings) in KINDS.items():
        if any(head.startswith(m) for m in magics) and low.endswith(endings) and _holds(file, mime):
            return mime
    if not head:
        raise Refused("文件内容为空")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP" and low.endswith(".webp"):
        return WEBP
    if head[4:8] == b"ftyp" and head[8:12] in HEIC:
        raise Refused(HEIC_SAYS, "HEIC")
    raise Refused("只能上传图片（JPG、PNG）、PDF、Excel、Word 文件，且文件内容须与扩展名一致")


def _holds(file: BinaryIO, mime: str) -> bool:
    """Whether a zip is the office document that it claims to be; its directory is read, nothing is unpacked."""
    if mime not in OFFICE:
        return True
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False
    return "[Content_Types].xml" in names and any(n.startswith(OFFICE[mime]) for n in names)


def clean_name(sent: str | None) -> str:
    """The last part of a sent name, printable, at most 120 characters, its ending kept."""
    name = audit.one_line((sent or "").replace("\\", "/").rsplit("/", 1)[-1], 4000).strip() or "附件"
    stem, dot, ending = name.rpartition(".")
    return f"{stem[: 119 - len(ending)]}.{ending}" if dot and len(ending) < 10 else name[:120]


class Picked(Form):
    """The picked attachments."""

    ids: Words = Field([], title="附件", validation_alias=AliasChoices("attsysidList", "attsysid"))


class PhoneForm(Form):
    """What the code on the office screen says: the token stands in for a session."""

    token: str = private(default="", title="凭证", max_length=200)
    attrefsysid: str = Field("", title="所属记录", max_length=32)


class UploadForm(Form):
    """Files for a record; a phone sends its token instead of a session."""

    attrefsysid: str = Field("", title="所属记录", max_length=32)
    owner: str = Field("application", title="所属", max_length=16)
    token: str = private(default="", title="凭证", max_length=200)
    type: str = Field("", title="附件类型", max_length=8)
    item: str = Field("", title="检验项目", max_length=200)
    files: Any = Field(None, title="文件", validation_alias=AliasChoices("file", "files"))


def upload(db: Session, me: User, caller: Caller, form: UploadForm) -> list[Uploaded] | Refused:
    """Store files for a record. Without a session a phone's token stands in, for its own record only."""
    ref, owner = form.attrefsysid, form.owner
    if not me.id:
        known = _by_token(db, caller, form.token, ref)
        if isinstance(known, Refused):
            return known
        me, owner = known
    open_record(db, me, owner, ref)
    parts = [p for p in (form.files if isinstance(form.files, list) else [form.files]) if isinstance(p, Upload)]
    if not parts:
        raise BadInput("请选择文件")
    if form.item or any(_is_picture(one) for one in parts):
        refuse_evidence(db, me, owner, owner_row(db, me, owner, ref), placed=bool(form.item))
    words = dictionary.words(db, me.dict_version).get("C651", {})
    if form.type and words and form.type not in words:
        raise BadInput("附件类型：请从选项中选择")
    return [_store(db, me, owner, ref, form.type, form.item[:16], p) for p in parts]


class OldUpload(Form):
    """The older call: files for a record, or by GET, which carries none, files that the platform has already."""

    attrefsysid: str = Field("", title="所属记录", max_length=32)
    owner: str = Field("application", title="所属", max_length=16)
    type: str = Field("", title="附件类型", max_length=8)
    item: str = Field("", title="检验项目", max_length=200)
    ids: Words = Field([], title="附件", validation_alias=AliasChoices("attsysidList", "attsysid", "id"))
    files: Any = Field(None, title="文件", validation_alias=AliasChoices("file", "files"))


def old_upload(db: Session, me: User, caller: Caller, form: OldUpload) -> list[Uploaded] | Refused:
    """Files that are sent are stored as by the newer call; named ones of another record are put into this one, too."""
    sent = form.files if isinstance(form.files, list) else [form.files]
    if not form.ids or any(isinstance(one, Upload) for one in sent):
        values = {"attrefsysid": form.attrefsysid, "owner": form.owner, "type": form.type, "item": form.item}
        return upload(db, me, caller, UploadForm(**values, files=form.files))
    if not me.id:
        raise NotLoggedIn
    return put_into(db, me, form)


def put_into(db: Session, me: User, form: OldUpload) -> list[Uploaded]:
    """Put attachments of records that the user sees into another one that is open to him. A file stands in a record
    once; its content is stored once anyway."""
    ref, owner = form.attrefsysid, form.owner
    open_record(db, me, owner, ref)
    rows = visible_attachments(db, me, form.ids)
    if any(one.mime.startswith("image/") for one in rows):
        refuse_evidence(db, me, owner, owner_row(db, me, owner, ref), placed=False)
    mine = Attachment.owner == owner, Attachment.attrefsysid == ref, Attachment.deleted.is_(False)
    known = set(db.scalars(select(Attachment.key).where(*mine)))
    if twice := [one.name for one in rows if one.key in known]:
        raise Refused(f"{'、'.join(twice)}已在这条记录的附件中")
    taken = []
    for one in rows:
        same = {name: getattr(one, name) for name in ("name", "size", "mime", "key", "thumb")}
        row = Attachment(attrefsysid=ref, owner=owner, type=form.type or one.type, by_name=me.name, **same)
        db.add(row)
        db.flush()
        answer = {"name": row.name, "size": row.size, "type": row.type, "mime": row.mime, "item": ""}
        taken.append({"attsysid": row.id, "version": row.version, **answer})
    return taken  # type: ignore[return-value]


def _is_picture(part: Upload) -> bool:
    kind = kind_of(part.file, clean_name(part.filename))
    part.file.seek(0)
    return kind.startswith("image/")


def _by_token(db: Session, caller: Caller, token: str, ref: str) -> tuple[User, str] | Refused:
    """Who showed the code and for which owner; a token that opens nothing is counted, so it is given back."""
    if not token:
        raise NotLoggedIn
    counted = tries.address("phone", caller.ip)
    tries.refuse_waiting(db, counted, "扫码")
    hashed = hashlib.sha256(token.encode()).hexdigest()
    link = db.scalars(select(UploadToken).where(UploadToken.token == hashed)).first()
    good = link is not None and link.attrefsysid == ref and link.expires >= clock.now()
    me = user_of_token(db, link, caller) if link and good else None
    if link is None or me is None:
        tries.failed(db, counted, tries.PUBLIC)
        return NoPermission("二维码已失效，请在电脑上重新打开")
    db.info["me"] = me
    return me, link.owner


def user_of_token(db: Session, token: UploadToken, caller: Caller) -> User | None:
    """The user who showed the QR code, as long as the session it came from lives."""
    found = holder(db, token.session_id)
    return replace(found, ip=caller.ip) if found and found.id == token.user_id else None


def _store(db: Session, me: User, owner: str, ref: str, kind: str, item: str, part: Upload) -> Uploaded:
    name = clean_name(part.filename)
    mime = kind_of(part.file, name)
    if (part.size or 0) > LIMIT:
        raise Refused(f"文件过大，最多{LIMIT >> 20} MB")
    part.file.seek(0)
    if mime == WEBP:
        picture = _smaller(part.file.read(), LONGEST)
        file: BinaryIO = BytesIO(picture)
        name, mime = f"{name.rpartition('.')[0]}.jpg", "image/jpeg"
    else:
        file = part.file
        name = f"{name[:-5]}.jpg" if name.lower().endswith(".jfif") else name
    small = _smaller(file.read(), THUMBNAIL) if mime.startswith("image/") else b""
    file.seek(0)
    key, size = files.keep(file, LIMIT)
    thumb = files.keep_bytes(small) if small else ""
    row = Attachment(
        attrefsysid=ref, owner=owner, type=kind, item=item, name=name, size=size, mime=mime, key=key, thumb=thumb
    )
    row.by_name = me.name
    db.add(row)
    db.flush()
    answer = {"name": row.name, "size": row.size, "type": row.type, "mime": mime, "item": item}
    return {"attsysid": row.id, "version": row.version, **answer}  # type: ignore[typeddict-item]


def keep_for(db: Session, me: User, owner: str, refs: Sequence[str], kind: str, part: Upload) -> None:
    """Store one file for several records that the caller has just made."""
    words = dictionary.words(db, me.dict_version).get("C651", {})
    if kind and kind not in words:
        raise BadInput("附件类型：请从选项中选择")
    for ref in refs:
        part.file.seek(0)
        _store(db, me, owner, ref, kind, "", part)


THUMBNAIL, LONGEST = 1000, 8000  # pixels


def _smaller(content: bytes, side: int) -> bytes:
    """A picture of at most so many pixels, as JPEG, without the data that the camera wrote into it."""
    try:
        return pictures.smaller(content, side, side, clear=False).content
    except pictures.BadPicture:
        raise Refused("图片已损坏或过大，请重新拍摄") from None


def visible_attachments(db: Session, me: User, ids: Sequence[str], *, lock: bool = False) -> list[Attachment]:
    """Attachments whose records the user may see; one foreign id refuses them all."""
    wanted = sorted({i for i in ids if i})
    if not wanted or len(wanted) > 200:
        raise BadInput("请选择附件")
    query = select(Attachment).where(Attachment.id.in_(wanted), Attachment.deleted.is_(False)).order_by(Attachment.id)
    rows = list(db.scalars(query.with_for_update() if lock else query))
    if len(rows) != len(wanted):
        raise NoPermission()
    for owner, ref in {(r.owner, r.attrefsysid) for r in rows}:
        owner_row(db, me, owner, ref)
    return rows


def listed(db: Session, me: User, ref: str) -> list[AttachmentLine]:
    """The attachments of one record."""
    rows = db.scalars(
        select(Attachment)
        .where(Attachment.attrefsysid == ref, Attachment.deleted.is_(False))
        .order_by(Attachment.createtime)
    ).all()
    for owner in {r.owner for r in rows}:
        owner_row(db, me, owner, ref)
    words = dictionary.words(db, me.dict_version).get("C651", {})
    return [
        {
            "attsysid": r.id,
            "version": r.version,
            "attrefsysid": r.attrefsysid,
            "type": r.type,
            "typeName": words.get(r.type, ""),
            "item": r.item,
            "formerly": r.formerly,
            "name": r.name,
            "size": r.size,
            "mime": r.mime,
            "createByName": r.by_name,
            "createTime": plain(r.createtime),
        }
        for r in rows
    ]


def grouped(db: Session, me: User, ref: str) -> dict[str, list[AttachmentLine]]:
    """The attachments of a record by kind."""
    out: dict[str, list[AttachmentLine]] = {}
    for row in listed(db, me, ref):
        out.setdefault(row["typeName"] or "其他", []).append(row)
    return out


def preview(db: Session, me: User, att_id: str, *, small: bool = False) -> File:
    row = visible_attachments(db, me, [att_id])[0]
    key = row.thumb if small and row.thumb else row.key
    mime = "image/jpeg" if small and row.thumb else row.mime
    return File(files.read_checked(key), mime, row.name, inline=row.mime in INLINE)


def remove(db: Session, me: User, ids: Sequence[str]) -> int:
    """Take attachments off their records: the row keeps who and when; the content stays as long as the parameter
    retention.file_months says."""
    rows = visible_attachments(db, me, ids, lock=True)
    for owner in {row.owner for row in rows}:
        require_adding(me, owner)
    refuse_unseen(db, rows)
    if not me.may(ATTACH_REMOVE) and not _of_own_side(db, me, rows):
        raise NoPermission("附件由其他单位或机构上传，不能删除", needed=ATTACH_REMOVE)
    for row in rows:
        model, still = OWNERS[row.owner]
        holder = db.scalars(select(model).where(model.id == row.attrefsysid)).one()
        still(db, me, holder)
        if row.item or row.mime.startswith("image/"):
            refuse_evidence(db, me, row.owner, holder, placed=bool(row.item), picture=row)
        if row.owner in HELD and (why := HELD[row.owner](db, row)):
            raise Refused(why)
        row.deleted = True
    return len(rows)


def forget_deleted(db: Session, before: datetime, most: int) -> int:
    """End the contents of attachments that were deleted before a moment; the rows stay and say what there was."""
    old = select(Attachment).where(Attachment.deleted, Attachment.key != "", Attachment.updatetime < before)
    found = list(db.scalars(old.order_by(Attachment.updatetime, Attachment.id).limit(most)))
    ended = [key for row in found for key in (row.key, row.thumb)]
    for row in found:
        row.key = row.thumb = ""
    contents.free(db, ended)
    return len(found)


def _of_own_side(db: Session, me: User, rows: Sequence[Attachment]) -> bool:
    """Whether people of the sender's enterprise, or of his institute, have uploaded all of these."""
    authors = {r.createby for r in rows} - {me.id}
    query = select(SysUser.id).where(SysUser.id.in_(authors))
    side = SysUser.unit_id == me.unit_id if me.unit_id else (SysUser.org_id == me.org_id) & (SysUser.unit_id == "")
    return set(db.scalars(query.where(side))) == authors


def zipped(db: Session, me: User, ids: Sequence[str]) -> File:
    rows = visible_attachments(db, me, ids)
    if sum(r.size for r in rows) > ZIP_LIMIT:
        raise Refused(f"所选附件共超过{ZIP_LIMIT >> 20} MB，请分次下载")
    out, names = BytesIO(), set()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for n, row in enumerate(rows, 1):
            name = row.name
            while name in names:
                name = f"{n}_{name}"
            names.add(name)
            archive.writestr(name, files.read_checked(row.key))
    return File(out.getvalue(), "application/zip", f"附件{clock.today():%Y%m%d}.zip")


def phone_code(db: Session, me: User, owner: str, ref: str) -> File:
    """The QR picture for a phone: a token for this record only, good for a quarter of an hour."""
    open_record(db, me, owner, ref)
    token = secrets.token_urlsafe(24)
    db.add(
        UploadToken(
            token=hashlib.sha256(token.encode()).hexdigest(),
            attrefsysid=ref,
            owner=owner,
            user_id=me.id,
            session_id=me.session_id,
            expires=clock.now() + timedelta(minutes=TOKEN_MINUTES),
        )
    )
    base = settings.current().public_url
    # behind the #: no server and no log is sent the token with the page
    url = f"{base}/attachment/mobile#token={token}&attrefsysid={ref}"
    return File(qr.png(url), "image/png", inline=True)


def phone_info(db: Session, caller: Caller, token: str, ref: str) -> PhoneRecord | Refused:
    """What the phone page shows above its button."""
    known = _by_token(db, caller, token, ref)
    if isinstance(known, Refused):
        return known
    me, owner = known
    row = owner_row(db, me, owner, ref)
    title = getattr(row, "equname", "") or getattr(row, "unitname", "") or getattr(row, "name", "")
    number = getattr(row, "seisn", "") or getattr(row, "appno", "") or getattr(row, "equcode", "")
    return {"title": title, "number": number, "owner": owner, "userName": me.name}
