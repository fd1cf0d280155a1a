"""Calls of products."""

from tejian.kit.edge import Area
from tejian.kit.forms import OneId
from tejian.system import common

from .. import permissions as p
from .. import spreadsheets
from ..tableforms import labels_of
from . import lists, service
from .forms import FORMS

area = Area()
common.FIELD_LABELS["product"] = lambda db, me: labels_of(FORMS["7000"]) | labels_of(FORMS["1000"])
spreadsheets.declare(area, "7000", lists.PRODUCT_LISTS["7000"].no)


def _list_call(view):
    @area.call(view.url, may=p.PRODUCT_QUERY, reads=True)
    def class_list(db, me, form):
        return view.page(db, me, form)


for _view in lists.PRODUCT_LISTS.values():
    _list_call(_view)


@area.call("/api/product/load", may=p.PRODUCT_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.detail(db, me, form.id)


@area.call("/api/eqd7000tpm/eqd7000tpm/getDetailBy7000", may=p.PRODUCT_QUERY, form=OneId, reads=True)
def load_part(db, me, form):
    return service.detail(db, me, form.id)


@area.call("/api/product/save", may=p.PRODUCT_SAVE)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/api/product/convertStart", may=p.PRODUCT_CONVERT, form=OneId, reads=True)
def convert_start(db, me, form):
    return service.convert_start(db, me, form.id)


@area.call("/api/product/convert", may=p.PRODUCT_CONVERT)
def convert(db, me, form):
    return service.convert(db, me, form)
