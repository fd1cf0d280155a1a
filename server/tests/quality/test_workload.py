"""Workload: the standard of a report, its shares, who sees which."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from tejian import data
from tejian.inspection.models.items import AppBuss
from tejian.kit.lists.statview import PEERS, STATS
from tejian.quality.models.workload import WorkloadShare as W
from tejian.quality.workload.rules import standard_of, standard_row
from tejian.quality.workload.shares import make_up, write_shares
from tejian.quality.workload.shares import shared as parts_of
from tests.inspection.conftest import Office, office

__all__ = ["office"]
ROWS = list(data.rows("workload_points"))
LIST = "/api/quality/findShares"


@pytest.mark.parametrize(
    ("kind", "sort", "names", "rule", "points"),
    [
        ("3110", "0211", {"elefloornumber": Decimal(10)}, "GZL13", "1.000"),
        ("3110", "0211", {"elefloornumber": Decimal(11)}, "GZL13", "1.030"),
        ("3430", "0211", {}, "GZL15", "0.500"),  # of two that fit the one that names it
        ("3310", "0211", {}, "GZL14", "0.800"),
        ("1110", "0201", {"D": Decimal(75)}, "GZL01", "9.500"),
        ("1110", "0201", {"D": Decimal(76)}, "GZL01", "9.500"),
        ("8010", "0212", {"lines": Decimal(3), "pipelength": Decimal(400)}, "GZL28", "0.750"),
        ("4110", "0301", {}, "", "0"),
        ("3110", "1501", {}, "GZL35", "0.400"),
    ],
)
def test_the_standard_of_a_report(kind: str, sort: str, names: dict[str, Any], rule: str, points: str) -> None:
    found = standard_of(ROWS, kind, sort, names)
    assert (found.rule, found.points) == (rule, Decimal(points))


def test_what_the_archive_lacks_leaves_the_factor_at_one_and_says_so() -> None:
    found = standard_of(ROWS, "3110", "0211", {})
    assert found.points == Decimal("1.000") and "elefloornumber" in found.explained and "按1计" in found.explained


@pytest.mark.parametrize("wrong", [{"points": "一"}, {"points": "-1"}, {"norm_hours": "-0.1"}, {"factor": "1+"}])
def test_a_row_that_cannot_be_read_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="."):
        standard_row({**ROWS[0], **wrong})


def test_the_main_inspector_has_his_part_and_the_others_the_rest() -> None:
    assert parts_of("a", ["a", "b", "c"], Decimal(60)) == {
        "a": Decimal("0.6"),
        "b": Decimal("0.2"),
        "c": Decimal("0.2"),
    }
    assert parts_of("a", ["a"], Decimal(60)) == {"a": Decimal(1)}
    assert parts_of("x", ["a", "b"], Decimal(60)) == {"a": Decimal("0.5"), "b": Decimal("0.5")}


def test_an_approved_report_is_shared_once_and_seen_by_whom_it_concerns(office: Office) -> None:
    item = office.approved()
    rows = list(office.db.scalars(select(W).where(W.appbuss_id == item.id)))
    assert {one.user_id for one in rows} == set(item.inspectors) and len(rows) == len(item.inspectors)
    whole = sum(one.points for one in rows)
    assert whole > 0 and [one.main for one in rows].count(True) == 1
    write_shares(office.db, item)
    assert len(office.db.scalars(select(W.id).where(W.appbuss_id == item.id)).all()) == len(rows)
    mine = office.good("jianyan1", LIST)["list"]
    assert {one["user_id"] for one in mine} == {office.user("jianyan1").id}
    assert len(office.good("zhiliang", LIST)["list"]) == len(rows)
    assert office.post("caiwu", LIST)["status"] == 403
    told = office.good("jianyan1", STATS["workload_people"].url)
    assert [one["label"] for one in told["lines"]] == [office.user("jianyan1").name]
    assert told["middle"] is None and len(rows) < PEERS  # of two people a median would name the other


def test_the_median_of_a_team_is_told_to_each_of_it(office: Office) -> None:
    item = office.approved()
    me = office.user("jianyan1")
    office.db.execute(delete(W))
    copied = {"appbuss_id": item.id, "approvedat": item.approvedat, "userdept": me.dept_id, "cheorg": item.cheorg}
    for user, points in ((me.id, 1), ("b" * 32, 2), ("c" * 32, 9), ("d" * 32, 5)):
        office.db.add(W(user_id=user, points=Decimal(points), **copied))
    office.db.add(W(user_id="e" * 32, points=Decimal(100), **(copied | {"userdept": "f" * 32})))
    office.db.commit()
    told = office.good("jianyan1", STATS["workload_people"].url)
    assert [one["cells"]["points"] for one in told["lines"]] == [1.0]
    assert told["middle"]["label"] == "本部门中位数（4人）" and told["middle"]["cells"]["points"] == 3.5


def test_what_was_approved_before_is_made_up_at_night_but_not_what_was_imported(office: Office) -> None:
    item = office.approved()
    office.db.execute(delete(W))
    office.db.execute(update(AppBuss).where(AppBuss.id == item.id).values(imported=True))
    office.db.commit()
    make_up(office.db)
    assert office.db.scalars(select(W.id)).all() == []
    office.db.execute(update(AppBuss).where(AppBuss.id == item.id).values(imported=False))
    office.db.commit()
    make_up(office.db)
    assert len(office.db.scalars(select(W.id)).all()) == len(item.inspectors)
