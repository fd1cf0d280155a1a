"""The receipt of a charge as a file."""

from tejian.charging import permissions as p
from tejian.charging.models.charges import Invoice
from tejian.charging.places import CALLS
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.web.edge import Area, File

from . import invoices

area = Area()


@area.call(f"{CALLS}/downInvoice", may=p.QUERY, form=OneId, reads=True, opens=True)
def down_invoice(db, me, form) -> File:
    return invoices.receipt(db, me, visible_or_refuse(db, me, Invoice, form.id))
