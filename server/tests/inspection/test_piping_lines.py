"""A piping project is inspected by its lines: each has its own conclusion, grade and date, which the report prints."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss, AppItem
from tejian.inspection.models.notices import NoticeProblem
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.records import sheets
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .papers import text_of
from .test_again import answered, declared
from .test_conclusions import SORTS, Sort, approve, built, key_item, record, repair, save

PIPING = Sort("8310", "02", "0212", "8011", "8013", facts={"pressfailed": "0"})
OLD = date(2026, 12, 31)
FACTS = {"pressfailed": "0"}  # the worst grade is that of the lines


def project(office: Office, grades: list[tuple[str, str]]) -> tuple[AppBuss, list[dict[str, str]]]:
    """An item of a project with lines of these levels, and the rows of its table with these grades."""
    item = built(office, PIPING)
    office.db.query(Pipeline).filter(Pipeline.equdatasysid == item.equdatasysid).delete()
    for n, (level, _grade) in enumerate(grades, 1):
        own = {"pipelevel": level, "pipelength": 10, "linestatus": "1", "ninspdate": OLD, "ssdegree": "1"}
        office.db.add(Pipeline(equdatasysid=item.equdatasysid, pipeno=f"PL-{n:02}", **own))
    office.db.commit()
    rows = [{"lineid": f"PL-{n:02}", "grade": grade} for n, (_level, grade) in enumerate(grades, 1)]
    return item, rows


def lines(office: Office, item: AppBuss) -> dict[str, Pipeline]:
    office.db.expire_all()
    rows = office.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == item.equdatasysid))
    return {one.pipeno: one for one in rows}


def filled(office: Office, item: AppBuss, rows: list[dict[str, str]], **more: Any) -> Any:
    office.filled(item, **more)
    return save(office, item, facts=FACTS, tables={"lines": {"params": {}, "rows": rows}})


def errors(saved: Any) -> list[str]:
    return [one["text"] for one in saved["findings"] if one["level"] == "error"]


def test_twelve_lines_get_three_dates(office: Office) -> None:
    grades = [("GC2", "1")] * 4 + [("GC3", "2")] * 4 + [("GC2", "3")] * 4
    item, rows = project(office, grades)
    saved = filled(office, item, rows)
    assert saved["proposal"]["code"] == "8012"
    due = str(add_months(clock.today(), 1))
    save(
        office,
        item,
        facts={**FACTS, "limits": "一年内换管"},
        conclusion="8012",
        rectifydue=due,
        **repair(office, item),
    )
    saved = save(office, item, problems="3 级管线限期一年内换管")
    assert errors(saved) == []
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    today = clock.today()
    expected = {"1": add_months(today, 72), "2": add_months(today, 108), "3": add_months(today, 36)}
    made = lines(office, item)
    assert len(made) == 12
    for number, (_level, grade) in enumerate(grades, 1):
        one = made[f"PL-{number:02}"]
        assert (one.ssdegree, one.ninspdate, one.inspdate) == (grade, expected[grade], today), one.pipeno
        assert one.insresult == ("8012" if grade == "3" else "8011")
        assert one.nyearcheckdate == add_months(today, 12)
    whole = office.db.get_one(Equipment, item.equdatasysid)
    assert (whole.ninspdate, whole.insresult) == (expected["3"], "8012")
    assert office.item(item.id).nextdate == expected["3"]
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    said = text_of(files.read_checked(report.key))
    for day in expected.values():
        assert f"{day.year}年{day.month:02}月{day.day:02}日" in said
    assert said.count("3级") >= 4


def test_a_line_of_grade_four_keeps_its_date_and_stops_no_other(office: Office) -> None:
    item, rows = project(office, [("GC2", "2"), ("GC2", "4")])
    assert filled(office, item, rows)["proposal"]["code"] == "8016"
    due = str(add_months(clock.today(), 1))
    saved = save(office, item, conclusion="8016", rectifydue=due, **repair(office, item))
    saved = save(office, item, problems="PL-02 不得继续使用")
    assert errors(saved) == []
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    made = lines(office, item)
    first, second = made["PL-01"], made["PL-02"]
    assert (first.insresult, first.ssdegree, first.ninspdate) == ("8011", "2", add_months(clock.today(), 72))
    assert (second.insresult, second.ssdegree, second.ninspdate) == ("8016", "4", OLD)
    whole = office.db.get_one(Equipment, item.equdatasysid)
    assert (whole.insresult, whole.unqualcode, whole.ninspdate) == ("8016", "8016", OLD)


def test_a_failed_key_item_moves_no_line(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    saved = filled(office, item, rows, **{f"n{key_item(office, item)}": "×"})
    assert saved["proposal"]["code"] == "8013"
    due = str(add_months(clock.today(), 1))
    save(office, item, conclusion="8013", rectifydue=due, **repair(office, item))
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    assert {(one.insresult, one.ninspdate) for one in lines(office, item).values()} == {("8013", OLD)}


def named(office: Office, item: AppBuss, seq: int, *names: str) -> Any:
    """The failed item says which lines it is about."""
    row = {"seq": seq, "r": "×", "n": "不符合说明", "l": list(names)}
    return save(office, item, results=[row])


def seq_of(office: Office, item: AppBuss, item_no: str) -> int:
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    return next(one["seq"] for one in screen["items"] if one["item_no"] == item_no)


def ended(office: Office, item: AppBuss, code: str) -> dict[str, Pipeline]:
    """Concluded with this code, approved; the lines afterwards."""
    due = str(add_months(clock.today(), 1))
    save(office, item, conclusion=code, rectifydue=due, **repair(office, item))
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    return lines(office, item)


def test_a_failed_item_that_names_its_lines_holds_back_these_alone(office: Office) -> None:
    """Item 25 (the grade of each line) is × for the line of grade 4; the others get what they have earned."""
    item, rows = project(office, [("GC2", "1"), ("GC3", "2"), ("GC2", "4"), ("GC2", "2")])
    graded, leak = seq_of(office, item, "25"), seq_of(office, item, "5")
    filled(office, item, rows, **{f"n{graded}": "×", f"n{leak}": "×"})
    named(office, item, graded, "PL-03")
    assert named(office, item, leak, "PL-04", "PL-03", "PL-04")["proposal"]["code"] == "8016"
    assert record(office, item).results[str(leak)]["l"] == ["PL-03", "PL-04"]
    made, today = ended(office, item, "8016"), clock.today()
    assert {name: (one.insresult, one.ssdegree, one.ninspdate) for name, one in made.items()} == {
        "PL-01": ("8011", "1", add_months(today, 72)),
        "PL-02": ("8011", "2", add_months(today, 108)),
        "PL-03": ("8013", "4", OLD),
        "PL-04": ("8013", "2", OLD),
    }
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    assert "涉及管线PL-03、PL-04" in text_of(files.read_checked(report.key))
    told = office.db.scalars(select(NoticeProblem.problem).where(NoticeProblem.itemno == "25")).one()
    assert told == "涉及管线PL-03；不符合说明"


def test_a_line_that_failed_its_pressure_test_fails_alone_where_the_item_names_it(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    tested = seq_of(office, item, "21")
    filled(office, item, rows, **{f"n{tested}": "×"})
    test = {"kind": "液压", "medium": "水", "testbase": "1", "sratio": "1", "temp": "20", "ambient": "20"}
    test |= {"pressure": "1.5", "pressend": "1.5", "holdmin": "30", "gauge1": "A1", "gauge2": "A2", "gaugetop": "3"}
    test |= {"leak": "有", "deform": "无", "sound": "无", "result": "不合格", "part": "PL-02"}
    save(office, item, facts={}, tables={"press": {"rows": [test]}, "lines": {"rows": rows}})

    def codes() -> list[str]:
        office.db.expire_all()
        return [one.code for one in records.judged_record(office.db, office.item(item.id)).found.rows["line"]]

    assert codes() == ["8013", "8013"]
    named(office, item, tested, "PL-02")
    assert codes() == ["8011", "8013"]


def test_lines_of_a_failed_item_are_those_of_the_declaration(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    wrong = seq_of(office, item, "5")
    filled(office, item, rows, **{f"n{wrong}": "×"})
    before = record(office, item).results[str(wrong)]
    bad = {"seq": wrong, "r": "×", "n": "泄漏", "l": ["PL-02", "PL-77"]}
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, results=[bad])
    assert said == f"第{wrong}项：管线PL-77不在申报范围"
    assert record(office, item).results[str(wrong)] == before
    named(office, item, wrong, "PL-02")
    save(office, item, results=[{"seq": wrong, "r": "√", "l": ["PL-02"]}])
    assert "l" not in record(office, item).results[str(wrong)], "what conforms does so on every line"


def test_only_lines_that_were_held_back_are_inspected_again(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    wrong = seq_of(office, item, "5")
    filled(office, item, rows, **{f"n{wrong}": "×"})
    named(office, item, wrong, "PL-02")
    made = ended(office, item, "8013")
    assert (made["PL-01"].insresult, made["PL-02"].insresult) == ("8011", "8013")
    answered(office, item)
    again = declared(office, item)
    assert office.db.get_one(AppItem, again.appitem_id).lineids == [made["PL-02"].id]


def test_the_worst_grade_is_not_stated_better_than_the_lines_say(office: Office) -> None:
    item, rows = project(office, [("GC2", "2"), ("GC2", "4")])
    filled(office, item, rows)
    saved = save(office, item, facts={**FACTS, "worstline": "1"}, conclusion="8016")
    assert "最差管线等级 1 级不得优于管线汇总得出的 4 级" in errors(saved)
    saved = save(office, item, facts={**FACTS, "worstline": " "})
    assert not [one for one in errors(saved) if "最差管线等级" in one]
    facts = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["facts"]
    assert next(one["needed"] for one in facts if one["name"] == "worstline") is False  # the lines say it


def test_a_project_that_fails_as_a_whole_prints_what_follows_for_its_lines(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    filled(office, item, rows, **{f"n{key_item(office, item)}": "×"})
    save(office, item, conclusion="8013")
    office.db.expire_all()
    row = office.item(item.id)
    paper = records.document(office.db, row, records.record_or_refuse(office.db, row))["paper"]
    grid = next(one["grid"] for one in paper["sections"] if one["title"].endswith("管道（管线）明细"))
    heads = [head["label"] for head in grid["parts"][0]["heads"]]
    cells = [
        [line[heads.index(name)] for name in ("安全状况等级", "检验结论", "下次检验日期")]
        for line in grid["parts"][0]["rows"]
    ]
    assert cells == [["1 级", "不符合要求", "/"], ["2 级", "不符合要求", "/"]]


TOO_LATE = add_months(date(2026, 1, 1), 12 * 99).isoformat()


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"grade": "2", "nextdate": TOO_LATE}, f"管线PL-01下次检验日期{TOO_LATE}晚于规则日期"),
        ({"grade": "2", "conclusion": "8014"}, "管线PL-01的结论与其等级不符"),
        ({"grade": "3", "limits": "降压运行"}, "管线PL-01在限定条件下监控使用，须写明检验周期或下次检验日期"),
        ({"grade": ""}, "管线PL-01没有检验结论"),
    ],
)
def test_what_a_line_may_not_say_is_refused(office: Office, cells: dict[str, str], sentence: str) -> None:
    item, rows = project(office, [("GC2", "2"), ("GC2", "1")])
    rows[0] = {name: text for name, text in {**rows[0], **cells}.items() if text}
    saved = filled(office, item, rows)
    saved = save(office, item, conclusion=saved["proposal"]["code"], problems="见表")
    assert any(sentence in one for one in errors(saved)), errors(saved)
    office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert {(one.inspdate, one.ninspdate) for one in lines(office, item).values()} == {(None, OLD)}
    assert record(office, item).results and office.item(item.id).step == "BGLR"


def test_an_earlier_day_of_one_line_is_its_own(office: Office) -> None:
    item, rows = project(office, [("GC2", "2"), ("GC2", "2")])
    early = add_months(clock.today(), 48)
    rows[0]["nextdate"] = str(early)
    rows[1]["months"] = "60"
    saved = filled(office, item, rows)
    saved = save(office, item, conclusion=saved["proposal"]["code"])
    assert errors(saved) == []
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    made = lines(office, item)
    assert (made["PL-01"].ninspdate, made["PL-02"].ninspdate) == (early, add_months(clock.today(), 60))
    assert (made["PL-01"].setcyclemonths, made["PL-02"].setcyclemonths) == (None, 60)


def test_a_buried_line_without_cathodic_protection_is_asked_about(office: Office) -> None:
    item = built(office, next(one for one in SORTS if one.kind == "8310"))
    line = office.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == item.equdatasysid)).one()
    line.params = {**line.params, "laymode": "02", "materialclass": "01"}
    office.db.commit()
    office.filled(item, n24="—")
    saved = save(office, item, remark="全线埋地")
    assert [one["text"] for one in saved["findings"] if one["check"] == "GD07"] == [
        "埋地管线PL-1的阴极保护填为无此项，请说明"
    ]
    line = office.db.get_one(Pipeline, line.id)
    line.params = {**line.params, "materialclass": "02"}  # polyethylene does not corrode
    office.db.commit()
    assert not [one for one in save(office, item, remark="")["findings"] if one["check"] == "GD07"]


def point(line: str, **more: str) -> dict[str, str]:
    """A measuring point of a pipe of 108 mm."""
    own = {"shape": "管子", "part": "直管", "point": "1", "nominal": "6", "measured": "5.2", "previous": "5.6"}
    own |= {"prevdate": str(add_months(clock.today(), -48)), "diaout": "108", "press": "1.0", "stress": "117"}
    return {"lineid": line, **own, "weld": "1", "coef": "0.4", **more}


def test_a_line_has_the_wall_of_its_own_points_and_no_other_is_typed(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    rows = [row | {"minthick": "5", "reqthick": "1", "ratemax": "0.5"} for row in rows]
    office.filled(item)
    points = [point("PL-01"), point("PL-01", point="2", measured="4.9"), point("PL-02", measured="5.5")]
    walls = {"params": {"nextyears": "6"}, "rows": points}
    save(office, item, facts=FACTS, tables={"thick": walls, "lines": {"params": {}, "rows": rows}})
    kept = {row["lineid"]: row for row in record(office, item).measures["lines"]["rows"]}
    found = sheets.found_of(office.db, office.item(item.id), record(office, item)).worked
    worst = {row["point"]: row for row in found["thick"].rows if row["lineid"] == "PL-01"}["2"]
    assert kept["PL-01"]["minthick"] == f"{worst['restthick']:.2f}" != "5"
    assert kept["PL-01"]["reqthick"] == f"{worst['calc']:.2f}"
    lives = {n: row["remlife"] for n, row in enumerate(found["lines"].rows)}
    assert lives[0] == worst["remlife"] and lives[1] > lives[0]
    assert kept["PL-02"]["minthick"] != kept["PL-01"]["minthick"]


def test_a_line_without_a_point_has_no_wall_where_others_have_theirs(office: Office) -> None:
    item, rows = project(office, [("GC2", "1"), ("GC2", "2")])
    rows = [row | {"minthick": "5", "reqthick": "1"} for row in rows]
    office.filled(item)
    walls = {"params": {"nextyears": "6"}, "rows": [point("PL-01")]}
    save(office, item, facts=FACTS, tables={"thick": walls, "lines": {"params": {}, "rows": rows}})
    kept = {row["lineid"]: row for row in record(office, item).measures["lines"]["rows"]}
    assert "minthick" in kept["PL-01"] and "minthick" not in kept["PL-02"]


def test_a_project_is_concluded_no_better_than_its_worst_line(office: Office) -> None:
    """A line of grade 3 is watched in bounds: so is the project, whatever the grade alone would say."""
    item, rows = project(office, [("GC2", "1"), ("GC2", "3")])
    rows[1] |= {"conclusion": "监控使用", "limits": "压力不高于0.4MPa", "months": "12"}
    saved = filled(office, item, rows)
    assert saved["proposal"]["code"] == "8014"
    worked = next(one for one in saved["worked"] if one["code"] == "lines")
    assert ("最差等级", "3") in {(one["label"], one["value"]) for one in worked["results"]}
