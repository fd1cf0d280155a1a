"""Calls of transfers."""

from typing import Any

from tejian.charging import permissions as p
from tejian.charging.models.transfers import BankTransfer
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import forms, lists, process, shares

area = Area()


add_record(area, lists.TRANSFER_VIEW)


register(area, process.TRANSFER)


@area.call(f"{forms.CALLS}/save", may=p.RECEIVE, form=forms.ARRIVED, blind="a new record")
def save(db, me, form) -> dict[str, Any]:
    return record(process.registered(db, me, form))


@area.call(f"{forms.CALLS}/propose", may=p.RECEIVE, form=OneId, reads=True)
def propose(db, me, form) -> dict[str, Any]:
    row = visible_or_refuse(db, me, BankTransfer, form.id)
    return {"id": row.id, "version": row.version, "shares": shares.proposed(db, row), "ahead": "0"}
