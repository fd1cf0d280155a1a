"""What is filled in for a copy, and the dialog in which it is given to somebody."""

from tejian.archives.models.equipment import Equipment
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import Table, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import WITH_SENDER, CopiedDevice
from tejian.supervision.models.copies import CarbonCopy as C
from tejian.system.models.organisations import Org

API = "/api/carbonCopyManager"
PAGE = "/safeMng/carbonCopyDetail?id={id}"
ORG = Refers(Org, among=lambda me: (Org.id == Org.org_id) & (Org.id != me.org_id), alone="any other organisation")
SEEN = Refers(Equipment, alone="any device that the sender sees")
DEVICE = field_of(CopiedDevice.equdatasysid, type="equipment", required=True, span=24, refers=SEEN)
DEVICES = form_of("carbon_copy_device_form", "设备", API, DEVICE)
FORM = form_of(
    "carbon_copy_form",
    "抄告单",
    API,
    field_of(C.toorg, type="select", options_url=f"{API}/organisations", required=True, span=12, refers=ORG),
    field_of(C.deadline, required=True, span=12),
    field_of(C.subject, required=True, span=24),
    field_of(C.content, type="textarea", required=True, span=24),
    tables=[Table("equipment", "涉及设备", DEVICES, "添加设备", of=CopiedDevice.notify_id)],
)
WHO = field_of(C.handler_id, type="user", required=True, span=24, refers=COLLEAGUE)
ASSIGN = dialog("carbon_copy_assign", "指派 {notifyno}", WHO, ok="指派")
ACTS = standard(FORM, Rights(p.COPY_QUERY, p.COPY_SAVE), WITH_SENDER, page=PAGE)
