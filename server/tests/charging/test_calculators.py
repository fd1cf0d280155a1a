"""The calculators of a registration: worked examples of the fee notes, kept with the charge and worked out again."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.differences import why_wrong
from tejian.charging.models.charges import ChargeLine
from tejian.inspection.models.items import AppBuss

from .conftest import CALLS, Cash

PATHS = {
    "gdjj": "/api/chagdjjmain/ibmsSeiAssChaGdjjMain/gdjjSave",
    "gddj": "/api/chagddj/ibmsSeiAssChaGddj/gddjSave",
    "rqdj": "/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave",
}
WHY = "档案缺少参数，按竣工图"


def item(cash: Cash, equclass: str, kind: str, testsort: str) -> AppBuss:
    """An item of another kind of device, of which the archive knows nothing."""
    row = cash.items()[0]
    row.equclass, row.equclacode, row.testsort = equclass, kind, testsort
    cash.office.db.commit()
    return row


def pipe(number: str, dia: str, length: str) -> dict[str, str]:
    return {"pipeno": number, "nominaldia": dia, "pipelength": length}


TWO = [pipe("GL-1", "100", "80"), pipe("GL-2", "200", "150")]
CASES = [
    ("gddj", "8000", "8310", "0212", {"pipes": TWO}, ["200.00", "390.00"]),  # fees_notes §5
    ("gddj", "8000", "8310", "0212", {"pipes": [pipe("GL-1", "50", "200.5")]}, ["200.50"]),
    ("gdjj", "8000", "8310", "0107", {"pipes": [pipe("GL-1", "100", "80")]}, ["216.00"]),
    ("gdjj", "8000", "8310", "0103", {"consprice": "100000.50"}, ["3000.02"]),
    (
        *("rqdj", "2000", "2170", "0205"),
        {"volume": "30", "vesselclass": "III", "mediumgroup": "1"},
        ["700.00", "210.00", "210.00"],
    ),
    ("rqdj", "2000", "2170", "0205", {"volume": "50.001", "vesselclass": "I", "mediumgroup": "2"}, ["1000.00"]),
]


@pytest.mark.parametrize(("kind", "equclass", "sort", "testsort", "given", "amounts"), CASES)
def test_a_calculator_gives_the_lines_that_the_charge_then_keeps(
    cash: Cash, kind: str, equclass: str, sort: str, testsort: str, given: dict[str, Any], amounts: list[str]
) -> None:
    row = item(cash, equclass, sort, testsort)
    draft = cash.office.good("shoufei", f"{CALLS}/detail", ids=row.id)["items"][0]
    assert (draft["calculator"], draft["missing"] != "") == (kind, True)
    form = {**given, "reason": WHY}
    said = cash.office.good("shoufei", PATHS[kind], item=row.id, given=form)
    assert [one["amount"] for one in said["lines"]] == amounts
    assert said["total"] == f"{sum(Decimal(one) for one in amounts):.2f}"
    assert all(one["explanation"].endswith(f"（参数手工填写：{WHY}）") for one in said["lines"])
    assert cash.counts()[0] == 0  # nothing is stored by calculating
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": row.id, "given": form}])
    charge = cash.charge(made[0]["id"])
    query = select(ChargeLine).where(ChargeLine.charge_id == charge.id, ChargeLine.kind == "computed")
    lines = list(cash.office.db.scalars(query.order_by(ChargeLine.seq)))
    assert [f"{one.amount:.2f}" for one in lines] == amounts
    assert {one.reason for one in lines} == {f"手工参数：{WHY}"}
    assert all(one.params and one.formula for one in lines)
    assert why_wrong(cash.office.db, charge) == ""
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)


WRONG = [
    ("gddj", "0212", {"pipes": TWO}, "手工参数：必填"),
    ("gddj", "0212", {"reason": WHY}, "管道定检计费：请填写至少一条管道或施工合同价"),
    ("gddj", "0212", {"pipes": [TWO[0], TWO[0]], "reason": WHY}, "管道定检计费：管道GL-1重复"),
    ("gddj", "0212", {"volume": "3", "reason": WHY}, "管道定检计费：只填写管道或施工合同价"),
    ("gddj", "0212", {"consprice": "3", "pipes": TWO, "reason": WHY}, "按管道长度收费，不填写施工合同价"),
    ("gdjj", "0212", {"pipes": TWO, "reason": WHY}, "不能用管道监检计费"),
    ("rqdj", "0212", {"volume": "3", "reason": WHY}, "不能用容器定检计费"),
]


@pytest.mark.parametrize(("kind", "testsort", "given", "sentence"), WRONG)
def test_what_a_calculator_cannot_take_is_refused(
    cash: Cash, kind: str, testsort: str, given: dict[str, Any], sentence: str
) -> None:
    row = item(cash, "8000", "8310", testsort)
    assert sentence in cash.refused("shoufei", PATHS[kind], item=row.id, given=given)


@pytest.mark.parametrize("value", ["-1", "0", "NaN", "1e12", "0.0005", "Infinity"])
@pytest.mark.parametrize("name", ["nominaldia", "pipelength"])
def test_no_measure_that_is_none(cash: Cash, name: str, value: str) -> None:
    row = item(cash, "8000", "8310", "0212")
    given = {"pipes": [{**TWO[0], name: value}], "reason": WHY}
    assert cash.refused("shoufei", PATHS["gddj"], item=row.id, given=given).startswith("手工参数：")
    assert cash.refused("shoufei", f"{CALLS}/save", items=[{"id": row.id, "given": given}]).startswith("业务：")


def test_vessels_take_known_classes_alone(cash: Cash) -> None:
    row = item(cash, "2000", "2170", "0205")
    given = {"volume": "3", "vesselclass": "IV", "reason": WHY}
    assert cash.refused("shoufei", PATHS["rqdj"], item=row.id, given=given) == "容器定检计费：压力容器类别不正确"
    given = {"pipes": TWO, "reason": WHY}
    said = cash.refused("shoufei", PATHS["rqdj"], item=row.id, given=given)
    assert said == "容器定检计费：只填写容积、压力容器类别和介质组别"


def test_a_lift_has_no_calculator(cash: Cash) -> None:
    row = cash.items()[0]
    form = [{"id": row.id, "given": {"volume": "3", "reason": WHY}}]
    assert cash.refused("shoufei", f"{CALLS}/save", items=form) == f"{row.seisn}没有手工填写参数的计费方式"
