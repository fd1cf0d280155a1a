"""年度统计: each figure exactly, editions that stay, who may count, and a page that only reads."""

import zipfile
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import event, func, select, update

from tejian.archives.models.changes import StateChange
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.statistics.models.annual import AnnualEdition, AnnualFigure
from tests.archives.conftest import Archive

PAGE, COUNT, EXPORT = "/api/public/annual", "/api/statistics/annualCount", "/api/public/annualExport"
YEAR = 2024  # ended, so that its figures are final
NAMES = ("total", "inuse", "stopped", "scrapped", "registered", "due", "done", "inspected", "unqualified")


def shown(archive: Archive, **query: Any) -> Any:
    """What anybody sees, without a session."""
    said = archive.office.call.get(PAGE, **query).json()
    assert said["isSuccess"], said["errorMsg"]
    return said["data"]


def line(lines: list[dict[str, Any]], code: str) -> tuple[int, ...]:
    return tuple(next(x for x in lines if x["code"] == code)[n] for n in NAMES)


def run_count(archive: Archive, year: int) -> None:
    archive.office.good("zhanzhang", COUNT, year=year)
    name, arguments = next(j for j in reversed(jobs.waiting(archive.db)) if j[0] == "statistics.annual")
    jobs.run(name, arguments)
    archive.db.expire_all()


@pytest.fixture
def five(archive: Archive) -> list[Equipment]:
    """Five lifts of one county are all there is; registered in 2023, in use, next inspection far off."""
    lifts = list(archive.db.scalars(select(Equipment).where(Equipment.equclass == "3000").order_by(Equipment.id)))[:5]
    keys = [e.id for e in lifts]
    archive.db.execute(update(Equipment.__table__).where(Equipment.id.not_in(keys)).values(equDel=1))
    archive.db.execute(update(AppBuss.__table__).values(step="VOID"))
    for lift in lifts:
        lift.areacode, lift.equstatus, lift.regdate, lift.equDel = "330212001", "1", date(2023, 5, 1), 0
        lift.ninspdate, lift.delaydate = date(2030, 1, 1), None
    archive.db.commit()
    return lifts


def report(archive: Archive, lift: Equipment, day: date, **more: Any) -> None:
    """An issued report of a lift."""
    main = AppMain(step="DONE", appdate=day)
    archive.db.add(main)
    archive.db.flush()
    number = f"Y{archive.db.scalar(select(func.count()).select_from(AppBuss))}"
    item = {"appmain_id": main.id, "seisn": number, "equdatasysid": lift.id, "equclass": lift.equclass, "step": "BGFF"}
    item |= {"areacode": lift.areacode, "seisort": "02", "cheorg": lift.cheorgsysid, "inspdate": day}
    archive.db.add(AppBuss(**item | more))
    archive.db.commit()


def change(archive: Archive, lift: Equipment, day: date, before: str, after: str, **more: Any) -> None:
    row = {"equdatasysid": lift.id, "action": "stop", "day": day, "fromstatus": before, "tostatus": after}
    archive.db.add(StateChange(**row | more))
    lift.equstatus = after
    archive.db.commit()


def test_the_figures_of_a_closed_year_are_those_of_its_last_day(archive: Archive, five: list[Equipment]) -> None:
    a, b, c, d, e = five
    a.regdate = date(2024, 7, 1)
    report(archive, a, date(2024, 12, 31))
    report(archive, a, date(2024, 3, 1), unqualcode="1032")  # the same lift twice: one device, two inspections
    report(archive, b, date(2024, 2, 1), seisort="01")  # no periodic inspection: no part of the rate
    report(archive, b, date(2025, 1, 1), duedate=date(2024, 11, 30))  # late: missed in 2024
    report(archive, c, date(2024, 5, 1), step="BGSH")  # not issued
    change(archive, c, date(2024, 8, 1), "1", "2")  # stopped in the year
    change(archive, d, date(2025, 2, 1), "1", "3")  # scrapped later: in use then
    d.ninspdate = date(2024, 12, 31)
    e.regdate = date(2025, 1, 1)  # not there yet
    archive.db.commit()
    run_count(archive, YEAR)
    page = shown(archive, year=YEAR)
    #        total in use stopped scrapped new due done inspected unqualified
    assert line(page["classes"], "3000") == (4, 3, 1, 0, 1, 3, 1, 3, 1)
    assert line(page["areas"], "330212") == line(page["classes"], "3000")
    assert {k["code"]: (k["inspected"], k["unqualified"]) for k in page["kinds"]} == {"01": (1, 0), "02": (2, 1)}
    assert [(k["equclass"], k["seisort"], k["inspected"]) for k in page["kindsOfClasses"]] == [
        ("3000", "01", 1),
        ("3000", "02", 2),
    ]
    assert shown(archive, year=YEAR, area="330203")["classes"] == []
    edition = page["edition"]
    assert (edition["number"], edition["closed"], edition["upto"]) == (1, True, "2024-12-31")
    assert edition["by"] == archive.office.user("zhanzhang").name
    assert edition["units"]["useunits"] == len({x.useorgsysid for x in five})


def test_a_move_counts_in_the_county_of_that_day(archive: Archive, five: list[Equipment]) -> None:
    change(archive, five[0], date(2025, 3, 1), "1", "1", action="move", fromarea="330203002", toarea="330212001")
    run_count(archive, YEAR)
    assert {a["code"]: a["total"] for a in shown(archive, year=YEAR)["areas"]} == {"330203": 1, "330212": 4}


def test_the_running_year_is_counted_to_today_and_replaced(archive: Archive, five: list[Equipment]) -> None:
    today = clock.today()
    five[0].ninspdate, five[1].ninspdate = today - timedelta(days=1), today
    five[2].delaydate = today + timedelta(days=30)
    archive.db.commit()
    jobs.run("statistics.annual", {})
    archive.db.expire_all()
    page = shown(archive)
    assert (page["year"], page["edition"]["upto"], page["edition"]["closed"]) == (today.year, today.isoformat(), False)
    assert line(page["classes"], "3000")[:7] == (5, 5, 0, 0, 0, 1, 0)
    five[3].equstatus = "2"
    archive.db.commit()
    jobs.run("statistics.annual", {})
    archive.db.expire_all()
    again = shown(archive)
    assert line(again["classes"], "3000")[:3] == (5, 4, 1)
    assert (again["edition"]["number"], len(again["editions"])) == (1, 1)
    # the night also closed the year before, once
    before = list(archive.db.scalars(select(AnnualEdition).where(AnnualEdition.year == today.year - 1)))
    assert [(e.number, e.closed) for e in before] == [(1, True)]


def test_a_published_year_stays_when_it_is_counted_again(archive: Archive, five: list[Equipment]) -> None:
    run_count(archive, YEAR)
    five[0].equDel = 1
    archive.db.commit()
    run_count(archive, YEAR)
    page = shown(archive, year=YEAR)
    assert [e["number"] for e in page["editions"]] == [2, 1]
    assert line(page["classes"], "3000")[0] == 4
    assert line(shown(archive, year=YEAR, edition=1)["classes"], "3000")[0] == 5


def test_who_may_count_and_which_years(archive: Archive, five: list[Equipment]) -> None:
    assert archive.office.post("jianyan1", COUNT, year=YEAR)["errorCode"] == "NO_PERMISSION"
    for year in ("2002", str(clock.today().year + 1), "20x4", "99999"):
        assert archive.office.refused("zhanzhang", COUNT, year=year).startswith("年度：请输入 2003 至")
    assert all(name != "statistics.annual" for name, _ in jobs.waiting(archive.db))
    assert archive.db.scalar(select(func.count()).select_from(AnnualEdition)) == 0


def test_the_page_reads_only_what_is_stored(archive: Archive, five: list[Equipment]) -> None:
    nothing = shown(archive, year=YEAR)
    assert (nothing["edition"], nothing["years"], nothing["year"]) == (None, [], YEAR)
    assert archive.office.call.get(EXPORT, year=YEAR).json()["errorMsg"] == "该年度还没有统计数据"
    run_count(archive, YEAR)
    statements: list[str] = []
    connection = archive.db.connection()
    event.listen(connection, "before_cursor_execute", lambda *a: statements.append(a[2]))
    assert shown(archive)["years"] == [YEAR]
    asked = [s for s in statements if s.lstrip().lower().startswith("select")]
    assert asked and not [s for s in asked if "FROM equipment" in s or "FROM appbuss" in s]
    for nasty in ("x", "2024'", "1e3", "99999999", "-1"):
        assert shown(archive, year=nasty, edition=nasty, area=nasty)["years"] == [YEAR]


def test_the_file_holds_the_tables_and_how_they_were_counted(archive: Archive, five: list[Equipment]) -> None:
    report(archive, five[0], date(2024, 6, 1))
    run_count(archive, YEAR)
    answer = archive.office.call.get(EXPORT, year=YEAR)
    book = zipfile.ZipFile(BytesIO(answer.content))
    words = book.read("xl/sharedStrings.xml").decode() if "xl/sharedStrings.xml" in book.namelist() else ""
    sheet = words + book.read("xl/worksheets/sheet1.xml").decode()
    for text in ("按设备种类", "按区县", "按检验类别", "年末在册", "检验率（%）", "应检", "2024年度，第1版，年终数据"):
        assert text in sheet, text
    assert sheet.count("电梯") >= 1
    assert archive.db.scalar(select(func.sum(AnnualFigure.done))) == 1
