"""Row by row, each of the 31 templates by the real flow: what is asked on the screen and on paper, what the page of the
conclusion says of a report that passed and of one that failed, and what the original record shows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from tejian import data
from tejian.archives.models.equipment import Equipment
from tejian.golden.flow import Way
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.records.paper import cn_day
from tejian.inspection.reports.documents import original_record
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tests.inspection.papers import plain, text_of
from tests.inspection.test_all_combinations import Whole

BEGUN, ENDED = "09:10", "11:40"


@dataclass(frozen=True)
class Case:
    """A kind and a sort whose record is of this template; conclusions of a report that passed and of one that failed.

    `found` is on the page of both, `permitted` only beside the conclusion that lets the device go on.
    """

    template: str
    kind: str
    sort: str
    good: str
    bad: str
    dates: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    permitted: tuple[str, ...] = ()
    own: str = ""  # the list of the kind beside a general one

    def __str__(self) -> str:
        return self.template


LIFT = ("下次定期检验日期", "下次自行检测日期", "下次 125% 制动试验日期")
VALVE = ("要求整定压力", "实际整定压力", "密封试验压力", "泄漏率", "首次校验结果", "解体检修与更换")
VESSEL = ("允许使用压力", "允许使用温度", "允许使用介质")
CASES = (
    Case("DT-DJ", "3110", "0211", "1031", "1032", LIFT),
    Case("DT-ES", "3310", "0211", "1031", "1032", LIFT[:2]),
    Case("DT-ZW", "3430", "0211", "1031", "1032", LIFT[:1]),
    Case("DT-JC", "3110", "0701", "3031", "3032", (LIFT[1], LIFT[2], LIFT[0])),
    Case("DT-JC-ES", "3310", "0701", "3031", "3032", (LIFT[1], LIFT[0])),
    Case("GL-WJ", "1100", "0202", "1011", "1012", ("下次外部检验日期",)),
    Case("GL-NJ", "1100", "0201", "1011", "1012", ("下次内部检验日期",), ("校核的许用压力",)),
    Case(
        *("GL-SY", "1100", "0203", "1011", "1012"),
        found=("试验压力", "保压时间", "压力下降", "渗漏", "可见变形"),
    ),
    Case("GL-SZ", "1100", "1001", "1017", "01", ("下次水（介）质检验日期",)),
    Case("GL-RZT", "1320", "1002", "1017", "1016", ("下次水（介）质检验日期",)),
    Case(
        *("RQ-DJ", "2150", "0205", "1021", "1023"),
        ("下次定期检验日期", "下次年度检查日期"),
        ("安全状况等级",),
        VESSEL,
    ),
    Case("RQ-NY", "2150", "0206", "1021", "1023"),
    Case(
        *("YC-DJ", "2410", "0207", "1021", "1023"),
        ("下次定期检验日期", "下次年度检查日期"),
        ("安全状况等级",),
        ("允许工作压力", "允许使用温度", "允许加压介质", "允许进舱人数"),
    ),
    Case("RC-ND", "2220", "0208", "1021", "1023", ("下次年度检验日期",)),
    Case(
        *("RC-QM", "2220", "0209", "1021", "1023"),
        ("下次全面检验日期", "下次年度检验日期"),
        ("安全状况等级",),
        ("允许使用压力", "允许使用温度", "允许充装介质", "允许充装量"),
    ),
    Case("QP-DJ", "2310", "0210", "00", "01", ("下次定期检验日期",), ("本批报废",), ("本批合格",)),
    Case("RQ-ND", "2150", "0801", "1021", "1023", ("下次年度检查日期",)),
    Case("QZ-DJ", "4110", "0211", "1041", "1042", ("下次定期检验日期", "下次额定载荷试验日期")),
    Case("CC-DJ", "5110", "0211", "1051", "1052", ("下次定期检验日期",)),
    Case("CC-GG", "5210", "0211", "1051", "1052", ("下次定期检验日期",)),
    Case("YL-DJ", "6100", "0211", "1061", "1062", ("下次定期检验日期",)),
    Case("SD-QM", "9120", "0215", "1071", "1075", ("下次全面检验日期", "下次年度检验日期")),
    Case("SD-ND", "9120", "0216", "1074", "1075", ("下次年度检验日期",)),
    Case("GD-DJ", "8310", "0212", "8011", "8013", ("下次定期检验日期",), ("工程安全状况等级（最差管线）",)),
    Case("GD-ND", "8310", "0802", "8011", "8013", ("下次年度检查日期",)),
    Case("AQF-LX", "7310", "0401", "7011", "7012", ("下次校验日期",), VALVE, ("铅封号", "标牌号")),
    Case("TY-JJ", "4110", "0102", "2041", "2042", ("下次定期检验日期", "下次额定载荷试验日期"), own="QZ-DJ"),
    Case("TY-ZJ", "1100", "0101", "2011", "2015"),
    Case("TY-WT", "1100", "0301", "00", "01"),
    Case("TY-PG", "3110", "1201", "00", "01", ("下次安全评估日期",), (), ("结论有效期限",)),
    Case("TY-XS", "3110", "0501", "00", "01", (), (), ("型式试验证书编号", "覆盖范围")),
)
GOES_ON = {"GL-RZT": "1016"}  # what is wrong with the oil shortens its cycle: it is watched, not stopped
# lists of lifts, cranes, vehicles and cylinders print the month of the next date
MONTHS = {"DT-DJ", "DT-ES", "DT-ZW", "DT-JC", "DT-JC-ES", "QZ-DJ", "CC-DJ", "CC-GG", "QP-DJ"}
ASSESSED = {"结论有效期限", "限制条件"}  # what the walk states where it may


class Rows(Whole):
    """The walk of the combinations, which states besides when an inspection began and ended and how the instruments
    were."""

    screen: Any = None
    before: date | None = None  # the last inspection that the archive knows

    def _device(self, *args: Any) -> Any:
        made = super()._device(*args)
        if self.before:
            made.inspdate = self.before
            self.db.flush()
        return made

    def _name_instruments(self, way: Way) -> None:
        tools = way.proposed or self.world.instruments[:1]
        states = dict.fromkeys(tools, "1")
        self._save(way, instruments=tools, instrumentstates=states, begunat=BEGUN, endedat=ENDED)
        self.screen = self._screen(way)


@pytest.fixture
def rows(db: Any) -> Rows:
    return Rows(db)


def texts(template: str) -> dict[str, dict[str, str]]:
    return {one["item_no"]: one for one in data.rows("report_item_texts") if one["template"] == template}


def paper_of(rows: Rows, row: AppBuss) -> Any:
    return records.document(rows.db, row, records.record_or_refuse(rows.db, row))


def printed(text: str, said: str) -> bool:
    """Whether a paper says it, once across a page at most."""
    text = plain(text)
    return text in said or any(text[:n] in said and text[n:] in said for n in range(1, len(text)))


def report_of(rows: Rows, row: AppBuss) -> Report:
    return rows.db.scalars(select(Report).where(Report.appbuss_id == row.id)).one()


def shown(paper: Mapping[str, Any], block: str) -> dict[str, str]:
    return {one["label"]: one["value"] for one in paper["paper"][block]}


def written(case: Case, day: date) -> str:
    text = f"{day.year}年{day.month:02}月"
    return text if {case.template, case.own} & MONTHS else f"{text}{day.day:02}日"


def test_all_templates_are_walked() -> None:
    assert [one.template for one in CASES] == list(dict.fromkeys(one.template for one in CASES))
    assert {one.template for one in CASES} == {row["template"] for row in data.rows("report_layouts")}
    assert len(CASES) == 31 and len(list(data.rows("report_item_texts"))) == 637


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_passed_says_all_that_its_template_says(rows: Rows, case: Case) -> None:
    row = rows.inspected(case.kind, case.sort)
    record = records.record_or_refuse(rows.db, row)
    paper, own = paper_of(rows, row), {**texts(case.template), **texts(case.own)}
    assert row.conclusion == case.good
    # what is asked: on the screen, in the data of the paper, on the paper and in the original record
    full = {
        one["item_no"]: (own[one["item_no"]]["requirement"], own[one["item_no"]]["basis"]) for one in paper["items"]
    }
    assert {one["item_no"]: (one["requirement"], one["basis"]) for one in rows.screen["items"]} == full
    assert len(full) == len(own) and all(said and clause for said, clause in full.values())
    for one in paper["items"]:
        text = own[one["item_no"]]
        assert one["requirement_summary"] == f"{text['requirement']}（{text['basis']}）"
        assert one["number"] == (text["number"] or one["item_no"])
    issued, original = (
        text_of(files.read_checked(report_of(rows, row).key)),
        text_of(original_record(rows.db, row).content),
    )
    for said in (issued, original):
        lacking = [one["number"] for one in paper["items"] if not printed(one["requirement_summary"], said)]
        assert not lacking
        assert [one["number"] for one in paper["items"] if plain(one["number"]) not in said] == []
    # the page of the conclusion
    dates = shown(paper, "dates")
    assert tuple(dates) == (case.dates or tuple(dates)) and set(dates.values()) - {"/"} == {
        value for value in dates.values() if re.fullmatch(r"\d{4}年\d\d月(\d\d日)?", value)
    }
    if case.dates:
        assert record.nextdate is not None and dates[case.dates[0]] == written(case, record.nextdate)
    else:
        assert record.nextdate is None and set(dates.values()) <= {"/"}
    results = shown(paper, "results")
    assert set(results) - ASSESSED - {"评定等级劣于建议等级的理由"} == {*case.found, *case.permitted} - ASSESSED
    assert set(case.permitted) <= set(results)
    # the original record
    assert (record.begunat, record.endedat) == (BEGUN, ENDED)
    assert f"开始时间{BEGUN}" in original and f"结束时间{ENDED}" in original
    assert {(one["before"], one["after"]) for one in paper["instruments"]} == {("正常", "正常")}
    assert "使用前" in original and "使用后" in original and "使用前" not in issued


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_failed_names_no_next_date_and_permits_nothing(rows: Rows, case: Case) -> None:
    row = rows.inspected(case.kind, case.sort, "×")
    record, paper = records.record_or_refuse(rows.db, row), paper_of(rows, row)
    assert row.conclusion == case.bad
    if case.bad == GOES_ON.get(case.template):
        assert record.nextdate is not None and row.unqualcode == ""
        return
    report = report_of(rows, row)
    assert (record.nextdate, row.nextdate, record.nextdates) == (None, None, {})
    assert set(shown(paper, "dates").values()) <= {"/"}
    assert (paper["ninspdate"], report.content["ninspdate"]) == ("", "")
    results = shown(paper, "results")
    assert set(case.permitted) & set(results) == set() and set(case.found) <= set(results)
    issued = text_of(files.read_checked(report.key))
    assert re.findall(r"下次[^，。；：/]{0,12}日期\d{4}年", issued) == []


def test_an_escalator_prints_the_numbers_of_the_rule(rows: Rows) -> None:
    case = next(one for one in CASES if one.template == "DT-ES")
    row = rows.inspected(case.kind, case.sort)
    numbers = [one["number"] for one in paper_of(rows, row)["items"]]
    assert len(numbers) == 40 and all(one.startswith("A2.") for one in numbers)
    issued = text_of(files.read_checked(report_of(rows, row).key))
    assert "ES-" not in issued and "A2.1" in issued
    assert "ES-" not in text_of(original_record(rows.db, row).content)


BEFORE = ("DT-DJ", "GL-NJ", "RQ-DJ", "QZ-DJ", "CC-DJ", "YL-DJ", "SD-QM")


@pytest.mark.parametrize("case", [one for one in CASES if one.template in BEFORE], ids=str)
def test_the_last_inspection_is_the_one_before_this(rows: Rows, case: Case) -> None:
    rows.before = clock.add_months(clock.today(), -24)
    row = rows.inspected(case.kind, case.sort)
    assert rows.db.get_one(Equipment, row.equdatasysid).inspdate == clock.today(), "the archive knows this one now"
    paper = paper_of(rows, row)
    assert paper["lastinspdate"] == str(rows.before)
    assert shown(paper, "identity")["上次检验日期"] == cn_day(str(rows.before))
    issued = text_of(files.read_checked(report_of(rows, row).key))
    assert f"上次检验日期{cn_day(str(rows.before))}" in issued
