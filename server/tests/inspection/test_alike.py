"""Facts that are left out or moved to the first of a month change no date."""

import random
from datetime import date, timedelta
from typing import Any

import pytest

from tejian.inspection.records import book
from tejian.inspection.rules.alike import DATES, Cases
from tejian.inspection.rules.facts import InspectionResult, as_archived, device_facts
from tejian.inspection.rules.next_date import next_dates

TODAY = date(2026, 11, 20)
SORTS = {"1": ("0201", "0202", "0203", "0204"), "21": ("0205", "0206"), "22": ("0208", "0209"), "23": ("0210",)}
SORTS |= {"24": ("0207",), "3": ("0211",), "4": ("0211",), "5": ("0211",), "6": ("0211",), "9": ("0215", "0216")}
KINDS = ("1110", "2110", "2210", "2310", "2410", "3110", "3310", "3430", "4110", "4310", "4860", "5110", "5210")
KINDS += ("6110", "9110")


def some(rnd: random.Random, low: date, high: date) -> date:
    day = low + timedelta(days=rnd.randrange((high - low).days))
    return day if rnd.random() < 0.7 else day.replace(day=rnd.choice([1, 2, 27, 28, 28]))


def facts(rnd: random.Random, kind: str) -> dict[str, Any]:
    """Any archive: most values stated, dates in any order that people enter them."""
    base = some(rnd, date(2008, 1, 1), date(2026, 6, 1))
    out: dict[str, Any] = {"cyclebasedate": base, "insinspdate": base, "regdate": base + timedelta(days=20)}
    out |= {"firstinspdate": base, "usestartdate": base + timedelta(days=9), "prodate": base - timedelta(days=200)}
    out |= {"ninspdate": some(rnd, date(2024, 1, 1), date(2029, 1, 1)), "inspecting": "0", "regstatus": "1"}
    out |= {"ssdegree": rnd.choice("12345"), "boilerlevel": rnd.choice("ABCD"), "nointernal": rnd.choice("01")}
    out |= {"cylgasgroup": rnd.choice("123"), "moltenmetal": rnd.choice("01"), "inplantset": rnd.choice("01")}
    if rnd.random() < 0.3:
        out["insinspdate"] = some(rnd, date(2008, 1, 1), date(2026, 6, 1))
    if rnd.random() < 0.2:
        out["designenddate"] = some(rnd, date(2024, 1, 1), date(2040, 1, 1))
    if rnd.random() < 0.2:
        out["setcyclemonths"] = rnd.randrange(1, 80)
    if rnd.random() < 0.6:
        out["lastjcdate"] = some(rnd, date(2023, 1, 1), TODAY)
    for name in rnd.sample(sorted(out), rnd.randrange(5)):
        del out[name]
    return out


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_gives_the_dates_of_each_of_its_devices(db: Any, kind: str) -> None:
    rules, rnd = book.dates_book(db), random.Random(kind)
    cases = Cases(rules, TODAY)
    for _ in range(600):
        known = facts(rnd, kind)
        sort = rnd.choice(next(v for k, v in SORTS.items() if kind.startswith(k)))
        day = some(rnd, date(2022, 1, 1), TODAY) if rnd.random() < 0.9 else None
        if day:
            known["lastdjdate"] = day
        device = device_facts({**known, "kind": kind})
        result = as_archived(InspectionResult(sort, day, passdate=day), device) if day else None
        exact = next_dates(device, result, rules, TODAY)
        case = cases.case(kind, sort if day else "", day, known)
        answer = cases.answer(case)
        if exact.refused:
            assert answer == {"": (None, "", exact.refused)}
            continue
        for line in exact.lines:
            for name in {line.field, line.mirror} & set(DATES):
                assert answer[name][:2] == (line.value if line.rulevalue and line.base else None, line.ruleid), (
                    known,
                    sort,
                    day,
                )


def test_lifts_of_one_month_are_one_case(db: Any) -> None:
    cases = Cases(book.dates_book(db), TODAY)
    known = {"insinspdate": date(2019, 5, 8), "ninspdate": date(2027, 5, 31), "ssdegree": "1"}
    made = {
        cases.case("3110", "0211", date(2026, 5, day), known | {"cyclebasedate": date(2019, 5, day)} | last)
        for day in (2, 9, 27)
        for last in ({"lastjcdate": date(2025, 4, day)}, {"lastjcdate": date(2025, 4, day + 1), "regdate": TODAY})
        if day < 27
    }
    assert len(made) == 1
    assert cases.case("3110", "0211", date(2026, 5, 28), known) not in made


def test_older_lifts_that_keep_the_month_of_their_stored_date_are_one_case_with_those_of_that_month(db: Any) -> None:
    cases = Cases(book.dates_book(db), TODAY)
    day = date(2026, 5, 9)
    moved = {"cyclebasedate": date(2016, 6, 8), "insinspdate": date(2016, 6, 8), "ninspdate": date(2027, 4, 30)}
    plain = {"cyclebasedate": date(2016, 4, 20), "insinspdate": date(2016, 4, 20), "ninspdate": date(2027, 4, 1)}
    settled = moved | {"insinspdate": date(2016, 6, 7)}
    young = moved | {"cyclebasedate": date(2024, 6, 8), "insinspdate": date(2024, 6, 8)}
    same, own, other, later = (cases.case("3110", "0211", day, known) for known in (moved, plain, settled, young))
    assert same == own and len({own, other, later}) == 3
    detected = moved | {"lastjcdate": date(2025, 4, 2)}
    assert cases.case("3110", "0211", day, detected) == own, "an inspection counts as the lesser detection too"
    assert cases.case("3110", "0211", day, detected | {"lastjcdate": date(2026, 6, 2)}) != own
