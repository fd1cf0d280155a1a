"""Calls of registration."""

from tejian.archives.common.api import bind_print
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.registration import permissions as p
from tejian.registration.models.use import UseRegistration

from . import detail, papers, saving
from .forms import ACTS, API
from .process import MATERIALS, REGISTER

area = Area()
add_record(area, detail.USE_PAGE)
register(area, REGISTER)
MATERIALS.serve(area)
for mode, acts in ACTS.items():
    acts.serve(area, UseRegistration, saving.hooks_of(mode))
bind_print("SYDJZ", UseRegistration, p.QUERY, "use_certificate", papers.certificates, "regapplyno")
bind_print("SYDJB", UseRegistration, p.QUERY, "use_form", papers.application, "regapplyno")
bind_print("SYDJWS", UseRegistration, p.QUERY, "use_letter", papers.letter, "regapplyno")
bind_print("SYDJBG", UseRegistration, p.QUERY, "use_change", papers.change, "regapplyno")


@area.call(f"{API}/cars", may=p.QUERY, reads=True)
def cars(db, me, form) -> list[Option]:
    return saving.cars(db, me)
