"""Typed cells of tables against the archive: every row of archive_cells, and the way over HTTP."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tejian import data
from tejian.archives.equipment.api import fields_of
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import archived_cell, differing, known_cells
from tejian.inspection.rules.expr import names_in

from .conftest import Office, reasons_for
from .test_conclusions import Sort, built, record, save

ROWS = list(data.rows("archive_cells"))
CELLS = [archived_cell(row) for row in ROWS]
VESSEL = Sort("2150", "02", "0205", "1021", "1023", params={"thick_shell": 12, "innerdia": 1200, "mat_shell": "Q345R"})
PIPING = Sort("8310", "02", "0212", "8011", "8013")
CRANE = Sort("4110", "02", "0211", "1041", "1042", params={"ratedliftcap": 10})


def class_of_row(kinds: str) -> str:
    return "7310" if kinds == "7310" else f"{kinds[0]}000"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["code"])
def test_every_row_reads_fields_of_its_class_and_a_column_of_each_of_its_tables(row: dict[str, str]) -> None:
    columns = {(c["template"], c["table_code"], c["column"]): c for c in data.rows("report_tables")}
    for template in row["templates"].split(","):
        assert columns[template, row["table_code"], row["column"]]["role"] in ("key", "input")
    kind = class_of_row(row["kinds"]) if "*" not in row["kinds"] else f"{row['kinds'].strip('*')}000"[:4]
    for name in names_in(row["formula"]):
        line, _, field = name.partition("line_")
        known = fields_of("8000GX", "8000GX") if field and not line else fields_of(class_of_row(row["kinds"]), kind)
        assert (field or name) in known, name


# of each template with such a table: the row of the table, the archive, what is known, what differs
EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, str], list[str]]] = {
    "RQ-DJ thick": (
        {"part": "筒体", "nominal": Decimal(10), "diain": Decimal(1200), "press": Decimal("1.7")},
        {"thick_shell": Decimal(12), "innerdia": Decimal(1200), "designpress_shell": Decimal("1.6")},
        {"nominal": "12", "diain": "1200", "press": "1.6"},
        ["nominal不同于12", "press大于1.6"],
    ),
    "RC-ND thick": ({"part": "上封头"}, {"thick_head": Decimal(14)}, {"nominal": "14"}, []),
    "RC-QM thick": (
        {"part": "瓶身", "nominal": Decimal(8), "diaout": Decimal(559)},
        {"wallthick": Decimal(8), "outdia": Decimal(560)},
        {"nominal": "8", "diaout": "560"},
        ["diaout不同于560"],
    ),
    "YC-DJ thick": ({"part": "夹套", "nominal": Decimal(6)}, {"thick_jacket": Decimal(6)}, {"nominal": "6"}, []),
    "RQ-DJ mat": ({"part": "筒体", "design": "q345 r"}, {"mat_shell": "Q345R"}, {"design": "Q345R"}, []),
    "RC-QM mat": ({"part": "封头", "design": "20"}, {"mat_head": "Q345R"}, {"design": "Q345R"}, ["design不同于Q345R"]),
    "RQ-DJ press": (
        {"part": "管程", "testbase": Decimal("2.0")},
        {"designpress_tube": Decimal("1.6"), "designpress_shell": Decimal(3)},
        {"testbase": "1.6"},
        ["testbase大于1.6"],
    ),
    "RQ-NY press": ({"part": "壳程", "testbase": Decimal(1)}, {"designpress_shell": Decimal(1)}, {"testbase": "1"}, []),
    "RC-ND press": (
        {"part": "夹套", "testbase": Decimal(2)},
        {"designpress_jacket": Decimal(1)},
        {"testbase": "1"},
        ["testbase大于1"],
    ),
    "RC-QM press": ({"part": "筒体", "testbase": Decimal(1)}, {"designpress_shell": Decimal(2)}, {"testbase": "2"}, []),
    "GL-NJ press": (
        {"part": "锅炉本体", "testbase": Decimal("1.2")},
        {"drumpress": Decimal("1.35"), "ratedpress": Decimal("1.25")},
        {"testbase": "1.35"},
        ["testbase不同于1.35"],
    ),
    "GL-SY press": ({"part": "锅筒"}, {"ratedpress": Decimal("1.25")}, {"testbase": "1.25"}, []),
    "GD-DJ thick": (
        {"lineid": "PL-1", "nominal": Decimal(6), "press": Decimal(2)},
        {"line_nominalthick": Decimal(7), "line_designpress": Decimal("2.5")},
        {"nominal": "7", "press": "2.5"},
        ["nominal不同于7"],
    ),
    "GD-ND thick": ({"lineid": "PL-1"}, {"line_nominalthick": Decimal(7)}, {"nominal": "7"}, []),
    "GD-DJ mat": ({"part": "PL-1", "design": "20#"}, {"line_pipematerial": "20#"}, {"design": "20#"}, []),
    "GD-DJ press": (
        {"part": "PL-1", "testbase": Decimal(3)},
        {"line_designpress": Decimal("2.5")},
        {"testbase": "2.5"},
        ["testbase大于2.5"],
    ),
    "TY-JJ press": (
        {"part": "PL-1", "testbase": Decimal(2)},
        {"line_designpress": Decimal("2.5")},
        {"testbase": "2.5"},
        [],
    ),
    "QZ-DJ loadtest": (
        {"test": "静载", "base": Decimal(5)},
        {"ratedliftcap": Decimal(10)},
        {"base": "10"},
        ["base不同于10"],
    ),
    "QZ-DJ limiter": (
        {"device": "力矩", "base": Decimal(80)},
        {"ratedmoment": Decimal(80), "ratedliftcap": Decimal(8)},
        {"base": "80"},
        [],
    ),
    "QZ-DJ slip": (
        {"mech": "副起升"},
        {"liftspeedaux": Decimal(12), "liftspeedmain": Decimal(6)},
        {"liftspeed": "12"},
        [],
    ),
    "CC-DJ loadtest": (
        {"test": "额定载荷", "base": Decimal(3)},
        {"ratedloadcap": Decimal(3500)},
        {"base": "3.5"},
        ["base不同于3.5"],
    ),
    "SD-QM rope": (
        {"name": "运载索", "installdate": date(2020, 5, 1)},
        {"ropeinstalldate": date(2019, 5, 1)},
        {"installdate": "2019-05-01"},
        ["installdate不同于2019-05-01"],
    ),
    "SD-ND rope": ({"name": "救援索"}, {"ropeinstalldate": date(2019, 5, 1)}, {}, []),
    "AQF-LX valves": (
        {"setpress": Decimal("0.8")},
        {"setpress": Decimal("0.85")},
        {"setpress": "0.85"},
        ["setpress不同于0.85"],
    ),
}
KINDS = {"RQ": "2150", "RC": "2310", "YC": "2420", "GL": "1100", "GD": "8310", "TY": "8310", "QZ": "4110", "CC": "5110"}
KINDS |= {"SD": "9100", "AQ": "7310"}


@pytest.mark.parametrize("where", EXAMPLES)
def test_each_template_knows_its_cells(where: str) -> None:
    template, table = where.split()
    row, archive, known, differs = EXAMPLES[where]
    mine = [one for one in CELLS if one.is_for([template], KINDS[template[:2]]) and one.table == table]
    found = known_cells(mine, row, archive)
    assert {name: str(one.value) for name, one in found.items()} == known
    said = [f"{one.column}{one.known.against(one.typed)}{one.known.value}" for one in differing([found], [row])]
    assert said == differs


def test_every_table_of_the_rows_has_its_example() -> None:
    assert {f"{t} {row['table_code']}" for row in ROWS for t in row["templates"].split(",")} == set(EXAMPLES)


def spoken(saved: Any) -> list[str]:
    return [one["text"] for one in saved["findings"] if one["check"] == "X28"]


def test_a_thickness_that_is_not_that_of_the_archive_asks_for_a_reason_that_the_auditor_sees(office: Office) -> None:
    item = built(office, VESSEL)
    assert float(record(office, item).equipment["thick_shell"]) == 12
    rows = [{"part": "筒体", "point": f"{n}", "nominal": "10", "measured": "9.8"} for n in (1, 2)]
    saved = save(office, item, tables={"thick": {"rows": [*rows, {"part": "筒体", "point": "3"}]}})
    (thick,) = (one for one in saved["worked"] if one["code"] == "thick")
    assert [row["nominal"] for row in thick["known"]] == ["12", "12", "12"] and "press" not in thick["known"][0]
    assert spoken(saved) == [
        f"壁厚测定与强度校核第{n}行名义（公称）厚度10mm不同于档案的12mm，请核实并写明依据" for n in (1, 2)
    ]
    asked = [one for one in saved["findings"] if one["check"] == "X28"]
    assert [(one["level"], one["table"], one["row"], one["column"]) for one in asked] == [
        ("warn", "thick", n, "nominal") for n in (1, 2)
    ]
    saved = save(office, item, reasons={one["key"]: "竣工图变更为10mm，已附图" for one in asked})
    assert {one["reason"] for one in saved["findings"] if one["check"] == "X28"} == {"竣工图变更为10mm，已附图"}
    saved = save(office, item, tables={"thick": {"rows": [row | {"nominal": "12"} for row in rows]}})
    assert spoken(saved) == [] and record(office, item).measures["thick"]["rows"][0]["nominal"] == "12"


def test_a_line_of_piping_and_the_load_of_a_crane_are_known(office: Office) -> None:
    item = built(office, PIPING)
    line = records.named_lines(office.db, office.item(item.id))[0]
    line.params, line.designpress = {**line.params, "nominalthick": "7.1"}, Decimal("2.5")
    office.db.commit()
    row = {"lineid": "PL-1", "part": "弯头", "point": "1", "nominal": "7.5", "press": "2.6"}
    saved = save(office, item, tables={"thick": {"rows": [row]}})
    assert saved["worked"][0]["known"] == [{"nominal": "7.1"}]
    title = "壁厚测定与强度校核第1行"
    assert spoken(saved) == [
        f"{title}名义（公称）厚度7.5mm不同于档案的7.1mm，请核实并写明依据",
        f"{title}校核压力2.6MPa大于档案的2.5MPa，请核实并写明依据",
    ]


def test_what_asks_is_asked_once_more_at_the_submission(office: Office) -> None:
    item = built(office, CRANE)
    office.filled(item)
    saved = save(office, item, tables={"loadtest": {"rows": [{"test": "额定载荷", "load": "10", "base": "8"}]}})
    assert spoken(saved) == ["载荷试验第1行额定载荷8t不同于档案的10t，请核实并写明依据"]
    reasons = reasons_for([one for one in saved["findings"] if one["check"] != "X28"])
    save(office, item, reasons=reasons, conclusion=saved["proposal"]["code"])
    office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert office.item(item.id).step == "BGLR"
