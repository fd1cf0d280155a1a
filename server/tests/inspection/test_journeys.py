"""The journeys of the classes over HTTP, each from the counter to the archive."""

from datetime import date
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import Report
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .papers import plain, text_of
from .test_conclusions import Sort, approve, built, device, qualified, save
from .test_moves import REASON


def errors(saved: Any) -> list[str]:
    return [one["text"] for one in saved["findings"] if one["level"] == "error"]


def issued(office: Office, item: AppBuss) -> tuple[Equipment, Report, str]:
    """Submit and approve an item; its device, its report and what the report says."""
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    office.db.expire_all()
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    return office.db.get_one(Equipment, item.equdatasysid), report, text_of(files.read_checked(report.key))


def cn(day: date) -> str:
    return f"{day.year}年{day.month:02}月{day.day:02}日"


def test_a_boiler_is_inspected_inside_and_outside_at_once(office: Office) -> None:
    item = built(office, Sort("1100", "02", "0204", "1011", "1012", facts={"worstgrade": "1"}))
    office.filled(item)
    saved = save(office, item, facts={"worstgrade": "1", "allowpress": "1.0", "allowtemp": "184"}, conclusion="1011")
    assert errors(saved) == []
    today = clock.today()
    boiler, report, text = issued(office, item)
    assert (boiler.ninspdate, boiler.ninspdate2) == (add_months(today, 24), add_months(today, 12))
    assert boiler.params["allowpress"] == "1.0" and boiler.insresult == "1011"
    assert report.title == "锅炉内部检验报告" or "锅炉" in report.title
    assert cn(add_months(today, 24)) in text and cn(add_months(today, 12)) in text
    assert plain("允许使用温度") in text and "184℃" in text


VOID = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}
OLD = {"ssdegree": "2", "monitoredmonths": 6, "workpress_shell": "0.8", "designpress_shell": "1.0"}
VESSEL = Sort("2150", "02", "0205", "1021", "1023", params=OLD)
WALL = {"shape": "圆筒", "part": "筒体", "nominal": "10", "measured": "9.0", "previous": "9.6", "press": "1.0"}
WALL |= {"diain": "1200", "stress": "163", "weld": "0.85", "prevdate": "2020-11-25"}


def test_a_vessel_of_grade_four_is_watched_with_its_measured_wall(office: Office) -> None:
    item = built(office, VESSEL)
    office.filled(item)
    walls = [{**WALL, "point": str(n)} for n in range(1, 5)]
    tables = {
        "thick": {"params": {"nextyears": "1"}, "rows": walls},
        "find": {
            "rows": [{"fno": "1", "finding": "未焊透", "seam": "纵", "thick": "20", "depth": "3.5", "length": "40"}]
        },
    }
    saved = save(office, item, facts={"pressfailed": "0"}, tables=tables)
    assert saved["proposal"]["code"] == "1024", saved["proposal"]
    worked = next(one for one in saved["worked"] if one["code"] == "thick")
    assert [row["calc"] for row in worked["rows"]] == ["4.35"] * 4 and worked["lacking"] == []
    facts = {"pressfailed": "0", "worstgrade": "4", "monitormonths": "12", "permitpress": "0.6", "permitmedium": "空气"}
    due = clock.today()
    sent = {"conclusion": "1024", "rectifydue": str(add_months(due, 1)), "problems": "纵焊缝未焊透，监控使用"}
    office.noticed(item)
    saved = save(office, item, facts={**facts, "limits": "降压监控使用"}, nextdate=str(add_months(due, 13)), **sent)
    assert any("不得晚于规则计算日期" in one for one in errors(saved)), errors(saved)
    saved = save(office, item, nextdate=str(add_months(due, 12)))
    assert errors(saved) == []
    vessel, _report, text = issued(office, item)
    assert (vessel.ninspdate, vessel.insresult) == (add_months(due, 12), "1024")
    assert (vessel.ssdegree, vessel.params["monitoredmonths"]) == ("4", 18)
    for said in ("未焊透", "GRQ-51", "降压监控使用", "空气", "4.35", cn(add_months(due, 12))):
        assert plain(said) in text, said


def test_a_ropeway_has_its_two_dates(office: Office) -> None:
    item = built(office, Sort("9100", "02", "0215", "1071", "1075"))
    office.filled(item)
    assert errors(save(office, item, conclusion="1071")) == []
    today = clock.today()
    ropeway, _report, text = issued(office, item)
    assert (ropeway.ninspdate, ropeway.ninspdate2) == (add_months(today, 36), add_months(today, 12))
    assert cn(add_months(today, 36)) in text and cn(add_months(today, 12)) in text


def trucks(office: Office, count: int) -> list[Equipment]:
    """Forklifts of one unit."""
    first = device(office, Sort("5110", "02", "0211", "1051", "1052"))
    names = ("useorgsysid", "useorgname", "areacode", "cheorgsysid", "cheorgsysname", "useplace", "org_id", "params")
    names += ("equclass", "equclacode", "equname", "equstatus", "regstatus", "usestartdate", "insinspdate", "createby")
    own = {name: getattr(first, name) for name in names if hasattr(Equipment, name)}
    more = [Equipment(**own, equcode=f"51103302012026{n:04}") for n in range(1, count)]
    office.db.add_all(more)
    office.db.commit()
    return [first, *more]


def test_twenty_forklifts_go_through_every_step_together(office: Office) -> None:
    many = trucks(office, 20)
    form = office.form(many, seisort="02", testsort="0211")
    saved = office.good("shouli", "/api/appmain/saveAppMain", **form)
    office.good("shouli", "/api/appmain/submitAppMain", ids=saved["main"]["id"])
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=saved["main"]["id"])
    items = list(office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == saved["main"]["id"])))
    assert len(items) == 20
    qualified(office, items[0])
    ids = [one.id for one in items]
    office.good("diaodu", "/api/appmain/taskSchedBatchCommit", ids=ids, **office.plan())
    for one in ids:
        office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=one, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=ids)
    numbers = list(office.db.scalars(select(AppBuss.reportno).where(AppBuss.id.in_(ids))))
    assert len(set(numbers)) == 20 and "" not in numbers
    main = office.main(saved["main"]["id"])
    assert main.takers == sorted([office.user("jianyan1").id, office.user("jianyan2").id])


def test_a_declaration_is_returned_twice_and_voided(office: Office) -> None:
    lift = office.lifts()[0]
    main = office.declared()
    for turn in (1, 2):
        office.good("shouli", "/api/appmain/sendBack", ids=main.id, **REASON)
        now = office.main(main.id)
        assert (now.step, bool(now.backDescription)) == ("YWSB", True), turn
        office.good("shouli", "/api/appmain/submitAppMain", ids=main.id)
        assert office.main(main.id).step == "YWSL"
    assert "作废原因" in office.refused("yewu", "/api/appmain/voidSbdj", ids=main.id)
    assert office.main(main.id).step == "YWSL"
    office.good("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID)
    assert (office.main(main.id).step, office.main(main.id).status) == ("VOID", "80")
    again = office.good("shouli", "/api/appmain/saveAppMain", **office.form([lift]))
    office.good("shouli", "/api/appmain/submitAppMain", ids=again["main"]["id"])
    assert office.db.scalars(select(AppMain).where(AppMain.id == again["main"]["id"])).one().step == "YWSL"
