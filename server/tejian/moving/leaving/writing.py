"""Writes a package on disk: a table for each kind, the files of reports and devices, a guide, and the manifest.

Rows and files pass one after another, so it takes as much memory for two million devices as for ten.
"""

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import pyzipper
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.inspection.models.simple import SimpleReport
from tejian.inspection.simple.api import OWNER
from tejian.kit.files import blobs
from tejian.kit.forms.formview import Field
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.importing.view import head_of
from tejian.moving.coming.api import DEVICE, MANIFEST, OLDKEY, REPORT
from tejian.moving.models import EXTENTS, MovingOut

from .pieces import RowsDigest
from .stocks import Stock, blocks, stocks

GUIDE, FOLDER = "列说明.csv", "档案文件"
FORM = "tejian-moving-1"  # how such a package is laid out
Note = Callable[[int], None]


class _Sink(io.RawIOBase):
    """What is written goes into the archive, and into the digest of its entry."""

    def __init__(self, entry: IO[bytes]):
        self.entry, self.digest, self.size = entry, hashlib.sha256(), 0

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self.entry.write(content)
        self.digest.update(content)
        self.size += len(content)
        return len(content)


def open_package(path: Path, word: str) -> Any:
    """An archive to write into; with a word every entry is encrypted (AES-256, as WinZip and 7-Zip read it)."""
    if not word:
        return zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
    made = pyzipper.AESZipFile(
        path, "w", compression=pyzipper.ZIP_DEFLATED, encryption=pyzipper.WZ_AES, compresslevel=1
    )
    made.setpassword(word.encode())
    return made


def write(db: Session, me: User, out: MovingOut, path: Path, note: Note) -> list[dict[str, Any]]:
    """Write the package of what was asked; gives its manifest."""
    lines: list[dict[str, Any]] = []
    guide: list[list[str]] = []
    with open_package(path, out.word if out.locked else "") as package:
        for stock in stocks(db, me, out):
            line = _table(db, package, stock, note)
            if line["rows"]:
                lines.append(line)
                guide += _guide(stock)
            if stock.kind.model in ("equipment", "simple_report"):
                lines += _files(db, package, stock, note)
        lines.append(_plain(package, GUIDE, _csv([["表", "列", "必填", "类型", "说明"], *guide])))
        telling = {
            "form": FORM,
            "made": clock.now().isoformat(timespec="seconds"),
            "extent": EXTENTS[out.extent],
            "files": lines,
        }
        _plain(package, MANIFEST, json.dumps(telling, ensure_ascii=False, indent=1).encode())
    return lines


def _plain(package: Any, name: str, content: bytes) -> dict[str, Any]:
    with package.open(name, "w") as entry:
        entry.write(content)
    return {"name": name, "rows": 0, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _table(db: Session, package: Any, stock: Stock, note: Note) -> dict[str, Any]:
    name, content = f"{stock.kind.label.replace('/', '')}.csv", RowsDigest()
    finding = blocks(db, stock)
    first = next(finding, None)
    if first is None:
        return {"name": name, "rows": 0}
    with package.open(name, "w", force_zip64=True) as entry:
        sink = _Sink(entry)
        sink.write(b"\xef\xbb\xbf")
        text: Any = io.TextIOWrapper(io.BufferedWriter(sink), encoding="utf-8", newline="")
        table = csv.writer(text)
        table.writerow([OLDKEY.label, *(head_of(f) for f in stock.fields)])
        for block in _chained(first, finding):
            rows = list(stock.cells(db, block))
            table.writerows(rows)
            for row in rows:
                content.take(row[1:])
            note(len(rows))
            db.expunge_all()
        text.flush()
        digest, size = sink.digest.hexdigest(), sink.size
        text.detach().detach()
    return {
        "name": name,
        "kind": stock.kind.code,
        "rows": content.rows,
        "size": size,
        "sha256": digest,
        "content": content.text(),
    }


def _chained(first: list[Any], rest: Iterator[list[Any]]) -> Iterator[list[Any]]:
    yield first
    yield from rest


def _guide(stock: Stock) -> list[list[str]]:
    def line(f: Field) -> list[str]:
        return [stock.kind.label, head_of(f), "是" if f.required else "", f.type, f.help]

    return [line(f) for f in (OLDKEY, *stock.fields)]


def _files(db: Session, package: Any, stock: Stock, note: Note) -> Iterator[dict[str, Any]]:
    """The files of reports by their number, and of devices by their code and a number: so they find home again."""
    report = stock.kind.code == REPORT
    number: Any = SimpleReport.reportno if report else Equipment.equcode
    model: Any = SimpleReport if report else Equipment
    own = stock.query.with_only_columns(model.id).order_by(None)
    query = (
        select(Attachment.key, Attachment.name, number, model.id)
        .join(model, model.id == Attachment.attrefsysid)
        .where(
            Attachment.owner == (OWNER if report else DEVICE),
            Attachment.deleted.is_(False),
            Attachment.key != "",
            model.id.in_(own),
        )
        .order_by(model.id, Attachment.id)
    )
    last, place = "", 0
    for key, name, statement, record in db.execute(query.execution_options(yield_per=200)):
        place = place + 1 if record == last else 1
        last = record
        ending = name.rpartition(".")[2].lower()
        stem = (statement or record).replace("/", "-")
        shown = f"{FOLDER}/{stock.kind.label}/{stem}{'' if report else f'_{place}'}.{ending}"
        yield _plain(package, shown, blobs.read_checked(key))
        note(1)
