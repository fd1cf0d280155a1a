"""Calls of moving in."""

from tejian.imports import api as imports
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Progress
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.moving import permissions as p
from tejian.moving.models import MovingFile, MovingProject, MovingRow

from . import detail, jobs, lists, meaning, sending  # noqa: F401
from .forms import ACTS, API, FILES, ROWS

area = Area()
add_record(area, detail.PROJECT)
ACTS.serve(area, MovingProject, sending.HOOKS)


@area.call(f"{API}/progress", may=p.QUERY, form=OneId, reads=True, quiet=True)
def progress(db, me, form) -> Progress:
    return sending.progress(db, me, form)


@area.call(f"{API}/try", may=p.SAVE, form=ManyIds, changes=MovingProject)
def begin_trial(db, me, form):
    sending.begin_trial(db, me, form)


@area.call(f"{API}/submit", may=p.SAVE, form=ManyIds, changes=MovingProject)
def submit(db, me, form):
    sending.submit(db, me, form)


@area.call(f"{API}/approve", may=p.APPROVE, form=ManyIds, changes=MovingProject)
def approve(db, me, form):
    sending.approve(db, me, form)


@area.call(f"{API}/back", may=p.APPROVE, form=sending.BackForm, changes=MovingProject)
def back(db, me, form):
    sending.send_back(db, me, form)


@area.call(f"{API}/loadOn", may=p.SAVE, form=ManyIds, changes=MovingProject)
def load_on(db, me, form):
    sending.load_on(db, me, form)


@area.call(f"{API}/undo", may=p.SAVE, form=ManyIds, changes=MovingProject)
def undo(db, me, form):
    sending.undo(db, me, form)


@area.call(f"{FILES}/list", may=p.QUERY, form=OneId, reads=True, quiet=True)
def files(db, me, form) -> sending.MovedFiles:
    return sending.files(db, me, form)


@area.call(f"{FILES}/add", may=p.SAVE, form=sending.AddForm, limit=sending.UPLOAD_LIMIT, blind=sending.ADDS)
def add(db, me, form) -> str:
    return sending.add(db, me, form)


@area.call(f"{FILES}/drop", may=p.SAVE, form=OneId, changes=MovingFile)
def drop(db, me, form):
    sending.drop(db, me, form)


@area.call(f"{FILES}/choose", may=p.SAVE, form=meaning.KindForm, changes=MovingFile)
def choose(db, me, form):
    meaning.choose(db, me, form)


@area.call(f"{FILES}/propose", may=p.SAVE, form=meaning.Sourced, reads=True)
def propose(db, me, form) -> imports.Proposed:
    return meaning.propose(db, me, form)


@area.call(f"{FILES}/words", may=p.SAVE, form=imports.WordsForm, reads=True)
def words(db, me, form) -> list[imports.FieldWords]:
    return meaning.words(db, me, form)


@area.call(f"{FILES}/preview", may=p.SAVE, form=imports.MeaningForm, reads=True)
def preview(db, me, form) -> imports.Understood:
    return meaning.preview(db, me, form)


@area.call(f"{FILES}/mean", may=p.SAVE, form=meaning.MeantForm, changes=MovingFile)
def mean(db, me, form):
    meaning.mean(db, me, form)


@area.call(f"{ROWS}/merge", may=p.SAVE, form=ManyIds, changes=MovingRow)
def merge(db, me, form) -> int:
    return sending.decide(db, me, form.ids, leaves=False)


@area.call(f"{ROWS}/leave", may=p.SAVE, form=ManyIds, changes=MovingRow)
def leave(db, me, form) -> int:
    return sending.decide(db, me, form.ids, leaves=True)
