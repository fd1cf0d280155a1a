"""Calls of the organisation tree and the work calendar."""

from tejian.kit.crud import crud
from tejian.kit.edge import Area
from tejian.kit.forms import asks
from tejian.system import permissions as p

from . import calendar_screen, orgs
from .models import CalendarDay, Org

area = Area()

crud(
    area,
    "/api/system/org",
    Org,
    orgs.ORG_FORM,
    may_read=p.ORG_QUERY,
    may_save=p.ORG_SAVE,
    may_delete=p.ORG_SAVE,
    before_save=orgs.before_save,
    before_delete=orgs.before_delete,
)
crud(
    area,
    "/api/system/calendar",
    CalendarDay,
    calendar_screen.CALENDAR_FORM,
    may_read=p.CALENDAR_SAVE,
    may_save=p.CALENDAR_SAVE,
    may_delete=p.CALENDAR_SAVE,
    before_save=calendar_screen.before_save,
)


@area.call("/api/system/org/tree", any_user=True, reads=True)
def org_tree(db, me, form):
    return orgs.tree(db)


@area.call("/api/system/calendar/year", any_user=True, form=asks(year="年份"), reads=True)
def calendar_year(db, me, form):
    return calendar_screen.year(db, form.year)


@area.call("/api/system/calendar/toggle", may=p.CALENDAR_SAVE, form=asks(day="日期"))
def toggle_day(db, me, form):
    return calendar_screen.toggle(db, form.day)
