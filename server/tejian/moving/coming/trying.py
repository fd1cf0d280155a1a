"""What a trial and a load have in common: a file is carried in, with the old numbers, the trace and the series.

A trial is a load that is taken back; only what it found of each row stays, for people to look at.
"""

import pickle
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from tejian.inspection.models.simple import SimpleReport
from tejian.kit.database import bulk
from tejian.kit.database.db import Record
from tejian.kit.files import blobs as files
from tejian.kit.ground.user import User
from tejian.moving.models import (
    DOUBLE,
    GOOD,
    MADE,
    MERGED,
    REJECTED,
    MovingFile,
    MovingNumber,
    MovingProject,
    MovingRow,
    MovingTrace,
)

from . import papers, series
from .journal import Journal, Made, noting
from .kinds import CERT, KINDS, PAPERS, REPORT
from .passes import Note, Pass, Result, as_loaded

MEMO_ENDINGS = {b"\x30": ".fpt", b"\x31": ".fpt", b"\x32": ".fpt", b"\xf5": ".fpt"}  # of FoxPro; dBASE has .dbt
NUMBERED = (CERT, REPORT)


class Spill:
    """Results of a pass that will be taken back, put aside in a file block by block."""

    def __init__(self, path: Path):
        self.path = path

    def put(self, block: Sequence[Result]) -> None:
        with self.path.open("ab") as out:
            pickle.dump(block, out, pickle.HIGHEST_PROTOCOL)

    def blocks(self) -> Iterator[list[Result]]:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            while file.peek(1):
                yield pickle.load(file)


def unpacked(file: MovingFile, folder: Path) -> Path:
    """The content of a file on disk, with its memo beside it."""
    path = folder / f"{file.id}.{file.format}"
    path.write_bytes(files.read_checked(file.key))
    if file.memo:
        with path.open("rb") as table:
            ending = MEMO_ENDINGS.get(table.read(1), ".dbt")
        path.with_suffix(ending).write_bytes(files.read_checked(file.memo))
    return path


def in_order(rows: Sequence[MovingFile]) -> list[MovingFile]:
    """The files of a project as they need each other: units before devices, documents last."""
    return sorted(rows, key=lambda f: (KINDS[f.kind].place if f.kind in KINDS else 9, f.createtime, f.id))


def decided(db: Session, file_id: str) -> dict[int, bool]:
    """The lines that somebody decided not to merge."""
    query = select(MovingRow.line).where(MovingRow.file_id == file_id, MovingRow.leaves)
    return dict.fromkeys(db.scalars(query), True)


def carry(
    db: Session, me: User, project: MovingProject, file: MovingFile, path: Path, note: Note, *, keep: bool
) -> Iterator[list[Result]]:
    """Carry one file in: gives the results of its rows block by block, as a load stores them."""
    return _carried(db, me, project, file, path, note, decided(db, file.id), keep=keep)


def _carried(
    db: Session,
    me: User,
    project: MovingProject,
    file: MovingFile,
    path: Path,
    note: Note,
    leaves: Mapping[int, bool],
    *,
    keep: bool,
) -> Iterator[list[Result]]:
    before = reports_of(db, project.id) if file.kind == PAPERS else []
    with noting(db, before) as journal:
        if file.kind == PAPERS:
            blocks = papers.results(db, me, project, path, journal, note, keep=keep)
            walk = None
        else:
            walk = Pass(db, me, project, file, journal, leaves)
            blocks = walk.results(path, note)
        numbers: list[str] = []
        for given in blocks:
            block = [as_loaded(one) for one in given]
            _number(db, project, file, block)
            if file.kind in NUMBERED:
                numbers += [one.title for one in block if one.state == MADE]
            yield block
        if walk is not None:
            walk.finish()
        series.raise_to(db, file.id, file.kind, numbers)
        _trace(db, file.id, journal)
        if before:
            db.flush()
            _completed(db, project.id)


def reports_of(db: Session, project_id: str) -> list[Made]:
    """The reports that a project has made: its documents complete them."""
    mine = (MovingTrace.file_id == MovingFile.id, MovingFile.project_id == project_id)
    query = select(MovingTrace.target_id).where(*mine, MovingTrace.model == SimpleReport.__tablename__)
    return [(SimpleReport, key) for key in db.scalars(query)]


def _completed(db: Session, project_id: str) -> None:
    """The version in which the load leaves a report is that with its file."""
    files = select(MovingFile.id).where(MovingFile.project_id == project_id)
    of = (MovingTrace.target_id == SimpleReport.id, MovingTrace.model == SimpleReport.__tablename__)
    later = update(MovingTrace).where(*of, MovingTrace.file_id.in_(files), MovingTrace.was != SimpleReport.version)
    db.execute(later.values(was=SimpleReport.version).execution_options(synchronize_session=False))


def _number(db: Session, project: MovingProject, file: MovingFile, block: Sequence[Result]) -> None:
    """Keep the old numbers of what was made, and of what is here already."""
    if file.kind == PAPERS:
        return
    rows = [
        {
            "org_id": project.org_id,
            "system": project.system,
            "kind": file.kind,
            "oldkey": one.oldkey,
            "title": one.title,
            "target_id": one.target_id,
            "file_id": file.id,
            "made": one.state == MADE,
            "digest": one.digest,
        }
        for one in block
        if one.oldkey and one.state in (MADE, MERGED)
    ]
    if rows:
        bulk.add(db, MovingNumber, rows)


def _trace(db: Session, file_id: str, journal: Journal) -> None:
    """Keep which records were made, with the versions in which the load leaves them."""
    versions: dict[tuple[type[Any], str], int] = {}
    for model, ids in journal.by_model().items():
        if issubclass(model, Record):
            for at in range(0, len(ids), 5_000):
                query = select(model.id, model.version).where(model.id.in_(ids[at : at + 5_000]))
                versions |= {(model, key): version for key, version in db.execute(query)}
    rows = (
        {
            "file_id": file_id,
            "place": place,
            "model": model.__tablename__,
            "target_id": key,
            "was": versions.get((model, key), 0),
        }
        for place, (model, key) in enumerate(journal.made)
    )
    bulk.add(db, MovingTrace, rows)


def store(db: Session, file: MovingFile, blocks: Iterator[Sequence[Result]]) -> dict[str, int]:
    """Write what became of each row, in place of what was written before; gives how many of each."""
    db.execute(delete(MovingRow).where(MovingRow.file_id == file.id))
    belongs = {"file_id": file.id, "project_id": file.project_id}
    counts: Counter[str] = Counter()
    for block in blocks:
        counts.update(one.state for one in block)
        bulk.add(db, MovingRow, [belongs | asdict(one) for one in block])
    return dict(counts)


def as_tried(block: Sequence[Result]) -> list[Result]:
    """What a trial says of rows that a load would make or merge; keys of what was taken back mean nothing."""
    for one in block:
        if one.state == MADE:
            one.state, one.target_id = GOOD, ""
        elif one.state == MERGED:
            one.state = DOUBLE
        elif one.state == REJECTED:
            one.target_id = ""
    return list(block)


def totals(counts: Mapping[str, int]) -> tuple[int, int, int]:
    """Of a file: made or to be made, merged or known already, and not taken."""
    made = counts.get(MADE, 0) + counts.get(GOOD, 0)
    merged = counts.get(MERGED, 0) + counts.get(DOUBLE, 0) + counts.get("same", 0)
    return made, merged, counts.get(REJECTED, 0) + counts.get("update", 0)


def folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="moving-")
