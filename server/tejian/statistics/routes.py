"""Calls of statistics: portraits of units and the lists behind their figures."""

from tejian.archives import permissions as p
from tejian.kit.forms.form import asks
from tejian.kit.web.edge import Area

from . import lists, portraits

area = Area()


area.call("/api/statistics/findUnqualifiedList", may=p.EQUIPMENT_QUERY, reads=True, replica=True)(
    lists.unqualified_list.page
)


area.call("/api/statistics/findReportList", may=p.PORTRAIT, reads=True, replica=True)(lists.report_list.page)


@area.call("/api/statistics/portraitUnits", may=p.PORTRAIT, reads=True, form=asks(role="角色", name="名称"))
def portrait_units(db, me, form) -> list[portraits.PortraitUnit]:
    return portraits.candidates(db, me, form.role, form.name)


@area.call("/api/statistics/portrait", may=p.PORTRAIT, reads=True, replica=True, form=asks(role="角色", id="主键"))
def portrait(db, me, form) -> portraits.Portrait:
    return portraits.portrait(db, me, form.role, form.id)
