"""Calls of the desktops and of the palette."""

from tejian.inspection.desk import given as hooks
from tejian.inspection.desk import home, supervision
from tejian.inspection.desk.desks import DESKS
from tejian.inspection.desk.panels import DeskAnswer
from tejian.kit.forms.form import asks
from tejian.kit.web.edge import Area

area = Area()


@area.call("/api/home/todo", any_user=True, reads=True, single=True)
def todo(db, me, form) -> home.Todo:
    return home.todo(db, me)


@area.call("/api/home/desk", any_user=True, reads=True, form=asks(page="页面"))
def desk(db, me, form) -> DeskAnswer:
    return DESKS.shown(db, me, form.page)


@area.call("/api/home/month", any_user=True, reads=True)
def month(db, me, form) -> home.MonthFigures:
    return home.month(db, me)


@area.call("/api/home/supervision", any_user=True, reads=True)
def supervision_desktop(db, me, form) -> supervision.Supervision:
    return supervision.supervision(db, me)


@area.call("/api/home/trend", any_user=True, reads=True)
def trend(db, me, form) -> list[supervision.TrendMonth]:
    return supervision.trend(db, me)


@area.call("/api/search/palette", any_user=True, reads=True, form=asks(q="查找内容"))
def palette(db, me, form) -> list[hooks.PaletteHit]:
    return hooks.palette(db, me, form.q)
