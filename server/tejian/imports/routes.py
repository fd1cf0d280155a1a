"""Calls of the import dialog."""

from tejian.kit.forms.form import Known, OneId, asks
from tejian.kit.records.crud import Rights, Saved, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import lists, mapping, service
from .models import ImportSource
from .permissions import SOURCES

area = Area("/api/import")

add_record(area, lists.SOURCE)
crud(area, ImportSource, lists.FORM, Rights(SOURCES, SOURCES), lists.HOOKS)


@area.call("/config", any_user=True, reads=True, form=asks(viewNo="页面"))
def config(db, me, form) -> service.ImportConfig:
    return service.config(db, me, form.viewNo)


@area.call("/template", any_user=True, reads=True, form=asks(viewNo="页面"))
def template(db, me, form):
    return service.template(db, me, form.viewNo)


@area.call("/start", any_user=True, caller=True, form=service.StartForm, limit=service.UPLOAD_LIMIT, blind=service.ADDS)
def start(db, me, form, caller) -> service.ImportState:
    return service.begin(db, me, form)


@area.call("/progress", any_user=True, form=OneId, reads=True, quiet=True)
def progress(db, me, form) -> service.ImportState:
    return service.progress(db, me, form.id)


@area.call("/errors", any_user=True, form=OneId, reads=True)
def errors(db, me, form):
    return service.errors(db, me, form.id)


@area.call("/sources", any_user=True, reads=True, form=asks(viewNo="页面"))
def sources(db, me, form) -> list[mapping.KnownSource]:
    return mapping.sources(db, me, form.viewNo)


@area.call("/propose", any_user=True, reads=True, form=asks(OneId, sourceId="来源"))
def propose(db, me, form) -> mapping.Proposed:
    return mapping.proposed(db, me, form.id, form.sourceId)


@area.call("/words", any_user=True, reads=True, form=mapping.WordsForm)
def words(db, me, form) -> list[mapping.FieldWords]:
    return mapping.words(db, me, form)


@area.call("/preview", any_user=True, reads=True, form=mapping.MeaningForm)
def preview(db, me, form) -> mapping.Understood:
    return mapping.understood(db, me, form)


@area.call("/saveSource", any_user=True, form=mapping.SourceForm, changes=ImportSource)
def save_source(db, me, form) -> Saved:
    return mapping.save(db, me, form)


@area.call("/deleteSource", any_user=True, form=Known, changes=ImportSource)
def delete_source(db, me, form):
    mapping.delete(db, me, form)
