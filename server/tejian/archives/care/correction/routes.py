"""Calls of the corrections."""

from tejian.archives import permissions as p
from tejian.archives.models.correction import Correction
from tejian.kit.forms.form import OneId, asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.web.edge import Area

from . import drafts
from .process import CORRECTION

area = Area("/api/correct")


@area.call("/kinds", any_user=True, reads=True)
def kinds(db, me, form) -> list[Option]:
    return drafts.kinds()


@area.call("/correctable", may=p.CORRECT_APPLY, reads=True, form=asks(entity="更正对象", id="主键"))
def correctable(db, me, form) -> drafts.Correctable:
    return drafts.correctable(db, me, form.entity, form.id)


@area.call("/save", may=p.CORRECT_APPLY, form=drafts.CorrectionForm, changes=Correction)
def save(db, me, form) -> drafts.Draft:
    return drafts.save(db, me, form)


@area.call("/detail", may=p.CORRECT_QUERY, form=OneId, reads=True)
def detail(db, me, form) -> drafts.CorrectionDetail:
    return drafts.detail(db, me, form.id)


register(Area(), CORRECTION)
