"""What a unit fills in for a declaration, and the dialog in which it is compared."""

from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.formview import Table, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.quality import permissions as p
from tejian.quality.models.conformity import KINDS, WITH_UNIT, ConformityDevice
from tejian.quality.models.conformity import Conformity as C
from tejian.system.models.organisations import Org

API = "/api/declarationOfConformity"
PAGE = "/assistMng/declarationOfConformityDetail?id={id}"
INSTITUTES = Refers(Org, among=lambda me: (Org.id == Org.org_id) & (Org.report_code != ""), alone="any institute")
SEEN = Refers(Equipment, alone="any device that the unit sees")
DEVICE = field_of(ConformityDevice.equdatasysid, type="equipment", required=True, span=24, refers=SEEN)
DEVICES = form_of("conformity_device_form", "设备", API, DEVICE)
FORM = form_of(
    "conformity_form",
    "符合性声明",
    API,
    field_of(C.toorg, type="select", options_url=f"{API}/institutes", required=True, span=12, refers=INSTITUTES),
    field_of(C.kind, type="radio", options=KINDS, required=True, span=12),
    field_of(C.standard, required=True, span=24, help="如 TSG T7008-2023"),
    field_of(C.content, type="textarea", required=True, span=24),
    field_of(C.signatory, required=True, span=8),
    field_of(C.post, required=True, span=8, help="签署人在单位的职务，须有签署的授权"),
    field_of(C.declared, required=True, span=8),
    tables=[Table("devices", "声明的设备", DEVICES, "添加设备", of=ConformityDevice.conformity_id)],
)
ACTS = standard(FORM, Rights(p.CONFORM_QUERY, p.CONFORM_APPLY), WITH_UNIT, page=PAGE)
TAKE = dialog(
    "conformity_take",
    "接收 {declno}",
    field_of(C.opinion, type="textarea", span=24, help="核对了什么，可以不填"),
    ok="接收",
)
