"""Calls of the turnarounds."""

from tejian.inspection import permissions as p
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject, TurnaroundWork
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import declaring, detail, filing, forms, lists, saving  # noqa: F401
from .forms import API
from .process import ITEM, PROJECT

area = Area()
add_record(area, detail.PROJECT_VIEW)
add_record(area, detail.ITEM_VIEW)
register(area, PROJECT)
register(area, ITEM)
forms.PROJECT_ACTS.serve(area, TurnaroundProject, saving.PROJECT_HOOKS)
forms.PACKAGE_ACTS.serve(area, TurnaroundItem, saving.PACKAGE_HOOKS)
crud(area, TurnaroundWork, forms.WORK_FORM, Rights(p.TURN_QUERY, p.TURN_ENTER), saving.WORK_HOOKS)
FILES = "files devices under a project and changes none of them"


@area.call(forms.FILE_VESSELS.save_url, may=p.TURN_SAVE, form=forms.FILE_VESSELS, blind=FILES)
def file_vessels(db, me, form) -> int:
    return filing.file_vessels(db, me, form.ids, form["project_id"])


@area.call(forms.FILE_LINES.save_url, may=p.TURN_SAVE, form=forms.FILE_LINES, blind=FILES)
def file_lines(db, me, form) -> int:
    return filing.file_lines(db, me, form.ids, form["project_id"])


@area.call(forms.DECLARE.save_url, may=p.APPLY_SAVE, form=forms.DECLARE, blind="makes new declarations")
def declare(db, me, form) -> list[str]:
    return declaring.declare(db, me, form.ids)


@area.call(f"{API}/projectsForVessels", may=p.TURN_SAVE, form=ManyIds, reads=True)
def projects_for_vessels(db, me, form) -> list[Option]:
    return filing.projects_for_vessels(db, me, form.ids)


@area.call(f"{API}/projectsForLines", may=p.TURN_SAVE, form=ManyIds, reads=True)
def projects_for_lines(db, me, form) -> list[Option]:
    return filing.projects_for_lines(db, me, form.ids)


@area.call(f"{API}/people", may=p.TURN_SAVE, form=ManyIds, reads=True)
def people(db, me, form) -> list[Option]:
    return saving.people(db, me, form.ids)
