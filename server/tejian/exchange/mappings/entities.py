"""What can be exchanged: the entities, and of each the columns that may leave (data/exchange_fields.csv)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, select

from tejian import data
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope
from tejian.system.organisations.api import covered_prefix


@dataclass(frozen=True)
class Entity:
    """One kind of object. `area` and `of_org` say whose it is, `gone` is true of what no longer counts."""

    code: str
    label: str
    model: Any
    number: Any
    title: Any
    area: Any
    of_org: Callable[[str], ColumnElement[bool]]
    gone: ColumnElement[bool]
    equclass: Any = None
    beside: Any = None  # a model of whose row it also speaks
    joined: Any = None

    @property
    def columns(self) -> Mapping[str, Any]:
        """The columns that may leave, by name."""
        return {name: getattr(self.model, name, None) or getattr(self.beside, name) for name in _declared()[self.code]}

    def of(self, *what: Any) -> Select[Any]:
        """A query of these objects."""
        query = select(*what).select_from(self.model)
        return query.join(self.beside, self.joined) if self.beside else query

    def seen_by(self, orgid: str, areacode: str) -> ColumnElement[bool]:
        """The objects of an institute, or else of an area, gone ones too: who has them must learn that."""
        if orgid:
            return self.of_org(orgid)
        return in_scope(User("", "", area=areacode, scope="area"), area=self.area)  # type: ignore[no-any-return]

    def within(self, areacode: str, equclass: str) -> list[ColumnElement[bool]]:
        """The filter of a plan."""
        found = [self.area.startswith(covered_prefix(areacode), autoescape=True)] if areacode else []
        return [*found, self.equclass == equclass] if equclass and self.equclass is not None else found


def _inspects(org: str) -> ColumnElement[bool]:
    """The units of which an institute inspects a device."""
    return exists().where(Equipment.useorgsysid == Unit.id, Equipment.cheorgsysid == org)


ENTITIES = {
    one.code: one
    for one in (
        Entity(
            *("equipment", "设备", Equipment, Equipment.equcode, Equipment.equname),
            *(Equipment.areacode, Equipment.cheorgsysid.__eq__, Equipment.equDel != 0),
            equclass=Equipment.equclass,
        ),
        Entity("unit", "单位", Unit, Unit.code, Unit.name, Unit.areacode, _inspects, Unit.unitDel != 0),
        Entity(
            *("report", "检验报告", Report, Report.reportno, AppBuss.unitname),
            *(AppBuss.areacode, AppBuss.cheorg.__eq__, Report.replacedby != ""),
            equclass=AppBuss.equclass,
            beside=AppBuss,
            joined=AppBuss.id == Report.appbuss_id,
        ),
    )
}
NAMES = {code: one.label for code, one in ENTITIES.items()}
SAMPLE = "sample"  # of a laboratory: sent one by one and answered, without a mapping and a plan
GRANTED = {**NAMES, SAMPLE: "实验室样品"}


@cache
def _declared() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in data.rows("exchange_fields"):
        found.setdefault(row["entity"], []).append(row["prop"])
    return found


@cache
def options() -> Mapping[str, str]:
    """Every column that may leave, as a form offers it: entity and column."""
    return {
        f"{one.code}.{name}": f"{one.label}：{column.info['label']}"
        for one in ENTITIES.values()
        for name, column in one.columns.items()
    }
