"""Calls of acceptance, arrangement, confirmation and of the pages of items."""

from tejian.archives.models.equipment import Equipment
from tejian.archives.permissions import EQUIPMENT_QUERY
from tejian.inspection import permissions as p
from tejian.inspection.flow import api as forms
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.records import api as records
from tejian.inspection.tasks import arranging as tasks
from tejian.inspection.tasks import detection, handling, shortcut, valves
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.form import Known, ManyIds, OneId
from tejian.kit.ground.shapes import Check, Option
from tejian.kit.importing.view import add_import
from tejian.kit.web.edge import Area

area = Area()
LIFTS = "/api/eqd3000tpm/eqd3000tpm"
add_import(valves.VIEW)


@area.call("/api/appmain/saveAppMainAccept", may=p.ACCEPT, form=forms.AcceptForm, changes=AppMain)
def save_acceptance(db, me, form):
    tasks.save_acceptance(db, me, form)


@area.call("/api/appmain/taskSchedDetail", may=p.ARRANGE, form=ManyIds, reads=True)
def task_detail(db, me, form) -> tasks.TaskDetail:
    return tasks.task_detail(db, me, form.ids)


area.call("/api/appmain/taskSchedCheck", may=p.ARRANGE, form=forms.ArrangeForm, reads=True)(tasks.check_arrangement)


@area.call("/api/appmain/taskSchedSave", may=p.ARRANGE, form=forms.ArrangeForm, changes=AppBuss)
def task_save(db, me, form):
    tasks.save_arrangement(db, me, form)


@area.call(shortcut.CALL, may=p.ARRANGE, form=shortcut.FORM, changes=AppBuss)
def shortcut_plan(db, me, form) -> int:
    return shortcut.arrange(db, me, form)


@area.call(f"{shortcut.CALL}/boxes", may=p.ARRANGE, reads=True)
def shortcut_boxes(db, me, form) -> list[Option]:
    return shortcut.boxes(db, me)


@area.call(shortcut.MAINS, may=p.ARRANGE, form=ManyIds, reads=True)
def shortcut_mains(db, me, form) -> list[Option]:
    return forms.choices(db, me, many_visible_or_refuse(db, me, AppBuss, form.ids), forms.MAIN)


@area.call(shortcut.PEOPLE, may=p.ARRANGE, form=ManyIds, reads=True)
def shortcut_people(db, me, form) -> list[Option]:
    return forms.choices(db, me, many_visible_or_refuse(db, me, AppBuss, form.ids))


@area.call("/api/appmain/taskConfirmDetail", may=p.CONFIRM, form=OneId, reads=True)
def confirm_detail(db, me, form) -> tasks.ConfirmDetail:
    return tasks.confirm_detail(db, me, form.id)


@area.call("/api/appmain/taskConfirmSave", may=p.CONFIRM, form=forms.ConfirmForm, changes=AppBuss)
def confirm_save(db, me, form):
    tasks.save_confirmation(db, me, form)


@area.call("/api/appmain/taskConfirmCheck", may=p.CONFIRM, form=OneId, reads=True)
def confirm_check(db, me, form) -> list[Check]:
    return tasks.check_confirmation(db, me, form.id)


@area.call("/api/appbuss/open", any_user=True, form=handling.OpenForm, blind="notes who opened it, over nothing")
def open_item(db, me, form):
    handling.open_item(db, me, form)


@area.call("/api/appbuss/getItem", any_user=True, form=OneId, reads=True)
def item_screen(db, me, form) -> handling.ItemScreen:
    return handling.item_screen(db, me, form.id)


@area.call("/api/appbuss/getAudit", any_user=True, form=OneId, reads=True)
def audit_screen(db, me, form) -> handling.AuditScreen:
    return handling.audit_screen(db, me, form.id)


@area.call("/api/appbuss/saveRecord", may=p.ENTER, form=records.RecordForm, changes=records.OF_RECORD)
def save_record(db, me, form) -> handling.RecordState:
    return handling.save_record(db, me, form)


@area.call("/api/appbuss/fillAsBefore", may=p.ENTER, form=Known, changes=records.OF_RECORD)
def fill_as_before(db, me, form) -> handling.RecordState:
    return handling.fill_as_before(db, me, form)


@area.call(f"{LIFTS}/getDetectionBaseInfo", may=EQUIPMENT_QUERY, form=OneId, reads=True)
def detection_info(db, me, form):
    return detection.info(db, me, form.id)


area.call(f"{LIFTS}/getDetectionNextDate", may=EQUIPMENT_QUERY, form=detection.DetectionDay, reads=True)(
    detection.proposal
)


@area.call(f"{LIFTS}/updateDetectionBaseInfo", may=detection.EDIT, form=detection.DetectionDay, changes=Equipment)
def detection_update(db, me, form):
    return detection.update(db, me, form)
