"""Calls of products."""

from tejian.archives import permissions as p
from tejian.archives.common import api as spreadsheets
from tejian.archives.ledgers.products.forms import CONVERT_FORM
from tejian.archives.models.products import Product
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, lists, service

area = Area()
add_record(area, detail.PRODUCT)
spreadsheets.declare(area, "7000", lists.PRODUCT_LISTS["7000"].no)


@area.call("/api/product/load", may=p.PRODUCT_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return service.shown(db, me, visible_or_refuse(db, me, Product, form.id))


@area.call("/api/eqd7000tpm/eqd7000tpm/getDetailBy7000", may=p.PRODUCT_QUERY, form=OneId, reads=True)
def load_part(db, me, form):
    return service.shown(db, me, visible_or_refuse(db, me, Product, form.id))


@area.call("/api/product/save", may=p.PRODUCT_SAVE, form=service.form_of, changes=Product)
def save(db, me, form):
    return service.save(db, me, form)


@area.call("/api/product/convertStart", may=p.PRODUCT_CONVERT, form=OneId, reads=True)
def convert_start(db, me, form):
    return service.convert_start(db, me, form.id)


@area.call("/api/product/convert", may=p.PRODUCT_CONVERT, form=CONVERT_FORM, changes=Product)
def convert(db, me, form):
    return service.convert(db, me, form)
