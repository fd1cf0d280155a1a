"""Calls of the annual figures. Reading is public: the page /ndtj opens without login and holds only sums."""

from tejian.kit.edge import Area

from . import service
from .permissions import COUNT

area = Area()


@area.call("/api/public/annual", public=True, reads=True, quiet=True)
def annual(db, me, form):
    return service.shown(db, form.get("year"), form.get("edition"), form.get("area"))


@area.call("/api/public/annualExport", public=True, reads=True, quiet=True)
def export(db, me, form):
    return service.exported(db, form.get("year"), form.get("edition"), form.get("area"))


@area.call("/api/statistics/annualCount", may=COUNT)
def count(db, me, form):
    return service.ask_to_count(db, me, form.get("year"))
