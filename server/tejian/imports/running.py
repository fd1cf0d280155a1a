"""Carries a run out: read, check every row, write what may be written, keep the refused rows as a workbook.

Everything is written in one transaction, with the end of the run; how far it is until then stands in transactions of
its own, so that others see it.
"""

import logging
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from tejian.kit.database import audit, bulk, jobs
from tejian.kit.database.db import hold
from tejian.kit.files import blobs as files
from tejian.kit.files import contents
from tejian.kit.forms.formview import Field
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.importing import books, reading
from tejian.kit.importing.meaning import Look, Meaning, columns_by_meaning
from tejian.kit.importing.view import CHANGED_HEADS, Importer, ImportView, Reader, Row, columns_by_place, import_of
from tejian.messages.api import tell
from tejian.system.accounts.api import account
from tejian.system.settings.api import number

from .models import ENDED, ImportRun
from .spill import Spill

log = logging.getLogger(__name__)
BLOCK = 2_000
WRITING = "imports"  # files of many users are read and checked side by side, and written one after another
FAULTS_SHOWN = 100


def in_blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while block := list(islice(left, BLOCK)):
        yield block


def most_rows(db: Session) -> int:
    return number(db, "import.most_rows", 100_000)


def note(run_id: str, **values: object) -> None:
    """Write how far a run is, in a transaction of its own."""
    jobs.note(ImportRun, run_id, **values)


@jobs.job("imports.run", retry=0, queue="imports")
def run(db: Session, run_id: str) -> None:
    """The job of a run. A run that ended is left alone; one that was cut off begins again, for nothing was stored."""
    row = db.scalars(select(ImportRun).where(ImportRun.id == run_id)).one()
    db.expunge(row)
    if row.state in ENDED:
        return
    try:
        _end(db, row, _carry_out(db, row))  # seen together with the rows, not before them
        return
    except Refused as wrong:
        db.rollback()
        values: dict[str, object] = {"state": "refused", "message": wrong.message[:500]}
    except Exception:
        db.rollback()
        log.exception("import %s", run_id)
        values = {"state": "failed", "message": "导入过程中发生异常，没有写入任何数据，请联系管理员"}
    with jobs.new_session() as other:
        _end(other, row, values)


def _end(db: Session, row: ImportRun, values: dict[str, object]) -> None:
    """Write how a run ended and tell its user."""
    db.execute(update(ImportRun).where(ImportRun.id == row.id).values(ended=clock.now(), **values))
    tell(db, [row.user_id], "import", f"{row.title}导入：{values.get('message', '')}"[:200])


def _carry_out(db: Session, row: ImportRun) -> dict[str, object]:
    me = account(db, row.user_id)
    if me is None:
        raise Refused("账号已停用，导入没有执行")
    view = import_of(row.view_no)
    if view.signed:  # he typed his PIN when he sent the file to be written; a check is taken back
        me = replace(me, signed=True)
    db.info["me"] = me
    require(me, view.permission)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.xlsx"
        path.write_bytes(files.read_checked(row.key))
        reading.check(path, most_rows(db))
        fields = list(view.columns(db, me))
        if row.mode == "check" and not row.meaning and (question := _asked(fields, path, most_rows(db))):
            return question
        good, bad = _checked(db, me, view, fields, path, row)
        return _written(db, me, view, fields, row, good, bad)


def _asked(fields: Sequence[Field], path: Path, most: int) -> dict[str, object] | None:
    """How a check ends whose file has other headings than ours: with what stands in it, to be said what it means."""
    rows = reading.rows(path)
    head = next(rows, None)
    if head is None:
        return None
    try:
        columns_by_place(fields, head[1])
        return None
    except BadInput as wrong:
        look = Look(head[1])
        for _line, cells in islice(rows, most):
            look.take(cells)
        if not look.rows:
            raise
        sheet = {"headings": look.headings(), "rows": look.rows}
        sentence = f"{wrong.message.removesuffix(CHANGED_HEADS)}。请说明各列的含义"
        return {"state": "asking", "message": sentence[:500], "found": sheet}


def meaning_of(row: ImportRun) -> Meaning:
    """What the user said of the file of a run."""
    return Meaning(row.meaning.get("columns", {}), row.meaning.get("words", {}))


def _written(
    db: Session, me: User, view: ImportView, fields: Sequence[Field], row: ImportRun, good: Spill, bad: Spill
) -> dict[str, object]:
    """Write what may be written of a file that was checked; gives how the run ended."""
    errors_key = _kept_errors(view, fields, bad) if bad else ""
    values: dict[str, object] = {
        "good": len(good),
        "bad": len(bad),
        "drafts": row.drafts,
        "units": row.units,
        "errors_key": errors_key,
        "faults": _shown(view, fields, bad),
    }
    if row.mode == "check" or (bad and row.mode == "all") or not good:
        sentence = (
            f"检查完毕：{len(good)}行可以导入，{len(bad)}行需要修改" if bad else f"检查完毕：{len(good)}行全部可以导入"
        )
        if row.drafts:
            sentence += f"（其中{row.drafts}行只缺必填项，可作为待完善档案导入）"
        if row.mode != "check":
            sentence = f"没有导入：{len(bad)}行需要修改"
        return {**values, "state": "done" if row.mode == "check" else "refused", "message": sentence}
    hold(db, WRITING)
    note(row.id, state="writing", **values)
    importer = _write(db, view, me, good, row.id)
    audit.security_event(db, "导入", view.title, f"{len(good)}条，文件{row.filename}"[:500])
    left = f"（其中{row.drafts}行待完善）" if row.mode == "drafts" and row.drafts else ""
    left += f"，{len(bad)}行未导入" if bad else ""
    made = importer.told()
    left += f"，新建单位{made['created']}家" if made and made["created"] else ""
    return {**values, "state": "done", "written": len(good), "message": f"已导入{len(good)}行{left}"}


def _rows(reader: Reader, found: Iterator[tuple[int, list[object]]], given: list[dict[str, str]]) -> Iterator[Row]:
    for line, cells in found:
        row = reader.row(line, cells)
        if row.cells not in given:
            yield row


def _checked(
    db: Session, me: User, view: ImportView, fields: Sequence[Field], path: Path, run: ImportRun
) -> tuple[Spill, Spill]:
    rows = reading.rows(path)
    head = next(rows, None)
    if head is None:
        raise BadInput("工作表中没有数据")
    meaning = meaning_of(run)
    columns = (
        columns_by_meaning(fields, head[1], meaning, view.drafts) if run.meaning else columns_by_place(fields, head[1])
    )
    reader = Reader(db, me, columns, view.partial, meaning.words, view.drafts)
    of_template = [view.example(db, me), *view.rows_begun(db, me)]  # what nobody has filled in
    given = [{k: v for k, v in one.items() if v} for one in of_template]
    importer = view.start(db, me)
    good, bad = Spill(path.with_name("good")), Spill(path.with_name("bad"))
    most = most_rows(db)
    for block in in_blocks(_rows(reader, rows, given)):
        importer.check(block)
        drafts = [row for row in block if row.lacks and not row.errors]
        run.drafts += len(drafts)
        for row in block if run.mode != "drafts" else [row for row in block if row.errors]:
            row.errors = {**row.lacks, **row.errors}
        good.put([Row(row.number, {}, row.values, lacks=row.lacks) for row in block if not row.errors])
        bad.put([row for row in block if row.errors])
        if len(good) + len(bad) > most:
            raise BadInput(f"数据超过{most}行，请分次导入")
        note(run.id, state="reading", seen=len(good) + len(bad), good=len(good), bad=len(bad))
    importer.checked()
    run.units = importer.told()
    if not len(good) + len(bad):
        raise BadInput("工作表中没有数据")
    note(run.id, total=len(good) + len(bad))
    return good, bad


def _write(db: Session, view: ImportView, me: User, good: Spill, run_id: str) -> Importer:
    importer = view.start(db, me)
    done = 0
    for block in good.blocks():
        importer.write(block)
        db.flush()
        db.expunge_all()
        bulk.take_in_pieces(db)
        done += len(block)
        note(run_id, written=done)
    importer.finish()
    return importer


def _kept_errors(view: ImportView, fields: Sequence[Field], bad: Iterable[Row]) -> str:
    wrong = {name for row in bad for name in row.errors}
    return files.keep_bytes(books.refused(view.title, fields, bad, sorted(wrong)))


def _shown(view: ImportView, fields: Sequence[Field], bad: Iterable[Row]) -> list[dict[str, object]]:
    labels = {f.name: f.label for f in fields}
    shown = [
        {
            "row": row.number,
            "label": labels.get(name, ""),
            "value": "" if name in view.secret else row.cells.get(name, "")[:60],
            "sentence": sentence,
        }
        for row in islice(bad, FAULTS_SHOWN)
        for name, sentence in row.errors.items()
    ]
    return shown[:FAULTS_SHOWN]


def forget_rows(db: Session, before: datetime, most: int) -> int:
    """Drop what runs that are that old say of single rows, and their way to the files; gives how many."""
    old = select(ImportRun.id, ImportRun.key, ImportRun.errors_key).where(
        ImportRun.createtime < before, ImportRun.key != "", ImportRun.state.in_(ENDED)
    )
    found = db.execute(old.order_by(ImportRun.createtime).limit(most)).all()
    nothing: dict[str, Any] = {"key": "", "errors_key": "", "faults": [], "found": {}, "meaning": {}, "units": None}
    db.execute(update(ImportRun).where(ImportRun.id.in_([one.id for one in found])).values(nothing))
    contents.free(db, (key for one in found for key in (one.key, one.errors_key)))
    return len(found)
