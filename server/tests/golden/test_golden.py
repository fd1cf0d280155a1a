"""The project's own cases with known answers, asked of the rules and of the whole flow; and how cases fail."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.codes import PIPELINE
from tejian.archives.common.api import class_of, kind_matches
from tejian.archives.models.equipment import Equipment
from tejian.charging.fees import book as fees_book
from tejian.charging.fees import facts as fees_facts
from tejian.charging.fees import rules as fees_rules
from tejian.charging.models.charges import Charge, ChargeLine, ReliefPolicy
from tejian.golden import engine, history, states
from tejian.golden.answers import Answer, misses_of_record
from tejian.golden.carried import Flow
from tejian.golden.cases import Case, NotAsked, read
from tejian.golden.engine import Engine
from tejian.golden.plausible import complete
from tejian.golden.run import ALONE, ask_all
from tejian.golden.world import SPAN, count_apart
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import Report
from tejian.inspection.records import seals
from tejian.inspection.records.api import device_names
from tejian.kit.database.numbering import Counter, take_number
from tejian.kit.papers import pdf
from tejian.system.models.accounts import SysUser
from tests import database

HERE = Path(__file__).parent
ITEMS_FLOWN = 23  # and every so many records of items.json
ONE_OF_TWO_SIDES = "R301"  # a gap that is wider than both sides together may be
FLOWN = 83  # every so many dates go through the whole flow
FEES_FLOWN = 11  # and every so many fees, beside those of whole charges and of re-inspections


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are an empty page without a seal: to draw and seal one is half of a case, and nobody reads it here.

    That each kind of report is drawn and sealed is what inspection/test_all_combinations.py shows.
    """
    out, blank = io.BytesIO(), PdfWriter()
    blank.add_blank_page(595, 842)
    blank.write(out)
    monkeypatch.setattr(pdf, "render", lambda *_given, **_more: out.getvalue())
    monkeypatch.setattr(seals, "sealed", lambda _db, _org, document, _reason: document)


@pytest.fixture(scope="module")
def by_items() -> list[Case]:
    """The sides of the conclusion rules: key and general items of each template."""
    found: list[Case] = read(HERE / "items.json")["records"]
    return found


def test_the_rules_answer_every_item(db: Session, by_items: list[Case]) -> None:
    said: list[str] = []
    passed, failed = ask_all(Engine(db), {"records": by_items}, said.append)
    assert said == []
    assert (passed, failed) == (len(by_items), 0)
    assert {one["template"] for one in data.rows("report_items")} == {one["lists"][0] for one in by_items}
    assert sum("refused" in one["expect"] for one in by_items) >= 100


@pytest.mark.usefixtures("undrawn")
def test_the_whole_flow_answers_items(db: Session, by_items: list[Case]) -> None:
    said: list[str] = []
    asked = [*by_items[::ITEMS_FLOWN], *(one for one in by_items if one["id"] == ONE_OF_TWO_SIDES)]
    passed, _failed = ask_all(Flow(db), {"records": asked}, said.append)
    assert said == []
    assert passed == len(asked) >= 20


def test_cases_are_carried_out_by_two_processes_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "fees.json"
    file.write_text(json.dumps({"fees": read(HERE / "fees.json")["fees"][: 2 * ALONE]}, default=str))
    with database.copied("golden") as at:
        command = [sys.executable, "-m", "tejian.cli", "golden", str(file)]
        env = {**os.environ, **database.environment(at, tmp_path)}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == [f"{2 * ALONE} passed, 0 failed"], done.stderr[-2000:]


@pytest.fixture(scope="module")
def cases() -> dict[str, list[Case]]:
    fees = read(HERE / "fees.json")["fees"]
    return {**read(HERE / "records.json"), "dates": read(HERE / "dates.json")["dates"], "fees": fees}


def test_the_rules_answer_every_case(db: Session, cases: dict[str, list[Case]]) -> None:
    said: list[str] = []
    passed, failed = ask_all(Engine(db), cases, said.append)
    assert said == []
    assert (passed, failed) == (sum(map(len, cases.values())), 0)
    assert len(cases["dates"]) >= 1000
    assert sum("mother" in one.get("inspection", {}) for one in cases["dates"]) >= 170
    assert len(cases["fees"]) >= 400


def test_every_row_of_the_date_rules_has_four_cases(
    db: Session, cases: dict[str, list[Case]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row is reached by a case when it gives the date of one of its fields, or says that there is none."""
    reached: dict[str, set[str]] = {}
    asked = ""

    def noted(of: Any) -> Any:
        def next_dates(*args: Any) -> Any:
            given = of(*args)
            for line in getattr(given, "lines", ()):
                reached.setdefault(line.ruleid, set()).add(asked)
            return given

        return next_dates

    for module in (engine, history):
        monkeypatch.setattr(module, "next_dates", noted(module.next_dates))
    rules = Engine(db)
    for case in cases["dates"]:
        asked = case["id"]
        rules.of_date(case)
    rows = [row["ruleid"] for row in data.rows("cycle_rule")]
    assert len(rows) == 123
    assert {row: len(reached.get(row, ())) for row in rows if len(reached.get(row, ())) < 4} == {}


def test_every_row_of_the_fee_table_has_a_case(cases: dict[str, list[Case]]) -> None:
    asked = {line["feecode"] for case in cases["fees"] for line in case["expect"].get("lines", [])}
    computed = {row["feecode"] for row in data.rows("fees") if row["line_role"] not in ("note", "rule")}
    assert computed - asked == {"F0162"}  # 爆破片 are no devices of the catalogue
    assert {"R166", "R167", "R168", "R169", "R170", "R171"} <= asked


COMPARED = re.compile(r"(\w+)\s*(?:<=|>=|<|>)\s*([\d.]+)|([\d.]+)\s*(?:<=|>=|<|>)\s*(\w+)")


def named(case: Case, book: fees_book.FeeBook) -> Iterator[tuple[str, dict[str, object]]]:
    """For each device and pipeline of a fee case its test sort and the names that the fee table reads."""
    for one in [case, *(case.get("charge") or {}).get("items", [])]:
        own = {**{k: case[k] for k in ("kind", "testsort") if k in case}, **one}
        device = dict(own.get("device", {}))
        for line in device.pop("lines", None) or [{}]:
            values = device_names(own["kind"], {**device, "equclacode": own["kind"]})
            yield own["testsort"], fees_rules.fee_facts({**values, **device_names(PIPELINE, line)}, book)


def said_of(facts: dict[str, object], name: str) -> Decimal | None:
    """What a case says of a name; numbers may be written as text."""
    try:
        return Decimal(str(facts.get(name)))
    except InvalidOperation:
        return None


def test_every_band_of_the_fee_table_has_cases_below_on_and_above_it(db: Session, cases: dict[str, list[Case]]) -> None:
    book = fees_facts.book(db)
    asked = [one for case in cases["fees"] for one in named(case, book)]
    lacking, limits = [], 0
    for row in book.rows:
        own = [
            facts
            for sort, facts in asked
            if sort in row.testsorts and class_of(str(facts["code"])) in row.classes
            if kind_matches(row.kind_filter, str(facts["code"]))
        ]
        for first, number, turned, last in COMPARED.findall(row.band_expr):
            limit = Decimal(number or turned)
            said = [v for facts in own if (v := said_of(facts, first or last)) is not None]
            below = not limit or any(v < limit for v in said)  # nothing is below none
            limits += 1
            if not (below and limit in said and any(v > limit for v in said)):
                lacking.append((row.feecode, first or last, limit))
    assert lacking == []
    assert limits >= 110


def test_courses_of_money_come_to_what_was_worked_out_by_hand(db: Session) -> None:
    courses = read(HERE / "courses.json")["courses"]
    said: list[str] = []
    flow = Flow(db)
    assert ask_all(flow, {"courses": courses}, said.append) == (len(courses), 0), said
    assert len(courses) >= 110
    done = {step["do"] for one in courses for step in one["steps"]}
    money = {"confirm", "void", "pay", "bill", "red", "refund", "order", "callback"}
    assert done == money | {"advance", "offset", "take_back", "transfer"}
    # a cent too little, an entry too few, another state, a refusal that does not come: each is told
    first = courses[0]
    assert first["id"] == "M-Q-1"
    paid = {**first["steps"][1], "expect": {**first["steps"][1]["expect"], "received": "999.99"}}
    wrong = [
        ({"steps": [first["steps"][0], paid]}, "第2步 pay received: want 999.99, got 1000.00"),
        ({"expect": {"entries": first["expect"]["entries"][:1]}}, "entries: want 非税 due 1000.00, got"),
        ({"expect": {"bills": []}}, "bills: want 无, got 1000.00"),
        ({"steps": [{"do": "confirm", "expect": {"state": "4"}}]}, "第1步 confirm state: want 4, got 2"),
        ({"steps": [{"do": "confirm", "refused": "不能确认"}]}, "第1步 confirm: want 拒绝：不能确认, got 没有拒绝"),
        ({"steps": [{"do": "bill", "expect": {"state": "5"}}]}, "第1步 bill: want 不拒绝, got"),
        ({"steps": [{"do": "steal", "expect": {"state": "5"}}]}, "没有 steal 这一步"),
        ({"steps": [{"do": "confirm"}]}, "每一步须有 expect 或 refused"),
        ({"steps": [{"do": "confirm", "expect": {"left": "1"}}]}, "不认识 left"),
    ]
    for change, sentence in wrong:
        told: list[str] = []
        assert ask_all(flow, {"courses": [{**first, "expect": {}, **change}]}, told.append) == (0, 1), sentence
        assert any(sentence in one for one in told), (sentence, told)
    with pytest.raises(NotAsked):
        Engine(db).ask("courses", first)


@pytest.mark.usefixtures("undrawn")
def test_the_whole_flow_answers_the_records(db: Session, cases: dict[str, list[Case]]) -> None:
    said: list[str] = []
    asked = cases["records"]
    passed, _failed = ask_all(Flow(db), {"records": asked}, said.append)
    assert said == []
    assert passed == len(asked) >= 40


@pytest.mark.usefixtures("undrawn")
def test_the_whole_flow_answers_dates_and_leaves_nothing_behind(db: Session, cases: dict[str, list[Case]]) -> None:
    tables = (AppMain, AppBuss, Report, Equipment, Counter)
    flow = Flow(db)
    before = [db.scalar(select(func.count()).select_from(one)) for one in tables]
    asked = [one for one in cases["dates"] if flown(one)][::FLOWN]
    said: list[str] = []
    passed, _failed = ask_all(flow, {"dates": asked}, said.append)
    assert said == []
    assert passed == len(asked) >= 10
    assert [db.scalar(select(func.count()).select_from(one)) for one in tables] == before
    assert db.scalar(select(func.count()).where(SysUser.login.startswith("golden-"))) == len(flow.world.users)


FIRST, AGAIN = "2026-03-10", "2026-03-25"


@pytest.mark.parametrize(
    ("kind", "device", "mother", "more", "due"),
    [
        ("4110", {"cyclebasedate": "2022-03-15", "insinspdate": "2022-03-15"}, "0211", {}, "2028-03-31"),
        ("5110", {"cyclebasedate": "2024-03-05", "insinspdate": "2024-03-05"}, "0211", {}, "2028-03-31"),
        ("2170", {"insinspdate": "2022-05-01"}, "0205", {"grade": "2"}, "2032-03-10"),
        ("1100", {"insinspdate": "2022-05-01", "boilerlevel": "B"}, "0201", {}, "2028-03-10"),
    ],
)
def test_a_re_inspection_counts_from_the_first_day(
    db: Session, kind: str, device: dict[str, str], mother: str, more: dict[str, str], due: str
) -> None:
    """The rules and the whole flow agree: failed, notice answered, its failed items inspected again."""
    inspection = {"testsort": "1501", "date": AGAIN, "firstday": FIRST, "mother": mother, "result": "pass", **more}
    case = {"id": kind, "class": f"{kind[0]}000", "kind": kind, "device": device, "inspection": inspection}
    case |= {"expect": {"ninspdate": due}, "why": "复检合格的，下次日期从首次检验日期起算"}
    said: list[str] = []
    assert ask_all(Engine(db), {"dates": [case]}, said.append) == (1, 0), said
    assert ask_all(Flow(db), {"dates": [case]}, said.append) == (1, 0), said


def flown(case: Case) -> bool:
    """Whether the flow can carry a case out: an inspection by today's settings."""
    return "inspection" in case and "settings" not in case


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"id": "X", "kind": "3110"}, "缺少 expect"),
        ({"id": "X", "kind": "3110", "colour": 1, "expect": {"ninspdate": None}}, "案例：不认识 colour"),
        ({"id": "X", "kind": "3110", "expect": {"a": 1}}, "须有 inspection 或 event 之一"),
        (
            {"id": "X", "kind": "3110", "device": {"wings": 2}, "event": "use start", "expect": {"ninspdate": None}},
            "device：没有字段 wings",
        ),
        (
            {
                "id": "X",
                "kind": "1100",
                "inspection": {"testsort": "0202", "date": "2025-06-15", "result": "pass"},
                "expect": {"ninspdate2": "2026-06-16"},
            },
            "FAIL X ninspdate2: want 2026-06-16, got 2026-06-15",
        ),
    ],
)
def test_what_cannot_be_asked_or_is_not_so_fails(db: Session, case: dict[str, Any], sentence: str) -> None:
    said: list[str] = []
    assert ask_all(Engine(db), {"dates": [case]}, said.append) == (0, 1)
    assert sentence in said[0]


def test_a_fee_case_is_asked_of_the_fee_rules(db: Session) -> None:
    lift = {"elefloornumber": 6, "ratedload": 1000}
    asked = {"id": "F", "kind": "3110", "testsort": "0211", "day": "2026-11-01", "device": lift}
    said: list[str] = []
    ask_all(Engine(db), {"fees": [{**asked, "expect": {"total": "420.00"}}]}, said.append)
    assert said == []
    ask_all(Engine(db), {"fees": [{**asked, "expect": {"total": "1.00"}}]}, said.append)
    assert said == ["FAIL F total: want 1.00, got 420.00"]


@pytest.mark.usefixtures("undrawn")
def test_the_whole_flow_answers_fees_as_the_rules_do(db: Session, cases: dict[str, list[Case]]) -> None:
    asked = [
        one for n, one in enumerate(cases["fees"]) if n % FEES_FLOWN == 0 or one.get("charge") or one.get("mother")
    ]
    tables = (Charge, ChargeLine, ReliefPolicy, AppBuss, Equipment, Counter)
    flow = Flow(db)
    before = [db.scalar(select(func.count()).select_from(one)) for one in tables]
    said: list[str] = []
    passed, _failed = ask_all(flow, {"fees": asked}, said.append)
    assert said == []
    assert passed == len(asked) >= 60
    assert {one["kind"][0] for one in asked} >= set("12345678")
    assert [db.scalar(select(func.count()).select_from(one)) for one in tables] == before


LIFT = {"kind": "3110", "testsort": "0211", "day": "2026-11-01", "device": {"elefloornumber": "6"}}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"charge": {"grouped": True}}, "charge：不认识 grouped"),
        ({"charge": {"items": [{"wings": 2}]}}, "charge.items：不认识 wings"),
        ({"charge": {"manual": [{"sum": 2}]}}, "charge.manual：不认识 sum"),
        ({"charge": {"manual": [{"of": 3, "nature": "应税", "amount": "1"}]}}, "charge.manual：收费中没有第 3 台设备"),
        ({"charge": {"relief": {"percent": 50, "paper": "1"}}}, "charge.relief：不认识 paper"),
        ({"charge": {"discount": {"percent": 5, "why": "1"}}}, "charge.discount：不认识 why"),
        ({"charge": {"group": 3}}, "group：收费中只有 1 台设备"),
        ({"options": ["F0001"]}, "0211 没有收费项目 F0001"),
        ({"quantities": {"F9999": 1}}, "0211 没有收费项目 F9999"),
        ({"device": {"wings": 2}}, "device：没有字段 wings"),
        ({"expect": {"lines": [{"feecode": "F0094", "sum": "420.00"}]}}, "expect.lines：不认识 sum"),
        ({"expect": {"sum": "420.00"}}, "expect：不认识 sum"),
    ],
)
def test_a_fee_case_that_says_what_nobody_reads_fails(db: Session, more: dict[str, Any], sentence: str) -> None:
    case = {"id": "X", **LIFT, "expect": {"total": "420.00"}, **more}
    for platform in (Engine(db), Flow(db)):
        said: list[str] = []
        assert ask_all(platform, {"fees": [case]}, said.append) == (0, 1)
        assert sentence in said[0]


def test_what_is_missing_may_be_named_by_its_field(db: Session) -> None:
    case = {"id": "X", **LIFT, "device": {}, "expect": {"missing": ["elefloornumber"], "total": None}}
    said: list[str] = []
    assert ask_all(Engine(db), {"fees": [case]}, said.append) == (1, 0), said
    assert ask_all(Flow(db), {"fees": [case]}, said.append) == (1, 0), said
    ask_all(Engine(db), {"fees": [{**case, "expect": {"missing": ["span"]}}]}, said.append)
    assert said == ["FAIL X missing: want span, got 层数"]  # lifts have none


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"cases": []}))
    with pytest.raises(NotAsked, match="只能有 note"):
        read(wrong)


def test_the_rules_answer_what_a_device_owes_on_a_day(db: Session) -> None:
    said: list[str] = []
    asked = {"states": read(HERE / "states.json")["states"]}
    assert ask_all(Engine(db), asked, said.append) == (len(asked["states"]), 0), said
    assert len(asked["states"]) >= 37
    expected = {name for one in asked["states"] for name in one["expect"]}
    assert expected == set(states.EXPECTED), "each kind of question has cases"


def test_a_wrong_answer_about_a_day_is_a_miss(db: Session) -> None:
    said: list[str] = []
    case = {"id": "X", "kind": "3110", "today": "2026-07-01", "device": {"ninspdate": "2026-06-30"}}
    assert ask_all(Engine(db), {"states": [case | {"expect": {"overdue": False}}]}, said.append) == (0, 1)
    assert said == ["FAIL X overdue: want False, got True"]
    assert ask_all(Engine(db), {"states": [case | {"expect": {"colour": "red"}}]}, said.append) == (0, 1)


def test_numbers_of_cases_are_none_that_the_platform_gives_out(db: Session) -> None:
    """A living platform goes on counting: its next numbers are not those of the cases."""
    first = take_number(db, "appno"), take_number(db, "archive")
    before = {(one.series, one.period): one.value for one in db.execute(text("select * from public.counter"))}
    count_apart(db, 3)
    now = {(one.series, one.period): one.value for one in db.execute(text("select * from pg_temp.counter"))}
    assert now.keys() == before.keys() and before
    assert min(now[key] - before[key] for key in before) >= 3 * SPAN + 400
    assert take_number(db, "appno") not in first
    assert int(take_number(db, "seisn", kind="DT")[-6:]) > 400_000, "a series that is new begins as far off"


def test_a_certificate_that_a_device_has_is_given_to_no_case(db: Session) -> None:
    taken = complete(db, "4110", {}, 7)["usecertno"]
    own = {"equclass": "4000", "equclacode": "4110", "equname": "在用", "equcode": "41109999999999999999"}
    db.add(Equipment(**own, usecertno=taken))
    db.flush()
    assert complete(db, "4110", {}, 7)["usecertno"] != taken


def test_a_case_that_breaks_fails_alone(db: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: Engine, _case: Case) -> Answer:
        raise LookupError("坏了")

    monkeypatch.setattr(Engine, "of_state", broken)
    said: list[str] = []
    states = [{"id": "S", "kind": "3110", "today": "2026-07-01", "expect": {"overdue": False}}]
    asked = {"states": states, "dates": read(HERE / "dates.json")["dates"][:1]}
    assert ask_all(Engine(db), asked, said.append) == (1, 1)
    assert said == ["FAIL S 案例: want 可以询问, got LookupError：坏了"]


def test_samples_of_the_tool_that_do_not_fit_are_said_and_not_taken_for_an_answer() -> None:
    got = Answer(code="1032", unfit=["doors.lock#2"])
    case = {"expect": {"code": "1031"}}
    assert [one.field for one in misses_of_record(case, got)] == ["样例", "code"]
