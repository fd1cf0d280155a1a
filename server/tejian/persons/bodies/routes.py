"""Calls of bodies and supervisors."""

from tejian.kit.ground.shapes import Option
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.persons import permissions as p
from tejian.persons.models.bodies import ExamBody, MonitorCert

from . import choosing, detail, saving
from .forms import ACTS, API, MONITOR_ACTS

area = Area()
add_record(area, detail.BODY_PAGE)
ACTS.serve(area, ExamBody, saving.HOOKS)
MONITOR_ACTS.serve(area, MonitorCert, saving.MONITOR_HOOKS)


@area.call(f"{API}/organisations", may=p.BODY_QUERY, reads=True)
def organisations(db, me, form) -> list[Option]:
    return choosing.organisations(db, me)
