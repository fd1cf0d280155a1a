"""The work calendar: the days that differ from Monday to Friday, as a list and as a year."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.db import check_version
from tejian.kit.forms.form import Version, asks
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Stale
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import ListView, Search, add_list, col, dates, like
from tejian.system import permissions as p
from tejian.system.models.organisations import CalendarDay
from tejian.system.settings.api import add, edit, is_on, remove

from .calendar import exceptions

WORKED = {"1": "上班", "0": "休息"}

_worked = Search(
    "working", "安排", lambda v: CalendarDay.working.is_(is_on(v)), widget="select", options=WORKED, quick=True
)

calendar_list = add_list(
    ListView(
        no="sys_calendar_list",
        title="日历管理",
        permission=p.CALENDAR_SAVE,
        export_permission=p.EXPORT,
        source=select(CalendarDay),
        key=CalendarDay.id,
        visible=CalendarDay.visible,
        url="/api/system/calendar/findList",
        sort="-day",
        page_size=50,
        columns=[
            col(CalendarDay.day, fixed="left"),
            col(CalendarDay.working, 80, label="上班"),
            col(CalendarDay.name, 200),
            col(CalendarDay.source, 300),
            col(CalendarDay.updateby, 90),
        ],
        search=[
            dates("day", "日期", CalendarDay.day, quick=True),
            _worked,
            like("name", "说明", CalendarDay.name),
        ],
        actions=[
            add(p.CALENDAR_SAVE, "sys_calendar_form"),
            edit(p.CALENDAR_SAVE, "sys_calendar_form"),
            remove(p.CALENDAR_SAVE, "/api/system/calendar/delete", "安排"),
        ],
    )
)

CALENDAR_FORM = add_form(
    FormView(
        "sys_calendar_form",
        "工作日历",
        "/api/system/calendar/save",
        [
            Group(
                "",
                [
                    Field("day", "日期", "date", required=True, span=12),
                    Field("working", "上班", "bool", required=True, default="0", span=12),
                    Field("name", "说明", size=64, span=24),
                    Field("source", "依据", size=256, span=24, help="例如国务院办公厅关于节假日安排的通知"),
                ],
            )
        ],
        load_url="/api/system/calendar/load",
        width=560,
    )
)


def before_save(db: Session, me: User, row: CalendarDay, values: dict[str, Any]) -> None:
    day = values.get("day") or row.day
    if db.scalar(select(CalendarDay.id).where(CalendarDay.day == day, CalendarDay.id != (row.id or ""))):
        raise BadInput("日期：该日已有安排", field="day")
    if not 2000 <= day.year <= 2100:
        raise BadInput("日期：应在2000年至2100年之间", field="day")


class CalendarDate(TypedDict):
    """A day; an `exception` is not worked, or free, as its weekday says."""

    day: str
    working: bool
    exception: bool
    name: str
    version: int  # of the row that the day has of its own; 0 without one


class CalendarYear(TypedDict):
    year: int
    days: list[CalendarDate]
    workingDays: int


class Toggled(TypedDict):
    day: str
    working: bool
    exception: bool


def year(db: Session, wanted: str) -> CalendarYear:
    """Every day of a year with whether it is worked and why, and the number of working days."""
    number = int(wanted) if wanted.isdecimal() and len(wanted) == 4 else clock.today().year
    if not 2000 <= number <= 2100:
        raise BadInput("年份：应在2000年至2100年之间")
    first, last = date(number, 1, 1), date(number, 12, 31)
    odd = exceptions(db, first, last)
    own = db.scalars(select(CalendarDay).where(CalendarDay.day.between(first, last)))
    names = {r.day: (r.name, r.version) for r in own}
    span = (first + timedelta(days=i) for i in range((last - first).days + 1))
    days: list[CalendarDate] = [
        {
            "day": d.isoformat(),
            "working": odd.get(d, d.weekday() < 5),
            "exception": d in odd,
            "name": names.get(d, ("", NO_ROW))[0],
            "version": names.get(d, ("", NO_ROW))[1],
        }
        for d in span
    ]
    return {"year": number, "days": days, "workingDays": sum(1 for d in days if d["working"])}


NO_ROW = 0  # the version of a day that has no row of its own


class DayForm(asks(day="日期")):  # type: ignore[misc]
    """A day, and the version of its row as it was read."""

    version: Version = None


def toggle(db: Session, form: DayForm) -> Toggled:
    """Turn a working day into a free one or back; a day that is again as its weekday says loses its row."""
    try:
        day = date.fromisoformat(form.day)
    except ValueError:
        raise BadInput("日期：日期应为yyyy-MM-dd") from None
    if not 2000 <= day.year <= 2100:
        raise BadInput("日期：应在2000年至2100年之间")
    row = db.scalars(select(CalendarDay).where(CalendarDay.day == day).with_for_update()).first()
    if row:
        check_version(row, form.version)
    elif form.version != NO_ROW:
        raise Stale(f"{day}的安排已被他人取消，请刷新后再操作")
    usual = day.weekday() < 5
    working = not (row.working if row else usual)
    if row and working == usual:
        db.delete(row)
    elif row:
        row.working = working
    else:
        db.add(CalendarDay(day=day, working=working, name="调休上班" if working else "休息"))
    return {"day": day.isoformat(), "working": working, "exception": working != usual}
