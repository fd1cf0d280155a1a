"""The layout calls and saved views: all seven of the specification, and whose view is whose."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select

from tejian.system.models.settings import SavedView

VIEW = "eqd_elevator_list"
SAVE = "/api/layout/userFormConfigSave"


def form(**changes: Any) -> dict[str, Any]:
    sent = {"viewNo": VIEW, "name": "我的电梯", "columns": "equcode,useorgname", "sort": "-ninspdate", "shared": "0"}
    return {**sent, "search__equstatus": "1", **changes}


def test_the_table_is_described(browser) -> None:
    config = browser("shouli").good("/api/layout/findTableConfig", viewNo=VIEW)
    assert set(config) == {
        *("viewNo", "title", "url", "params", "rowKey", "defaultSort", "pageSize", "exportable", "late"),
        *("due", "columns", "actions", "views", "segments", "sortsAtMost"),
    }
    assert config["due"] == ["firstdue", "ninspdate", "ninspdate2", "ndetdate", "nextbraketestdate", "nwaterdate"]
    assert (config["title"], config["late"], config["rowKey"]) == ("电梯", "late", "id")
    assert {"prop", "label", "width", "type", "sortable", "shown"} <= config["columns"][0].keys()
    everything = browser("shouli").good("/api/layout/findAllTableConfig", viewNo=VIEW)
    assert [c["prop"] for c in everything["columns"]] == [c["prop"] for c in config["columns"]]


def test_the_search_form_is_described(browser) -> None:
    b = browser("shouli")
    config = b.good("/api/layout/findSearchFormConfig", viewNo=VIEW)
    assert config["viewNo"] == VIEW and {"prop", "label", "widget", "quick"} <= config["fields"][0].keys()
    assert b.good("/api/layout/findAllSearchFormConfig", viewNo=VIEW) == config


def test_a_form_is_described(browser) -> None:
    config = browser("sysadmin").good("/api/layout/findFormConfig", viewNo="sys_org_form")
    assert (config["title"], config["saveUrl"], config["loadUrl"]) == (
        "机构",
        "/api/system/org/save",
        "/api/system/org/load",
    )


def test_a_view_is_saved_changed_and_deleted(browser, db) -> None:
    b = browser("shouli")
    made = b.good(SAVE, **form())
    views = b.good("/api/layout/findTableConfig", viewNo=VIEW)["views"]
    assert views == [
        {
            "viewId": made["viewId"],
            "version": 1,
            "name": "我的电梯",
            "shared": False,
            "mine": True,
            "columns": ["equcode", "useorgname"],
            "search": {"equstatus": "1"},
            "sort": "-ninspdate",
        }
    ]
    b.good(SAVE, **form(viewId=made["viewId"], name="在用电梯", columns="equcode"))
    views = b.good("/api/layout/findTableConfig", viewNo=VIEW)["views"]
    assert [(v["name"], v["columns"]) for v in views] == [("在用电梯", ["equcode"])]
    b.good("/api/layout/userFormConfigDelete", viewId=made["viewId"])
    assert db.scalar(select(func.count()).select_from(SavedView)) == 0


def test_a_view_belongs_to_its_owner(browser, db) -> None:
    made = browser("shouli").good(SAVE, **form())
    other = browser("yewu")
    assert other.good("/api/layout/findTableConfig", viewNo=VIEW)["views"] == []
    other.said(SAVE, 403, **form(viewId=made["viewId"], name="抢来的"))
    other.said("/api/layout/userFormConfigDelete", 403, viewId=made["viewId"])
    other.said("/api/layout/userFormConfigDelete", 403, viewId="no-such")
    assert db.scalars(select(SavedView.name)).all() == ["我的电梯"]


def test_a_view_is_shared_with_the_same_role_only(browser, person: Callable, db) -> None:
    b = browser("shouli")
    assert b.said(SAVE, 403, **form(shared="1")) == "对不起，您没有此操作的权限"
    owner = browser("yewu")
    owner.good(SAVE, **form(shared="1"))
    assert browser("shouli").good("/api/layout/findTableConfig", viewNo=VIEW)["views"] == []
    person("shouli").role_ids = person("yewu").role_ids
    seen = browser("shouli").good("/api/layout/findTableConfig", viewNo=VIEW)["views"]
    assert [(v["name"], v["shared"], v["mine"]) for v in seen] == [("我的电梯", True, False)]


def test_what_a_view_may_not_hold(browser, db) -> None:
    b = browser("shouli")
    assert b.said(SAVE, 422, **form(columns="equcode,password_hash")) == "视图的列不正确：password_hash"
    assert b.said(SAVE, 422, **form(sort="(select 1)")) == "排序字段不正确"
    assert b.said(SAVE, 422, **form(name="")) == "视图名称：1至20个字"
    assert b.said(SAVE, 422, **form(name="字" * 21)) == "视图名称：1至20个字"
    assert b.said(SAVE, 422, **form(viewNo="sys_user")) == "页面配置不存在"
    assert b.said(SAVE, 403, **form(viewNo="sys_user_list", columns="login")) == "对不起，您没有此操作的权限"
    b.good(SAVE, **form(name="一"))
    assert b.said(SAVE, **form(name="一", columns="equcode")) == "已有同名视图"
    unknown = b.good(SAVE, **form(name="二", search__evil="1 or 1=1"))
    row = db.scalars(select(SavedView).where(SavedView.id == unknown["viewId"])).one()
    assert row.search == {"equstatus": "1"}


def test_a_list_keeps_twenty_views(browser) -> None:
    b = browser("shouli")
    for n in range(20):
        b.good(SAVE, **form(name=f"视图{n}"))
    assert b.said(SAVE, **form(name="再一个")) == "每个列表最多保存20个视图"


def test_an_export_is_the_list_and_is_noted(browser, events) -> None:
    from io import BytesIO

    from python_calamine import CalamineWorkbook

    b = browser("shouli")
    answer = b.call.get("/api/layout/export", viewNo=VIEW, columns="equcode,equstatus,useorgname")
    assert answer.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
    rows = CalamineWorkbook.from_filelike(BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    count = b.good("/api/eqd3000tpm/eqd3000tpm/findListBy3000")["count"]
    assert rows[0] == ["设备代码", "使用状态", "使用单位"] and len(rows) == count + 1
    assert {r[1] for r in rows[1:]} <= {"在用", "停用", "未投用", "注销", "报废"}
    assert (events("导出")[-1].target, events("导出")[-1].detail) == ("电梯", f"{count}条")
