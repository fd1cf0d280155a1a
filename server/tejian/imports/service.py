"""What the import dialog asks: the template, a new run, how far it is, the refused rows."""

from datetime import datetime
from typing import Any, BinaryIO

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import jobs
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.steady import refuse_wrong_clock
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused, Unsigned
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.importing import books, plain, reading
from tejian.kit.importing.view import ImportUnits, head_of, import_of
from tejian.kit.lists.excel import MIME
from tejian.kit.web.edge import File, Upload

from .mapping import UNITS_LIMIT, WORDS_LIMIT, said, unit_acts
from .models import ENDED, MODES, STATES, FaultGroup, ImportFault, ImportRun
from .running import most_rows

SHOWN_RUNS = 20
UPLOAD_LIMIT = reading.FILE_LIMIT + (1 << 20)  # bytes of a request that brings a file


class ImportState(TypedDict):
    """How far an import is: rows in the file, seen, good, bad and written, and the first faults. `drafts` of the bad
    rows lack only what can be completed later."""

    id: str
    title: str
    filename: str
    mode: str
    modeName: str
    state: str
    stateName: str
    total: int
    seen: int
    good: int
    bad: int
    drafts: int
    written: int
    message: str
    faults: list[ImportFault]
    groups: list[FaultGroup]
    ended: bool
    hasErrors: bool
    units: ImportUnits | None
    at: datetime


class ImportColumn(TypedDict):
    label: str
    required: bool


class ImportLead(TypedDict):
    """What is done next with what an import has written."""

    label: str
    route: str


class ImportConfig(TypedDict):
    viewNo: str
    title: str
    mostRows: int
    modes: dict[str, str]
    whole: bool
    columns: list[ImportColumn]
    leads: ImportLead | None
    runs: list[ImportState]


def config(db: Session, me: User, no: str) -> ImportConfig:
    view = import_of(no)
    require(me, view.permission)
    fields = view.columns(db, me)
    return {
        "viewNo": no,
        "title": view.title,
        "mostRows": view.most or most_rows(db),
        "modes": MODES,
        "whole": view.whole,
        "columns": [{"label": head_of(f), "required": f.required} for f in fields],
        "leads": {"label": view.leads[0], "route": view.leads[1]} if view.leads else None,
        "runs": [shown(r) for r in _mine(db, me, no)],
    }


def _mine(db: Session, me: User, no: str) -> list[ImportRun]:
    query = select(ImportRun).where(ImportRun.view_no == no, ImportRun.visible(me))
    return list(db.scalars(query.order_by(ImportRun.createtime.desc()).limit(SHOWN_RUNS)))


def template(db: Session, me: User, no: str) -> File:
    view = import_of(no)
    require(me, view.permission)
    words = dictionary.words(db, me.dict_version)
    content = books.template(view.title, view.columns(db, me), view.example(db, me), words, view.rows_begun(db, me))
    return File(content, MIME, f"{view.title}导入模板.xlsx")


ADDS = "adds the rows of a file, each judged as its form judges it; none replaces a record"


class StartForm(Form):
    """A file for a list, or the run that has checked it."""

    view_no: str = Field("", alias="viewNo", title="列表", max_length=64)
    mode: str = Field("check", title="导入方式", max_length=16)
    run_id: str = Field("", alias="runId", title="导入记录", max_length=32)
    columns: list[dict[str, Any]] = Field([], title="列对应", max_length=reading.COLUMNS_LIMIT)
    words: list[dict[str, Any]] = Field([], title="值对应", max_length=WORDS_LIMIT)
    whole: list[dict[str, Any]] = Field([], title="全部为", max_length=reading.COLUMNS_LIMIT)
    units: list[dict[str, Any]] = Field([], title="未建档的单位", max_length=UNITS_LIMIT)
    head: int = Field(0, title="表头所在行", ge=0, le=1_000)
    head_lines: int = Field(1, alias="headLines", title="表头行数", ge=1, le=2)
    file: Any = None


def begin(db: Session, me: User, form: StartForm) -> ImportState:
    """Store the file and write the job in one transaction. A second pass over a file names the run that checked it."""
    view = import_of(form.view_no)
    require(me, view.permission)
    if form.mode not in MODES:
        raise BadInput("导入方式不正确")
    if form.mode == "drafts" and not view.drafts:
        raise BadInput("该列表的记录不能先导入后完善")
    if form.mode == "valid" and view.whole:
        raise BadInput(f"{view.title}须整表导入，请改好全部行后再导入")
    if view.signed and form.mode != "check":
        refuse_wrong_clock(db)
        if not me.signed:
            raise Unsigned
    meaning: dict[str, Any] = {}
    if form.run_id:
        before = visible_or_refuse(db, me, ImportRun, form.run_id)
        if before.view_no != view.no:
            raise Refused("所选文件不属于该列表")
        key, name = before.key, before.filename
        meaning = said(db, me, view, before.found, form) if form.columns else before.meaning
        if form.head:  # the heading stands elsewhere: what is in the file is asked anew
            meaning = {"head": form.head, "lines": form.head_lines}
        if form.units:
            meaning = {**meaning, "units": {**meaning.get("units", {}), **unit_acts(form.units)}}
    else:
        if not isinstance(form.file, Upload):
            raise BadInput("请选择要导入的文件")
        name = (form.file.filename or "")[-200:]
        key = _kept(form.file.file, name)
    if view.once:
        _refuse_again(db, me, view.no, key)
    run = ImportRun(
        user_id=me.id, user_name=me.name, view_no=view.no, title=view.title, filename=name, key=key, mode=form.mode
    )
    run.meaning, run.way = meaning, me.signed_way if view.signed else ""
    db.add(run)
    db.flush()
    jobs.enqueue(db, "imports.run", lock=f"imports {me.id}", run_id=run.id)  # a user's one after another
    return shown(run)


def _refuse_again(db: Session, me: User, no: str, key: str) -> None:
    """A file that the user wrote already is known by its digest."""
    written = select(ImportRun).where(ImportRun.view_no == no, ImportRun.key == key, ImportRun.written > 0)
    if before := db.scalars(written.where(ImportRun.user_id == me.id).limit(1)).first():
        at = before.createtime.astimezone(clock.SHANGHAI)
        raise Refused(f"这个文件已于{at:%Y-%m-%d %H:%M}导入过，写入{before.written}行，不能重复导入")


def _kept(file: BinaryIO, name: str) -> str:
    """Store what was uploaded; a text file as the workbook that it stands for."""
    if name.lower().endswith(plain.ENDINGS):
        return files.keep_bytes(plain.workbook_of(file.read(plain.CSV_LIMIT + 1)))
    return files.keep(file, reading.FILE_LIMIT)[0]


def progress(db: Session, me: User, run_id: str) -> ImportState:
    return shown(visible_or_refuse(db, me, ImportRun, run_id))


def errors(db: Session, me: User, run_id: str) -> File:
    run = visible_or_refuse(db, me, ImportRun, run_id)
    if not run.errors_key:
        raise Refused("这次导入没有需要修改的行")
    return File(files.read_checked(run.errors_key), MIME, f"{run.title}需要修改的行.xlsx")


def shown(run: ImportRun) -> ImportState:
    return {
        "id": run.id,
        "title": run.title,
        "filename": run.filename,
        "mode": run.mode,
        "modeName": MODES[run.mode],
        "state": run.state,
        "stateName": STATES[run.state],
        "total": run.total,
        "seen": run.seen,
        "good": run.good,
        "bad": run.bad,
        "drafts": run.drafts,
        "written": run.written,
        "message": run.message,
        "faults": run.faults,
        "groups": run.found.get("groups", []),
        "ended": run.state in ENDED,
        "hasErrors": bool(run.errors_key),
        "units": run.units,
        "at": run.createtime,
    }
