"""What is filled in for a registration: one form a way of registering, the same record behind them."""

from typing import Any

from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import FormView, Table, field_of
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import Standard, form_of, standard
from tejian.kit.records.crud import Rights
from tejian.registration import permissions as p
from tejian.registration.models.use import BY_CAR, BY_SET, BY_UNIT, CHANGE, DRAFT, MENDING, RegisteredDevice
from tejian.registration.models.use import UseRegistration as C

API = "/api/useRegister"
PAGE = "/equCheckMng/useRegisterDetail?id={id}"
LISTS = {"": "useRegister", BY_SET: "useRegisterSet", BY_UNIT: "useRegisterUnit", BY_CAR: "useRegisterCylinder"}
LISTS |= {CHANGE: "useRegisterChange"}
OPEN = (DRAFT, MENDING)
MOST_DEVICES = 200
CHANGES = {"03": "改造", "04": "使用单位更名", "05": "使用地址变更", "06": "过户(单位变更)", "07": "移装"}
CHANGES |= {"08": "达到设计使用年限继续使用"}

UNIT = field_of(
    C.unitsysid,
    type="unit",
    label="使用单位",
    span=12,
    help="窗口代填时选择；使用单位自己申请的不用填",
    refers=Refers(Unit, among=existing, alone="the authority registers for any unit; a unit applies for itself"),
)
ANY = Refers(Equipment, alone="judged with its unit when it is handed in")
DEVICE = field_of(RegisteredDevice.equdatasysid, type="equipment", required=True, span=24, refers=ANY)
DEVICES = form_of("use_register_device_form", "设备", f"{API}/set", DEVICE)
WHO = [
    field_of(C.contact, required=True, span=12),
    field_of(C.contacttel, required=True, span=12, rule="telKept"),
    field_of(C.remark, type="textarea", span=24),
]


def _rows() -> list[Any]:
    return [Table("equipment", "登记设备", DEVICES, "添加设备", most=MOST_DEVICES, of=RegisteredDevice.reg_id)]


SET_FORM = form_of("use_register_set_form", "按台（套）使用登记", f"{API}/set", UNIT, *WHO, tables=_rows())
UNIT_FORM = form_of("use_register_unit_form", "工业管道按单位使用登记", f"{API}/unit", UNIT, *WHO, tables=_rows())
CAR = field_of(
    C.carid,
    type="select",
    label="车辆",
    required=True,
    span=12,
    options_url=f"{API}/cars",
    refers=Refers(CylinderCar, alone="judged with its unit when it is handed in"),
)
CAR_FORM = form_of("use_register_car_form", "车用气瓶使用登记", f"{API}/car", CAR, UNIT, *WHO)
CHANGE_FORM = form_of(
    "use_register_change_form",
    "变更登记",
    f"{API}/change",
    field_of(C.regtype, type="select", options=CHANGES, required=True, span=12, dict=""),
    UNIT,
    field_of(
        C.newunitsysid,
        type="unit",
        span=12,
        help="过户时必填",
        refers=Refers(Unit, among=existing, alone="a device may pass to any unit"),
    ),
    field_of(C.newplace, span=12, help="使用地址变更、移装时必填"),
    field_of(C.newarea, type="area", span=12, dict="", help="地址在别的区划时填写"),
    field_of(C.newdesignend, span=12, help="达到设计使用年限继续使用时必填"),
    field_of(C.changes, type="textarea", span=24, help="改造、更名时写明变更前后"),
    *WHO,
    tables=_rows(),
)
FORMS: dict[str, FormView] = {BY_SET: SET_FORM, BY_UNIT: UNIT_FORM, BY_CAR: CAR_FORM, CHANGE: CHANGE_FORM}
ACTS: dict[str, Standard] = {
    mode: standard(form, Rights(p.QUERY, p.APPLY), OPEN, new="申请登记" if mode != CHANGE else "申请变更", page=PAGE)
    for mode, form in FORMS.items()
}
