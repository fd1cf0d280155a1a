"""Calls of the phones of inspectors."""

from tejian.archives.files.api import LIMIT as FILE_LIMIT
from tejian.inspection import permissions as p
from tejian.kit.web.edge import Area

from . import folding, handing_in, packs, service
from .forms import OpsForm, PackForm, PhotoForm, SubmitForm, TerminalForm

area = Area()
PHOTO_LIMIT = FILE_LIMIT + (1 << 20)
CALL = "/api/pda"
OPS_LIMIT = 12 << 20  # five hundred operations of twenty thousand signs
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


@area.call(f"{CALL}/submit", may=p.ENTER, form=SubmitForm, changes=handing_in.SUBMITTED)
def submit(db, me, form) -> handing_in.SubmitAnswer:
    return handing_in.submit(db, me, form)
