"""Calls of the notices."""

from tejian.inspection import permissions as p
from tejian.inspection.models.notices import RECTIFY, InspectionNotice, NoticeProblem
from tejian.kit.forms.form import OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, Saved, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, making
from .process import NOTICE

area = Area()
add_record(area, detail.NOTICE_PAGE)
register(area, NOTICE)
crud(area, InspectionNotice, forms.NOTICE_FORM, Rights(p.NOTICE_QUERY, p.NOTICE), making.HEAD_HOOKS)
crud(area, NoticeProblem, forms.PROBLEM_FORM, Rights(p.NOTICE_QUERY, p.NOTICE), making.PROBLEM_HOOKS)


@area.call(forms.MAKE_FORM.load_url, may=p.NOTICE, form=OneId, reads=True)
def beginning(db, me, form) -> making.Beginning:
    return making.beginning(db, me, form.id)


@area.call(forms.RECTIFY_FORM.load_url, may=p.NOTICE, form=OneId, reads=True)
def beginning_again(db, me, form) -> making.RectifyBeginning:
    return making.beginning_again(db, me, form.id)


@area.call("/api/opinion/make", may=p.NOTICE, form=forms.MAKE_FORM, blind="makes a new notice")
def make(db, me, form) -> Saved:
    return making.make(db, me, form, form["kind"])


@area.call("/api/opinion/makeRectify", may=p.NOTICE, form=forms.RECTIFY_FORM, blind="makes a new notice")
def make_rectify(db, me, form) -> Saved:
    return making.make(db, me, form, RECTIFY)


@area.call("/api/opinion/answer", may=p.NOTICE_ANSWER, form=forms.ANSWER_FORM, changes=NoticeProblem)
def answer(db, me, form) -> Saved:
    return making.answer(db, me, form)
