"""Photos in pieces, so that one that was cut off goes on where it stopped: the core of tus (create, offset, append).

The server alone says how much is here. A piece that begins elsewhere changes nothing and is answered with the offset
to go on from; each piece is held against its digest when it comes, the whole against its own before it becomes a file.
"""

import hashlib
from datetime import datetime, timedelta
from io import BytesIO

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.files.api import LIMIT
from tejian.inspection.models.fieldwork import Terminal
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.photos import PhotoMark, PhotoPiece, PhotoUpload
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Caller, Upload
from tejian.system.settings.api import number

from . import terminals
from .forms import PieceForm, WholeForm
from .handing_in import item_of, kept, store
from .marking import refuse_marks, said

KEEP_DAYS = "inspection.pda.upload_days"
MOST_OPEN = 200  # photos of a terminal that are on their way
MOST_PIECE = 1 << 20
BROKEN = "照片在传输中损坏，摘要不一致，请重新上传"


class PieceAnswer(TypedDict):
    """`offset`: the bytes that are here; `attsysid`: the file, once it is whole; `broken`: it begins anew, and why."""

    serverTime: datetime
    offset: int
    attsysid: str
    broken: str


def begin(db: Session, me: User, form: WholeForm) -> PieceAnswer:
    """Where to go on with a photo: at 0 for a new one, behind its last piece for one that was cut off."""
    terminal = terminals.admitted(db, me, form)
    row = item_of(db, me, form.record)
    if not 0 < form.size <= LIMIT:
        raise Refused(f"照片过大，最多{LIMIT >> 20} MB")
    _forget_old(db)
    if done := kept(db, row, form.digest):
        return _answer(terminals.touch(db, me, terminal, form, terminals.Counted()), form.size, done)
    if form.original or form.marks:
        refuse_marks(form.marks)
        if form.original == form.digest or not kept(db, row, form.original):
            raise Refused("没有这张照片的原件，请先上传原件")
    upload = _found(db, terminal, form)
    if upload and upload.size != form.size:
        raise Refused("照片的大小与先前所报不同")
    if upload is None:
        many = select(func.count()).where(PhotoUpload.terminal_id == terminal.id)
        if (db.scalar(many) or 0) >= MOST_OPEN:
            raise Refused(f"还有{MOST_OPEN}张照片没有传完，请先传完")
        own = {"terminal_id": terminal.id, "user_id": me.id, "record_id": form.record, "item": form.item}
        upload = PhotoUpload(**own, digest=form.digest, size=form.size, offset=0)
        upload.original, upload.marks = form.original, form.marks or None
        db.add(upload)
        db.flush()
    return _answer(terminals.touch(db, me, terminal, form, terminals.Counted()), upload.offset)


def append(db: Session, me: User, caller: Caller, form: PieceForm) -> PieceAnswer:
    """The next piece of a photo; with the last one it becomes a file of the business item."""
    terminal = terminals.admitted(db, me, form)
    row = item_of(db, me, form.record)
    if not isinstance(form.file, Upload):
        raise BadInput("请选择照片")
    content = form.file.file.read(MOST_PIECE + 1)
    if not 0 < len(content) <= MOST_PIECE:
        raise BadInput(f"一段照片最多{MOST_PIECE >> 10} KB")
    if hashlib.sha256(content).hexdigest() != form.piece:
        raise Refused(BROKEN)
    if done := kept(db, row, form.digest):
        return _answer(clock.now(), form.size, done)
    upload = _found(db, terminal, form)
    if upload is None or upload.size != form.size:
        raise Refused("没有这张照片的上传，请重新开始")
    if form.offset != upload.offset:
        return _answer(clock.now(), upload.offset)
    if upload.offset + len(content) > upload.size:
        raise Refused("照片比所报的大")
    db.add(PhotoPiece(upload_id=upload.id, place=upload.offset, content=content))
    upload.offset += len(content)
    db.flush()
    if upload.offset < upload.size:
        return _answer(clock.now(), upload.offset)
    pieces = select(PhotoPiece.content).where(PhotoPiece.upload_id == upload.id).order_by(PhotoPiece.place)
    whole = b"".join(db.scalars(pieces))
    db.expunge(upload)
    db.execute(delete(PhotoUpload).where(PhotoUpload.id == upload.id))
    if hashlib.sha256(whole).hexdigest() != form.digest:
        return _answer(clock.now(), 0, broken=BROKEN)
    key = store(db, me, caller, row, form.item, Upload(BytesIO(whole), size=len(whole), filename=form.file.filename))
    if upload.original:
        _note_marks(db, me, row, upload, key)
    return _answer(terminals.touch(db, me, terminal, form, terminals.Counted(photos=1)), form.size, key)


def _note_marks(db: Session, me: User, row: AppBuss, upload: PhotoUpload, key: str) -> None:
    """Of a drawn copy: which photo it was drawn on. That one must be here still."""
    original = kept(db, row, upload.original)
    if not original:
        raise Refused("没有这张照片的原件，请先上传原件")
    own = {"record_id": upload.record_id, "item": upload.item, "digest": upload.digest, "original": upload.original}
    drawn = {"marks": upload.marks, "words": said(upload.marks)}
    db.add(PhotoMark(appbuss_id=row.id, user_id=me.id, photo_id=key, original_id=original, **own, **drawn))
    db.flush()


def _answer(now: datetime, offset: int, key: str = "", broken: str = "") -> PieceAnswer:
    return {"serverTime": now, "offset": offset, "attsysid": key, "broken": broken}


def _found(db: Session, terminal: Terminal, form: WholeForm) -> PhotoUpload | None:
    U = PhotoUpload
    mine = (U.terminal_id == terminal.id, U.record_id == form.record, U.item == form.item, U.digest == form.digest)
    return db.scalars(select(U).where(*mine).with_for_update().execution_options(populate_existing=True)).first()


def _forget_old(db: Session) -> None:
    """What nobody went on with for days: the phone has it whole, and begins anew when it comes back."""
    before = clock.now() - timedelta(days=number(db, KEEP_DAYS, 7))
    db.execute(delete(PhotoUpload).where(PhotoUpload.updatetime < before))
