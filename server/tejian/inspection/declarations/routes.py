"""Calls of declarations: write, read, check, assess."""

from pydantic import Field

from tejian.imports import api as imports
from tejian.inspection import permissions as p
from tejian.inspection.declarations import applications, assessment, excel, groups
from tejian.inspection.declarations import moves as application_moves
from tejian.inspection.declarations import parts as application_parts
from tejian.inspection.declarations import view as application_view
from tejian.inspection.flow import api as flow
from tejian.inspection.models.items import AppMain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, ManyIds, OneId, asks
from tejian.kit.ground.shapes import Check
from tejian.kit.web.edge import Area

area = Area()
OFFERED = asks(unitsysid="单位", seisort="类别", testsort="检验类别")


@area.call("/api/appmain/saveAppMain", may=p.APPLY_SAVE, form=applications.ApplicationForm, changes=AppMain)
def save_application(db, me, form) -> application_view.DeclarationDetail:
    main = applications.save(db, me, form)
    return application_view.detail(db, me, main.id)


@area.call("/api/appmain/submitAppMain", may=p.APPLY_SAVE, form=application_moves.saved_or_filled, changes=AppMain)
def submit_application(db, me, form):
    return application_moves.submit_any(db, me, form)


@area.call(
    "/api/appmain/submitExcelImport",
    may=p.APPLY_SAVE,
    caller=True,
    form=imports.StartForm,
    limit=imports.UPLOAD_LIMIT,
    blind=imports.ADDS,
)
def import_declarations(db, me, form, caller) -> imports.ImportState:
    return imports.begin(db, me, form.model_copy(update={"view_no": excel.LIST}))


@area.call("/api/appmain/getDetailAppMain", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_detail(db, me, form) -> application_view.DeclarationDetail:
    return application_view.detail(db, me, form.id)


@area.call("/api/appmain/materials", may=p.MATERIAL, form=OneId, reads=True)
def materials(db, me, form) -> flow.Begun:
    return flow.begun(db, visible_or_refuse(db, me, AppMain, form.id))


@area.call("/api/appmain/getAppMainEquBasicDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_equipment(db, me, form):
    return application_view.detail(db, me, form.id)["equipment"]


@area.call("/api/appmain/getAppMainLastBussDetail", may=p.APPLY_QUERY, reads=True, form=asks(unitsysid="单位"))
def last_declaration(db, me, form):
    return application_view.last_of_unit(db, me, form.unitsysid)


@area.call("/api/appmain/findUnitEquipment", may=p.APPLY_SAVE, reads=True, form=OFFERED)
def unit_equipment(db, me, form) -> list[application_view.DeviceChoice]:
    return application_view.selectable(db, me, form.unitsysid, form.seisort, form.testsort)


@area.call("/api/appmain/findCombinations", any_user=True, reads=True, form=asks(equclacode="设备类别"))
def combinations(db, me, form) -> list[application_view.Combination]:
    return application_view.combinations(db, form.equclacode)


area.call("/api/appmain/findInmGroup", any_user=True, reads=True, form=groups.GroupForm)(groups.inspection_groups)


# what the specification calls the list of inspection groups (inm) is read as that of findInmGroup
area.call("/api/inmmain/getList", may=p.APPLY_QUERY, reads=True, form=groups.GroupForm)(groups.inspection_groups)


area.call("/api/businesspro/common/queryBusinessGroup", any_user=True, reads=True, form=groups.OfficeForm)(
    groups.business_groups
)


@area.call("/api/appmain/checkError", may=p.APPLY_QUERY, form=OneId, reads=True)
def check_application(db, me, form) -> list[Check]:
    return application_view.detail(db, me, form.id)["checks"]


@area.call("/api/appmain/deleteAppMain", may=p.APPLY_DELETE, form=ManyIds, changes=AppMain)
@area.call("/api/appmain/cancelAppMain", may=p.APPLY_DELETE, form=ManyIds, changes=AppMain)
def delete_sheets(db, me, form):
    return application_moves.delete_sheets(db, me, form.ids)


@area.call("/api/appmain/valiIsRegisterByAppno", may=p.APPLY_QUERY, reads=True, form=asks(appno="申报单号"))
def is_registered(db, me, form):
    return application_view.is_registered(db, me, form.appno)


@area.call("/api/appmain/checkCharge", may=p.APPLY_CHARGE, reads=True, form=ManyIds)
def check_charge(db, me, form) -> application_view.Chargeable:
    return application_view.charge_check(db, me, form.ids)


class SmsForm(Form):
    sendtype: str = Field("SBDJ", alias="sendType", title="短信类型", max_length=16)
    datacode: str = Field(title="业务单号", max_length=32)


@area.call("/api/smssend/smsSend/sendSmsByTemplate", may=p.APPLY_SMS, form=SmsForm, blind="sends a message")
def send_sms(db, me, form):
    application_moves.send_sms(db, me, form.sendtype, form.datacode)


@area.call(
    "/api/businesspro/common/getFlowLog", any_user=True, reads=True, form=asks(appno="申报单号", seisn="业务流水号")
)
def flow_log(db, me, form) -> application_view.FlowCourse:
    return application_view.flow_log(db, me, form.appno, form.seisn)


@area.call(
    "/api/custassess/getDetailCustAssess", may=p.ASSESS, reads=True, form=asks(appno="申报单号", appMainId="申报单")
)
def assessment_detail(db, me, form):
    return assessment.detail(db, me, form.appno, form.appMainId)


@area.call(
    "/api/custassess/saveCustAssess",
    may=p.ASSESS,
    form=assessment.AssessForm,
    blind="a declaration is assessed once, a second time is refused",
)
def save_assessment(db, me, form):
    assessment.save(db, me, form)


@area.call("/api/appmain/openAppMain", any_user=True, form=OneId, blind="notes who opened it first, over nothing")
def open_application(db, me, form):
    application_moves.open_application(db, me, form.id)


@area.call("/api/appmain/getAppMainPipelineDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_lines(db, me, form):
    return application_parts.lines_of(db, me, form.id)


@area.call("/api/appmain/getAppMainSamValveDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_valves(db, me, form):
    return application_parts.valves_of(db, me, form.id)


@area.call("/api/appmain/getAppMainProDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_products(db, me, form):
    return application_parts.products_of(db, me, form.id)
