"""Calls of piping: lines, their projects, and the review of changes."""

from tejian.archives import permissions as p
from tejian.archives.common import api as spreadsheets
from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import PipeChange, Pipeline
from tejian.kit.forms.form import ManyIds, OneId, asks
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Answer, Area
from tejian.kit.web.seen import changes

from . import detail, editing, lists, review, service
from .forms import SENT_LINE

area = Area()
OF_PROJECT = changes(Equipment, by=["id", "equdatasysid"])
add_record(area, detail.LINE)

TECHNICAL = ("技术参数",)
GX, PROJECT, CHECK = "/api/eqd8000GXtpm/eqd8000GXtpm", "/api/eqd8000tpm/eqd8000tpm", "/api/eqdmodify/eqdModifyCheck"
spreadsheets.declare(area, "8000GX", lists.line_list.no)


def told(kept):
    """An answer that says when a change was only asked for."""
    words = "已提交审核，同意后生效" if kept.get("pending") else ""
    return Answer(kept, {"errorMsg": words, "errmsg": words})


@area.call(f"{GX}/getDetailBy8000GX", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def line_detail(db, me, form) -> service.LineDetail:
    return service.line_detail(db, me, form.id)


@area.call("/api/eqdbase/eqdBasic/addGx", may=p.EQUIPMENT_QUERY, form=SENT_LINE, blind="adds a line")
def add_line(db, me, form):
    return told(editing.add_line(db, me, form))


@area.call("/api/eqdbase/eqdBasic/editGx", may=p.EQUIPMENT_QUERY, form=SENT_LINE, changes=Pipeline)
def edit_line(db, me, form):
    return told(editing.edit_line(db, me, form))


@area.call(f"{PROJECT}/deleteEqm", may=p.EQUIPMENT_QUERY, form=asks(ManyIds, changereason="修改原因"), changes=Pipeline)
def delete_lines(db, me, form):
    return told(editing.delete_lines(db, me, form.ids, form.changereason[:500]))


@area.call(f"{PROJECT}/getDetailBy8000PIPELINE", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def lines_of(db, me, form) -> service.ProjectLines:
    return service.lines_of(db, me, form.id)


@area.call(f"{PROJECT}/getUpdateList", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def changes_of(db, me, form) -> list[review.ChangeRow]:
    return review.of_project(db, me, form.id)


@area.call(f"{PROJECT}/findListBy8000Count", may=p.EQUIPMENT_QUERY, reads=True)
def counts(db, me, form):
    return service.counts(db, me, lists.line_list.query(me, form))


@area.call(f"{PROJECT}/updateMessage", may=p.EQUIPMENT_QUERY, form=equipment.DeviceForm, changes=OF_PROJECT)
def change_project(db, me, form):
    return told(equipment.edit(db, me, form))


@area.call(f"{CHECK}/getDetail", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def change_detail(db, me, form) -> review.ChangeDetail:
    return review.detail(db, me, form.id)


@area.call(f"{CHECK}/getBasicDetail", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def basic_part(db, me, form) -> review.ChangeDetail:
    return review.detail(db, me, form.id, TECHNICAL, without=True)


@area.call(f"{CHECK}/getTpmDetail", may=p.EQUIPMENT_QUERY, form=OneId, reads=True)
def technical_part(db, me, form) -> review.ChangeDetail:
    return review.detail(db, me, form.id, TECHNICAL)


@area.call(f"{CHECK}/checkAgree", may=p.PIPE_CHECK, get=True, form=asks(id="主键", opinion="意见"), changes=PipeChange)
def agree(db, me, form):
    return review.agree(db, me, form.id, form.opinion)


@area.call(
    f"{CHECK}/checkRefuse",
    may=p.PIPE_CHECK,
    get=True,
    form=asks(id="主键", opinion="意见", reason="原因"),
    changes=PipeChange,
)
def refuse(db, me, form):
    return review.refuse(db, me, form.id, (form.opinion or form.reason))
