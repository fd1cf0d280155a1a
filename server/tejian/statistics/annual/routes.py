"""Calls of the annual figures. Reading is public: the page /ndtj opens without login and holds only sums."""

from tejian.kit.forms.form import asks
from tejian.kit.web.edge import Area

from . import service
from .permissions import COUNT

area = Area()
YEAR = asks(year="年份", edition="版次", area="区划")


@area.call("/api/public/annual", public=True, room="anonymous", reads=True, quiet=True, form=YEAR)
def annual(db, me, form) -> service.Annual:
    return service.shown(db, form.year, form.edition, form.area)


@area.call("/api/public/annualExport", public=True, room="anonymous", reads=True, quiet=True, form=YEAR)
def export(db, me, form):
    return service.exported(db, form.year, form.edition, form.area)


@area.call("/api/statistics/annualCount", may=COUNT, form=YEAR, blind="asks for a new edition; the old ones stay")
def count(db, me, form) -> service.Year:
    return service.ask_to_count(db, me, form.year)
