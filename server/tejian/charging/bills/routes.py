"""Calls of the receipts' queue."""

from tejian.charging import permissions as p
from tejian.kit.process.moves import register
from tejian.kit.web.edge import Area

from . import lists as bill_lists
from . import process as bill_process

area = Area()


register(area, bill_process.BILL)


@area.call(f"{bill_process.CALLS}/stop", may=p.BRAKE, form=bill_lists.STOP, blind="refused while the brake is on")
def stop_billing(db, me, form):
    bill_process.stop(db, me, form)


@area.call(f"{bill_process.CALLS}/start", may=p.BRAKE, form=bill_lists.START, blind="refused while the brake is off")
def start_billing(db, me, form) -> int:
    return bill_process.start(db, me, form)
