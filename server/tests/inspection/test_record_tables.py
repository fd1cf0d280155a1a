"""Tables, conditions and result fields of a record over HTTP: stored, worked out, refused, and into the archive."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .test_conclusions import Sort, approve, built, record, repair, save

WALL = {"part": "筒体", "shape": "圆筒", "nominal": "10", "measured": "9.6", "diain": "1200", "press": "1.0"}
WALL |= {"stress": "163", "weld": "0.85"}


def vessel() -> Sort:
    return Sort(
        "2150",
        "02",
        "0205",
        "1021",
        "1023",
        params={"corallow": "1", "designpress_shell": "1.0", "workpress_shell": "0.9"},
    )


def doors(item: AppBuss, office: Office, *locks: str) -> dict[str, Any]:
    device = office.db.get_one(Equipment, item.equdatasysid)
    count = int(device.params["eledoornumber"])
    rows = [{"landing": str(n + 1), "gap": "4", "lock": locks[n] if n < len(locks) else "8"} for n in range(count)]
    return {"doors": {"rows": rows}}


def test_a_table_gives_its_item_the_value_and_a_value_outside_fails_the_item(office: Office) -> None:
    item = office.built()
    office.filled(item)
    saved = save(office, item, tables=doors(item, office, "6.5"))
    worked = next(one for one in saved["worked"] if one["code"] == "doors")
    assert worked["fails"] == ["lock#1"]
    assert {one["label"]: one["value"] for one in worked["results"]}["啮合长度最小值"] == "6.50"
    assert saved["proposal"]["code"] == "1032"
    texts = [one["text"] for one in saved["findings"] if one["level"] == "error"]
    assert "1层锁紧啮合长度6.50mm不满足要求，第29项不能为符合" in texts
    assert "第29项实测值6.5mm超出要求≥7 mm，结果不能为“√”" in texts
    saved = save(office, item, tables=doors(item, office))
    assert saved["proposal"]["code"] == "1031"
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert next(one for one in screen["tables"] if one["code"] == "doors")["rows"][0]["lock"] == "8"
    fed = {m["field"]: m["fed"] for one in screen["items"] for m in one["measures"]}
    assert (fed["lockengage"], fed["balancefactor"], fed["govspeed"]) == (True, True, False)


def test_a_table_without_its_least_rows_is_refused_at_submission(office: Office) -> None:
    item = office.built()
    office.filled(item)
    table = doors(item, office)
    count = len(table["doors"]["rows"])
    table["doors"]["rows"].pop()
    save(office, item, tables=table, conclusion="1031")
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert f"附录A 层门间隙与锁紧元件啮合长度：应有{count}行（每扇层门一行），只有{count - 1}行" in said
    save(office, item, tables={"doors": {"empty": "1"}})
    assert "doors" not in record(office, item).measures


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ({"wings": {"rows": [{"a": "1"}]}}, "该种类设备的记录没有表格wings"),
        ({"doors": {"rows": [{"wing": "1"}]}}, "附录A 层门间隙与锁紧元件啮合长度第1行：没有wing列"),
        ({"doors": {"rows": [{"lock": "x"}]}}, "附录A 层门间隙与锁紧元件啮合长度第1行锁紧啮合长度：请输入数字"),
        ({"doors": {"rows": [{"landing": "1"}, {"landing": "1"}]}}, "附录A 层门间隙与锁紧元件啮合长度：1重复"),
        ({"doors": {"rows": [{"landing": str(n)} for n in range(501)]}}, "附录A 层门间隙与锁紧元件啮合长度：最多500行"),
    ],
)
def test_a_wrong_table_is_refused_and_nothing_is_stored(office: Office, tables: dict[str, Any], sentence: str) -> None:
    item = office.built()
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, remark="同时", tables=tables)
    assert said == sentence
    kept = record(office, item)
    assert (kept.measures, kept.remark) == ({}, "")


def test_a_key_item_that_nobody_measured_does_not_pass(office: Office) -> None:
    item = office.built()
    office.filled(item)
    tables = {"balance": {"empty": "1"}}
    save(office, item, results=[{"seq": 31, "r": "√"}], tables=tables, conclusion="1031")
    assert "第31项平衡系数：没有实测值" in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)


def test_grade_cycle_and_walls_of_a_vessel_go_into_its_archive(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    begun = clock.today().replace(year=clock.today().year - 3)
    find = {"rows": [{"fno": "1", "finding": "错边", "thick": "10", "depth": "2"}]}
    thick = {"params": {"nextyears": "6"}, "rows": [{**WALL, "point": str(n)} for n in range(4)]}
    facts = {"pressfailed": "0", "worstgrade": "1", "setcyclemonths": "36", "permitpress": "0.9"}
    saved = save(office, item, tables={"find": find, "thick": thick}, facts=facts)
    saved = save(office, item, conclusion="1021")
    assert "评定等级 1 级不得优于缺陷登记得出的 2 级" in [one["text"] for one in saved["findings"]]
    saved = save(office, item, facts={"worstgrade": "2"})
    assert saved["ruledate"] == str(add_months(clock.today(), 36))
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    made = office.db.get_one(Equipment, item.equdatasysid)
    values = records.values_of(made)
    assert (values["ssdegree"], values["setcyclemonths"]) == ("2", 36)
    assert made.ninspdate == add_months(clock.today(), 36)
    assert made.usestartdate == begun
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    assert {one["code"] for one in report.content["tables"]} >= {"find", "thick"}
    assert report.content["facts"]["允许（监控）使用压力"] == "0.9"


def test_a_cycle_of_an_earlier_inspection_is_none_that_this_one_chose(office: Office) -> None:
    """A vessel of grade 3 whose archive has 72 months: the rule gives 36 until the record chooses others."""
    item = built(office, Sort("2150", "02", "0205", "", "", params={"ssdegree": "2", "setcyclemonths": 72}))
    made = office.db.get_one(Equipment, item.equdatasysid)
    assert records.values_of(made)["setcyclemonths"] == 72
    office.filled(item)
    due = str(add_months(clock.today(), 1))
    words = {**repair(office, item), "rectifydue": due}
    saved = save(office, item, facts={"pressfailed": "0", "worstgrade": "3"}, conclusion="1022", **words)
    kept = record(office, item).facts
    assert (kept["pressfailed"], kept["worstgrade"], kept.get("setcyclemonths")) == ("0", "3", None)
    assert saved["ruledate"] == str(add_months(clock.today(), 36))
    why = [step for line in saved["next"]["lines"] if line["field"] == "ninspdate" for step in line["steps"]]
    assert not [step for step in why if "检验人员确定" in step] and [step for step in why if "36 个月" in step]
    saved = save(office, item, facts={"setcyclemonths": "48"})
    assert saved["ruledate"] == str(add_months(clock.today(), 48))
    saved = save(office, item, facts={"setcyclemonths": " "}, nextdate=str(add_months(clock.today(), 36)))
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    office.db.expire_all()
    made = office.db.get_one(Equipment, item.equdatasysid)
    assert (made.setcyclemonths, made.ninspdate) == (None, add_months(clock.today(), 36))


def test_the_remaining_life_holds_the_date_back(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    worn = {**WALL, "measured": "5.5"}
    thick = {"params": {"nextyears": "0.5"}, "rows": [worn]}
    saved = save(office, item, tables={"thick": thick}, facts={"pressfailed": "0", "worstgrade": "1"})
    months = next(one for t in saved["worked"] for one in t["results"] if one["label"] == "按剩余寿命允许的最长周期")
    saved = save(office, item, conclusion="1021")
    assert saved["ruledate"] == str(add_months(clock.today(), int(months["value"])))
    assert int(months["value"]) < 72


def test_an_annual_check_is_no_periodic_inspection(office: Office) -> None:
    """The day of an assessment in the archive must not stand for the periodic inspection that it is none of."""
    item = office.approved()
    made = office.db.get_one(Equipment, item.equdatasysid)
    other = AppBuss(appmain_id=item.appmain_id, equdatasysid=made.id, seisort="12", testsort="1201", step="DONE")
    other.inspdate = made.inspdate = add_months(clock.today(), 2)
    office.db.add(other)
    office.db.flush()
    assert records.last_days(office.db, made, records.values_of(made)).periodic == item.inspdate


def test_a_measured_value_below_zero_is_said_at_once_and_goes_no_further(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    seq = next(
        one["seq"]
        for one in office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["items"]
        if one["measures"] and one["measures"][0]["field"] == "settlement"
    )
    wall = {"params": {"nextyears": "3"}, "rows": [{**WALL, "measured": "-9.6"}]}
    results = [{"seq": seq, "r": "√", "v": {"settlement": "-5"}}]
    saved = save(office, item, results=results, tables={"thick": wall})
    wrong = [one for one in saved["findings"] if one["check"] in ("X25", "X26")]
    assert [(one["level"], one["seq"], one["table"], one["row"], one["text"]) for one in wrong] == [
        ("error", 0, "thick", 1, "壁厚测定与强度校核第1行：实测最小值-9.6mm为负数，请核对"),
        ("error", seq, "", 0, f"第{seq}项基础沉降差-5mm为负数，请核对"),
    ]
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert "为负数，请核对" in said and office.item(item.id).step == "BGLR"
    right = {"params": {"nextyears": "3"}, "rows": [WALL]}
    saved = save(office, item, results=[{"seq": seq, "r": "√", "v": {"settlement": "5"}}], tables={"thick": right})
    assert not [one for one in saved["findings"] if one["check"] in ("X25", "X26")]


def test_a_better_conclusion_is_refused_and_not_called_a_stricter_one(office: Office) -> None:
    item = office.built()
    office.filled(item)
    texts = [
        one["text"] for one in save(office, item, tables=doors(item, office, "6.5"), conclusion="1031")["findings"]
    ]
    assert any("与检验结果不符" in one for one in texts)
    assert not [one for one in texts if "严于项目结果" in one]


def test_a_single_measured_value_is_printed_with_its_name(office: Office) -> None:
    item = office.built()
    office.filled(item)
    save(office, item, tables=doors(item, office))
    office.db.expire_all()
    row = office.item(item.id)
    items = records.document(office.db, row, records.record_or_refuse(office.db, row))["items"]
    values = {one["content"]: one["value"] for one in items}
    assert values["轿厢照明通风"].startswith("应急照明持续时间 ")  # it has a single one
