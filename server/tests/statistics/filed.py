"""Indicators and a form as tests begin with them: two counts, a formula, a form that must add up."""

from typing import Any

from sqlalchemy import select

from tejian.statistics.models.filed import Indicator, StatForm
from tests.inspection.conftest import Office

INDICATORS, FORMS = "/api/statistics/indicator", "/api/statistics/form"
WHY = {"definition": "口径", "source": "年度统计报表制度"}
IN_USE = {"code": "EQ09", "name": "在用", "unit": "台", "kind": "1", "behind": "device", "asks": "使用状态=在用"} | WHY
LATE = IN_USE | {"code": "EQ13", "name": "超期未检", "asks": "超期未检=是"}
SHARE = {"code": "EQ14", "name": "超期率", "unit": "%", "kind": "2", "formula": "EQ13/EQ09*100"} | WHY
FORM = {"code": "TJ01", "name": "设备状态", "division": "equclass", "source": "表1"}


def draft(office: Office, **form: Any) -> Indicator:
    key = office.good("juzhang", f"{INDICATORS}/save", **form)["id"]
    return office.db.scalars(select(Indicator).where(Indicator.id == key)).one()


def used(office: Office, **form: Any) -> Indicator:
    one = draft(office, **form)
    office.good("juzhang", f"{INDICATORS}/publish", ids=one.id)
    return one


def written(office: Office) -> Indicator:
    return draft(office, **IN_USE)


def form_written(office: Office, columns: str = "EQ09 EQ13 EQ14", **more: Any) -> StatForm:
    """A form of three indicators in use."""
    for one in (IN_USE, LATE, SHARE):
        used(office, **one)
    rows = [{"code": code, "heading": ""} for code in columns.split()]
    key = office.good("juzhang", f"{FORMS}/save", **FORM, columns=rows, **more)["id"]
    return office.db.scalars(select(StatForm).where(StatForm.id == key)).one()
