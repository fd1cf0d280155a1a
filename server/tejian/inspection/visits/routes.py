"""Calls of the visits that units book."""

from tejian.inspection import permissions as p
from tejian.kit.process.moves import register
from tejian.kit.web.edge import Area

from . import days, forms, saving, shown
from .process import VISIT

area = Area()
register(area, VISIT)


@area.call("/api/visit/book", may=p.ONLINE_SAVE, form=forms.Booking, blind="makes new applications")
def book(db, me, form) -> str:
    return saving.book(db, me, form)


@area.call("/api/visit/offer", may=p.ONLINE_SAVE, form=forms.Offered, reads=True)
def offer(db, me, form) -> list[shown.Offer]:
    return shown.offers(db, me, form.ids)


@area.call("/api/visit/booked", may=p.ONLINE_SAVE, reads=True)
def booked(db, me, form) -> list[shown.BookedVisit]:
    return shown.booked(db, me)


@area.call("/api/visit/days", may=p.ONLINE_SAVE, reads=True)
def coming(db, me, form) -> list[str]:
    return [str(one) for one in days.coming(db, forms.OFFERED_DAYS)]
