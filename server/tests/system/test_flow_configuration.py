"""The flow configuration: rows by class and sort, named handlers, days from which a version counts."""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.inspection.flow.steps import conf_of, newest_version
from tejian.kit.ground import clock
from tejian.system.models.accounts import Role, SysUser
from tejian.system.models.rules import FlowConf
from tests.flows import in_force


class Subject:
    """What the configuration is asked about."""

    def __init__(self, equclass: str, seisort: str, testsort: str, flow_version: int):
        self.equclass, self.seisort, self.testsort, self.flow_version = equclass, seisort, testsort, flow_version


def newest(db: Any) -> int:
    return int(db.scalar(select(func.max(FlowConf.conf_version))))


def test_the_row_that_says_most_counts(db) -> None:
    """Class and sort before class and category, these before class, before sort, before category, before all."""
    first = newest(db)
    for days, what in (
        (21, {"seisort": "02"}),
        (22, {"testsort": "0211"}),
        (23, {"equclass": "3000,4000"}),
        (24, {"equclass": "3000", "seisort": "02"}),
        (25, {"equclass": "3000", "testsort": "0211"}),
    ):
        in_force(db, "BGSH", limit_days=days, **what)
    last = newest(db)
    assert last == first + 5
    for asked, days in (
        (("3000", "02", "0211"), 25),
        (("3000", "02", "0299"), 24),
        (("3000", "01", "0102"), 23),
        (("5000", "02", "0211"), 22),
        (("5000", "02", "0299"), 21),
        (("5000", "01", "0102"), 2),
    ):
        assert conf_of(db, Subject(*asked, last), "BGSH").limit_days == days, asked
        assert conf_of(db, Subject(*asked, 1), "BGSH").limit_days == 2, "what was begun before keeps its version"


def test_a_version_counts_from_its_day(browser, db) -> None:
    first, later = newest_version(db), clock.today() + timedelta(days=7)
    in_force(db, "BGSH", limit_days=9, equclass="3000", begin=later)
    assert newest_version(db) == first
    told = browser("shouli").good("/api/flowconf/getFlowConfList")
    assert {one["version"] for one in told} == {first}
    with clock.at(clock.now() + timedelta(days=7)):
        assert newest_version(db) == first + 1


def test_who_handles_a_step_is_shown_by_name(browser, db) -> None:
    auditor = db.scalars(select(SysUser).where(SysUser.login == "shenhe")).one()
    role = db.scalars(select(Role).where(Role.id.in_(auditor.role_ids))).first()
    made = in_force(db, "BGFF", equclass="3000", actors=sorted(["@YWSL", auditor.id, role.id]))
    rows = browser("sysadmin").good("/api/system/flow/findList", pageSize="100")["list"]
    names = next(one["actornames"] for one in rows if one["id"] == made.id)
    assert set(names.split("、")) == {auditor.name, role.name, "业务受理的经办人"}


def test_the_steps_stand_in_their_order_with_the_state_of_their_version(browser, db) -> None:
    """流程步骤: the version in force first, as a case goes through it; those to come and those replaced are said."""
    admin, path = browser("sysadmin"), "/api/system/flow/findStepList"
    first = newest(db)
    in_force(db, "BGSH", limit_days=9, equclass="3000")
    in_force(db, "BGSP", limit_days=9, equclass="3000", begin=clock.today() + timedelta(days=1))
    rows = admin.good(path, pageSize="200")["list"]
    states = {one["conf_version"]: one["stateName"] for one in rows}
    assert states == {first: "已被替换", first + 1: "现行", first + 2: "未生效"}
    now = [one for one in rows if one["conf_version"] == first + 1]
    assert rows[: len(now)] == now
    assert [one["order"] for one in now] == sorted(one["order"] for one in now)
    assert (now[0]["name"], now[0]["order"]) == ("业务申报", 1)
    assert {one["conf_version"] for one in admin.good(path, state="2", pageSize="200")["list"]} == {first + 2}
