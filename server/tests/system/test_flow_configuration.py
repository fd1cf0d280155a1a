"""The flow configuration: rows by class and sort, named handlers, days from which a version counts."""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.inspection.flow.steps import conf_of, newest_version
from tejian.kit.ground import clock
from tejian.system.models.accounts import Role, SysUser
from tejian.system.models.rules import FlowConf

ADD, SAVE, COPY, END = (f"/api/system/flow/{one}" for one in ("add", "save", "copy", "end"))
BACK = "/api/system/flow/takeBack"


class Subject:
    """What the configuration is asked about."""

    def __init__(self, equclass: str, seisort: str, testsort: str, flow_version: int):
        self.equclass, self.seisort, self.testsort, self.flow_version = equclass, seisort, testsort, flow_version


def newest(db: Any) -> int:
    return int(db.scalar(select(func.max(FlowConf.conf_version))))


def row(db: Any, step: str, version: int, **what: str) -> FlowConf:
    words = {"equclass": "", "seisort": "", "testsort": ""} | what
    wanted = [getattr(FlowConf, name) == value for name, value in words.items()]
    return db.scalars(select(FlowConf).where(FlowConf.step == step, FlowConf.conf_version == version, *wanted)).one()


def user(db: Any, login: str) -> SysUser:
    return db.scalars(select(SysUser).where(SysUser.login == login)).one()


def role_of(db: Any, login: str) -> Role:
    return db.scalars(select(Role).where(Role.id.in_(user(db, login).role_ids))).first()


def test_the_row_that_says_most_counts(browser, db) -> None:
    """Class and sort before class and category, these before class, before sort, before category, before all."""
    admin, day = browser("sysadmin"), {"3000": 3, "2000": 30}
    for days, what in (
        (21, {"seisort": "02"}),
        (22, {"testsort": "0211"}),
        (23, {"equclass": "3000,4000"}),
        (24, {"equclass": "3000", "seisort": "02"}),
        (25, {"equclass": "3000", "testsort": "0211"}),
    ):
        admin.good(ADD, step="BGSH", used="1", limit_days=str(days), **what)
    last = newest(db)
    assert (last, day["3000"]) == (6, 3)
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


def test_two_rows_for_the_same_are_refused(browser, db) -> None:
    admin = browser("sysadmin")
    sentence = "报告录入已有适用范围相同的一行，请编辑那一行"
    assert admin.said(ADD, step="BGLR", used="1", limit_days="5") == sentence
    assert admin.said(ADD, step="BGLR", used="1", limit_days="5", equclass="8000") == sentence
    said = admin.said(ADD, 422, step="BGLR", used="1", seisort="01", testsort="0211")
    assert said == "检验类型：不属于所选的检验类别"
    assert newest(db) == 1
    admin.good(ADD, step="BGLR", used="1", limit_days="5", equclass="8000", seisort="01")
    assert newest(db) == 2


def test_a_row_is_copied_and_ended(browser, db) -> None:
    admin = browser("sysadmin")
    pressure = row(db, "BGLR", 1, equclass="1000,2000,8000")
    loaded = admin.good("/api/system/flow/load", id=pressure.id)
    assert (loaded["equclass"], loaded["people"], loaded["validfrom"]) == ("1000,2000,8000", "", None)
    sent = {name: loaded[name] or "" for name in ("step", "limit_days", "equclass", "source")}
    made = admin.good(COPY, **sent | {"used": "1", "testsort": "0205", "equclass": "2000"})
    assert (made["limit_days"], made["conf_version"], made["source"]) == (30, 2, "承压类 30 个工作日（来自惯例）")
    steps = [one.step for one in db.scalars(select(FlowConf).where(FlowConf.conf_version == 2).order_by(FlowConf.id))]
    assert steps[steps.index("BGLR") :][:4] == ["BGLR", "BGLR", "BGLR", "BGQR"]
    old = row(db, "BGLR", 2, equclass="1000,2000,8000")
    admin.good(END, id=old.id, version=str(old.version))
    assert conf_of(db, Subject("1000", "02", "0201", 3), "BGLR").limit_days == 10
    assert conf_of(db, Subject("2000", "02", "0205", 3), "BGLR").limit_days == 30
    base = row(db, "BGLR", 3)
    assert admin.said(END, id=base.id, version=str(base.version)) == "报告录入适用全部的一行不能终止，可以编辑"
    form = {"id": base.id, "version": str(base.version), "used": "1", "equclass": "3000"}
    assert admin.said(SAVE, **form) == "报告录入须保留适用全部的一行，请用“复制”新增"
    said = admin.said(SAVE, 409, id=old.id, version=str(old.version), used="1", equclass="1000")
    assert said == "流程配置已有新版本，请刷新后再修改"
    assert newest(db) == 3


def test_a_version_counts_from_its_day(browser, db) -> None:
    admin, later = browser("sysadmin"), clock.today() + timedelta(days=7)
    sentence = "生效日期：不得早于今天"
    past = str(clock.today() - timedelta(days=1))
    assert admin.said(ADD, 422, step="BGSH", used="1", equclass="3000", validfrom=past) == sentence
    made = admin.good(ADD, step="BGSH", used="1", limit_days="9", equclass="3000", validfrom=str(later))
    assert (made["conf_version"], newest_version(db)) == (2, 1)
    told = browser("shouli").good("/api/flowconf/getFlowConfList")
    assert {one["version"] for one in told} == {1}
    with clock.at(clock.now() + timedelta(days=7)):
        assert newest_version(db) == 2
    said = admin.said(ADD, 422, step="BGSH", used="1", equclass="4000")
    assert said == f"生效日期：版本2自{later}起生效，不得早于它，或先撤回那一版本"
    mine = db.get(FlowConf, made["id"])
    admin.good(BACK, id=mine.id, version=str(mine.version))
    assert newest(db) == 1
    base = row(db, "BGSH", 1)
    assert admin.said(BACK, id=base.id, version=str(base.version)) == "版本1已生效，不能撤回"
    assert newest(db) == 1


def test_a_step_is_given_only_to_those_who_may(browser, db) -> None:
    admin = browser("sysadmin")
    sent = {"step": "BGSH", "used": "1", "equclass": "3000"}
    inspector = user(db, "jianyan1")
    assert admin.said(ADD, **sent, people=inspector.id) == f"{inspector.name}没有办理报告审核的权限，不能指定"
    desk = role_of(db, "shouli")
    assert admin.said(ADD, **sent, roles=desk.id) == f"{desk.name}没有办理报告审核的权限，不能指定"
    assert admin.said(ADD, 422, **sent, people="nobody") == "办理人员：请从选项中选择"
    assert admin.said(ADD, step="YWSB", used="1", equclass="3000", roles=desk.id) == "业务申报不能指定办理人"
    assert newest(db) == 1
    auditor, role = user(db, "shenhe"), role_of(db, "shenhe")
    made = admin.good(ADD, **sent, people=auditor.id, roles=role.id, depts=auditor.dept_id)
    assert db.get(FlowConf, made["id"]).actors == sorted({auditor.id, role.id, auditor.dept_id})
    loaded = admin.good("/api/system/flow/load", id=made["id"])
    assert (loaded["people"], loaded["roles"], loaded["depts"]) == (auditor.id, role.id, auditor.dept_id)
    listed = admin.good("/api/system/flow/findList", pageSize="100")["list"]
    names = next(one["actornames"] for one in listed if one["id"] == made["id"])
    assert set(names.split("、")) >= {auditor.name, role.name}
    offered = {one["value"] for one in admin.good("/api/system/flow/people")}
    assert auditor.id in offered and user(db, "qiye").id not in offered
    assert browser("shouli").said("/api/system/flow/people", 403)


def test_the_steps_stand_in_their_order_with_the_state_of_their_version(browser, db) -> None:
    """流程步骤: the version in force first, as a case goes through it; those to come and those replaced are said."""
    admin, path = browser("sysadmin"), "/api/system/flow/findStepList"
    first = newest(db)
    admin.good(ADD, step="BGSH", used="1", limit_days="9", equclass="3000")
    tomorrow = str(clock.today() + timedelta(days=1))
    admin.good(ADD, step="BGSP", used="1", limit_days="9", equclass="3000", validfrom=tomorrow)
    rows = admin.good(path, pageSize="200")["list"]
    states = {one["conf_version"]: one["stateName"] for one in rows}
    assert states == {first: "已被替换", first + 1: "现行", first + 2: "未生效"}
    now = [one for one in rows if one["conf_version"] == first + 1]
    assert rows[: len(now)] == now
    assert [one["order"] for one in now] == sorted(one["order"] for one in now)
    assert (now[0]["name"], now[0]["order"]) == ("业务申报", 1)
    assert {one["conf_version"] for one in admin.good(path, state="2", pageSize="200")["list"]} == {first + 2}
