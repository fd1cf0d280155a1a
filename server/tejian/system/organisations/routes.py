"""Calls of the organisation tree and the work calendar."""

from tejian.kit.forms.form import asks
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area
from tejian.kit.web.seen import changes
from tejian.system import permissions as p
from tejian.system.models.organisations import CalendarDay, Org

from . import calendar_screen, orgs

area = Area()
OF_DAY = changes(CalendarDay, by=["day"], column=CalendarDay.day)

crud(
    area,
    Org,
    orgs.ORG_FORM,
    Rights(p.ORG_QUERY, p.ORG_SAVE),
    Hooks(orgs.before_save, before_delete=orgs.before_delete),
)
crud(
    area,
    CalendarDay,
    calendar_screen.CALENDAR_FORM,
    Rights(p.CALENDAR_SAVE),
    Hooks(calendar_screen.before_save),
)


@area.call("/api/system/org/tree", any_user=True, reads=True)
def org_tree(db, me, form):
    return orgs.tree(db)


@area.call("/api/system/calendar/year", any_user=True, form=asks(year="年份"), reads=True)
def calendar_year(db, me, form) -> calendar_screen.CalendarYear:
    return calendar_screen.year(db, form.year)


@area.call("/api/system/calendar/toggle", may=p.CALENDAR_SAVE, form=calendar_screen.DayForm, changes=OF_DAY)
def toggle_day(db, me, form) -> calendar_screen.Toggled:
    return calendar_screen.toggle(db, form)
