"""Calls of the receipts' queue, and of the files that receipts are issued by."""

from typing import Any

from tejian.charging import permissions as p
from tejian.charging.models.bills import BillFile
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import back, carried, file_lists, out
from . import lists as bill_lists
from . import process as bill_process

area = Area()


add_record(area, file_lists.FILE_VIEW)


register(area, bill_process.BILL)


register(area, back.FILE)


@area.call(f"{bill_process.CALLS}/stop", may=p.BRAKE, form=bill_lists.STOP, blind="refused while the brake is on")
def stop_billing(db, me, form):
    bill_process.stop(db, me, form)


@area.call(f"{bill_process.CALLS}/start", may=p.BRAKE, form=bill_lists.START, blind="refused while the brake is off")
def start_billing(db, me, form) -> int:
    return bill_process.start(db, me, form)


@area.call(out.EXPORT.save_url, may=p.BILL, form=out.EXPORT, blind="makes a file of what waits, over nothing")
def export(db, me, form) -> dict[str, Any]:
    return record(out.exported(db, me, form))


@area.call(
    f"{out.CALLS}/result", may=p.BILL, form=back.ResultForm, limit=carried.MOST_BYTES + (1 << 20), changes=BillFile
)
def take_result(db, me, form) -> back.CameBack:
    return back.taken(db, me, visible_or_refuse(db, me, BillFile, form.id, lock=True), form)
