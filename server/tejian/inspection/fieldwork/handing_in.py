"""Pictures of a record from a phone, and the record handed in: both as the desk does it."""

import hashlib
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.files.api import UploadForm, upload
from tejian.archives.models.files import Attachment
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.fieldwork import RecordOp, Terminal
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import RecordSubmit
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NotRead, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Caller, Upload
from tejian.kit.web.seen import changes

from . import offering, terminals
from .forms import PhotoForm, SubmitForm

OWNER = "business"
SUBMITTED = changes(OriginalRecord, by=["record"], judged=False)


class PhotoAnswer(TypedDict):
    serverTime: datetime
    attsysid: str
    same: bool


class SubmitAnswer(TypedDict):
    serverTime: datetime
    step: str
    stepName: str


def photo(db: Session, me: User, caller: Caller, form: PhotoForm) -> PhotoAnswer:
    """A picture becomes a file of the business item, once however often it is sent."""
    terminal = terminals.admitted(db, me, form)
    row = item_of(db, me, form.record)
    if not isinstance(form.file, Upload):
        raise BadInput("请选择照片")
    digest = hashlib.sha256(form.file.file.read()).hexdigest()
    form.file.file.seek(0)
    if digest != form.digest:
        raise Refused("照片在传输中损坏，摘要不一致，请重新上传")
    old = kept(db, row, digest)
    key = old or store(db, me, caller, row, form.item, form.file)
    now = terminals.touch(db, me, terminal, form, terminals.Counted(photos=0 if old else 1))
    return {"serverTime": now, "attsysid": key, "same": bool(old)}


def kept(db: Session, row: AppBuss, digest: str) -> str:
    """The file that an item has of these bytes already; '' for none."""
    same = (Attachment.owner == OWNER, Attachment.attrefsysid == row.id, Attachment.key == digest)
    return db.scalars(select(Attachment.id).where(*same, Attachment.deleted.is_(False)).limit(1)).first() or ""


def store(db: Session, me: User, caller: Caller, row: AppBuss, item: str, file: Upload) -> str:
    """A picture as a file of its item, with the limits and guards of every upload. Gives its key."""
    sent = {"attrefsysid": row.id, "owner": OWNER, "item": item, "file": file}
    stored = upload(db, me, caller, checked(UploadForm, sent))
    if isinstance(stored, Refused):
        raise stored
    if not stored[0]["mime"].startswith("image/"):
        raise Refused("只能上传照片")
    return stored[0]["attsysid"]


def submit(db: Session, me: User, form: SubmitForm) -> SubmitAnswer:
    """Hand a record in: the same move, guards and signature as at the desk."""
    terminal = terminals.admitted(db, me, form)
    row = item_of(db, me, form.record)
    if form.version is None:
        raise NotRead
    offering.refuse_unread(db, me, row.equclass, form.record)
    sent = checked(records.RecordForm, {"id": row.id, "version": form.version})
    [moved] = BUSINESS.do(db, me, "enter", [row.id], sent)
    _note_submit(db, me, terminal, moved, form)
    now = terminals.touch(db, me, terminal, form, terminals.Counted())
    return {"serverTime": now, "step": moved.step, "stepName": BUSINESS.name_of(moved.step)}


def _note_submit(db: Session, me: User, terminal: Terminal, row: AppBuss, form: SubmitForm) -> None:
    """Who handed in what by which terminal, and how long what was entered had been on its way."""
    R = RecordOp
    late = func.extract("epoch", R.createtime - R.at) + R.clockoff  # by the clock of the platform
    query = select(func.count(), func.count(R.user_id.distinct()), func.min(R.at), func.max(late))
    many, people, begun, delay = db.execute(query.where(R.record_id == form.record)).one()
    db.add(
        RecordSubmit(
            appbuss_id=row.id,
            record_id=form.record,
            reportno=row.reportno or row.seisn,
            equname=row.equname,
            unitname=row.unitname,
            user_id=me.id,
            terminal_id=terminal.id,
            app=form.app or terminal.app,
            at=clock.now(),
            recordversion=records.record_or_refuse(db, row).version,
            operations=many,
            people=people,
            begun=begun,
            delay=max(0, round(float(delay or 0) / 60)),
            orgid=me.org_id,
            deptid=me.dept_id,
        )
    )


def item_of(db: Session, me: User, record: str) -> AppBuss:
    """The item of a record that the sender inspects."""
    key = db.scalar(select(OriginalRecord.appbuss_id).where(OriginalRecord.id == record))
    row = visible_or_refuse(db, me, AppBuss, key, lock=True)
    if me.id not in row.inspectors:
        raise Refused("不是您的任务")
    return row
