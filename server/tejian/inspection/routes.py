"""Calls of the inspection business: declarations (/api/appmain), business items (/api/appbuss), prints, home."""

from pydantic import Field

from tejian.kit.edge import Area
from tejian.kit.errors import BadInput
from tejian.kit.forms import Form, ManyIds, OneId
from tejian.kit.moves import register, sent_as

from . import (
    application_moves,
    application_view,
    applications,
    assessment,
    documents,
    forms,
    groups,
    handling,
    home,
    hooks,
    lists,
    public,
    records,
    supervision,
    tasks,
)
from . import permissions as p
from .declaration import DECLARATION
from .process import BUSINESS

area = Area()
register(area, DECLARATION, BUSINESS)


# -- declarations -------------------------------------------------------------------------------------------------


@area.call("/api/businesspro/appmain/findList", may=p.APPLY_QUERY, reads=True, single=True)
def application_list(db, me, form):
    return lists.apply_list.page(db, me, form)


@area.call("/api/appmain/appMainSheetList", any_user=True, reads=True, single=True)
def main_sheet_list(db, me, form):
    return step_list(form).page(db, me, form)


@area.call("/api/appbuss/appBussSheetList", any_user=True, reads=True, single=True)
def buss_sheet_list(db, me, form):
    return step_list(form).page(db, me, form)


def step_list(form):
    view = lists.STEP_LISTS.get(str(form.get("stepcode", "")))
    if view is None:
        raise BadInput("环节代码不正确")
    return view


@area.call("/api/appbuss/appBussSheetEndAllList", may=p.QUERY, reads=True)
def ended_list(db, me, form):
    return lists.ended_list.page(db, me, form)


@area.call("/api/appbuss/findList", may=p.QUERY, reads=True, single=True)
def business_list(db, me, form):
    return lists.all_list.page(db, me, form)


@area.call("/api/appbuss/autoWithdrawList", may=p.WITHDRAW, reads=True)
def withdraw_list(db, me, form):
    return lists.withdraw_list.page(db, me, form)


@area.call("/api/appmain/saveAppMain", may=p.APPLY_SAVE, form=applications.ApplicationForm)
def save_application(db, me, form):
    main = applications.save(db, me, form)
    return application_view.detail(db, me, main.id)


@area.call("/api/appmain/submitAppMain", may=p.APPLY_SAVE)
def submit_application(db, me, form):
    return application_moves.submit_any(db, me, form)


@area.call("/api/appmain/getDetailAppMain", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_detail(db, me, form):
    return application_view.detail(db, me, form.id)


@area.call("/api/appmain/getAppMainEquBasicDetail", may=p.APPLY_QUERY, form=OneId, reads=True)
def application_equipment(db, me, form):
    return application_view.detail(db, me, form.id)["equipment"]


@area.call("/api/appmain/getAppMainLastBussDetail", may=p.APPLY_QUERY, reads=True)
def last_declaration(db, me, form):
    return application_view.last_of_unit(db, me, str(form.get("unitsysid", "")))


@area.call("/api/appmain/findUnitEquipment", may=p.APPLY_SAVE, reads=True)
def unit_equipment(db, me, form):
    wanted = (str(form.get(n, "")) for n in ("unitsysid", "seisort", "testsort"))
    return application_view.selectable(db, me, *wanted)


@area.call("/api/appmain/findCombinations", any_user=True, reads=True)
def combinations(db, me, form):
    return application_view.combinations(db, str(form.get("equclacode", "")))


@area.call("/api/appmain/findInmGroup", any_user=True, reads=True)
def inspection_groups(db, me, form):
    return groups.inspection_groups(db, me, form)


@area.call("/api/businesspro/common/queryBusinessGroup", any_user=True, reads=True)
def business_groups(db, me, form):
    return groups.business_groups(db, me, form)


@area.call("/api/appmain/checkError", may=p.APPLY_QUERY, form=OneId, reads=True)
def check_application(db, me, form):
    return application_view.detail(db, me, form.id)["checks"]


@area.call("/api/appmain/deleteAppMain", may=p.APPLY_DELETE, form=ManyIds)
@area.call("/api/appmain/cancelAppMain", may=p.APPLY_DELETE, form=ManyIds)
def delete_sheets(db, me, form):
    return application_moves.delete_sheets(db, me, form.ids)


@area.call("/api/appmain/valiIsRegisterByAppno", may=p.APPLY_QUERY, reads=True)
def is_registered(db, me, form):
    return application_view.is_registered(db, me, str(form.get("appno", "")))


@area.call("/api/appmain/checkCharge", may=p.APPLY_CHARGE, reads=True)
def check_charge(db, me, form):
    ids = form.get("ids") or []
    return application_view.charge_check(db, me, ids if isinstance(ids, list) else str(ids).split(","))


class SmsForm(Form):
    sendtype: str = Field("SBDJ", alias="sendType", title="短信类型", max_length=16)
    datacode: str = Field(title="业务单号", max_length=32)


@area.call("/api/smssend/smsSend/sendSmsByTemplate", may=p.APPLY_SMS, form=SmsForm)
def send_sms(db, me, form):
    application_moves.send_sms(db, me, form.sendtype, form.datacode)


@area.call("/api/businesspro/common/getFlowLog", any_user=True, reads=True)
def flow_log(db, me, form):
    return application_view.flow_log(db, me, str(form.get("appno", "")), str(form.get("seisn", "")))


@area.call("/api/custassess/getDetailCustAssess", may=p.ASSESS, reads=True)
def assessment_detail(db, me, form):
    return assessment.detail(db, me, str(form.get("appno", "")), str(form.get("appMainId", "")))


@area.call("/api/custassess/saveCustAssess", may=p.ASSESS, form=assessment.AssessForm)
def save_assessment(db, me, form):
    assessment.save(db, me, form)


# -- review, acceptance, task -------------------------------------------------------------------------------------


@area.call("/api/appmain/saveAppMainAccept", may=p.ACCEPT)
def save_acceptance(db, me, form):
    tasks.save_acceptance(db, me, *sent_as(forms.AcceptForm, form))


@area.call("/api/appmain/openAppMain", any_user=True, form=OneId)
def open_application(db, me, form):
    application_moves.open_application(db, me, form.id)


@area.call("/api/appmain/taskSchedDetail", may=p.ARRANGE, form=ManyIds, reads=True)
def task_detail(db, me, form):
    return tasks.task_detail(db, me, form.ids)


@area.call("/api/appmain/taskSchedCheck", may=p.ARRANGE, reads=True)
def task_check(db, me, form):
    return tasks.check_arrangement(db, me, *sent_as(forms.ArrangeForm, form))


@area.call("/api/appmain/taskSchedSave", may=p.ARRANGE)
def task_save(db, me, form):
    tasks.save_arrangement(db, me, *sent_as(forms.ArrangeForm, form))


@area.call("/api/appmain/taskConfirmDetail", may=p.CONFIRM, form=OneId, reads=True)
def confirm_detail(db, me, form):
    return tasks.confirm_detail(db, me, form.id)


@area.call("/api/appmain/taskConfirmSave", may=p.CONFIRM)
def confirm_save(db, me, form):
    tasks.save_confirmation(db, me, *sent_as(forms.ConfirmForm, form))


@area.call("/api/appmain/taskConfirmCheck", may=p.CONFIRM, form=OneId, reads=True)
def confirm_check(db, me, form):
    return tasks.check_confirmation(db, me, form.id)


# -- report -------------------------------------------------------------------------------------------------------


@area.call("/api/appbuss/open", any_user=True, form=OneId)
def open_item(db, me, form):
    handling.open_item(db, me, form.id)


@area.call("/api/appbuss/getItem", any_user=True, form=OneId, reads=True)
def item_screen(db, me, form):
    return handling.item_screen(db, me, form.id)


@area.call("/api/appbuss/getAudit", any_user=True, form=OneId, reads=True)
def audit_screen(db, me, form):
    return handling.audit_screen(db, me, form.id)


@area.call("/api/appbuss/saveRecord", may=p.ENTER)
def save_record(db, me, form):
    (one, *_), values = sent_as(records.RecordForm, form)
    return handling.save_record(db, me, one, values)


@area.call("/api/appbuss/saveReportPrintInfo", may=p.PRINT)
def report_printed(db, me, form):
    return documents.report_printed(db, me, *sent_as(forms.PrintedForm, form))


@area.call("/api/appbuss/reportDraft", any_user=True, form=OneId, reads=True)
def report_draft(db, me, form):
    return documents.draft(db, me, form.id)


@area.call("/api/appbuss/reportFile", any_user=True, form=OneId, reads=True)
def report_file(db, me, form):
    return documents.issued_file(db, me, form.id)


# -- prints and public pages --------------------------------------------------------------------------------------


@area.call("/api/common/commonPrint", any_user=True, reads=True)
def common_print(db, me, form):
    return documents.common_print(db, me, form)


@area.call("/api/printlog/savrPrintLog", any_user=True)
def save_print_log(db, me, form):
    documents.save_print_log(db, me, form)


@area.call("/api/public/verifyReport", public=True, asked=True)
def verify_public(db, me, form, asked):
    return public.verify_report(db, asked, str(form.get("reportno", "")), str(form.get("code", "")))


@area.call("/api/public/reportFile", public=True, get=True, asked=True)
def public_file(db, me, form, asked):
    return public.report_file(db, asked, str(form.get("reportno", "")), str(form.get("code", "")))


@area.call("/api/home/todo", any_user=True, reads=True, single=True)
def todo(db, me, form):
    return home.todo(db, me)


@area.call("/api/home/month", any_user=True, reads=True)
def month(db, me, form):
    return home.month(db, me)


@area.call("/api/home/supervision", any_user=True, reads=True)
def supervision_desktop(db, me, form):
    return supervision.supervision(db, me)


@area.call("/api/search/palette", any_user=True, reads=True)
def palette(db, me, form):
    return hooks.palette(db, me, str(form.get("q") or ""))
