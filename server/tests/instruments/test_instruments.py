"""Instruments: what is checked, the marks of calibrations that end, boxes, and whose instruments are seen."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import areas
from tejian.instruments.models import Instrument
from tejian.instruments.service import months_later
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tests.conftest import Caller

areas.load()  # the permissions below are the declared ones
SAVE = "/api/instrument/archives/save"
LIST = "/api/instrument/archives/findList"
KEEPER = User(id="k1", name="蒋文斌", scope="org", org_id="house", dept_id="d1", permissions=frozenset(PERMISSIONS))


def good(call: Caller, path: str, me: User = KEEPER, **form: Any) -> Any:
    answer = call(path, _as=me, **form).json()
    assert answer["isSuccess"], answer["errorMsg"]
    return answer["data"]


def said(call: Caller, path: str, me: User = KEEPER, **form: Any) -> str:
    answer = call(path, _as=me, **form).json()
    assert not answer["isSuccess"], answer
    return str(answer["errorMsg"])


def form(**changes: str) -> dict[str, str]:
    sent = {"instno": "T-001", "name": "测速仪", "cycle": "12", "status": "0", "boxno": "B1", "keeper": "蒋文斌"}
    return sent | changes


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2026, 3, 2), 24, date(2028, 3, 2)),
    ],
)
def test_months_end_where_the_calendar_ends(start: date, months: int, end: date) -> None:
    assert months_later(start, months) == end


def test_an_instrument_belongs_to_the_house_that_enters_it(call: Caller, db: Session) -> None:
    made = good(call, SAVE, **form(lastcal="2026-01-31"))
    assert (made["org_id"], made["dept_id"], made["nextcal"]) == ("house", "d1", "2027-01-31")
    assert said(call, SAVE, **form()) == "仪器编号：T-001已登记"
    homeless = User(id="x", name="x", permissions=frozenset(PERMISSIONS))
    assert said(call, SAVE, homeless, **form(instno="T-9")) == "您的账号没有所属机构，不能登记仪器"
    assert db.scalar(select(func.count()).where(Instrument.instno.in_(("T-001", "T-9")))) == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"instno": ""}, "仪器编号：必填"),
        ({"status": "77"}, "状态：请从选项中选择"),
        ({"cycle": "0"}, "检定周期：不得小于1个月"),
        ({"cycle": "1.5"}, "检定周期：请输入整数"),
        ({"lastcal": "2999-01-01"}, "检定日期：不能晚于今天"),
        ({"lastcal": "2026-01-02", "nextcal": "2026-01-01"}, "有效期至：应晚于检定日期"),
        ({"lastcal": "yesterday"}, "检定日期：日期应为yyyy-MM-dd"),
    ],
)
def test_what_an_instrument_may_not_be(call: Caller, db: Session, changes: dict[str, str], sentence: str) -> None:
    assert said(call, SAVE, **form(**changes)) == sentence
    assert db.scalar(select(func.count()).where(Instrument.instno == "T-001")) == 0


def test_calibrations_that_end_are_marked(call: Caller, db: Session) -> None:
    today = clock.today()
    ends = {"A": -1, "B": 0, "C": 30, "D": 31}
    for name, days in ends.items():
        good(call, SAVE, **form(instno=name, nextcal=(today + timedelta(days=days)).isoformat()))
    good(call, SAVE, **form(instno="E", nextcal=(today - timedelta(days=9)).isoformat(), status="6"))
    rows = {r["instno"]: r for r in good(call, LIST)["list"]}
    assert {n: r["isCalOverdue"] for n, r in rows.items()} == {"A": "1", "B": "0", "C": "0", "D": "0", "E": "0"}
    assert {n: (r["termName"], r["termTone"]) for n, r in rows.items()} == {
        "A": ("已过期", "no"),
        "B": ("即将到期", "ca"),
        "C": ("即将到期", "ca"),
        "D": ("有效", "ok"),
        "E": ("不用", "go"),
    }
    config = good(call, "/api/layout/findTableConfig", viewNo="instrument_list")
    assert config["late"] == "isCalOverdue"
    assert [r["instno"] for r in good(call, LIST, overdue="1")["list"]] == ["A"]
    warned = good(call, "/api/instrument/box/findWarnList")["list"]
    assert [r["instno"] for r in warned] == ["A", "B", "C"]


def test_boxes_are_counted(call: Caller) -> None:
    today = clock.today()
    good(call, SAVE, **form(instno="A", nextcal=(today - timedelta(days=1)).isoformat()))
    good(call, SAVE, **form(instno="B", name="万用表", nextcal=(today + timedelta(days=9)).isoformat()))
    good(call, SAVE, **form(instno="C", boxno="B2", nextcal=(today + timedelta(days=99)).isoformat()))
    rows = {r["boxno"]: r for r in good(call, "/api/instrument/box/findList")["list"]}
    first = rows["B1"]
    assert (first["count"], first["overdue"], first["soon"], first["isCalOverdue"]) == (2, 1, 1, "1")
    assert (first["names"], first["keepers"]) == ("万用表、测速仪", "蒋文斌") or first["names"] == "测速仪、万用表"
    assert (rows["B2"]["count"], rows["B2"]["overdue"], rows["B2"]["isCalOverdue"]) == (1, 0, "0")


def test_a_box_counts_only_what_its_reader_sees(call: Caller) -> None:
    """Another institute's box of the same number is another box."""
    other = User(id="k2", name="别人", scope="org", org_id="other", dept_id="d2", permissions=KEEPER.permissions)
    good(call, SAVE, **form(instno="A"))
    for number in "BC":
        good(call, SAVE, other, **form(instno=number, name="别人的仪器", keeper="别人"))
    (mine,) = good(call, "/api/instrument/box/findList")["list"]
    assert (mine["count"], mine["names"], mine["keepers"]) == (1, "测速仪", "蒋文斌")
    (theirs,) = good(call, "/api/instrument/box/findList", other)["list"]
    assert (theirs["count"], theirs["names"], theirs["keepers"]) == (2, "别人的仪器", "别人")


def test_instruments_are_put_into_a_box_and_taken_out(call: Caller, db: Session) -> None:
    ids = [good(call, SAVE, **form(instno=n))["id"] for n in ("A", "B")]
    good(call, "/api/instrument/box/assign", ids=ids, boxno="B7")
    assert db.scalars(select(Instrument.boxno).where(Instrument.id.in_(ids))).all() == ["B7", "B7"]
    good(call, "/api/instrument/box/assign", ids=ids[0])
    assert [r["boxno"] for r in good(call, "/api/instrument/box/findList")["list"]] == ["B7"]
    poor = User(id="p", name="p", org_id="house", scope="org", permissions=frozenset({"instrument:box:query"}))
    assert call("/api/instrument/box/assign", _as=poor, ids=ids, boxno="X").status_code == 403


def test_a_calibration_makes_an_instrument_usable_again(call: Caller) -> None:
    made = good(call, SAVE, **form(status="2", lastcal="2025-01-10"))
    path = "/api/instrument/archives/calibrate"
    entered = {"id": made["id"], "version": str(made["version"]), "method": "01", "certno": "JL-1"}
    assert said(call, path, **entered, lastcal="2024-01-01") == "检定日期：不能早于上次检定2025-01-10"
    done = good(call, path, **entered, lastcal="2026-01-12")
    assert (done["status"], done["nextcal"], done["certno"]) == ("3", "2027-01-12", "JL-1")
    stale = call(path, _as=KEEPER, **entered, lastcal="2026-01-13")
    assert stale.status_code == 409
    assert (
        said(call, "/api/instrument/archives/delete", ids=made["id"]) == "测速仪（T-001）已有检定记录，请改为停用或报废"
    )


def test_instruments_of_another_house_do_not_exist(call: Caller, db: Session) -> None:
    made = good(call, SAVE, **form())
    other = User(id="o", name="o", scope="org", org_id="elsewhere", permissions=frozenset(PERMISSIONS))
    assert good(call, LIST, other)["count"] == 0
    for path in ("load", "save", "delete", "calibrate"):
        calibration = {"lastcal": "2026-11-01", "method": "01", "certno": "C-1"}
        answer = call(
            f"/api/instrument/archives/{path}", _as=other, id=made["id"], ids=made["id"], name="抢", **calibration
        )
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "NO_PERMISSION"), path
    assert db.scalars(select(Instrument.name).where(Instrument.id == made["id"])).one() == "测速仪"


def test_an_instrument_without_calibration_is_deleted(call: Caller, db: Session) -> None:
    made = good(call, SAVE, **form())
    good(call, "/api/instrument/archives/delete", ids=made["id"])
    assert db.scalar(select(func.count()).where(Instrument.id == made["id"])) == 0
