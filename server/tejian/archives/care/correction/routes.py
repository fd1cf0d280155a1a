"""Calls of the corrections."""

from tejian.archives import permissions as p
from tejian.kit.edge import Area
from tejian.kit.forms import OneId, listed

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


@area.call("/submit", may=p.CORRECT_APPLY)
def submit(db, me, form):
    rows = CORRECTION.do(db, me, "submit", listed(form, "ids", "id"), form)
    return [{"id": r.id, "corrno": r.corrno} for r in rows]


@area.call("/withdraw", may=p.CORRECT_APPLY)
def withdraw(db, me, form):
    CORRECTION.do(db, me, "withdraw", listed(form, "ids", "id"), form)


@area.call("/void", may=p.CORRECT_APPLY)
def void(db, me, form):
    CORRECTION.do(db, me, "void", listed(form, "ids", "id"), form)


@area.call("/agree", may=p.CORRECT_AUDIT)
def agree(db, me, form):
    CORRECTION.do(db, me, "agree", listed(form, "ids", "id"), form)


@area.call("/reject", may=p.CORRECT_AUDIT)
def reject(db, me, form):
    CORRECTION.do(db, me, "reject", listed(form, "ids", "id"), form)
