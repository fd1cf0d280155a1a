"""Calls of the archives: equipment of every class."""

from tejian.archives import permissions as p
from tejian.archives.common import api as spreadsheets
from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.form import OneId, asks
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import qr
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File
from tejian.kit.web.seen import changes

from . import counting, device, forms, life, lists, public
from . import service as equipment

area = Area()
OF_DEVICE = changes(Equipment, by=["id", "equdatasysid"])
add_record(area, life.LIFE)


def _class_calls(code):
    base = f"/api/eqd{code}tpm/eqd{code}tpm"

    @area.call(
        f"{base}/getDetailBy{code}",
        may=p.EQUIPMENT_QUERY,
        reads=True,
        opens=True,
        form=asks(id="主键", asOf="日期", known="口径"),
    )
    def class_detail(db, me, form) -> device.DeviceDetail:
        known = form.known != "0"
        return device.detail(db, me, form.id, form.asOf, known)


for _code, _view in lists.CLASS_LISTS.items():
    _class_calls(_code)
    spreadsheets.declare(area, _code, _view.no)


@area.call("/api/eqdbase/eqdBasic/getEqdBasicInfo", may=p.EQUIPMENT_QUERY, form=OneId, reads=True, opens=True)
def basic_info(db, me, form) -> device.DeviceDetail:
    return device.detail(db, me, form.id)


@area.call(
    "/api/eqdbase/eqdBasic/findFormConfig",
    may=p.EQUIPMENT_QUERY,
    reads=True,
    form=asks(equclass="设备种类", equclacode="设备类别"),
)
def form_config(db, me, form) -> forms.EquipmentForm:
    return forms.form_config(db, form.equclass, form.equclacode)


@area.call("/api/eqdbase/eqdBasic/addEqm", may=p.EQUIPMENT_QUERY, form=equipment.DeviceForm, blind="adds a device")
def add_equipment(db, me, form) -> equipment.SavedDevice:
    row = equipment.save(db, me, form.model_copy(update={"id": ""}))
    return {"id": row.id, "equclass": row.equclass, "version": row.version}


@area.call("/api/eqdbase/eqdBasic/editEqm", may=p.EQUIPMENT_QUERY, form=equipment.DeviceForm, changes=OF_DEVICE)
def edit_equipment(db, me, form) -> equipment.SavedDevice:
    return equipment.edit(db, me, form)


@area.call(
    "/api/eqdbase/eqdBasic/valiRepeatCcbh",
    may=p.EQUIPMENT_QUERY,
    reads=True,
    form=asks(prono="出厂编号", porgaosysid="制造单位"),
)
def repeated_number(db, me, form) -> equipment.Repeat:
    return equipment.repeats(db, me, form.prono, form.porgaosysid)


@area.call("/api/eqdbase/eqdBasic/checkEquChdIsNull", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def check_removable(db, me, form):
    equipment.check_removable(db, me, form.id)


@area.call("/api/common/getThreeCodeList", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def three_codes(db, me, form):
    return equipment.three_codes(db, me, form.id)


area.call("/api/eqdbase/eqdBasic/equmentStat", may=p.STAT, reads=True, replica=True)(counting.count)


area.call("/api/eqdbase/eqdBasic/equmentStatDetail", may=p.STAT, reads=True, replica=True)(counting.detail_list.page)


area.call("/api/eqdbase/eqdBasic/equmentStatExport", may=p.STAT, reads=True, replica=True)(counting.exported)


@area.call("/api/eqdbase/eqdBasic/qrcode", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def equipment_qr(db, me, form):
    return File(qr.png(equipment.qr_text(db, me, form.id)), "image/png", inline=True)


@area.call(
    "/api/public/equipment",
    public=True,
    room="anonymous",
    caller=True,
    form=asks(code="代码"),
    blind="reads, and counts the tries",
)
def by_label(db, me, form, caller) -> public.UseMark | Refused:
    return public.by_label(db, caller, form.code)
