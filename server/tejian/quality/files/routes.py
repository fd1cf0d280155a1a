"""Calls of the documents."""

from tejian.archives.common.api import PRINTS
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.quality import permissions as p
from tejian.quality.models.files import QualityFile

from . import detail, receiving
from .forms import ACTS, API
from .process import FILE

area = Area()
add_record(area, detail.FILE_PAGE)
register(area, FILE)
ACTS.serve(area, QualityFile, receiving.HOOKS)
PRINTS.bind("TXWJ", receiving.copies)


@area.call(f"{API}/offices", may=p.FILE_READ, reads=True)
def offices(db, me, form) -> list[Option]:
    return receiving.offices(db, me)


@area.call(f"{API}/receive", may=p.FILE_READ, form=ManyIds, blind="a receipt is written once, by whom it concerns")
def receive(db, me, form) -> str:
    return receiving.receive(db, me, form.ids)


@area.call(f"{API}/chase", may=p.FILE_HANDLE, form=ManyIds, blind="a reminder is counted, nothing is overwritten")
def chase(db, me, form) -> str:
    return receiving.chase(db, me, form.ids)
