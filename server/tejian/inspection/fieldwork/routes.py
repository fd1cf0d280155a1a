"""Calls of the phones of inspectors."""

from tejian.archives.files.api import LIMIT as FILE_LIMIT
from tejian.inspection import permissions as p
from tejian.inspection.models.mobile import AppVersion, TaskGuide
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import conflicts, detail, folding, handing_in, lists, packs, pieces, saving, service  # noqa: F401
from .desk_forms import GUIDE_ACTS, VERSION_ACTS
from .forms import ConflictsForm, OpsForm, PackForm, PhotoForm, PieceForm, SubmitForm, TerminalForm, WholeForm
from .process import CONFLICT, FAILURE, HELD_JOB, TERMINAL, VERSION

area = Area()
PHOTO_LIMIT = FILE_LIMIT + (1 << 20)
CALL = "/api/pda"
PIECE_LIMIT = pieces.MOST_PIECE + (64 << 10)  # with what the form says beside it
OPS_LIMIT = 12 << 20  # five hundred operations of twenty thousand signs
VIEWS = (detail.CONFLICT_VIEW, detail.HELD_VIEW, detail.FAILURE_VIEW, detail.SUBMIT_VIEW, detail.TERMINAL_VIEW)
for _view in (*VIEWS, detail.VERSION_VIEW):
    add_record(area, _view)
for _process in (CONFLICT, HELD_JOB, FAILURE, TERMINAL, VERSION):
    register(area, _process)
VERSION_ACTS.serve(area, AppVersion, saving.OF_VERSION)
GUIDE_ACTS.serve(area, TaskGuide, saving.OF_GUIDE)
MEETS = "each operation says what it started from, and is held against what stands there"


@area.call(f"{CALL}/hello", may=p.ENTER, form=TerminalForm, blind="notes a contact, over nothing")
def hello(db, me, form) -> service.Hello:
    return service.hello(db, me, form)


@area.call(f"{CALL}/pack", may=p.ENTER, form=PackForm, blind="notes what was given, over nothing", unkept=True)
def pack(db, me, form) -> packs.Pack:
    return packs.pack(db, me, form)


@area.call(f"{CALL}/ops", may=p.ENTER, form=OpsForm, limit=OPS_LIMIT, blind=MEETS, unkept=True)
def operations(db, me, form) -> folding.OpsAnswer:
    return folding.receive(db, me, form)


@area.call(f"{CALL}/photo", may=p.ENTER, form=PhotoForm, limit=PHOTO_LIMIT, caller=True, blind="adds a file, once")
def photo(db, me, form, caller) -> handing_in.PhotoAnswer:
    return handing_in.photo(db, me, caller, form)


@area.call(f"{CALL}/photo/begin", may=p.ENTER, form=WholeForm, blind="begins an upload of its own", unkept=True)
def begin_photo(db, me, form) -> pieces.PieceAnswer:
    return pieces.begin(db, me, form)


@area.call(
    f"{CALL}/photo/part",
    may=p.ENTER,
    form=PieceForm,
    limit=PIECE_LIMIT,
    caller=True,
    blind="a piece that begins elsewhere than the server stands changes nothing",
    unkept=True,
)
def photo_part(db, me, form, caller) -> pieces.PieceAnswer:
    return pieces.append(db, me, caller, form)


@area.call(f"{CALL}/submit", may=p.ENTER, form=SubmitForm, changes=handing_in.SUBMITTED)
def submit(db, me, form) -> handing_in.SubmitAnswer:
    return handing_in.submit(db, me, form)


@area.call(f"{CALL}/conflicts", may=p.ENTER, form=ConflictsForm, reads=True)
def open_conflicts(db, me, form) -> list[conflicts.ConflictLine]:
    return conflicts.undecided(db, me, form.record)
