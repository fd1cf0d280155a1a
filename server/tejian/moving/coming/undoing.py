"""Taking a load back: exactly what it made goes, when nothing later has touched it; else what did is told."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import String, any_, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from tejian.archives.care.quality.api import refresh
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.database.audit import plain
from tejian.kit.database.db import LOG_NAMES, Base, Record
from tejian.kit.files import contents
from tejian.moving.models import (
    DOUBLE,
    GOOD,
    MADE,
    MERGED,
    MovingFile,
    MovingNumber,
    MovingRow,
    MovingTrace,
)

from . import series
from .journal import LOGS

CHUNK = 2_000
TOLD = 200  # of what stands against taking back
T = MovingTrace


@cache
def _models() -> dict[str, Any]:
    return {m.class_.__tablename__: m.class_ for m in Base.registry.mappers}


@cache
def _references() -> dict[str, list[tuple[Any, Any, Any]]]:
    """Table → the columns of others that hold its keys: (model, column, the column that says so of each row)."""
    out: dict[str, list[tuple[Any, Any, Any]]] = {}
    for model in _models().values():
        if issubclass(model, LOGS) or model.__module__.startswith("tejian.moving.") or not issubclass(model, Record):
            continue
        for column in model.__table__.columns:
            if column.name in ("createby",):
                continue
            by = column.info.get("refers_by")
            table = column.info.get("refers") or next((k.column.table.name for k in column.foreign_keys), "")
            for one in ("equipment", "unit", "person") if by else (table,):
                if one:
                    out.setdefault(one, []).append((model, column, model.__table__.c[by] if by else None))
    return out


def _name(model: Any) -> str:
    return model.named or LOG_NAMES.get(model.__tablename__) or model.__tablename__


def _told(row: Any, why: str) -> dict[str, Any]:
    names = [row.called] if isinstance(row.called, str) else list(row.called)
    title = " ".join(str(getattr(row, n)) for n in names if n and getattr(row, n, ""))
    statement = {"what": _name(type(row)), "title": title[:100], "why": why}
    return statement | {"by": row.updateby, "at": str(plain(row.updatetime))}


def held(db: Session, files: Sequence[str]) -> list[dict[str, Any]]:
    """What was done since to records of a load, the first of it: changed, gone, or named by others."""
    out: list[dict[str, Any]] = []
    for table in db.scalars(select(T.model).where(T.file_id.in_(files)).distinct().order_by(T.model)).all():
        model = _models()[table]
        if issubclass(model, Record):
            out += _changed(db, files, model)
        out += _named(db, files, table)
        if len(out) >= TOLD:
            break
    return out[:TOLD]


def _changed(db: Session, files: Sequence[str], model: Any) -> Iterator[dict[str, Any]]:
    mine = (T.file_id.in_(files), T.model == model.__tablename__)
    moved = select(model).join(T, T.target_id == model.id).where(*mine, T.was != model.version)
    for row in db.scalars(moved.limit(TOLD)):
        yield _told(row, "装入后被修改")
    gone = (
        select(func.count()).select_from(T).outerjoin(model, T.target_id == model.id).where(*mine, model.id.is_(None))
    )
    if count := db.scalar(gone):
        yield {"what": _name(model), "title": f"{count}条", "why": "装入后被删除", "by": "", "at": ""}


def _named(db: Session, files: Sequence[str], table: str) -> Iterator[dict[str, Any]]:
    """Records of others that name what was loaded, one statement for each column that could."""
    own = T.__table__.alias()
    for model, column, by in _references().get(table, ()):
        mine = select(T.target_id).where(T.file_id.in_(files), T.model == table)
        loaded = (
            select(1)
            .where(own.c.file_id.in_(files), own.c.model == model.__tablename__, own.c.target_id == model.id)
            .exists()
        )
        query = select(model).where(column.in_(mine), ~loaded)
        if by is not None:
            query = query.where(by == table)
        for row in db.scalars(query.limit(TOLD)):
            yield _told(row, f"装入后新建，用到了装入的{_name(_models()[table])}")


def take_back(db: Session, file: MovingFile, note: Any) -> int:
    """Take away what a file brought, the last first; gives how many records."""
    count = 0
    keys: set[str] = set()
    devices: list[str] = []
    top = db.scalar(select(func.max(T.place)).where(T.file_id == file.id))
    at = -1 if top is None else top
    while at >= 0:
        span = (T.file_id == file.id, T.place > at - CHUNK, T.place <= at)
        query = select(T.model, T.target_id).where(*span).order_by(T.place.desc())
        made = [(_models()[table], key) for table, key in db.execute(query)]
        for model, ids in _runs(made):
            primary = model.__mapper__.primary_key[0]
            rows = db.scalars(select(model).where(primary == any_(literal(ids, ARRAY(String)))))
            for row in rows:
                if isinstance(row, Attachment):
                    keys |= {row.key, row.thumb}
                db.delete(row)
            if model is Equipment:
                devices += ids
            db.flush()
            db.expunge_all()
        count += len(made)
        note(len(made))
        at -= CHUNK
    if devices:
        refresh(db, devices)
    series.put_back(db, file.id)
    contents.free(db, keys)
    db.execute(delete(MovingNumber).where(MovingNumber.file_id == file.id))
    db.execute(delete(T).where(T.file_id == file.id))
    mine = MovingRow.file_id == file.id
    db.execute(update(MovingRow).where(mine, MovingRow.state == MADE).values(state=GOOD, target_id=""))
    db.execute(update(MovingRow).where(mine, MovingRow.state == MERGED).values(state=DOUBLE))
    return count


def _runs(made: Sequence[tuple[Any, str]]) -> Iterator[tuple[Any, list[str]]]:
    """What was made, in runs of one table: the order in which tables follow each other is kept."""
    model, ids = None, list[str]()
    for one, key in made:
        if one is not model and ids:
            yield model, ids
            ids = []
        model = one
        ids.append(key)
    if ids:
        yield model, ids
