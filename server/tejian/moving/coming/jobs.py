"""The long work of a project: its files are looked at, tried, loaded, taken back. Cut off, it goes on."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from tejian.archives.care.quality.api import forget
from tejian.archives.models.equipment import Equipment
from tejian.kit.database import audit, bulk, jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.moving.models import (
    FAULTY,
    LOADED,
    LOADING,
    PREPARED,
    TRIED,
    TRYING,
    UNDOING,
    UNDONE,
    MovingFile,
    MovingProject,
    MovingTrace,
)
from tejian.system.accounts.api import account

from . import scores, undoing
from .looking import looked
from .trying import Spill, as_tried, carry, folder, in_order, store, totals, unpacked

log = logging.getLogger(__name__)
P, F = MovingProject, MovingFile
LOCK = "moving"  # projects are loaded one after another
BEGUN_MOST = 3  # work that was cut off so often is not begun again
BROKEN = "处理过程中发生异常，没有写入任何数据，请联系管理员"


@jobs.job("moving.look", retry=0, queue="imports")
def look(db: Session, file_id: str) -> None:
    """Look at a file that was added: how it is written, what its columns hold, what they probably mean."""
    file = db.get_one(F, file_id)  # lint: allow by-id (the job names it)
    me = account(db, file.createby)
    db.expunge(file)
    if me is None:
        return
    db.info["me"] = me
    try:
        values = looked(db, me, file)
    except Refused as wrong:
        db.rollback()
        values = {"state": FAULTY, "message": wrong.message[:500]}
    except Exception:
        db.rollback()
        log.exception("moving: file %s", file_id)
        values = {"state": FAULTY, "message": "读取文件时发生异常，请联系管理员"}
    db.execute(update(F).where(F.id == file_id).values(**values))


def _worker(db: Session, project: MovingProject) -> User:
    me = account(db, project.worker_id)
    if me is None:
        raise Refused("办理人的账号已停用，没有执行")
    db.info["me"] = me
    return me


def _files(db: Session, project_id: str) -> list[MovingFile]:
    return in_order(db.scalars(select(F).where(F.project_id == project_id)).all())


def _work(db: Session, project_id: str, state: str, back: str, do: Callable[[MovingProject], dict[str, Any]]) -> None:
    """Carry a work out while the project stands in its state; what is refused leaves it where it was before."""
    project = db.get_one(P, project_id)  # lint: allow by-id (the job names it)
    if project.state != state:
        return  # it ended, and the job was begun again
    db.expunge(project)
    if project.begun >= BEGUN_MOST:
        _end(db, project, {"state": back, "message": f"处理中断了{project.begun}次，请联系管理员"})
        return
    jobs.note(P, project_id, begun=project.begun + 1)
    try:
        values = do(project)
    except Refused as wrong:
        db.rollback()
        values = {"state": back, "message": wrong.message[:500]}
    except Exception:
        db.rollback()
        log.exception("moving: project %s", project_id)
        values = {"state": back, "message": BROKEN}
    _end(db, project, values)


def _end(db: Session, project: MovingProject, values: dict[str, Any]) -> None:
    """Write how a work ended, and tell whoever began it."""
    changed = values | {"version": P.version + 1, "updatetime": clock.now()}
    db.execute(update(P).where(P.id == project.id).values(**changed))
    tell(db, [project.worker_id], "import", f"{project.name}：{values['message']}"[:200])


class _Passed:
    """How many rows of a project were seen, told now and then."""

    def __init__(self, project_id: str, total: int):
        self.project_id, self.passed, self.told = project_id, 0, 0
        jobs.note(P, project_id, total=total, passed=0)

    def __call__(self, count: int) -> None:
        self.passed += count
        if self.passed - self.told >= 1_000:
            self.told = self.passed
            jobs.note(P, self.project_id, passed=self.passed)


@jobs.job("moving.try", retry=0, queue="imports")
def trial(db: Session, project_id: str) -> None:
    """Load everything, see what becomes of each row, and take it all back."""

    def do(project: MovingProject) -> dict[str, Any]:
        me = _worker(db, project)
        rows = _files(db, project_id)
        note = _Passed(project_id, sum(one.rows for one in rows))
        before = scores.standing(db)
        for one in rows:
            db.expunge(one)
        with folder() as at:
            spills = {one.id: Spill(Path(at) / f"{one.id}.rows") for one in rows}
            hold(db, LOCK)
            step = db.begin_nested()
            for file in rows:
                for block in carry(db, me, project, file, unpacked(file, Path(at)), note, keep=False):
                    spills[file.id].put(block)
                db.flush()
            made = db.scalars(
                select(MovingTrace.target_id).where(
                    MovingTrace.file_id.in_(list(spills)), MovingTrace.model == Equipment.__tablename__
                )
            ).all()
            after = scores.with_new(db, before, made)
            step.rollback()
            forget(db)
            statement = []
            for file in rows:
                blocks = (as_tried(block) for block in spills[file.id].blocks())
                counts = store(db, file, blocks)
                _judge(db, file, counts)
                statement.append(totals(counts))
        good, merged, out = (sum(one) for one in zip(*statement, strict=True))
        return {
            "state": TRIED,
            "message": f"试装完毕：可装入{good}行，与已有相同或重复{merged}行，不装入{out}行；没有写入档案",
            "before": scores.mean(*before),
            "after": after,
            "begun": 0,
            "held": [],
        }

    _work(db, project_id, TRYING, PREPARED, do)


def _judge(db: Session, file: MovingFile, counts: dict[str, int]) -> None:
    """Every line of a file must have become something. Raises where one got lost."""
    if sum(counts.values()) != file.rows:
        raise RuntimeError(f"{file.name}: {file.rows} rows, {counts}")
    db.execute(update(F).where(F.id == file.id).values(counts=counts))


@jobs.job("moving.load", retry=0, queue="imports")
def load(db: Session, project_id: str) -> None:
    """Load file after file, each in a transaction of its own: cut off, it goes on with the file that it was at."""

    def do(project: MovingProject) -> dict[str, Any]:
        me = _worker(db, project)
        rows = _files(db, project_id)
        for one in rows:
            db.expunge(one)
        note = _Passed(project_id, sum(one.rows for one in rows))
        for file in rows:
            if file.loaded is not None:
                note(file.rows)
                continue
            try:
                _load_one(db, me, project, file, note)
            except Refused as wrong:
                db.rollback()
                return _stopped(db, project, file, wrong.message)
            except Exception:
                db.rollback()
                log.exception("moving: file %s", file.id)
                return _stopped(db, project, file, "发生异常，请联系管理员")
        counts = [totals(c) for c in db.scalars(select(F.counts).where(F.project_id == project_id))]
        made, merged, out = (sum(one) for one in zip(*counts, strict=True))
        audit.security_event(db, "迁入", project.name, f"装入{made}，并入{merged}，未装入{out}")
        return {
            "state": LOADED,
            "message": f"已装入{made}行，并入或已有{merged}行，未装入{out}行",
            "loaded": clock.now(),
            "begun": 0,
        }

    _work(db, project_id, LOADING, LOADED, do)


def _load_one(db: Session, me: User, project: MovingProject, file: MovingFile, note: Any) -> None:
    db.info["me"] = me
    hold(db, LOCK)
    with folder() as at:
        counts = store(db, file, carry(db, me, project, file, unpacked(file, Path(at)), note, keep=True))
    _judge(db, file, counts)
    db.execute(update(F).where(F.id == file.id).values(loaded=clock.now()))
    bulk.take_in_pieces(db)
    db.commit()  # lint: allow commit (each file is a transaction of its own: cut off, it goes on with the next)


def _stopped(db: Session, project: MovingProject, file: MovingFile, why: str) -> dict[str, Any]:
    """A load that did not come to its end: what is in stays in until it goes on, or is taken back."""
    some = db.scalar(select(F.id).where(F.project_id == project.id, F.loaded.isnot(None)).limit(1))
    sentence = f"{file.name}没有装入：{why}"[:400]
    if some is None:
        return {"state": TRIED, "message": sentence, "begun": 0}
    return {"state": LOADED, "message": f"{sentence}。已装入的文件保留，可继续装入，或撤回", "begun": 0}


@jobs.job("moving.undo", retry=0, queue="imports")
def undo(db: Session, project_id: str) -> None:
    """Take a load back in one transaction, or not at all."""

    def do(project: MovingProject) -> dict[str, Any]:
        _worker(db, project)
        rows = [one for one in _files(db, project_id) if one.loaded is not None]
        for one in rows:
            db.expunge(one)
        hold(db, LOCK)
        ids = [one.id for one in rows]
        if against := undoing.held(db, ids):
            sentence = f"不能撤回：装入的档案后来有{len(against)}处改动或引用，见“撤不回的”"
            return {"state": LOADED, "message": sentence, "held": against, "begun": 0}
        made = db.query(MovingTrace).filter(MovingTrace.file_id.in_(ids)).count()
        note = _Passed(project_id, made)
        count = sum(undoing.take_back(db, one, note) for one in reversed(rows))
        db.execute(update(F).where(F.id.in_(ids)).values(loaded=None))
        audit.security_event(db, "迁入撤回", project.name, f"撤回{count}条")
        values = {"state": UNDONE, "message": f"已撤回{count}条档案，与装入前一致", "undone": clock.now()}
        return values | {"loaded": None, "held": [], "begun": 0}

    _work(db, project_id, UNDOING, LOADED, do)
