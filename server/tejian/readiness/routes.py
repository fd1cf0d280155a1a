"""The call of the page of readiness."""

from tejian.kit.web.edge import Area

from . import service
from .permissions import QUERY

area = Area()


@area.call("/api/system/readiness", may=QUERY, reads=True)
def readiness(db, me, form) -> list[service.ReadyGroup]:
    return service.readiness(db, me)
