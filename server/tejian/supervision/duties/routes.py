"""Calls of the records of duty."""

from tejian.archives.common.api import bind_print
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.models.duties import DutyRecord

from . import detail, papers, saving
from .forms import ACTS
from .process import DUTIES, DUTY

area = Area()
add_record(area, detail.DUTY_PAGE)
register(area, DUTIES)
DUTY.serve(area)
ACTS.serve(area, DutyRecord, saving.HOOKS)
bind_print("LZJL", DutyRecord, p.DUTY_QUERY, "duty_record", papers.on_paper, "unitname")
