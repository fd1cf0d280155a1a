"""Calls of the copies; their names are those of the specification (§7.8)."""

from tejian.archives.common.api import bind_print
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import asks
from tejian.kit.forms.formview import Field
from tejian.kit.ground.shapes import Option
from tejian.kit.importing.saving import import_form
from tejian.kit.process.moves import history, register
from tejian.kit.records.crud import record, rows_of
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import CarbonCopy, CopiedDevice

from . import detail, saving
from .forms import ACTS, API, FORM
from .process import COPY

area = Area()
add_record(area, detail.COPY_PAGE)
register(area, COPY)
ACTS.serve(area, CarbonCopy, saving.HOOKS)
bind_print("CGD", CarbonCopy, p.COPY_QUERY, "carbon_copy", saving.on_paper, "notifyno")
NAMED = (Field("toorgname", "主送单位", required=True), Field("equcode", "设备代码", required=True))
EXAMPLE = {
    "toorgname": "宁波市市场监督管理局",
    "equcode": "31103309012024001",
    "subject": "超期未检",
    "content": "请核实",
}
import_form("carbon_copy_list", "抄告单", p.COPY_SAVE, FORM, saving.save_row, EXAMPLE, *NAMED, but=("toorg",))
OF_COPY = asks(notifyId="抄告单")


@area.call(f"{API}/organisations", may=p.COPY_QUERY, reads=True)
def organisations(db, me, form) -> list[Option]:
    return saving.organisations(db, me)


@area.call(f"{API}/findProcessLogsByNotifyId", may=p.COPY_QUERY, form=OF_COPY, reads=True)
def logs(db, me, form):
    return [record(one) for one in history(db, COPY, visible_or_refuse(db, me, CarbonCopy, form.notifyId))]


@area.call(f"{API}/findEquipmentListByNotifyId", may=p.COPY_QUERY, form=OF_COPY, reads=True)
def equipment(db, me, form):
    return rows_of(db, CopiedDevice.notify_id, visible_or_refuse(db, me, CarbonCopy, form.notifyId).id)
