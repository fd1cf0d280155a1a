"""Documents of a bundle go to the records whose number they bear: reports get their file, devices their photographs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.archives.files.api import keep_for, kind_of
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.simple import GIVEN, OPEN, SimpleReport
from tejian.inspection.records.api import new_code
from tejian.inspection.simple.api import OWNER, SIMPLE, papers
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Upload
from tejian.moving.models import GOOD, MADE, REJECTED, MovingFile, MovingNumber, MovingProject, MovingTrace

from .bundles import Bundle, Entry, entries
from .journal import Journal
from .passes import Note, Result

BLOCK = 200
DEVICE = "equipment"
PDF = "application/pdf"
UNMATCHED = "没有编号是“{stem}”的、由本项目装入的报告或设备"
RECEIVER = "旧系统已发放"


@dataclass(frozen=True)
class Place:
    """The record to which a document belongs."""

    owner: str
    id: str
    title: str


def stem_of(entry: Entry) -> str:
    """The number that a document bears: 3110…-2.jpg is the second photograph of a device."""
    return entry.stem.upper()


def _stems(finding: Sequence[Entry]) -> list[str]:
    out = {stem_of(one) for one in finding}
    return sorted(out | {one.rpartition("_")[0] for one in out if "_" in one})


def places(db: Session, me: User, project: MovingProject, finding: Sequence[Entry]) -> dict[str, Place]:
    """Number → record, among what this project has made. One statement for each way of knowing them."""
    stems = _stems(finding)
    mine = select(MovingTrace.target_id).join(MovingFile, MovingFile.id == MovingTrace.file_id)
    mine = mine.where(MovingFile.project_id == project.id)
    out: dict[str, Place] = {}
    devices = select(Equipment.id, Equipment.equcode, Equipment.usecertno, Equipment.equname).where(
        or_(Equipment.equcode.in_(stems), Equipment.usecertno.in_(stems)), Equipment.id.in_(mine)
    )
    for key, code, cert, name in db.execute(devices):
        out |= {number.upper(): Place(DEVICE, key, f"{name} {code}") for number in (code, cert) if number}
    old = select(MovingNumber.oldkey, MovingNumber.target_id, MovingNumber.title).where(
        MovingNumber.org_id == project.org_id,
        MovingNumber.system == project.system,
        func.upper(MovingNumber.oldkey).in_(stems),
        MovingNumber.made,
        MovingNumber.kind.regexp_match("^[0-9]{4}$"),
        MovingNumber.target_id.in_(mine),
    )
    out |= {key.upper(): Place(DEVICE, target, title) for key, target, title in db.execute(old)}
    upper = func.upper(SimpleReport.reportno)
    reports = select(upper, SimpleReport.id).where(
        upper.in_(stems), SimpleReport.orgid == me.org_id, SimpleReport.step == OPEN, SimpleReport.id.in_(mine)
    )
    return out | {number: Place(OWNER, key, number) for number, key in db.execute(reports)}


def results(
    db: Session, me: User, project: MovingProject, path: Path, journal: Journal, note: Note, *, keep: bool
) -> Iterator[list[Result]]:
    """What becomes of each document. `keep` stores its content; a trial only looks at it."""
    finding = entries(path)
    done: set[str] = set()
    with Bundle(path) as bundle:
        for at in range(0, len(finding), BLOCK):
            block = finding[at : at + BLOCK]
            known = places(db, me, project, block)
            out = [
                _one(db, me, bundle, line, entry, known, done, keep=keep) for line, entry in enumerate(block, at + 1)
            ]
            db.flush()
            db.expunge_all()
            note(len(out))
            yield out


def _one(
    db: Session,
    me: User,
    bundle: Bundle,
    line: int,
    entry: Entry,
    known: Mapping[str, Place],
    done: set[str],
    *,
    keep: bool,
) -> Result:
    stem = stem_of(entry)
    out = Result(line, REJECTED, stem[:64], entry.shown[:100])
    place = known.get(stem) or known.get(stem.rpartition("_")[0])
    if place is None:
        out.why = UNMATCHED.format(stem=entry.stem)
        return out
    try:
        content = bundle.read(entry.name)
        mime = kind_of(BytesIO(content), entry.shown)
        if place.owner == OWNER and (mime != PDF or place.id in done):
            raise Refused("这份报告已有文件" if place.id in done else "报告的文件须是PDF")
        if keep:
            part = Upload(BytesIO(content), size=len(content), filename=entry.shown)
            keep_for(db, me, place.owner, [place.id], "", part)
    except Refused as wrong:
        out.why = wrong.message
        return out
    out.state, out.target_id, out.why = MADE if keep else GOOD, place.id, f"归入“{place.title[:60]}”"
    if place.owner == OWNER:
        done.add(place.id)
        if keep:
            _filed(db, me, place.id)
    return out


def _filed(db: Session, me: User, key: str) -> None:
    """A report of long ago with its file: filed and handed out, its digest kept."""
    row = db.get_one(SimpleReport, key)  # lint: allow by-id (this project made it)
    row.digest = papers(db, key)[0].key
    row.verifycode = row.verifycode or new_code()
    row.archiver_id, row.archived = me.id, clock.now()
    row.receiver = RECEIVER
    SIMPLE.put(db, row, GIVEN)
