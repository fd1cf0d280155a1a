"""Calls of moving out."""

from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Progress
from tejian.kit.records.crud import Saved
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File
from tejian.moving import permissions as p
from tejian.moving.models import MovingOut

from . import asking, lists
from .forms import API, ASK

area = Area()
add_record(area, lists.OUT)


@area.call(f"{API}/progress", may=p.OUT_QUERY, form=OneId, reads=True, quiet=True)
def progress(db, me, form) -> Progress:
    return asking.progress(db, me, form)


@area.call(f"{API}/ask", may=p.OUT_SAVE, form=ASK, blind=asking.ASKS)
def ask(db, me, form) -> Saved:
    return asking.ask(db, me, form)


@area.call(f"{API}/approve", may=p.OUT_APPROVE, form=ManyIds, changes=MovingOut)
def approve(db, me, form):
    asking.approve(db, me, form)


@area.call(f"{API}/deny", may=p.OUT_APPROVE, form=asking.DenyForm, changes=MovingOut)
def deny(db, me, form):
    asking.deny(db, me, form)


@area.call(f"{API}/remove", may=p.OUT_SAVE, form=ManyIds, changes=MovingOut)
def remove(db, me, form):
    asking.remove(db, me, form)


@area.call(f"{API}/fetch", may=p.OUT_SAVE, form=OneId, blind="reads, and leaves a line in the log", unkept=True)
def fetch(db, me, form) -> File:
    return asking.fetch(db, me, form)
