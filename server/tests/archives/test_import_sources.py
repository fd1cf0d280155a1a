"""The sources of foreign files have a screen: what is known of them, a better name, and an end."""

import pytest
from sqlalchemy import select

from tejian.demo import sources
from tejian.imports.models import ImportSource
from tejian.system.models.accounts import SysUser

from .conftest import Archive

LIST, RECORD, SAVE, DELETE = (f"/api/import/source/{name}" for name in ("findList", "record", "save", "delete"))


@pytest.fixture
def source(archive: Archive) -> ImportSource:
    clerk = archive.db.scalars(select(SysUser).where(SysUser.login == "dangan")).one()
    row = ImportSource(
        org_id=clerk.org_id,
        unit_id="",
        view_no="eqd_elevator_list",
        name="老系统导出",
        columns={"注册代码": "equcode", "使用单位名称": "useorgname", "备注一": ""},
        words={"equstatus": {"在役": "1", "报停": "2"}},
    )
    archive.db.add(row)
    archive.db.flush()
    return row


def test_what_is_known_of_a_source_is_shown_in_words(archive: Archive, source: ImportSource) -> None:
    (told,) = archive.get("dangan", LIST, name="老系统").json()["data"]["list"]
    assert (told["name"], told["heads"], told["view_noName"] != "") == ("老系统导出", 3, True)
    page = archive.get("dangan", RECORD, id=source.id).json()["data"]
    columns, words = page["parts"]
    assert {r["head"]: r["field"] for r in columns["rows"]}["备注一"] == "不导入"
    assert {r["head"]: r["field"] for r in columns["rows"]}["注册代码"] == "设备代码"
    assert {r["word"]: r["code"] for r in words["rows"]} == {"在役": "在用", "报停": "停用"}


def test_a_source_is_renamed_and_removed_and_never_made_here(archive: Archive, source: ImportSource) -> None:
    other = ImportSource(org_id=source.org_id, unit_id="", view_no=source.view_no, name="省平台", columns={"a": "b"})
    archive.db.add(other)
    archive.db.flush()
    said = archive.office.refused("dangan", SAVE, id=source.id, version=source.version, name="省平台")
    assert said == "已有名为“省平台”的来源，请选用它或换一个名称"
    assert archive.office.refused("dangan", SAVE, name="新的") == "来源在导入文件、说明各列含义时建立"
    archive.db.expire_all()
    assert source.name == "老系统导出"
    archive.office.good("dangan", SAVE, id=source.id, version=source.version, name="省平台2019")
    archive.db.expire_all()
    assert source.name == "省平台2019" and source.columns["注册代码"] == "equcode"
    archive.office.good("dangan", DELETE, ids=source.id, version=source.version)
    assert archive.db.scalars(select(ImportSource.name)).all() == ["省平台"]


def test_a_source_of_another_organisation_is_like_none(archive: Archive, source: ImportSource) -> None:
    source.org_id = "f" * 32
    archive.db.flush()
    assert archive.get("dangan", LIST).json()["data"]["list"] == []
    assert archive.office.refused("dangan", SAVE, id=source.id, version=source.version, name="别人的")
    assert archive.office.refused("dangan", DELETE, ids=source.id, version=source.version)
    assert archive.db.scalars(select(ImportSource.name)).all() == ["老系统导出"]


def test_the_sources_of_the_demo_city_mean_fields_and_words_that_are_there(archive: Archive) -> None:
    people = {one.login: one for one in archive.db.scalars(select(SysUser))}
    sources.load(archive.db, people)
    rows = archive.get("dangan", LIST).json()["data"]["list"]
    assert [row["name"] for row in rows] and len(rows) == len(sources.SOURCES)
    for row in rows:
        page = archive.get("dangan", RECORD, id=row["id"]).json()["data"]
        columns, words = page["parts"]
        empty = {"序号", "导出时间", "备注", "成立日期"}
        assert {one["head"] for one in columns["rows"] if one["field"] == "不导入"} <= empty
        assert all(one["code"] and not one["code"].isascii() for one in words["rows"])
