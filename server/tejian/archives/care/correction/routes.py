"""Calls of the corrections."""

from tejian.archives import permissions as p
from tejian.kit.edge import Area
from tejian.kit.forms import OneId
from tejian.kit.moves import register

from . import drafts
from .process import CORRECTION

area = Area("/api/correct")


@area.call("/kinds", any_user=True, reads=True)
def kinds(db, me, form):
    return drafts.kinds()


@area.call("/correctable", may=p.CORRECT_APPLY, reads=True)
def correctable(db, me, form):
    return drafts.correctable(db, me, str(form.get("entity") or ""), str(form.get("id") or ""))


@area.call("/save", may=p.CORRECT_APPLY)
def save(db, me, form):
    return drafts.save(db, me, form)


@area.call("/detail", may=p.CORRECT_QUERY, form=OneId, reads=True)
def detail(db, me, form):
    return drafts.detail(db, me, form.id)


register(Area(), CORRECTION)
