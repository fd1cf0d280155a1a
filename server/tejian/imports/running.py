"""Carries a run out: read, check every row, write what may be written, keep the refused rows as a workbook.

Everything is written in one transaction, with the end of the run; how far it is until then stands in transactions of
its own, so that others see it.
"""

import logging
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
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
from tejian.kit.importing import apart, books
from tejian.kit.importing.layout import LOOKED_AT, Layout, Line, Sheet, found_in
from tejian.kit.importing.meaning import Look, Meaning, columns_by_meaning
from tejian.kit.importing.view import (
    CHANGED_HEADS,
    Decided,
    Importer,
    ImportView,
    Reader,
    Row,
    UnitAct,
    as_text,
    columns_by_place,
    import_of,
)
from tejian.messages.api import tell
from tejian.system.accounts.api import account
from tejian.system.settings.api import number

from .models import ENDED, FaultGroup, ImportRun
from .spill import Spill

log = logging.getLogger(__name__)
BLOCK = 2_000
WRITING = "imports"  # files of many users are read and checked side by side, and written one after another
FAULTS_SHOWN = 100
BEGUN_MOST = 3  # a run that was cut off so often is not begun again
GROUPS_MOST, ROWS_NAMED = 300, 200  # kinds of faults that are told, and rows of each that are named


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
    """The job of a run. A run that ended is left alone; one that was cut off begins again, for nothing was stored, but
    not for ever: what ended its process three times would end it again."""
    row = db.scalars(select(ImportRun).where(ImportRun.id == run_id)).one()
    db.expunge(row)
    if row.state in ENDED:
        return
    if row.begun >= BEGUN_MOST:
        sentence = f"导入中断了{row.begun}次，没有写入任何数据；请把文件分成几份再导入，仍不行请联系管理员"
        _end(db, row, {"state": "failed", "message": sentence})
        return
    note(run_id, begun=row.begun + 1)
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
    if view.signed:  # he confirmed it when he sent the file to be written; a check is taken back
        me = replace(me, signed=True, signed_way=row.way)
    db.info["me"] = me
    require(me, view.permission)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.xlsx"
        path.write_bytes(files.read_checked(row.key))
        most = most_rows(db)
        jobs.let_go(db)  # a hostile file keeps its reader busy for minutes
        sheet = Sheet(apart.check(path, most))
        fields = list(view.columns(db, me))
        asks = row.mode == "check" and not row.meaning.get("columns")
        if asks and (question := _asked(fields, path, sheet, row, most_rows(db))):
            return question
        good, bad = _checked(db, me, view, fields, path, row, sheet)
        return _written(db, me, view, fields, row, good, bad)


def _opened(
    fields: Sequence[Field], path: Path, sheet: Sheet, run: ImportRun
) -> tuple[list[Line], list[Any], Iterator[Line]]:
    """The first lines of a file, the heading of its table, and its rows."""
    lines = apart.rows(path)
    first = list(islice(lines, LOOKED_AT))
    if not first:
        raise BadInput("工作表中没有数据")
    if "head" in run.meaning:
        sheet.layout = Layout(run.meaning["head"], run.meaning["lines"])
    else:
        sheet.layout = found_in(fields, first, sheet.merges)
    head = sheet.heading(first)
    return first, head, sheet.rows(chain(first, lines), head)


def _asked(fields: Sequence[Field], path: Path, sheet: Sheet, run: ImportRun, most: int) -> dict[str, object] | None:
    """How a check ends whose file has other headings than ours: with what stands in it, to be said what it means."""
    first, head, table = _opened(fields, path, sheet, run)
    try:
        columns_by_place(fields, head)
        return None
    except BadInput as wrong:
        look = Look(head)
        for line, cells in islice(table, most):
            look.take(line, cells)
        if not look.rows:
            raise
        content = {"headings": look.headings(), "rows": look.rows, "lines": look.lines}
        content |= {"head": sheet.layout.head, "headLines": sheet.layout.lines, "top": [_top(one) for one in first]}
        sentence = f"{wrong.message.removesuffix(CHANGED_HEADS)}。请说明各列的含义{sheet.told()}"
        return {"state": "asking", "message": sentence[:500], "found": content}


def _top(line: Line) -> dict[str, object]:
    """One of the first lines of a sheet, among which the heading may be chosen."""
    number, cells = line
    return {"line": number, "text": "　".join(text[:12] for cell in cells if (text := as_text(cell)))[:120]}


def meaning_of(row: ImportRun) -> Meaning:
    """What the user said of the file of a run."""
    return Meaning(*(row.meaning.get(part, {}) for part in ("columns", "words", "whole")))


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
        "found": {"groups": _grouped(fields, bad)},
    }
    if row.mode == "check" or (bad and row.mode == "all") or not good:
        sentence = (
            f"检查完毕：{len(good)}行可以导入，{len(bad)}行需要修改" if bad else f"检查完毕：{len(good)}行全部可以导入"
        )
        if row.drafts:
            sentence += f"（其中{row.drafts}行只缺必填项，可作为待完善档案导入）"
        if row.mode != "check":
            sentence = f"没有导入：{len(bad)}行需要修改"
        sentence += row.message
        return {**values, "state": "done" if row.mode == "check" else "refused", "message": sentence}
    hold(db, WRITING)
    note(row.id, state="writing", **values)
    importer = _write(db, view, me, good, row)
    audit.security_event(db, "导入", view.title, f"{len(good)}条，文件{row.filename}"[:500])
    left = f"（其中{row.drafts}行待完善）" if row.mode == "drafts" and row.drafts else ""
    left += f"，{len(bad)}行未导入" if bad else ""
    made = importer.told()
    left += f"，新建单位{made['created']}家" if made and made["created"] else ""
    return {**values, "state": "done", "written": len(good), "message": f"已导入{len(good)}行{left}{row.message}"[:500]}


def reader_of(
    db: Session, me: User, view: ImportView, fields: Sequence[Field], columns: dict[int, Field], meaning: Meaning
) -> Reader:
    """What turns the cells of a file into values, as was said of it."""
    whole = meaning.whole_of(fields)
    return Reader(db, me, columns, view.known_days(db), meaning.words, view.drafts, whole, fields)


def _rows(reader: Reader, found: Iterator[tuple[int, list[object]]], given: list[dict[str, str]]) -> Iterator[Row]:
    for line, cells in found:
        row = reader.row(line, cells)
        if row.cells not in given:
            yield row


def _checked(
    db: Session, me: User, view: ImportView, fields: Sequence[Field], path: Path, run: ImportRun, sheet: Sheet
) -> tuple[Spill, Spill]:
    _first, head, rows = _opened(fields, path, sheet, run)
    meaning = meaning_of(run)
    if meaning.columns:
        columns = columns_by_meaning(fields, head, meaning, view.drafts)
    else:
        columns = columns_by_place(fields, head)
    reader = reader_of(db, me, view, fields, columns, meaning)
    of_template = [view.example(db, me), *view.rows_begun(db, me)]  # what nobody has filled in
    given = [{k: v for k, v in one.items() if v} for one in of_template]
    importer = started(db, me, view, run)
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
    run.message = sheet.told()
    return good, bad


def started(db: Session, me: User, view: ImportView, run: ImportRun) -> Importer:
    """The importer of a run, which knows what was said of unknown units."""
    importer = view.start(db, me)
    if isinstance(importer, Decided):
        acts = run.meaning.get("units", {})
        importer.decide({name: UnitAct(one["act"], one.get("unit", "")) for name, one in acts.items()})
    return importer


def _write(db: Session, view: ImportView, me: User, good: Spill, run: ImportRun) -> Importer:
    importer = started(db, me, view, run)
    run_id = run.id
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


def _grouped(fields: Sequence[Field], bad: Iterable[Row]) -> list[FaultGroup]:
    """All faults of a file: each column and sentence once, with its rows, those of most rows first."""
    labels = {f.name: f.label for f in fields}
    groups: dict[tuple[str, str], FaultGroup] = {}
    for row in bad:
        for name, sentence in row.errors.items():
            empty: FaultGroup = {"label": labels.get(name, ""), "sentence": sentence, "count": 0, "rows": []}
            one = groups.setdefault((name, sentence), empty)
            one["count"] += 1
            if len(one["rows"]) < ROWS_NAMED:
                one["rows"].append(row.number)
    return sorted(groups.values(), key=lambda one: -one["count"])[:GROUPS_MOST]


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
