"""Calls of the seals."""

from tejian.inspection.models.seals import SealCertificate
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, lists, saving  # noqa: F401
from .forms import ACTS
from .process import SEAL

area = Area()
add_record(area, detail.SEAL_PAGE)
register(area, SEAL)
ACTS.serve(area, SealCertificate, saving.HOOKS)
