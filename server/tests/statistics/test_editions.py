"""统计报表: an edition is counted once and kept, reviewed by another, reported and locked, corrected by another one."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import IntegrityError

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.statistics.models.editions import StatCell, StatEdition, StatGroup, StatPart, StatRow
from tests.archives.conftest import Archive
from tests.inspection.conftest import Office

from . import filed
from .editions import API, corrected, counted, days, edition, form, ordered, reported, reviewed, with_districts, work

PLACE = "/dataStatistics/jcDataStatisticsReport"
URLS = {f"{PLACE}Rows": f"{API}/findRows", f"{PLACE}Shares": f"{API}/findShares"}


def behind(office: Office, login: str, link: str, **more: str) -> dict[str, Any]:
    """The list to which a cell leads."""
    at = urlsplit(link)
    return dict(office.good(login, URLS[at.path], **dict(parse_qsl(at.query)), **more))


def table(office: Office, row: StatEdition, login: str = "jianguan") -> dict[str, Any]:
    return dict(office.good(login, f"{API}/table", id=row.id))


def kept(office: Office) -> list[Any]:
    """All that editions hold."""
    heads = select(StatEdition.id, StatEdition.step, StatEdition.digest, StatEdition.version)
    return [
        office.db.execute(heads.order_by(StatEdition.id)).all(),
        office.db.execute(
            select(StatCell.edition_id, StatCell.line, StatCell.code, StatCell.value, StatCell.digest).order_by(
                StatCell.id
            )
        ).all(),
        office.db.scalar(select(func.count()).select_from(StatRow)),
    ]


def a_lift(archive: Archive, **more: Any) -> Equipment:
    return archive.first(Equipment.equstatus == "1", Equipment.equclass == "3000", Equipment.equDel == 0)


def test_every_cell_opens_as_many_rows_as_it_says(archive: Archive) -> None:
    office = archive.office
    row = counted(office)
    assert (row.step, row.message, row.areacode) == ("CG", "统计完成", "330200")
    told = table(office, row)
    for line in (*told["lines"], told["total"]):
        for code in ("EQ08", "EQ09", "EQ10"):
            cell = line["cells"][code]
            assert behind(office, "jianguan", cell["link"])["count"] == cell["value"], (line["label"], code)
        assert line["cells"]["EQ14"]["link"] == ""
    total = told["total"]["cells"]
    preview = office.good("jianguan", f"{filed.FORMS}/preview", id=form(office).id)["total"]["cells"]
    assert {code: one["value"] for code, one in total.items()} == {c: one["value"] for c, one in preview.items()}
    assert total["EQ08"]["value"] == sum(one["cells"]["EQ08"]["value"] for one in told["lines"]) > 10
    assert len(row.digest) == 64


def test_rows_are_shown_as_they_were(archive: Archive) -> None:
    office, lift = archive.office, a_lift(archive)
    row = reported(office)
    was = (lift.equcode, lift.useorgname, lift.useplace)
    archive.db.execute(update(Equipment).where(Equipment.id == lift.id).values(useplace="搬走了", equDel=1))
    archive.db.commit()
    found = behind(office, "jianguan", f"{PLACE}Rows?cell={row.editionno}/3000/EQ09", number=lift.equcode)
    assert [(one["number"], one["unit"], one["place"]) for one in found["list"]] == [was]
    assert found["list"][0]["state"] == "在用"


def test_a_frozen_edition_gives_the_same_digest_again(archive: Archive) -> None:
    office, lift = archive.office, a_lift(archive)
    row = reviewed(office)
    before = kept(office)
    assert office.good("juzhang", f"{API}/recount", id=row.id).endswith(f"摘要 {row.digest[:16]}")
    lift.equstatus = "3"
    archive.db.commit()
    assert office.good("juzhang", f"{API}/recount", id=row.id).startswith("复算一致：")
    assert kept(office) == before
    # what was changed past the product, before the report locked it, is found
    groups = select(StatGroup.id).where(StatGroup.edition_id == row.id, StatGroup.line == "3000")
    query = select(StatRow).where(StatRow.group_id.in_(groups)).limit(1)
    archive.db.delete(archive.db.scalars(query).one())
    archive.db.commit()
    assert "复算不一致" in office.good("juzhang", f"{API}/recount", id=row.id)


def test_the_digest_is_that_of_the_same_records_whenever_they_are_counted(archive: Archive) -> None:
    office = archive.office
    row = counted(office)
    first = row.digest
    office.good("jianguan", f"{API}/again", ids=row.id)
    work(office)
    assert edition(office, row.id).digest == first
    lift = a_lift(archive)
    lift.equstatus = "2"
    archive.db.commit()
    office.good("jianguan", f"{API}/again", ids=row.id)
    work(office)
    assert edition(office, row.id).digest != first


def test_the_difference_to_today_is_told_cell_by_cell_and_by_device(archive: Archive) -> None:
    office = archive.office
    stopped, moved, renamed = archive.db.scalars(
        select(Equipment).where(Equipment.equstatus == "1", Equipment.equclass == "3000").limit(3)
    ).all()
    row = reported(office)
    assert (stopped.equstatus, moved.areacode != "440300001", renamed.useplace != "新址 1 号") == ("1", True, True)
    with clock.at(clock.now() + timedelta(minutes=5)):
        stopped.equstatus, moved.areacode, renamed.useplace = "2", "440300001", "新址 1 号"
        archive.db.info["me"] = office.user("dangan")
        archive.db.commit()
        told = office.good("juzhang", f"{API}/difference", id=row.id, against="now")
        lifts = next(one for one in told["lines"] if one["value"] == "3000")["cells"]
        assert lifts["EQ08"]["new"] - lifts["EQ08"]["old"] == -1
        assert lifts["EQ09"]["new"] - lifts["EQ09"]["old"] == -2
        assert lifts["EQ10"]["new"] - lifts["EQ10"]["old"] == 1
        assert [lifts[code]["counts"] for code in ("EQ09", "EQ14")] == [True, False]
        cell = {"id": row.id, "against": "now", "line": "3000", "code": "EQ09"}
        found = office.good("juzhang", f"{API}/differing", **cell)
        assert (found["added"], found["gone"], found["changed"]) == (0, 2, 1)
        by = {one["id"]: one for one in found["rows"]}
        assert by[stopped.id]["way"] == "减少"
        assert by[stopped.id]["now"] == "电梯 停用：在册、停用"
        assert by[stopped.id]["why"].startswith("设备状态：在用→停用（孙静 ")
        assert by[moved.id]["now"] == "没有计入"
        assert by[renamed.id]["way"] == "变动"
        refused = office.refused("juzhang", f"{API}/differing", **cell | {"code": "EQ14"})
        assert refused == "这个数由其他栏目算出，请看那些栏目"


def test_a_correction_is_another_edition_and_the_first_stays(archive: Archive) -> None:
    office, lift = archive.office, a_lift(archive)
    first = reported(office)
    before = kept(office)
    lift.equstatus = "2"
    archive.db.commit()
    new = corrected(office, first)
    assert (new.step, new.round, new.corrects_id, new.why) == ("CG", 1, first.id, "漏计一台")
    assert kept(office)[0][0] == before[0][0] and edition(office, first.id).step == "YB"
    assert edition(office, first.id).digest == first.digest != new.digest
    listed = {one["id"]: one for one in office.good("juzhang", f"{API}/findList")["list"]}
    assert listed[first.id]["corrected"] == new.editionno
    page = office.good("juzhang", f"{API}/record", id=first.id)
    assert [one["text"] for one in page["notices"]] == [f"已有更正版{new.editionno}（草稿），本份照旧保留"]
    again = office.refused("jianguan", f"{API}/correct", ids=first.id, reason="又漏一台")
    assert again == f"{first.editionno}已有更正版{new.editionno}，请更正那一份"
    told = office.good("juzhang", f"{API}/difference", id=new.id)
    lifts = next(one for one in told["lines"] if one["value"] == "3000")["cells"]
    assert lifts["EQ09"]["new"] - lifts["EQ09"]["old"] == -1


def test_districts_fill_and_the_city_sums(archive: Archive) -> None:
    office = archive.office
    with_districts(office)
    devices = archive.db.scalars(select(Equipment).where(Equipment.equstatus == "1").order_by(Equipment.id)).all()
    for n, one in enumerate(devices):
        one.areacode = ("330212001", "330203002", "330205001")[n % 3]
    archive.db.commit()
    parts = [reported(office, login, f"{login}2") for login in ("yinzhou", "haishu")]
    assert [one.areacode for one in parts] == ["330212", "330203"]
    city = counted(office, way="2")
    assert (city.step, city.message) == ("CG", "汇总2个区划，14个区划没有汇总")
    sums = {part.areacode: table(office, part)["total"]["cells"]["EQ09"]["value"] for part in parts}
    total = table(office, city)["total"]["cells"]["EQ09"]
    assert total["value"] == sum(sums.values()) > 0
    found = behind(office, "juzhang", total["link"])
    assert {one["areacode"]: one["value"] for one in found["list"]} == sums
    share = next(one for one in found["list"] if one["areacode"] == "330212")
    link = f"{PLACE}{share['page']}?cell={share['cell']}"
    assert behind(office, "juzhang", link)["count"] == sums["330212"]
    page = office.good("juzhang", f"{API}/record", id=city.id)
    assert "有14个区划没有汇总，见“所辖区划”" in [one["text"] for one in page["notices"]]
    missing = {row["areacode"]: row["missing"] for row in next(p for p in page["parts"] if p["key"] == "parts")["rows"]}
    assert (missing["330212"], missing["330205"], len(missing)) == ("", "没有上报", 16)
    assert office.good("juzhang", f"{API}/recount", id=city.id).startswith("复算一致：")
    # a corrected district is summed instead of the first
    office.db.execute(update(Equipment).where(Equipment.id == devices[0].id).values(equstatus="2"))
    office.db.commit()
    new = corrected(office, parts[0], "yinzhou")
    office.good("yinzhou2", f"{API}/review", ids=new.id)
    office.good("yinzhou2", f"{API}/report", ids=new.id)
    office.good("jianguan", f"{API}/again", ids=city.id)
    work(office)
    assert table(office, city)["total"]["cells"]["EQ09"]["value"] == sum(sums.values()) - 1
    summed = office.db.scalars(select(StatPart.part_id).where(StatPart.edition_id == city.id, StatPart.part_id != ""))
    assert set(summed) == {new.id, parts[1].id}


def test_a_district_neither_sees_nor_changes_another_nor_the_city_a_district(archive: Archive) -> None:
    office = archive.office
    with_districts(office)
    theirs, citys = counted(office, "haishu"), counted(office, "jianguan")
    before = kept(office)
    no = "没有此操作的权限"
    for call in ("record", "table", "recount", "difference", "sheet", "progress"):
        for row in (theirs, citys):
            assert no in office.refused("yinzhou", f"{API}/{call}", id=row.id), call
    assert office.good("yinzhou", f"{API}/findList")["count"] == 0
    assert office.good("yinzhou", f"{API}/findRows", cell=f"{theirs.editionno}/合计/EQ09")["count"] == 0
    assert no in office.refused("yinzhou", f"{API}/differing", id=theirs.id, code="EQ09", against="now")
    for move in ("review", "again", "correct", "stop", "report"):
        assert no in office.refused("yinzhou2", f"{API}/{move}", ids=theirs.id, reason="看看能不能改")
    assert no in office.refused("yinzhou", f"{API}/delete", ids=theirs.id)
    # the city reads its districts and changes nothing there
    assert office.good("juzhang", f"{API}/record", id=theirs.id)["id"] == theirs.id
    assert "所选数据不在您的待办范围内" in office.refused("juzhang", f"{API}/review", ids=theirs.id)
    assert office.refused("jianguan", f"{API}/delete", ids=theirs.id) == "统计报表由填报区划自己办理"
    assert kept(office) == before


def test_who_counted_does_not_review_and_a_fault_is_said_with_how_much(archive: Archive) -> None:
    office = archive.office
    row = counted(office, "juzhang")
    assert office.refused("juzhang", f"{API}/review", ids=row.id) == "统计报表由编制人以外的人复核"
    office.db.execute(
        update(StatCell)
        .where(StatCell.edition_id == row.id, StatCell.line == "3000", StatCell.code == "EQ10")
        .values(value=StatCell.value + 3)
    )
    office.db.commit()
    before = kept(office)
    said = office.refused("jianguan", f"{API}/review", ids=row.id)
    assert said == "电梯：在册：合计与分项不符，EQ08与EQ09+EQ10相差3台"
    assert kept(office) == before


def test_what_is_reported_is_locked(archive: Archive) -> None:
    office = archive.office
    row = reported(office)
    before = kept(office)
    for move, sent in (("back", {"reason": "请退回修改"}), ("again", {}), ("review", {}), ("report", {}), ("stop", {})):
        assert "当前环节为已上报" in office.refused("juzhang", f"{API}/{move}", ids=row.id, **sent), move
    assert office.refused("jianguan", f"{API}/delete", ids=row.id) == f"{row.editionno}已上报，不能删除"
    wire = {"id": row.id, "version": row.version, "step": "CG", "digest": "0", "round": 9, "form_id": row.form_id}
    assert "已有" in office.refused("jianguan", f"{API}/begin", **wire, way="1", **days())
    assert kept(office) == before


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"first": 0}, "统计期间：只有1天，最短28天"),
        ({"first": 365 * 100}, "统计期间：最长五年"),
        ({"first": 10, "last": 40}, "统计期间：开始不得晚于结束"),
        ({"last": -1}, "统计期间：结束不得晚于今天"),
        ({"way": "3"}, "统计方式"),
    ],
)
def test_what_cannot_be_counted_is_not_begun(office: Office, sent: dict[str, Any], said: str) -> None:
    told = {"first": 300, "last": 0} | sent
    dated = {name: str(clock.today() - timedelta(days=told[name])) for name in ("first", "last")}
    whole = {"form_id": form(office).id, "way": told.get("way", "1")} | dated
    assert said in office.refused("jianguan", f"{API}/begin", **whole)
    assert kept(office)[0] == []


def test_a_withdrawn_form_is_not_counted(office: Office) -> None:
    one = form(office)
    row = counted(office)
    office.good("juzhang", f"{filed.FORMS}/retire", ids=one.id, reason="制度不再要求")
    before = kept(office)
    sent = {"form_id": one.id, "way": "1"} | days(200)
    assert office.refused("jianguan", f"{API}/begin", **sent) == "TJ01 设备状态第1版已废止，不能统计"
    assert "TJ01第1版已废止" in office.refused("jianguan", f"{API}/again", ids=row.id)
    assert kept(office) == before


def test_one_edition_of_a_form_period_and_area(office: Office) -> None:
    row = counted(office)
    said = office.refused("juzhang", f"{API}/begin", form_id=row.form_id, way="2", **days())
    assert said == f"TJ01{row.first}至{row.last}已有{row.editionno}（草稿），不能再统计一份"
    office.good("jianguan", f"{API}/delete", ids=row.id)
    assert kept(office) == [[], [], 0]
    assert counted(office).step == "CG"


def test_a_stopped_count_stores_nothing_and_can_be_made_again(office: Office) -> None:
    row = ordered(office)
    office.good("jianguan", f"{API}/stop", ids=row.id)
    work(office)
    assert (edition(office, row.id).step, kept(office)[1:]) == ("CW", [[], 0])
    office.good("jianguan", f"{API}/again", ids=row.id)
    work(office)
    assert edition(office, row.id).step == "CG"


def test_a_sum_of_nothing_says_so(office: Office) -> None:
    row = counted(office, way="2")
    said = f"所辖16个区划都没有上报TJ01{row.first}至{row.last}的统计报表，不能汇总"
    assert (row.step, row.message, kept(office)[1:]) == ("CW", said, [[], 0])


def test_only_a_bureau_with_an_area_files(office: Office) -> None:
    sent = {"form_id": form(office).id, "way": "1"} | days()
    assert "没有此操作的权限" in office.refused("zhanzhang", f"{API}/begin", **sent)
    assert kept(office)[0] == []


def test_back_and_again(office: Office) -> None:
    row = reviewed(office)
    office.good("juzhang", f"{API}/back", ids=row.id, reason="期间应到月末")
    row = edition(office, row.id)
    assert (row.step, row.reviewer_id, row.reviewed) == ("CG", "", None)


def test_a_workbook_of_the_edition(office: Office) -> None:
    row = reported(office)
    office.call.user = office.user("jianguan")
    office.db.commit()
    answer = office.call.client.post(f"{API}/sheet", data={"id": row.id})
    office.call.user = None
    assert answer.status_code == 200 and answer.content[:2] == b"PK"


@pytest.mark.parametrize(
    "statement",
    [
        "update stat_cell set value = value + 1 where edition_id = :key",
        "delete from stat_cell where edition_id = :key",
        "update stat_row set title = 'x' where group_id in (select id from stat_group where edition_id = :key)",
        "delete from stat_row where group_id in (select id from stat_group where edition_id = :key)",
        "delete from stat_group where edition_id = :key",
        "update stat_edition set reported = null where id = :key",
        "update stat_edition set digest = '' where id = :key",
        "delete from stat_edition where id = :key",
    ],
)
def test_what_is_reported_stays_whoever_writes_into_the_database(office: Office, statement: str) -> None:
    row = reported(office)
    for table_name in ("stat_cell", "stat_group", "stat_row"):
        assert office.db.scalar(text(f"select count(*) from {table_name}"))
    with pytest.raises(IntegrityError), office.db.begin_nested():
        office.db.execute(text(statement), {"key": row.id})
    office.db.expire_all()
    assert office.good("juzhang", f"{API}/recount", id=row.id).startswith("复算一致：")
