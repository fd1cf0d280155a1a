"""What people do with a project: files, trial, approval, load, taking back, doubles."""

from collections.abc import Sequence
from typing import Any, NotRequired

from pydantic import Field as Given
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.files.api import clean_name
from tejian.kit.database import audit, jobs
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.files import blobs, contents
from tejian.kit.forms.form import Form, Id, ManyIds, OneId
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Progress
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.kit.web.edge import Upload
from tejian.moving.models import (
    ASKING,
    BUSY,
    DOUBLE,
    FAULTY,
    FILE_STATES,
    FILE_TONES,
    LOADED,
    LOADING,
    PREPARED,
    READING,
    REJECTED,
    STATES,
    TRIED,
    TRYING,
    UNDOING,
    UNDONE,
    WAITING,
    MovingFile,
    MovingProject,
    MovingRow,
)

from .kinds import LABELS
from .meaning import open_project, prepared
from .tables import DBF, FORMATS, MEMOS, format_of
from .texts import SEPARATORS
from .trying import totals

FILES_MOST = 50
FILE_LIMIT = 200 << 20
UPLOAD_LIMIT = FILE_LIMIT + (1 << 20)
ADDS = "adds a file to a project, beside those that are there"
P, F, R = MovingProject, MovingFile, MovingRow


class AddForm(Form):
    """A file for a project."""

    id: Id = Given(title="项目")
    file: Any = None


class HeldColumn(TypedDict):
    """What a column of a file holds; `different` is -1 for more different values than are counted."""

    head: str
    filled: int
    percent: int
    kind: str
    other: int
    different: int
    longest: int
    examples: list[str]
    meant: NotRequired[str]


class MovedFile(TypedDict):
    """A file of a project as its page shows it; `view` names the import by which it is understood."""

    id: str
    version: int
    name: str
    size: int
    format: str
    encoding: str
    kind: str
    kindName: str
    state: str
    stateName: str
    tone: str
    message: str
    rows: int
    made: int
    merged: int
    out: int
    counted: bool
    loaded: bool
    columns: list[HeldColumn]


class MovedFiles(TypedDict):
    """The files of a project, whether they may still change, and the kinds of records that there are."""

    state: str
    open: bool
    busy: bool
    kinds: list[dict[str, str]]
    files: list[MovedFile]


def before_save(db: Session, me: User, row: MovingProject, values: dict[str, Any]) -> None:
    """A project belongs to the institute of who makes it; it is changed while nothing of it is loaded."""
    if not row.id:
        if not me.org_id or me.unit_id:
            raise Refused("迁入项目由检验机构的人员建立")
        row.org_id = me.org_id
        return
    open_project(db, me, row.id, lock=False)
    if any(name in values and values[name] != getattr(row, name) for name in ("system", "makes", "drafts")):
        prepared(row)


def before_delete(db: Session, me: User, row: MovingProject) -> None:
    open_project(db, me, row.id, lock=False)
    keys = db.execute(select(F.key, F.memo).where(F.project_id == row.id)).all()
    db.info["moving files"] = [key for pair in keys for key in pair]


def remove(db: Session, me: User, row: MovingProject) -> None:
    """The files go with their project."""
    keys = db.info.pop("moving files", [])
    db.delete(row)
    contents.free(db, keys)


HOOKS = Hooks(before_save, before_delete=before_delete, remove=remove)


def add(db: Session, me: User, form: AddForm) -> str:
    """Keep a file and look at it. The memo of a table goes to the table of the same name."""
    project = open_project(db, me, form.id)
    if not isinstance(form.file, Upload):
        raise BadInput("请选择要迁入的文件")
    name = clean_name(form.file.filename)
    if name.lower().endswith(MEMOS):
        return _memo(db, me, project, name, form.file)
    known = format_of(name)
    if (db.scalar(select(func.count()).select_from(F).where(F.project_id == project.id)) or 0) >= FILES_MOST:
        raise Refused(f"一个项目最多{FILES_MOST}个文件")
    key, size = blobs.keep(form.file.file, FILE_LIMIT)
    if db.scalar(select(F.id).where(F.project_id == project.id, F.key == key).limit(1)):
        raise Refused(f"{name}与项目里已有的一个文件内容相同")
    row = F(project_id=project.id, name=name, key=key, size=size, format=known, state=READING)
    db.add(row)
    db.flush()
    prepared(project)
    _look(db, row)
    return row.id


def _look(db: Session, row: MovingFile) -> None:
    jobs.enqueue(db, "moving.look", lock=f"moving file {row.id}", file_id=row.id)


def _memo(db: Session, me: User, project: MovingProject, name: str, part: Upload) -> str:
    stem = name.rpartition(".")[0].lower()
    tables = db.scalars(select(F).where(F.project_id == project.id, F.format == DBF)).all()
    row = next((one for one in tables if one.name.rpartition(".")[0].lower() == stem), None)
    if row is None:
        raise Refused(f"请先上传{stem}.dbf，再上传它的备注文件")
    row.memo = blobs.keep(part.file, FILE_LIMIT)[0]
    row.state, row.message, row.createby = READING, "", me.id
    prepared(project)
    _look(db, row)
    return row.id


def drop(db: Session, me: User, form: OneId) -> None:
    """Take a file out of its project."""
    row = visible_or_refuse(db, me, F, form.id, lock=True)
    project = open_project(db, me, row.project_id)
    keys = [row.key, row.memo]
    db.delete(row)
    prepared(project)
    contents.free(db, keys)


def files(db: Session, me: User, form: OneId) -> MovedFiles:
    """The files of a project with what was found in them."""
    project = visible_or_refuse(db, me, P, form.id)
    rows = db.scalars(select(F).where(F.project_id == project.id).order_by(F.createtime, F.id))
    return {
        "state": project.state,
        "open": project.state in (PREPARED, TRIED, UNDONE),
        "busy": project.state in BUSY,
        "kinds": [{"value": code, "label": label} for code, label in LABELS.items() if code != "papers"],
        "files": [_shown(one) for one in rows],
    }


def _shown(row: MovingFile) -> MovedFile:
    made, merged, out = totals(row.counts)
    statement = row.meaning.get("columns", {})
    encoding = "GBK" if row.encoding == "gb18030" else row.encoding.upper().removesuffix("-SIG")
    separator = SEPARATORS.get(row.separator, "")
    return {
        "id": row.id,
        "version": row.version,
        "name": row.name,
        "size": row.size,
        "format": FORMATS[row.format],
        "encoding": "，".join(filter(None, (encoding, separator and f"{separator}分隔"))),
        "kind": row.kind,
        "kindName": LABELS.get(row.kind, ""),
        "state": row.state,
        "stateName": FILE_STATES[row.state],
        "tone": FILE_TONES[row.state],
        "message": row.message,
        "rows": row.rows,
        "made": made,
        "merged": merged,
        "out": out,
        "counted": bool(row.counts),
        "loaded": row.loaded is not None,
        "columns": [one | {"meant": statement.get(one["head"], "")} for one in row.found.get("columns", [])],
    }


def _refuse_unready(db: Session, project: MovingProject) -> None:
    rows = db.execute(select(F.name, F.state, F.message).where(F.project_id == project.id)).all()
    if not rows:
        raise Refused("项目里还没有文件")
    for name, state, message in rows:
        if state == READING:
            raise Refused(f"{name}还在读取，请稍候")
        if state == ASKING:
            raise Refused(f"{name}还没有说明各列的含义")
        if state == FAULTY:
            raise Refused(f"{name}不能用：{message}；请删去或换一个文件")


def _picked(db: Session, me: User, ids: Sequence[str]) -> MovingProject:
    if len(ids) != 1:
        raise BadInput("请选择一个项目")
    return many_visible_or_refuse(db, me, P, ids, lock=True)[0]


def _begin(db: Session, me: User, project: MovingProject, state: str, job: str) -> None:
    project.state, project.worker_id, project.passed, project.begun = state, me.id, 0, 0
    db.flush()
    jobs.enqueue(db, job, lock=f"moving {project.id}", project_id=project.id)


def begin_trial(db: Session, me: User, form: ManyIds) -> None:
    """试装"""
    project = _picked(db, me, form.ids)
    if project.state not in (PREPARED, TRIED, UNDONE):
        raise Refused(f"项目{STATES[project.state]}，不能试装")
    _refuse_unready(db, project)
    _begin(db, me, project, TRYING, "moving.try")


def submit(db: Session, me: User, form: ManyIds) -> None:
    """提交批准"""
    project = _picked(db, me, form.ids)
    if project.state != TRIED:
        raise Refused(f"项目{STATES[project.state]}，试装以后才能提交")
    made = [totals(one) for one in db.scalars(select(F.counts).where(F.project_id == project.id))]
    if not any(good or merged for good, merged, _out in made):
        raise Refused("试装的结果里没有一行可以装入")
    project.state, project.sender_id, project.sent, project.reason = WAITING, me.id, clock.now(), ""


def approve(db: Session, me: User, form: ManyIds) -> None:
    """批准装入: by another than who submitted; the load begins."""
    project = _picked(db, me, form.ids)
    if project.state != WAITING:
        raise Refused(f"项目{STATES[project.state]}，没有待批准的装入")
    if project.sender_id == me.id:
        raise Refused("装入须由提交人以外的人批准")
    project.approver_id, project.approved = me.id, clock.now()
    # it is loaded in the name of who prepared it: the rights are those of that person
    project.state, project.worker_id, project.passed, project.begun = LOADING, project.sender_id, 0, 0
    db.flush()
    audit.security_event(db, "批准迁入", project.name, f"提交人{project.sender_id}")
    jobs.enqueue(db, "moving.load", lock=f"moving {project.id}", project_id=project.id)


class BackForm(ManyIds):
    reason: str = Given(title="退回原因", max_length=500, min_length=1)


def send_back(db: Session, me: User, form: Any) -> None:
    """退回"""
    project = _picked(db, me, form.ids)
    if project.state != WAITING:
        raise Refused(f"项目{STATES[project.state]}，没有待批准的装入")
    project.state, project.reason = TRIED, form.reason.strip()


def load_on(db: Session, me: User, form: ManyIds) -> None:
    """继续装入: what was approved and stopped on its way."""
    project = _picked(db, me, form.ids)
    left = db.scalar(select(F.id).where(F.project_id == project.id, F.loaded.is_(None)).limit(1))
    if project.state != LOADED or left is None:
        raise Refused(f"项目{STATES[project.state]}，没有可以继续装入的文件")
    _begin(db, me, project, LOADING, "moving.load")


def undo(db: Session, me: User, form: ManyIds) -> None:
    """撤回"""
    project = _picked(db, me, form.ids)
    if project.state != LOADED:
        raise Refused(f"项目{STATES[project.state]}，没有可以撤回的装入")
    _begin(db, me, project, UNDOING, "moving.undo")


def decide(db: Session, me: User, ids: Sequence[str], *, leaves: bool) -> int:
    """Decide on rows that are a record which is here already; the trial says anew what becomes of them."""
    rows = many_visible_or_refuse(db, me, R, ids, lock=True)
    of_files = db.scalars(select(F).where(F.id.in_({one.file_id for one in rows}))).all()
    for key in {one.project_id for one in of_files}:
        prepared(open_project(db, me, key))
    for row in rows:
        if not (row.state == DOUBLE or (row.state == REJECTED and row.leaves)):
            raise Refused(f"第{row.line}行不是与已有重复的行")
        row.leaves = leaves
    return len(rows)


def progress(db: Session, me: User, form: OneId) -> Progress:
    row = visible_or_refuse(db, me, P, form.id)
    return {
        "state": row.state,
        "stateName": STATES[row.state],
        "total": row.total,
        "passed": row.passed,
        "ended": row.state not in BUSY,
    }
