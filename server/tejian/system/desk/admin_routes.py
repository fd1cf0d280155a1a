"""Calls of the menu and of the logs, and the description of all calls."""

from tejian.kit.forms.form import ManyIds
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area, File
from tejian.system import permissions as p
from tejian.system.models.settings import MenuNode

from . import logs, menus
from .description import described

area = Area()

crud(area, MenuNode, menus.MENU_FORM, Rights(p.MENU_SAVE), Hooks(menus.before_save, before_delete=menus.before_delete))


@area.call("/api/system/menu/groups", may=p.MENU_SAVE, reads=True)
def menu_groups(db, me, form):
    return menus.groups(db)


@area.call(
    "/api/system/session/end", may=p.SESSION_END, form=ManyIds, blind="ends sessions; nothing in them is written over"
)
def end_sessions(db, me, form):
    logs.end_sessions(db, me, form.ids)


@area.call("/api/openapi.json", may=p.OPENAPI_QUERY, reads=True)
def description(db, me, form) -> File:
    return File(described(), "application/json", inline=True)
