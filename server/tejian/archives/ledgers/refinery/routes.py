"""Calls of the refinery group."""

from tejian.archives import permissions as p
from tejian.archives.ledgers.refinery.forms import CONTAINER_FORM, PIPELINE_FORM
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.kit.forms.form import OneId, asks
from tejian.kit.web.edge import Area

from . import lists, service

area = Area("/api/refinery")


@area.call("/columns", may=p.REFINERY_QUERY, reads=True, form=asks(kind="对象"))
def columns(db, me, form) -> list[service.LedgerColumn]:
    return service.columns(form.kind)


@area.call("/findTargets", may=p.REFINERY_QUERY, reads=True, form=asks(kind="对象", name="名称"))
def find_targets(db, me, form) -> list[lists.Target]:
    return lists.find_targets(db, me, form.kind, form.name)


@area.call("/checkContainers", may=p.REFINERY_SAVE, form=service.PastedRows, reads=True)
def check_containers(db, me, form) -> service.Ledger:
    return service.containers(db, me, form, store=False)


@area.call("/registerContainers", may=p.REFINERY_SAVE, form=service.PastedRows, blind="adds devices")
def register_containers(db, me, form) -> service.Ledger:
    return service.containers(db, me, form, store=True)


@area.call("/checkPipelines", may=p.REFINERY_SAVE, form=service.PastedRows, reads=True)
def check_pipelines(db, me, form) -> service.Ledger:
    return service.pipelines(db, me, form, store=False)


@area.call("/registerPipelines", may=p.REFINERY_SAVE, form=service.PastedRows, blind="adds lines")
def register_pipelines(db, me, form) -> service.Ledger:
    return service.pipelines(db, me, form, store=True)


@area.call("/inspectionStart", may=p.REFINERY_SAVE, form=OneId, reads=True)
def inspection_start(db, me, form):
    return service.inspection_start(db, me, form.id)


@area.call("/saveContainerInspection", may=p.REFINERY_SAVE, form=CONTAINER_FORM, changes=Equipment)
def inspect_container(db, me, form):
    return service.inspect_container(db, me, form)


@area.call("/savePipelineInspection", may=p.REFINERY_SAVE, form=PIPELINE_FORM, changes=Pipeline)
def inspect_pipeline(db, me, form):
    return service.inspect_pipeline(db, me, form)
