"""Calls of samples and of the findings behind approved reports."""

from tejian.inspection.models.laboratory import LabSample
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, saving
from .process import FINDING, SAMPLE

area = Area()
add_record(area, detail.SAMPLE_VIEW)
add_record(area, detail.FINDING_VIEW)
register(area, SAMPLE, FINDING)
forms.ACTS.serve(area, LabSample, saving.HOOKS)
