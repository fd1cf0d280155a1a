"""Dictionaries, areas, parameters, the calendar and what the management screens do to them."""

from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import func, select, update

from tejian import data
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.system.models.organisations import AreaNode, CalendarDay, Org
from tejian.system.models.protection import ProtectedChange
from tejian.system.models.settings import DictItem, Param
from tejian.system.organisations import calendar
from tejian.system.settings.parameters import CHECKS

ENTRIES = sum(row["type"] != "AREA" for row in data.rows("dictionaries"))
ALL = "/api/common/buss/dict/findAllDictListMap"

ASK = "/api/system/protection/askParam"


def test_the_database_holds_all_entries_of_the_file(db) -> None:
    items = db.scalar(select(func.count()).select_from(DictItem))
    areas = db.scalar(select(func.count()).select_from(AreaNode))
    assert (items, areas) == (ENTRIES, 3510)  # the divisions of the whole country, and the streets of one city
    counties = select(AreaNode.name, AreaNode.level).where(AreaNode.parent_code == "330100").order_by(AreaNode.code)
    assert db.execute(counties).first() == ("上城区", 3)
    assert db.scalar(select(func.count()).where(DictItem.type == "C602")) == 240


def test_the_dictionaries_come_once_per_version(browser) -> None:
    b = browser("shouli")
    first = b.call(ALL).json()
    assert {"isSuccess", "errmsg", "errorMsg", "errorCode", "data", "idList", "version"} <= first.keys()
    assert sum(len(v) for v in first["data"].values()) == len(first["idList"]) == ENTRIES
    entry = next(e for e in first["data"]["C637"] if e["value"] == "6")
    assert (entry["type"], entry["label"]) == ("C637", "安装告知中")
    assert {"type", "value", "label", "parentValue", "parentId"} <= entry.keys()
    again = b.call(ALL, version=first["version"]).json()
    assert (again["data"], again["version"], again["idList"]) == (None, first["version"], [])


def test_a_changed_label_reaches_everybody_with_the_next_request(browser, db) -> None:
    reader, admin = browser("shouli"), browser("sysadmin")
    before = reader.call(ALL).json()
    row = db.scalars(select(DictItem).where(DictItem.type == "C637", DictItem.value == "6")).one()
    admin.good("/api/system/dict/save", id=row.id, version="1", label="告知中", sort="3")
    after = reader.call(ALL, version=before["version"]).json()
    assert int(after["version"]) > int(before["version"])
    assert next(e["label"] for e in after["data"]["C637"] if e["value"] == "6") == "告知中"
    item = reader.good("/api/common/dict/findDictItem", type="C637", value="6")
    assert item["label"] == "告知中"
    change = db.scalars(select(AuditLog).where(AuditLog.entity_id == row.id, AuditLog.action == "修改")).one()
    assert change.changes["label"] == ["安装告知中", "告知中"]


def test_entries_are_narrowed_to_their_parent(browser) -> None:
    b = browser("shouli")
    children = b.good("/api/common/dict/findDictList", type="C602", parentValue="3000")
    assert children and all("3000" in e["parentValue"] for e in children)
    assert b.said("/api/common/dict/findDictList", 422, type="sys_user,login,password") == "字典类型不存在"


def test_departments_of_supervision_are_those_below_what_is_asked_for(browser, db) -> None:
    """Not the offices of an institute, and of one bureau only its own; a disabled one is offered to nobody."""
    b, call = browser("shouli"), "/api/espapp/eqmBcwBasic/findMonitorDictListByEpBcw"
    every = b.good(call)
    kinds = dict(db.execute(select(Org.name, Org.kind).where(Org.id.in_([e["value"] for e in every]))).all())
    assert {e["label"] for e in every} == kinds.keys() and "bureau" in kinds.values()
    assert not {"业务受理科", "财务科"} & kinds.keys() and "特种设备安全监察处" in kinds
    bureau = db.scalars(select(Org).where(Org.kind == "bureau").order_by(Org.code)).first()
    for above in (bureau.id, bureau.code):
        below = b.good(call, type="monitor", parentValue=above)
        assert below and all(e["parentValue"] == bureau.id and e["type"] == "monitor" for e in below)
    assert b.good(call, parentId="nobody") == []
    assert [e["label"] for e in b.good(call, value=below[0]["value"])] == [below[0]["label"]]
    db.execute(update(Org).where(Org.id == below[0]["value"]).values(enabled=False))
    db.commit()
    assert below[0]["value"] not in {e["value"] for e in b.good(call)}


def test_codes_of_entries_stay(browser, db) -> None:
    admin = browser("sysadmin")
    row = db.scalars(select(DictItem).where(DictItem.type == "C637", DictItem.value == "6")).one()
    for name, value, label in (("value", "66", "字典值"), ("type", "C636", "字典类型")):
        assert (
            admin.said("/api/system/dict/save", id=row.id, version="1", **{name: value})
            == f"{label}已被记录使用，不能修改"
        )
    taken = {"type": "C637", "value": row.value, "parent_value": row.parent_value, "label": "又"}
    assert admin.said("/api/system/dict/save", 422, **taken) == "字典值：6已存在"
    assert admin.said("/api/system/dict/save", 422, type="C999", value="1", label="x") == "字典类型：请从选项中选择"
    gone = admin.said("/api/system/dict/delete", ids=row.id)
    assert gone == "字典项可能已被业务使用，只能停用或修改，不能删除"
    made = admin.good("/api/system/dict/save", type="C637", value="Z9", label="测试状态")
    assert (made["type_name"], made["enabled"]) == (row.type_name, True)
    admin.good("/api/system/dict/delete", ids=made["id"])
    assert db.scalar(select(func.count()).select_from(DictItem)) == ENTRIES


def test_a_stale_save_is_refused_with_who_and_when(browser, db) -> None:
    admin = browser("sysadmin")
    row = db.scalars(select(DictItem).where(DictItem.type == "C637", DictItem.value == "6")).one()
    admin.good("/api/system/dict/save", id=row.id, version="1", label="一")
    answer = admin.call("/api/system/dict/save", id=row.id, version="1", label="二")
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "STALE")
    assert answer.json()["errorMsg"].startswith("数据已被沈系统于") and answer.json()["who"] == "沈系统"
    db.refresh(row)
    assert row.label == "一"


def test_the_area_tree_is_read_level_by_level(browser) -> None:
    b = browser("shouli")
    provinces = b.good("/api/common/area/findAreaList")
    assert any(a["id"] == "330000" and a["parentId"] == "000000" for a in provinces)
    cities = b.good("/api/common/area/findAreaList", parentId="330000")
    ningbo = next(a for a in cities if a["id"] == "330200")
    assert (ningbo["name"], ningbo["parentId"], ningbo["hasChildren"]) == ("宁波市", "330000", True)
    districts = b.good("/api/common/area/findAreaList", parentId="330200")
    assert {"330212", "330281"} <= {a["id"] for a in districts}
    assert b.good("/api/common/area/findAreaList", parentId="' or 1=1") == []


def test_areas_are_checked(browser, db) -> None:
    admin, before = browser("sysadmin"), db.scalar(select(func.count()).select_from(AreaNode))
    form = {"code": "330299", "name": "测试区", "parent_code": "330200"}
    assert admin.said("/api/system/area/save", 422, **form | {"code": "33"}) == "区划代码：应为6、9或12位数字"
    assert admin.said("/api/system/area/save", 422, **form | {"code": "330212"}) == "区划代码：330212已存在"
    assert admin.said("/api/system/area/save", 422, **form | {"parent_code": "999999"}) == "上级区划：请从选项中选择"
    made = admin.good("/api/system/area/save", **form)
    assert made["level"] == db.scalar(select(AreaNode.level).where(AreaNode.code == "330200")) + 1
    said = admin.said("/api/system/area/save", 422, id=made["id"], version=made["version"], parent_code="330299")
    assert said == "上级区划：不能是本区划或其下级"
    assert admin.said("/api/system/area/save", id=made["id"], version=made["version"], code="330298") == (
        "区划代码已被记录使用，不能修改"
    )
    admin.good("/api/system/area/delete", ids=made["id"])
    assert db.scalar(select(func.count()).select_from(AreaNode)) == before


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("session.idle_minutes", "0", "会话空闲时限（分钟）：应为1至480的整数"),
        ("session.idle_minutes", "abc", "会话空闲时限（分钟）：应为1至480的整数"),
        ("password.min_length", "6", "密码最短位数：应为8至64的整数"),
        ("login.encoding", "plain", "密码传输编码（base64 或 sm2）：只能是base64、sm2"),
        ("sso.url", "file:///etc/passwd", "单点登录服务地址（CAS 3.0），空为关闭：应为http(s)网址"),
        ("sso.url", "http://a@127.0.0.1/", "单点登录服务地址（CAS 3.0），空为关闭：应为http(s)网址"),
    ],
)
def test_parameters_take_only_what_their_reader_understands(browser, db, key, value, sentence) -> None:
    keeper = browser("secadmin")
    row = db.scalars(select(Param).where(Param.key == key)).one()
    before = row.value
    assert keeper.said(ASK, 422, id=row.id, version="1", value=value, reason="现场核实过") == sentence
    assert db.scalar(select(func.count()).select_from(ProtectedChange)) == 0
    db.refresh(row)
    assert row.value == before


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("valve.set_tolerance_percent", "三", "安全阀整定压力允许偏差（%）：应为0至100的数，最多四位小数"),
        ("valve.set_tolerance_mpa", "-1", "安全阀整定压力允许偏差下限（MPa）：应为0至10的数，最多四位小数"),
        ("valve.cycle_extended", "60,36", "安全阀延长校验周期（月），须有批准记录：应从小到大"),
        ("stat.age_bands", "5，10", "设备统计的使用年限分段（年，逗号分隔）：应为1至100的整数，以逗号分隔"),
        ("charge.discount_most", "1000", "优惠上限（%）：应为0至100的整数"),
        ("import.most_rows", "", "一次导入最多行数：应为1至200000的整数"),
        ("iot.simulator", "是", "是否运行模拟平台（只为接入平台为“模拟平台”的终端上报）：只能是0、1"),
        ("support.text", "话" * 101, "登录页技术支持：最多100个字"),
    ],
)
def test_no_parameter_is_set_to_what_its_reader_does_not_understand(browser, db, key, value, sentence) -> None:
    row = db.scalars(select(Param).where(Param.key == key)).one()
    before = row.value
    said = browser("sysadmin").said("/api/system/param/save", 422, id=row.id, version=str(row.version), value=value)
    assert said == sentence
    db.refresh(row)
    assert row.value == before


def test_every_parameter_comes_with_a_value_that_it_may_have() -> None:
    for row in data.rows("params"):
        assert CHECKS[row["key"]](row["value"]) is None, row


def test_a_parameter_works_from_the_next_request_on(browser, agreed, events) -> None:
    b = browser("shouli")
    agreed("session.idle_minutes", "5")
    assert (events("参数变更")[-1].target, events("参数变更")[-1].detail) == ("会话空闲时限（分钟）", "30 → 5")
    with clock.at(clock.now() + timedelta(minutes=6)):
        assert b.call("/api/user/info").status_code == 401


def test_an_empty_value_switches_a_parameter_off(browser, agreed, param) -> None:
    param("sso.url", "https://cas.example/cas")
    admin = browser("sysadmin")
    assert admin.call.get("/a/loginConfig").json()["data"]["sso"] is True
    agreed("sso.url", "")
    assert admin.call.get("/a/loginConfig").json()["data"]["sso"] is False


def test_secret_parameters_are_seen_and_set_by_nobody(browser, db) -> None:
    admin = browser("sysadmin")
    for key in ("login.sm2_private", "sms.receipt_secret"):
        row = db.scalars(select(Param).where(Param.key == key)).one()
        assert len(row.value) >= 64
        assert admin.good("/api/system/param/findList", label=key)["count"] == 0
        assert admin.call("/api/system/param/load", id=row.id).status_code == 403
        assert admin.call("/api/system/param/save", id=row.id, version="1", value="x").status_code == 403
        assert db.scalar(select(func.count()).where(AuditLog.entity_id == row.id)) == 0
    new = admin.said("/api/system/param/save", value="x")
    assert new == "系统参数随平台提供，不能新增"


def test_working_days_skip_weekends_and_holidays(db) -> None:
    for row in db.scalars(select(CalendarDay)).all():
        db.delete(row)
    db.add(CalendarDay(day=date(2026, 3, 4), working=False, name="假"))
    db.add(CalendarDay(day=date(2026, 3, 7), working=True, name="补班"))
    db.flush()
    monday = date(2026, 3, 2)
    assert calendar.add_working_days(db, monday, 1) == date(2026, 3, 3)
    assert calendar.add_working_days(db, monday, 2) == date(2026, 3, 5)  # the 4th is free
    assert calendar.add_working_days(db, monday, 4) == date(2026, 3, 7)  # the Saturday is worked
    assert calendar.add_working_days(db, monday, 5) == date(2026, 3, 9)
    assert calendar.add_working_days(db, monday, 0) == monday
    assert calendar.working_days_between(db, monday, date(2026, 3, 9)) == 5
    assert calendar.working_days_between(db, date(2026, 3, 9), monday) == -5
    limit = calendar.limit_after(db, 3, datetime(2026, 3, 2, 20, 0, tzinfo=clock.SHANGHAI))
    assert limit == datetime(2026, 3, 6, 17, 0, tzinfo=clock.SHANGHAI)


def test_the_calendar_of_2026_has_its_holidays(browser) -> None:
    year = browser("shouli").good("/api/system/calendar/year", year="2026")
    assert (year["year"], len(year["days"])) == (2026, 365)
    by = {d["day"]: d for d in year["days"]}
    assert by["2026-10-01"]["working"] is False and by["2026-03-03"]["working"] is True
    assert year["workingDays"] == sum(d["working"] for d in year["days"]) == 248
    made_up = [d["day"] for d in year["days"] if d["working"] and date.fromisoformat(d["day"]).weekday() > 4]
    assert made_up == ["2026-01-04", "2026-02-14", "2026-02-28", "2026-05-09", "2026-09-20", "2026-10-10"]


def test_a_year_without_make_up_days_is_not_arranged(db) -> None:
    assert calendar.arranged(db, 2026) and not calendar.arranged(db, 2027) and not calendar.arranged(db, 2030)


def test_a_press_turns_a_day_and_a_second_one_turns_it_back(browser, db) -> None:
    admin = browser("sysadmin")
    rows = db.scalar(select(func.count()).select_from(CalendarDay))
    first = admin.good("/api/system/calendar/toggle", day="2026-03-03")
    assert first == {"day": "2026-03-03", "working": False, "exception": True}
    assert not calendar.is_working(db, date(2026, 3, 3))
    with clock.at(clock.now() + timedelta(seconds=6)):
        second = admin.good("/api/system/calendar/toggle", day="2026-03-03")
    assert second == {"day": "2026-03-03", "working": True, "exception": False}
    assert db.scalar(select(func.count()).select_from(CalendarDay)) == rows
    assert admin.said("/api/system/calendar/toggle", 422, day="2026-13-01") == "日期：日期应为yyyy-MM-dd"


def test_a_day_has_one_entry(browser, db) -> None:
    admin = browser("sysadmin")
    admin.good("/api/system/calendar/save", day="2027-03-03", working="0", name="测试")
    said = admin.said("/api/system/calendar/save", 422, day="2027-03-03", working="1")
    assert said == "日期：该日已有安排"


def hrefs(nodes: list) -> set[str]:
    """The addresses of a menu, of all levels."""
    return {n["href"] for n in nodes if n["href"]} | {h for n in nodes for h in hrefs(n["childList"])}


def test_the_menu_shows_what_may_be_opened(browser) -> None:
    office = browser("shouli").good("/api/user/menuTree")
    assert "/businessPro/applyList" in hrefs(office) and "/sysmng/userManage" not in hrefs(office)
    assert {"id", "parentId", "parentIds", "name", "href", "icon", "sysCode", "childList"} <= office[0].keys()
    admin = hrefs(browser("sysadmin").good("/api/user/menuTree"))
    assert "/sysmng/userManage" in admin and "/sysmng/auditLog" not in admin
    assert "/sysmng/auditLog" in hrefs(browser("audadmin").good("/api/user/menuTree"))


def test_a_group_of_one_page_gives_its_place_to_the_page(browser) -> None:
    unit = browser("qiye").good("/api/user/menuTree")
    assist = next(n for n in unit if n["name"] == "辅助管理")
    groups = {n["name"]: {one["name"] for one in n["childList"]} for n in assist["childList"] if n["childList"]}
    assert groups["欠费与催缴"] == {"欠费查询", "欠费明细", "催缴函"}
    assert all(len(pages) > 1 for pages in groups.values())
    contract = next(n for n in assist["childList"] if n["href"] == "/assistMng/argeementMng/agreementSearch")
    assert (contract["name"], contract["parentId"], contract["parentIds"]) == ("合同查询", "assist", "0,assist,")


@pytest.mark.parametrize("login", ["qiye", "weibao", "jianguan"])
def test_steps_of_the_institute_are_in_no_menu_of_others(browser, login) -> None:
    steps = {f"/businessPro/{name}" for name in ("firstWillInsp", "WilllBearTest", "CompDataWillExam", "taskAssign")}
    assert steps <= hrefs(browser("yewu").good("/api/user/menuTree"))
    theirs = hrefs(browser(login).good("/api/user/menuTree"))
    assert "/inspectPro/liaisonQuery" in theirs
    assert not steps & theirs
    assert "没有此操作的权限" in browser(login).said("/api/supervision/firstList", 403)


@pytest.mark.parametrize("href", ["javascript:alert(1)", "//evil.example", "https://evil.example", "\\\\evil", "/a b"])
def test_menu_addresses_lead_nowhere_else(browser, href: str) -> None:
    said = browser("sysadmin").said("/api/system/menu/save", 422, name="x", href=href, sys_code="scdeap")
    assert said.startswith("地址：应为 / 开头的页面地址")


def test_a_menu_is_no_part_of_itself(browser) -> None:
    admin = browser("sysadmin")
    group = admin.good("/api/system/menu/save", name="组", sys_code="scdeap")
    inner = admin.good("/api/system/menu/save", name="内", sys_code="scdeap", parent_id=group["id"])
    said = admin.said("/api/system/menu/save", 422, id=group["id"], version="1", parent_id=inner["id"])
    assert said == "上级菜单：不能是本菜单或其下级"
    assert admin.said("/api/system/menu/delete", ids=group["id"]) == "菜单下有下级菜单，不能删除"
