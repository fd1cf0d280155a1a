"""概况: a file is read once: its format, what its columns hold, which kind of records it brings, what may be meant."""

import tempfile
from collections.abc import Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.files import blobs
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.importing.layout import LOOKED_AT, Layout, Line, Sheet, found_in
from tejian.kit.importing.meaning import SAME, Look, heads_of, propose
from tejian.kit.importing.view import as_text
from tejian.moving.models import ASKING, READY, MovingFile

from . import bundles, tables
from .columns_seen import Column
from .kinds import KINDS, PAPERS, Kind
from .passes import heading_text
from .trying import folder, unpacked
from .views import view_of

NO_ROWS = "文件里没有数据行"


def looked(db: Session, me: User, file: MovingFile) -> dict[str, Any]:
    """What is kept of a file after it was read. Raises BadInput for one that is of no use."""
    jobs.let_go(db)
    with folder() as at:
        path = unpacked(file, Path(at))
        if file.format == tables.ZIP:
            finding = bundles.entries(path)
            _package(db, file, path)
            shown = [{"name": one.shown, "size": one.size} for one in finding[:20]]
            return {
                "state": READY,
                "kind": PAPERS,
                "rows": len(finding),
                "found": {"documents": shown},
                "message": f"{len(finding)}个文件，按文件名中的编号归入报告和设备",
            }
        written = tables.judged(path, file.format)
        lines = tables.lines(path, written)
        first = list(islice(lines, LOOKED_AT))
        if not first:
            raise BadInput(NO_ROWS)
        kind = KINDS.get(file.kind) or _likely(db, me, file.name, first)
        layout = _layout(db, me, kind, first, file)
        head = _heading(first, layout)
        look, columns, rows, last = Look(head), {p: Column(h) for p, h in heads_of(head).items()}, 0, 0
        for number, cells in chain(first, lines):
            if number < layout.head + layout.lines:
                continue
            rows += 1
            look.take(number, cells)
            for place, column in columns.items():
                column.take(as_text(cells[place]) if place < len(cells) else "")
            last = number
        if not rows or not columns:
            raise BadInput(NO_ROWS)
    found_there = {
        "headings": look.headings(),
        "rows": look.rows,
        "lines": look.lines,
        "head": layout.head,
        "headLines": layout.lines,
        "top": [{"line": number, "text": heading_text(cells)} for number, cells in first],
        "columns": [one.told(rows) for one in columns.values()],
        "last": last,
    }
    return {
        "state": ASKING,
        "kind": kind.code,
        "encoding": written.encoding,
        "separator": written.separator,
        "rows": rows,
        "found": found_there,
        **_meant(db, me, kind, file, look),
    }


def _meant(db: Session, me: User, kind: Kind, file: MovingFile, look: Look) -> dict[str, Any]:
    """What the columns mean is asked; of a table that was carried out by a platform like this one it is known."""
    if not file.meaning.get("own"):
        return {"meaning": {}, "message": ""}
    statement = propose(list(view_of(kind).columns(db, me)), look.headings(), {})
    if any(one["why"] != SAME for one in statement):
        return {"meaning": {}, "message": "有的列不是本平台这一版的，请说明含义"}
    columns = {one["head"]: one["field"] for one in statement}
    return {"state": READY, "message": "", "meaning": {"columns": columns, "words": {}, "whole": {}, "own": True}}


def _package(db: Session, file: MovingFile, path: Path) -> None:
    """The tables of a package become files of the project, each looked at by itself."""
    with bundles.Bundle(path) as bundle:
        for name, kind in bundles.tables_of(path):
            if kind not in KINDS:
                raise BadInput(f"迁出包里的{name}不是本平台认识的内容")
            with tempfile.TemporaryFile() as table:
                for block in bundle.blocks(name, bundles.TABLE_MOST):
                    table.write(block)
                table.seek(0)
                key, size = blobs.keep(table, bundles.TABLE_MOST)
            same = select(MovingFile.id).where(MovingFile.project_id == file.project_id, MovingFile.key == key)
            if db.scalar(same.limit(1)):
                continue
            row = MovingFile(project_id=file.project_id, name=name, key=key, size=size, format=tables.CSV, kind=kind)
            row.meaning, row.createby = {"own": True}, file.createby
            db.add(row)
            db.flush()
            jobs.enqueue(db, "moving.look", lock=f"moving file {row.id}", file_id=row.id)


def _heading(first: Sequence[Line], layout: Layout) -> list[Any]:
    return Sheet(layout=layout).heading(first)


def _layout(db: Session, me: User, kind: Kind, first: Sequence[Line], file: MovingFile) -> Layout:
    """Where the heading stands: where somebody said, in the first line of what a program wrote, else where it looks
    like one."""
    if file.meaning.get("head"):
        return Layout(file.meaning["head"], file.meaning.get("lines", 1))
    if file.format != tables.XLSX:
        return Layout(first[0][0])
    return found_in(list(view_of(kind).columns(db, me)), list(first), ())


def _likely(db: Session, me: User, name: str, first: Sequence[Line]) -> Kind:
    """The kind whose fields most headings are called like; of two as good the one that the name of the file says."""
    best, most = next(iter(KINDS.values())), -1.0
    for kind in KINDS.values():
        fields = list(view_of(kind).columns(db, me))
        statement = 0.0
        for _number, cells in first[:6]:
            heads: list[Any] = [{"head": h, "samples": [], "words": []} for h in heads_of(cells).values()]
            meant = {one["field"] for one in propose(fields, heads, {})} - {""}
            points, required = len(meant), {f.name for f in fields if f.required}
            met = meant & required
            statement = max(statement, points + len(met) - 0.5 * len(required - met))
        statement += 3 if kind.label in name else 0
        if statement > most:
            best, most = kind, statement
    return best
