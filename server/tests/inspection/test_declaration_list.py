"""The list of declarations: its parts, their order, and when each is due."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tejian.kit.ground import clock
from tejian.kit.lists import listpage, listsegments
from tejian.kit.lists.listview import LISTS

from .conftest import Office
from .test_moves import REASON, reviewed

LIST = "/api/businesspro/appmain/findList"


def test_the_list_of_declarations_has_its_parts_and_the_most_urgent_first(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Returned for supplement, waiting for somebody, under inspection, ended: each with its count and its order."""
    early = office.declared()
    late = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(2)[1:]))["main"]["id"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=late)
    draft = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(3)[2:]))["main"]["id"]
    early.limit_at, office.main(late).limit_at = clock.now() + timedelta(days=3), clock.now() - timedelta(days=1)
    office.db.commit()
    waiting = office.good("shouli", LIST, segment="waiting", orderBy="limit_at")
    assert [row["id"] for row in waiting["list"] if row["id"] in (early.id, late)] == [late, early.id]
    marked = {row["id"]: (row["late"], row["limit_at"] is not None) for row in waiting["list"]}
    assert marked[late] == ("1", True) and waiting["segments"]["waiting"] == waiting["count"]
    config = office.good("shouli", "/api/layout/findTableConfig", viewNo="jy_appmain_sheet_list")
    assert [(s["label"], s["sort"]) for s in config["segments"]] == [
        ("退回补正", "limit_at"),
        ("待受理", "limit_at"),
        ("在办", "-id"),
        ("已办结", "-id"),
    ]
    assert next(c["shown"] for c in config["columns"] if c["prop"] == "limit_at")
    office.good("shouli", "/api/appmain/sendBack", ids=late, **REASON)
    for code, there in (("returned", {late}), ("waiting", {early.id})):
        page = office.good("shouli", LIST, segment=code)
        assert {row["id"] for row in page["list"]} & {early.id, late, draft} == there
        assert page["segments"][code] == page["count"]
    known = office.good("shouli", LIST)["segments"]
    assert set(known) == {"returned", "waiting", "running", "ended"}
    monkeypatch.setattr(listsegments, "FOUND_MS", 60_000)  # what is counted, however slow the machine is
    found = listpage._found
    monkeypatch.setattr(listpage, "_found", lambda db, q: replace(found(db, q), more=True))
    assert office.good("shouli", LIST)["segments"] == known  # of a list too long to be looked through


def test_a_supplement_is_due_on_its_day(office: Office) -> None:
    main, due = reviewed(office), clock.today() + timedelta(days=5)
    form = {"result": "supplement", "reason": "缺自检报告", "supplementdue": str(due)}
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, **form)
    main = office.main(main.id)
    assert main.limit_at is not None
    assert (main.step, main.limit_at.astimezone(clock.SHANGHAI).isoformat()) == ("YWSB", f"{due}T23:59:59+08:00")
    (row,) = office.good("shouli", LIST, segment="returned", appno=main.appno)["list"]
    assert row["limit_at"].startswith(str(due))


def test_a_step_list_begins_with_what_one_comes_for(office: Office) -> None:
    """Object, limit, person and state; then the dates, the planned and the day of the inspection two columns."""
    shown = [c.label for c in LISTS["jy_step_BGLR"].columns if c.shown and c.label]
    first = ["业务流水号", "受检单位", "设备名称", "办理期限", "主检", "状态"]
    assert shown[:6] == first
    assert shown.index("计划日期") + 1 == shown.index("检验日期")
    assert shown.index("下次检验日期") < shown.index("计划日期") < shown.index("使用地点")
