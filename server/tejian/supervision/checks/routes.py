"""Calls of the checks."""

from tejian.archives.common.api import bind_print
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.models.checks import SupervisionCheck

from . import detail, papers, saving
from .forms import ACTS
from .process import CHECK, CHECKS

area = Area()
for page in detail.PAGES:
    add_record(area, page)
register(area, CHECKS)
CHECK.serve(area)
for by, acts in ACTS.items():
    acts.serve(area, SupervisionCheck, saving.hooks_of(by))
bind_print("AQJCJL", SupervisionCheck, p.CHECK_QUERY, "check_record", papers.on_site, "checkno")
bind_print("AQJCZL", SupervisionCheck, p.CHECK_QUERY, "check_order", papers.order, "orderno")
bind_print("AQFCJL", SupervisionCheck, p.CHECK_QUERY, "check_again", papers.again, "checkno")
