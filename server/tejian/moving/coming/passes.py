"""One pass over a table: each row is judged, and what is new and right is made. A trial is such a pass, taken back.

Nothing of a file is left out in silence: every line after the heading ends as a row with a result and its reason.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.care.importing.api import EquipmentImporter
from tejian.archives.equipment.api import UNITS
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.folding import folded
from tejian.kit.ground.user import User
from tejian.kit.importing.layout import Layout, Sheet
from tejian.kit.importing.meaning import Meaning, columns_by_meaning
from tejian.kit.importing.saving import SavingImporter
from tejian.kit.importing.view import CREATE, ImportView, Reader, Row, UnitAct, as_text
from tejian.moving.models import DOUBLE, MADE, MERGED, REJECTED, SAME, UPDATE, MovingFile, MovingProject

from . import known, tables
from .journal import Journal
from .kinds import KINDS, OLDKEY, Kind
from .views import view_of

BLOCK = 1_000
NO_ROW = "不是数据行：标题、合计、说明或空行"
Note = Callable[[int], None]


@dataclass
class Result:
    """What becomes of a line of a file, as it is stored."""

    line: int
    state: str
    oldkey: str = ""
    title: str = ""
    field: str = ""
    why: str = ""
    target_id: str = ""
    leaves: bool = False
    digest: str = ""
    cells: str = ""


@dataclass
class Pass:
    """A table while it is walked through."""

    db: Session
    me: User
    project: MovingProject
    file: MovingFile
    journal: Journal
    leaves: Mapping[int, bool]  # line → whether somebody decided that it is not merged into what is here
    kind: Kind = field(init=False)
    view: ImportView = field(init=False)

    def __post_init__(self) -> None:
        self.kind = KINDS[self.file.kind]
        self.view = view_of(self.kind)
        self.fields: list[Field] = [*self.view.columns(self.db, self.me)]
        self.labels = {f.name: f.label for f in self.fields}
        self.importer: Any = None
        self.firsts: dict[str, int] = {}  # what says which record a row is → the row of this file that said it first
        self.keys: dict[str, tuple[int, str]] = {}
        self.targets: dict[int, str] = {}  # row → the record that it became
        self.skipped: list[int] = []

    def results(self, path: Path, note: Note) -> Iterator[list[Result]]:
        """The results of all lines, block by block; what is made is in the session."""
        if self.importer is None:
            self.importer = self.view.start(self.db, self.me)
        passing_by = 0
        rows = self._rows(path)
        while block := list(islice(rows, BLOCK)):
            out = self._block(block)
            out += [Result(line, REJECTED, why=NO_ROW) for line in self.skipped]
            self.skipped = []
            self.db.flush()
            self.db.expunge_all()
            passing_by += len(out)
            note(len(out))
            yield out
        if self.skipped:
            note(len(self.skipped))
            yield [Result(line, REJECTED, why=NO_ROW) for line in self.skipped]

    def finish(self) -> None:
        """The last look, under the locks that a single save takes."""
        if isinstance(self.importer, SavingImporter) and self.importer.trial is not None:
            self.importer.trial.commit()  # lint: allow commit (a savepoint)
            self.importer.trial = None
        if self.importer is not None:
            self.importer.finish()

    def _rows(self, path: Path) -> Iterator[Row]:
        statement = self.file.meaning
        meaning = Meaning(*(statement.get(part, {}) for part in ("columns", "words", "whole")))
        written = tables.Written(self.file.format, self.file.encoding, self.file.separator)
        lines = tables.lines(path, written)
        sheet = Sheet(layout=Layout(statement.get("head", 1), statement.get("lines", 1)))
        first = list(islice(lines, sheet.layout.head + sheet.layout.lines + 1))
        head = sheet.heading(first)
        columns = columns_by_meaning(self.fields, head, meaning, self.view.drafts)
        days, whole = self.view.known_days(self.db), meaning.whole_of(self.fields)
        reader = Reader(self.db, self.me, columns, days, meaning.words, self.view.drafts, whole, self.fields)
        top = sheet.layout.head + sheet.layout.lines
        if written.format != tables.XLSX:  # a program writes no notes between its records
            yield from (reader.row(n, cells) for n, cells in chain(first, lines) if n >= top)
            return
        passing: list[int] = []

        def tapped() -> Iterator[tuple[int, list[Any]]]:
            for number, cells in chain(first, lines):
                if number >= top:
                    passing.append(number)
                yield number, cells

        for number, cells in sheet.rows(tapped(), head):
            self.skipped += [one for one in passing if one != number]
            passing.clear()
            yield reader.row(number, cells)
        self.skipped += passing

    def _block(self, rows: list[Row]) -> list[Result]:
        out = {row.number: self._begun(row) for row in rows}
        left = self._by_old_keys(rows, out)
        left = self._by_identity(left, out)
        if isinstance(self.importer, EquipmentImporter):
            self._devices(left)
        else:
            self._others(left)
        for row in left:
            result = out[row.number]
            if row.errors:
                name, why = next(iter(row.errors.items()))
                more = len(row.errors) - 1
                label = self.labels.get(name, "")
                result.state, result.field, result.why = REJECTED, label[:100], _short(why, more)
            else:
                result.state, result.target_id = MADE, self.targets[row.number]
                if row.lacks:
                    result.why = "待完善：" + "、".join(self.labels.get(n, n) for n in row.lacks)[:400]
        for row in rows:  # what repeats a row of this file follows it
            self._follow(out[row.number])
        return list(out.values())

    def _begun(self, row: Row) -> Result:
        key = str(row.values.pop(OLDKEY.name, "") or "")
        title = next((str(row.values[n]) for n in self.kind.titles if row.values.get(n)), "")
        cells = json.dumps(row.cells, ensure_ascii=False, sort_keys=True)
        return Result(
            row.number,
            REJECTED,
            key[:64],
            title[:100],
            leaves=self.leaves.get(row.number, False),
            digest=hashlib.sha256(cells.encode()).hexdigest(),
            cells=cells,
        )

    def _by_old_keys(self, rows: list[Row], out: Mapping[int, Result]) -> list[Row]:
        """Take out the rows whose number in the older system was moved before, or stands in this file twice."""
        stated = {out[row.number].oldkey for row in rows} - {""}
        org, system = self.project.org_id, self.project.system
        before = known.moved_before(self.db, org, system, self.kind, stated) if stated else {}
        left, changed = [], []
        for row in rows:
            result = out[row.number]
            if not result.oldkey:
                left.append(row)
            elif number := before.get(result.oldkey):
                result.target_id = number.target_id
                result.state = SAME if number.digest == result.digest else UPDATE
                if result.state == UPDATE:
                    changed.append((row, number.target_id))
            elif first := self.keys.get(result.oldkey):
                same = first[1] == result.digest
                result.field = OLDKEY.label
                result.why = f"与第{first[0]}行{'完全相同' if same else '的旧编号相同而内容不同'}"
            else:
                self.keys[result.oldkey] = row.number, result.digest
                left.append(row)
        if changed:
            says = known.differing(self.db, self.kind, changed, self.view.secret)
            for row, _key in changed:
                out[row.number].why = says[row.number] or "与上次迁入的内容不同，与档案没有可比的差别"
        return left

    def _by_identity(self, rows: list[Row], out: Mapping[int, Result]) -> list[Row]:
        """Take out the rows that say they are a record that is here, or an earlier row of this file."""
        statement = {row.number: known.identities(self.kind, row) for row in rows}
        finding = known.find(self.db, self.me, self.kind, statement)
        left = []
        for row in rows:
            result = out[row.number]
            first = next((self.firsts[one] for one in statement[row.number] if one in self.firsts), None)
            if first is not None:
                result.state, result.why = DOUBLE, f"与第{first}行是同一条"
                result.target_id = f"#{first}"
                continue
            for one in statement[row.number]:
                self.firsts[one] = row.number
            if one_known := finding.get(row.number):
                result.state, result.target_id = DOUBLE, one_known.id
                result.why = f"与已有的“{one_known.title[:60]}”是同一条"
                self.targets[row.number] = one_known.id
            else:
                left.append(row)
        return left

    def _follow(self, result: Result) -> None:
        if result.state == DOUBLE and result.target_id.startswith("#"):
            first = int(result.target_id[1:])
            result.target_id = self.targets.get(first, "")
            if not result.target_id:
                result.state, result.why = REJECTED, f"与第{first}行是同一条，第{first}行没有装入"
        if result.state == DOUBLE and result.leaves:
            result.state, result.why = REJECTED, f"按决定不并入：{result.why}"

    def _devices(self, rows: list[Row]) -> None:
        importer: EquipmentImporter = self.importer
        if self.project.makes:
            importer.decide(self._unknown(rows))
        place = len(self.journal.made)
        importer.check(rows)
        importer.checked()
        self.journal.cut(place)  # units that were tried
        if not self.project.drafts:
            for row in rows:
                row.errors = {**row.lacks, **row.errors}
        good = [row for row in rows if not row.errors]
        before = len(importer.ids)
        importer.write(good)
        self.targets |= dict(zip((row.number for row in good), importer.ids[before:], strict=True))

    def _unknown(self, rows: Iterable[Row]) -> dict[str, UnitAct]:
        """The units that rows name and nobody has filed; a number alone names none."""
        names = {str(row.values[n]) for row in rows for n in UNITS if row.values.get(n)}
        names = {one for one in names if not one.isascii()}
        folds = {folded(one) for one in names}
        query = select(Unit.namefold).where(or_(Unit.namefold.in_(folds)), Unit.enabled, Unit.visible(self.me))
        here = set(self.db.scalars(query)) if folds else set()
        return {one: UnitAct(CREATE) for one in folds - here}

    def _others(self, rows: list[Row]) -> None:
        """Rows that are saved one by one: the check is the save, and what it saved stays."""
        importer: SavingImporter = self.importer
        ids: list[str] = []
        save = importer.save

        def noted(values: dict[str, Any]) -> None:
            place = len(self.journal.made)
            try:
                save(values)
                self.db.flush()
            except BaseException:
                self.journal.cut(place)
                raise
            ids.append(self.journal.last_of(self.kind.model, place))

        for row in rows:
            row.errors = {**row.lacks, **row.errors}
        importer.save = noted
        try:
            importer.check(rows)
        finally:
            importer.save = save
        good = [row.number for row in rows if not row.errors]
        self.targets |= dict(zip(good, ids, strict=True))


def _short(why: str, more: int) -> str:
    return f"{why[:400]}（另有{more}处）" if more else why[:480]


def as_loaded(result: Result) -> Result:
    """What a double is called once it was merged."""
    if result.state == DOUBLE:
        result.state = MERGED
    return result


def heading_text(cells: Iterable[Any]) -> str:
    return "　".join(text[:12] for cell in cells if (text := as_text(cell)))[:120]


def refuse_unready(file: MovingFile) -> None:
    """Refuse a table of which nobody has said what it means."""
    if not file.meaning.get("columns"):
        raise BadInput(f"{file.name}还没有说明各列的含义")
