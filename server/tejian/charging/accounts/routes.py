"""Calls of money in advance."""

from tejian.charging import permissions as p
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import lists as account_lists
from . import process as account_process

area = Area()


add_record(area, account_lists.ACCOUNT_VIEW)


register(area, account_process.ACCOUNT)


@area.call(f"{account_process.CALLS}/open", may=p.RECEIVE, form=account_process.OPEN, blind="adds money, over nothing")
def open_account(db, me, form):
    return record(account_process.open_account(db, me, form))
