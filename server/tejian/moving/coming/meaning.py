"""对应、值对应: what the columns and words of a file mean, proposed and said as for any import, kept per source."""

from typing import Any

from pydantic import Field as Given
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.imports import api as imports
from tejian.imports.models import ImportSource
from tejian.kit.database import jobs
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId, Version
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.importing.view import ImportView
from tejian.moving.models import PREPARED, READING, READY, STATES, TRIED, UNDONE, MovingFile, MovingProject

from .kinds import KINDS, PAPERS
from .views import view_of

OPEN = (PREPARED, TRIED, UNDONE)  # while a project is prepared, its files may change
CLOSED = "项目{state}，不能再改动文件"


class MeantForm(imports.MeaningForm):
    """What is said of a file; kept under the name of a source for the next file of it."""

    version: Version = Given(None, title="版本")
    name: str = Given("", title="来源", max_length=60)


class KindForm(OneId):
    """Another kind of records, or another line of the heading, than was proposed."""

    version: Version = Given(None, title="版本")
    kind: str = Given(title="内容", max_length=16)
    head: int = Given(0, title="表头所在行", ge=0, le=1_000)
    head_lines: int = Given(1, alias="headLines", title="表头行数", ge=1, le=2)


class Sourced(OneId):
    """A file, and the source whose meaning is asked."""

    source_id: str = Given("", alias="sourceId", title="来源", max_length=32)


def open_project(db: Session, me: User, key: str, *, lock: bool = True) -> MovingProject:
    """A project whose files may still change. Raises Refused."""
    project = visible_or_refuse(db, me, MovingProject, key, lock=lock)
    if project.state not in OPEN:
        raise Refused(CLOSED.format(state=STATES[project.state]))
    return project


def prepared(project: MovingProject) -> None:
    """What was tried is no longer what would be loaded."""
    if project.state != PREPARED:
        project.state, project.message = PREPARED, ""


def _table(db: Session, me: User, key: str) -> tuple[MovingFile, ImportView]:
    file = visible_or_refuse(db, me, MovingFile, key)
    if file.kind not in KINDS or "headings" not in file.found:
        raise Refused("这个文件没有需要对应的列")
    return file, view_of(KINDS[file.kind])


def propose(db: Session, me: User, form: Sourced) -> imports.Proposed:
    file, view = _table(db, me, form.id)
    finding = dict(file.found)
    telling = imports.proposed_of(db, me, view, file.name, finding, form.source_id)
    statement = file.meaning.get("columns", {})
    if statement and not form.source_id:  # what was said of it before stands
        telling["columns"] = [
            {**one, "field": statement[one["head"]], "why": "已说明"} if one["head"] in statement else one
            for one in telling["columns"]
        ]
    return telling


def words(db: Session, me: User, form: imports.WordsForm) -> list[imports.FieldWords]:
    file, view = _table(db, me, form.id)
    telling = imports.words_of(db, me, view, file.found, form)
    statement = file.meaning.get("words", {})
    for one in telling:
        for word in one["words"]:
            if (code := statement.get(one["field"], {}).get(word["word"])) is not None:
                word["code"], word["why"] = code, "已说明"
    return telling


def preview(db: Session, me: User, form: imports.MeaningForm) -> imports.Understood:
    file, view = _table(db, me, form.id)
    return imports.understood_of(db, me, view, file.found, form)


def mean(db: Session, me: User, form: MeantForm) -> None:
    """Keep what a file means, and with a name keep it for the next file of that source."""
    file, view = _table(db, me, form.id)
    project = open_project(db, me, file.project_id)
    file.meaning = imports.said(db, me, view, file.found, form)
    file.state, file.message = READY, ""
    prepared(project)
    if form.name.strip():
        _keep(db, me, view, form)


def _keep(db: Session, me: User, view: ImportView, form: MeantForm) -> None:
    same = select(ImportSource).where(
        ImportSource.kept_by(me), ImportSource.view_no == view.no, ImportSource.name == form.name.strip()
    )
    row = db.scalars(same).first() or imports.fresh(db, me, view)
    sent: Any = imports.SourceForm(name=form.name.strip(), columns=form.columns, words=form.words, viewNo=view.no)
    imports.keep(db, me, view, row, sent)


def choose(db: Session, me: User, form: KindForm) -> None:
    """Say what a file brings, or where its heading stands: it is looked at again."""
    file = visible_or_refuse(db, me, MovingFile, form.id, lock=True)
    project = open_project(db, me, file.project_id)
    if file.kind == PAPERS or form.kind not in KINDS:
        raise BadInput("内容：请从选项中选择")
    file.kind, file.state, file.message = form.kind, READING, ""
    file.meaning = {"head": form.head, "lines": form.head_lines} if form.head else {}
    file.createby = me.id
    prepared(project)
    jobs.enqueue(db, "moving.look", lock=f"moving file {file.id}", file_id=file.id)
