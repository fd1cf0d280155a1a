"""Calls of replays."""

from tejian.charging import permissions as p
from tejian.charging.models.replays import FeeReplay
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, running, service

area = Area()
add_record(area, detail.REPLAY_VIEW)
area.call(f"{forms.CALLS}/progress", may=p.REPLAY, form=OneId, reads=True, quiet=True)(running.TRIAL.progress)


@area.call(f"{forms.CALLS}/begin", may=p.REPLAY, form=forms.FORM, blind="begins a replay of its own")
def begin(db, me, form):
    return service.begin(db, me, form)


@area.call(f"{forms.CALLS}/delete", may=p.REPLAY, form=ManyIds, changes=FeeReplay)
def delete(db, me, form):
    service.delete(db, me, form.ids)


@area.call(f"{forms.CALLS}/tables", may=p.REPLAY, reads=True)
def tables(db, me, form) -> list[Option]:
    return service.tables(db, me)


@area.call(f"{forms.CALLS}/policies", may=p.REPLAY, reads=True)
def policies(db, me, form) -> list[Option]:
    return service.policies(db, me)
