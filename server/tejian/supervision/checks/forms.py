"""What is filled in for a check: the bureau plans one, a town registers its own."""

from dataclasses import replace

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import FormView, Table, dialog, field_of, why
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import Standard, form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.checks import BY_BUREAU, BY_TOWN, PLAN, REFUSED, SIGNED, TARGETS, WAYS, CheckedDevice
from tejian.supervision.models.checks import SupervisionCheck as C

API = "/api/securityCheck"
PAGE, TOWN_PAGE = "/safeMng/checkNew/{id}", "/safeMng/TownshipInspection/{id}"
USE_PAGE, MAKER_PAGE = "/safeMng/sydwjHListDetail/{id}", "/safeMng/scdwjHListDetail/{id}"
SORTS = {"01": "常规监督检查", "02": "双随机抽查", "03": "专项检查"}  # C668 without that of the towns

UNIT = field_of(
    C.unitsysid,
    type="unit",
    label="被检查单位",
    required=True,
    span=12,
    refers=Refers(Unit, among=existing, alone="an office may check any unit of its area"),
)
PLANDAY = field_of(C.planday, required=True, span=12)
LEAD = field_of(C.officer_id, type="user", required=True, span=12, refers=COLLEAGUE)
OTHER = field_of(C.second_id, type="user", required=True, span=12, refers=COLLEAGUE)
PURPOSE = field_of(C.purpose, type="textarea", span=24)
ANY = Refers(Equipment, alone="judged with the unit when it is saved")
DEVICE = field_of(CheckedDevice.equdatasysid, type="equipment", required=True, span=24, refers=ANY)
DEVICES = form_of("supervision_check_device_form", "设备", f"{API}/bureau", DEVICE)


def _rows() -> list[Table]:
    return [Table("equipment", "抽查设备（不选为单位的全部设备）", DEVICES, "添加设备", of=CheckedDevice.check_id)]


FORM = form_of(
    "supervision_check_form",
    "监督检查计划",
    f"{API}/bureau",
    field_of(C.checktype, type="select", options=SORTS, required=True, span=12, dict=""),
    field_of(C.target, type="select", options=TARGETS, required=True, span=12),
    UNIT,
    PLANDAY,
    LEAD,
    OTHER,
    PURPOSE,
    tables=_rows(),
)
TOWN_FORM = form_of(
    "town_check_form", "乡镇（街道）检查", f"{API}/town", UNIT, PLANDAY, LEAD, OTHER, PURPOSE, tables=_rows()
)
FORMS: dict[str, FormView] = {BY_BUREAU: FORM, BY_TOWN: TOWN_FORM}
ACTS: dict[str, Standard] = {
    BY_BUREAU: standard(FORM, Rights(p.CHECK_QUERY, p.CHECK_PLAN), [PLAN], new="制定计划", page=PAGE),
    BY_TOWN: standard(TOWN_FORM, Rights(p.CHECK_QUERY, p.CHECK_TOWN), [PLAN], new="登记乡镇检查", page=TOWN_PAGE),
}
EDITS = [replace(acts.edit, code=f"edit{by}", when={**acts.edit.when, "town": (by,)}) for by, acts in ACTS.items()]
DELETES = [
    replace(acts.delete, code=f"delete{by}", when={**acts.delete.when, "town": (by,)}) for by, acts in ACTS.items()
]
BEGIN = dialog(
    "check_begin",
    "开始检查 {unitname}",
    field_of(C.certnos, required=True, span=24, help="两名检查人员出示的证件编号"),
    field_of(C.present, required=True, span=12),
    ok="开始检查",
)
SIGN = dialog(
    "check_sign",
    "签字 {checkno}",
    field_of(C.summary, type="textarea", required=True, span=24),
    field_of(C.signway, type="radio", options=WAYS, required=True, span=24, default=SIGNED),
    field_of(C.signedby, span=12, required=True, when={"signway": (SIGNED,)}),
    field_of(C.signpost, span=12, when={"signway": (SIGNED,)}),
    field_of(C.refusal, span=24, required=True, when={"signway": (REFUSED,)}),
    field_of(C.witnesses, span=24, required=True, when={"signway": (REFUSED,)}, help="两名见证人，用顿号分开"),
    ok="签字",
)
RESULT = field_of(C.outcome, type="textarea", required=True, span=24)
RECHECK = dialog("check_again", "复查 {checkno}", RESULT, ok="复查")
WHY_CASE = field_of(C.act, required=True, span=24), why("理由", "请写明立案的事实")
CASE = dialog("check_case", "立案 {checkno}", *WHY_CASE, ok="立案")
STOP = dialog("check_stop", "中止 {checkno}", why("原因", "请写明中止检查的原因"), ok="中止")
