"""The tables that a record offers: those of its kind of device, and those in which it has something already."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from tejian import data
from tejian.inspection.records import api as records
from tejian.kit.ground.errors import BadInput
from tejian.system.rules import api as rulestore

from .planted_records import Planting, Way

LINE: Any = {"lines": {"params": {}, "rows": [{"pipeno": "L1", "pipelength": "12"}]}}


def offered(planting: Planting, way: Way) -> list[str]:
    return [one["code"] for one in planting._screen(way)["tables"]]


@pytest.mark.parametrize(
    ("kind", "sort", "codes"),
    [
        ("3110", "0102", ["stage", "reinsp", "doors", "balance", "gov", "lbrake", "elerope"]),
        (
            "4110",
            "0102",
            ["ndt", "interlock", "loadtest", "stage", "reinsp", "elec", "deflect", "slip", "limiter", "cranerope"],
        ),
        (
            "6110",
            "0102",
            ["ndt", "interlock", "loadtest", "stage", "reinsp", "elec", "restraint", "pins", "torque", "run", "rope"],
        ),
        ("2130", "0102", ["ndt", "press", "curve", "acc", "stage", "reinsp"]),
        ("8310", "0107", ["ndt", "press", "curve", "acc", "lines", "stage", "reinsp"]),
    ],
)
def test_a_supervision_offers_the_tables_of_its_class(db: Session, kind: str, sort: str, codes: list[str]) -> None:
    planting = Planting(db)
    assert offered(planting, planting.begun(kind, sort)) == codes


def test_a_table_of_another_class_is_refused_and_nothing_is_stored(db: Session) -> None:
    planting = Planting(db)
    way = planting.begun("3110", "0102")
    before = records.record_or_refuse(db, planting._row(way)).measures
    with pytest.raises(BadInput, match="该种类设备的记录没有表格lines"):
        planting._save(way, tables=LINE)
    assert records.record_or_refuse(db, planting._row(way)).measures == before


def test_what_a_record_has_already_stays_with_it(db: Session) -> None:
    """It was filled before the rule was in force."""
    planting = Planting(db)
    way = planting.begun("3110", "0102")
    tried = rulestore.instead(db, {})
    tried.tables["table_kinds"] = []
    with rulestore.trying(db, tried):
        planting._save(way, tables=LINE)
    assert "lines" in offered(planting, way)
    planting._save(way, tables={"lines": {"rows": [{**LINE["lines"]["rows"][0], "pipelength": "15"}]}})
    assert records.record_or_refuse(db, planting._row(way)).measures["lines"]["rows"][0]["pipelength"] == "15"


def test_every_row_names_a_table_of_its_template() -> None:
    tables = {(row["template"], row["table_code"]) for row in data.rows("report_tables")}
    named = [(row["template"], row["table_code"]) for row in data.rows("table_kinds")]
    assert [one for one in named if one not in tables] == [] and len(set(named)) == len(named)
