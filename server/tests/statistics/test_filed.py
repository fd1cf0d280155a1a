"""监察数据统计: an indicator is a list counted, a formula of others, a form that adds up; a cell leads to its rows."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import func, select, update

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.kit.lists.listview import LISTS
from tejian.statistics.counted.lists import BEHIND
from tejian.statistics.models.filed import Indicator, StatColumn, StatForm
from tests.archives.conftest import Archive
from tests.inspection.conftest import Office

from . import filed
from .filed import FORMS, IN_USE, INDICATORS, LATE, SHARE, draft, form_written, used

URLS = {one.route: one.view.url for one in BEHIND.values()}


def behind(office: Office, login: str, link: str) -> int:
    """How many rows the list says to which a cell leads."""
    at = urlsplit(link)
    return int(office.good(login, URLS[at.path], **dict(parse_qsl(at.query)))["count"])


def test_a_cell_counts_the_rows_that_its_link_shows(archive: Archive) -> None:
    office = archive.office
    form = form_written(office, "EQ09 EQ13 EQ14")
    office.good("juzhang", f"{FORMS}/publish", ids=form.id)
    for login in ("juzhang", "jianguan"):
        table = office.good(login, f"{FORMS}/preview", id=form.id)
        lines = [*table["lines"], table["total"]]
        assert len(table["lines"]) > 1
        for line in lines:
            for code in ("EQ09", "EQ13"):
                cell = line["cells"][code]
                assert cell["value"] == behind(office, login, cell["link"]), (line["label"], code)
            n, late, share = (line["cells"][code]["value"] for code in ("EQ09", "EQ13", "EQ14"))
            assert share == (None if n == 0 else round(late / n * 100, 4))
            assert line["cells"]["EQ14"]["link"] == ""
        assert table["total"]["cells"]["EQ09"]["value"] == sum(one["cells"]["EQ09"]["value"] for one in table["lines"])


def test_everything_is_counted_in_the_own_scope_alone(archive: Archive) -> None:
    office = archive.office
    form = form_written(office, "EQ09")
    here = (Equipment.equDel == 0, Equipment.equstatus == "1", Equipment.areacode.startswith("330212"))
    running = select(func.count()).where(*here)
    gone = office.db.scalar(running)

    def total(login: str) -> Any:
        return office.good(login, f"{FORMS}/preview", id=form.id)["total"]["cells"]["EQ09"]["value"]

    everything = total("juzhang")
    office.db.execute(update(Equipment).where(*here).values(areacode="440300"))
    office.db.commit()
    assert total("juzhang") == everything - gone
    assert gone > 0


def test_by_county_and_what_is_not_stated(archive: Archive) -> None:
    office = archive.office
    form = form_written(office, "EQ09")
    form.division = "county"
    office.db.execute(update(Equipment).where(Equipment.equclass == "3000").values(areacode="330212004"))
    office.db.commit()
    table = office.good("juzhang", f"{FORMS}/preview", id=form.id)
    [line] = [one for one in table["lines"] if one["value"] == "330212"]
    assert line["cells"]["EQ09"]["value"] == behind(office, "juzhang", line["cells"]["EQ09"]["link"]) > 0


def test_a_period_narrows_what_is_counted_by_it(archive: Archive) -> None:
    office = archive.office
    today = clock.today()
    office.db.execute(update(Equipment).values(regdate=today - timedelta(days=400)))
    one = archive.first(Equipment.equstatus == "1", Equipment.equDel == 0)
    one.regdate = today
    office.db.commit()
    form = form_written(office, "EQ09")
    used(office, **IN_USE | {"code": "EQ02", "name": "新增登记", "asks": "", "timed": "1"})
    office.db.add(StatColumn(form_id=form.id, code="EQ02", heading=""))
    office.db.commit()
    first = str(today - timedelta(days=40))
    table = office.good("juzhang", f"{FORMS}/preview", id=form.id, begin=first, end=str(today))
    cell = table["total"]["cells"]["EQ02"]
    assert cell["value"] == behind(office, "juzhang", cell["link"]) == 1
    assert table["total"]["cells"]["EQ09"]["value"] > 1


@pytest.mark.parametrize(
    ("begin", "end", "said"),
    [
        (0, 0, "统计期间：只有1天，最短28天"),
        (365 * 100, 0, "统计期间：最长五年"),
        (10, 40, "统计期间：开始不得晚于结束"),
        (40, -1, "统计期间：结束不得晚于今天"),
    ],
)
def test_a_period_of_a_day_or_a_century_is_none(office: Office, begin: int, end: int, said: str) -> None:
    form = form_written(office, "EQ09")
    days = {name: str(clock.today() - timedelta(days=n)) for name, n in (("begin", begin), ("end", end))}
    assert said in office.refused("juzhang", f"{FORMS}/preview", id=form.id, **days)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (IN_USE | {"asks": "颜色=红"}, "条件：设备清单没有“颜色”"),
        (IN_USE | {"asks": "使用状态=飞行"}, "条件：“使用状态”没有“飞行”这个值"),
        (IN_USE | {"asks": "使用状态"}, "条件：“使用状态”应写作“使用状态=值”"),
        (IN_USE | {"asks": "超期未检=是；超期未检=否"}, "“超期未检”写了两次"),
        (IN_USE | {"asks": "登记日期=2026"}, "条件：设备清单没有“登记日期”"),
        (IN_USE | {"code": "在用"}, "指标代码“在用”应为两个大写字母和两三位数字"),
        (SHARE, "EQ09不是使用中的指标"),
        (SHARE | {"formula": "EQ14+1"}, "EQ14又用到了自己"),
        (SHARE | {"formula": "EQ13/"}, "算式写法错误"),
        (SHARE | {"formula": "EQ13/0"}, "无法计算，除数总是零"),
        (SHARE | {"formula": "EQ13/(EQ09-EQ09)"}, "无法计算，除数总是零"),
        (SHARE | {"formula": "eq+1"}, "“eq”不是指标代码"),
        (SHARE | {"formula": "1+1"}, "没有写到任何指标"),
    ],
)
def test_what_cannot_be_counted_is_not_stored(office: Office, form: dict[str, Any], said: str) -> None:
    assert said in office.refused("juzhang", f"{INDICATORS}/save", **form)
    assert office.db.scalar(select(func.count()).select_from(Indicator)) == 0


def test_formulas_do_not_go_in_a_circle(office: Office) -> None:
    used(office, **IN_USE)
    share = used(office, **SHARE | {"formula": "EQ09*2"})
    used(office, **SHARE | {"code": "EQ20", "formula": "EQ14+1"})
    office.good("juzhang", f"{INDICATORS}/revise", ids=share.id)
    new = office.db.scalars(select(Indicator).where(Indicator.code == "EQ14", Indicator.edition == 2)).one()
    circle = SHARE | {"id": new.id, "version": new.version, "formula": "EQ20+EQ09"}
    assert "EQ14又用到了自己：EQ14→EQ20→EQ14" in office.refused("juzhang", f"{INDICATORS}/save", **circle)
    assert office.db.scalars(select(Indicator.formula).where(Indicator.id == new.id)).one() == "EQ09*2"


def test_a_new_version_takes_the_place_of_the_old_one(office: Office) -> None:
    old = used(office, **IN_USE)
    office.good("juzhang", f"{INDICATORS}/revise", ids=old.id)
    new = office.db.scalars(select(Indicator).where(Indicator.edition == 2)).one()
    assert (new.step, new.asks, new.published) == ("BZ", "使用状态=在用", None)
    change = IN_USE | {"id": new.id, "version": new.version, "asks": "使用状态=停用"}
    office.good("juzhang", f"{INDICATORS}/save", **change)
    office.good("juzhang", f"{INDICATORS}/publish", ids=new.id)
    steps = office.db.execute(select(Indicator.edition, Indicator.step, Indicator.asks).order_by(Indicator.edition))
    assert [tuple(row) for row in steps] == [(1, "FZ", "使用状态=在用"), (2, "SY", "使用状态=停用")]
    again = IN_USE | {"id": new.id, "version": 99, "asks": ""}
    assert office.refused("juzhang", f"{INDICATORS}/save", **again)
    assert office.db.scalars(select(Indicator.asks).where(Indicator.id == new.id)).one() == "使用状态=停用"


def test_one_draft_of_a_code(office: Office) -> None:
    draft(office, **IN_USE)
    assert "EQ09的第1版正在编制中" in office.refused("juzhang", f"{INDICATORS}/save", **IN_USE)
    assert office.db.scalar(select(func.count()).select_from(Indicator)) == 1


@pytest.mark.parametrize(
    ("columns", "balances", "said"),
    [
        ("EQ09 EQ09", [], "栏目：EQ09写了两次"),
        ("EQ99", [], "EQ99不是使用中的指标"),
        ("EQ09", [("EQ09", "EQ13")], "平衡关系：EQ13不是这张表的栏目"),
    ],
)
def test_a_form_that_cannot_be_counted_is_not_stored(office: Office, columns: str, balances: Any, said: str) -> None:
    used(office, **IN_USE)
    used(office, **LATE)
    rows = [{"code": code, "heading": ""} for code in columns.split()]
    told = [{"whole": whole, "parts": parts} for whole, parts in balances]
    sent = filed.FORM | {"columns": rows, "balances": told}
    assert said in office.refused("juzhang", f"{FORMS}/save", **sent)
    assert office.db.scalar(select(func.count()).select_from(StatForm)) == 0


def test_what_does_not_add_up_is_said_with_how_much(archive: Archive) -> None:
    office = archive.office
    form = form_written(office, "EQ09 EQ13", balances=[{"whole": "EQ09", "parts": "EQ13"}])
    total = office.good("juzhang", f"{FORMS}/preview", id=form.id)["total"]
    off = total["cells"]["EQ09"]["value"] - total["cells"]["EQ13"]["value"]
    assert off != 0
    assert total["faults"] == [f"在用：合计与分项不符，EQ09与EQ13相差{abs(off):g}台"]


def test_a_new_version_of_a_form_has_its_columns(office: Office) -> None:
    form = form_written(office, "EQ09 EQ13", balances=[{"whole": "EQ09", "parts": "EQ13"}])
    office.good("juzhang", f"{FORMS}/publish", ids=form.id)
    office.good("juzhang", f"{FORMS}/revise", ids=form.id)
    new = office.db.scalars(select(StatForm).where(StatForm.edition == 2)).one()
    loaded = office.good("juzhang", f"{FORMS}/load", id=new.id)
    assert [one["code"] for one in loaded["columns"]] == ["EQ09", "EQ13"]
    assert [(one["whole"], one["parts"]) for one in loaded["balances"]] == [("EQ09", "EQ13")]


def test_a_trial_says_the_number_and_its_parts(archive: Archive) -> None:
    office = archive.office
    used(office, **IN_USE)
    used(office, **LATE)
    share = used(office, **SHARE)
    said = office.good("juzhang", f"{INDICATORS}/trial", id=share.id)
    running = behind(office, "juzhang", "/dataStatistics/jcDataStatisticsDevices?equstatus=1")
    late = behind(office, "juzhang", "/dataStatistics/jcDataStatisticsDevices?overdue=1")
    assert f"EQ09 {running}" in said
    assert f"EQ13 {late}" in said
    assert said.startswith("超期率：")


def test_a_workbook_of_the_same_table(office: Office) -> None:
    form = form_written(office, "EQ09")
    office.call.user = office.user("jianguan")
    office.db.commit()
    answer = office.call.client.post(f"{FORMS}/sheet", data={"id": form.id})
    office.call.user = None
    assert answer.status_code == 200
    assert answer.content[:2] == b"PK"


def test_who_may_only_look_changes_nothing(office: Office) -> None:
    one = filed.written(office)
    assert "没有此操作的权限" in office.refused("jianguan", f"{INDICATORS}/publish", ids=one.id)
    assert office.db.scalars(select(Indicator.step)).one() == "BZ"
    assert "没有此操作的权限" in office.refused("zhiliang", f"{FORMS}/preview", id=one.id)


def test_every_list_behind_is_divided_and_has_its_period() -> None:
    for one in BEHIND.values():
        names = {search.name for search in one.view.search}
        assert {"equclass", "county", one.period} <= names
        assert LISTS[one.view.no] is one.view


def test_a_save_that_leaves_fields_out_keeps_and_judges_them(office: Office) -> None:
    one = draft(office, **IN_USE)
    office.good("juzhang", f"{INDICATORS}/save", id=one.id, version=one.version, name="在用设备")
    kept = office.db.execute(select(Indicator.name, Indicator.asks, Indicator.behind)).one()
    assert tuple(kept) == ("在用设备", "使用状态=在用", "device")
