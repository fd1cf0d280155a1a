"""The record of a device: its groups, its state on any day, its codes, its trail of changes."""

from datetime import datetime, timedelta

import pytest

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock

from .conftest import Archive

DETAIL = "/api/eqd3000tpm/eqd3000tpm/getDetailBy3000"
EDIT = "/api/eqdbase/eqdBasic/editEqm"


def shown(detail: dict, prop: str) -> object:
    return next(f["shown"] for g in detail["groups"] for f in g["fields"] if f["prop"] == prop)


def test_a_detail_shows_every_group_with_words(archive: Archive) -> None:
    lift = archive.first(Equipment.equclacode == "3110")
    data = archive.office.good("dangan", DETAIL, id=lift.id)
    titles = [g["title"] for g in data["groups"]]
    assert titles[:1] == ["基本"] and {"技术参数", "制造", "使用", "检验"} <= set(titles)
    assert len(titles) == len(set(titles))
    assert shown(data, "equclacode") == "曳引驱动乘客电梯"
    assert shown(data, "equstatus") == "在用"
    assert shown(data, "elefloornumber") == lift.params["elefloornumber"]
    floors = next(f for g in data["groups"] for f in g["fields"] if f["prop"] == "elefloornumber")
    assert (floors["label"], floors["unit"]) == ("层数", "层")
    assert (data["head"]["equcode"], data["head"]["equstatusName"]) == (lift.equcode, "在用")
    assert (data["version"], data["asOf"]) == (lift.version, None)
    props = [f["prop"] for g in data["groups"] for f in g["fields"]]
    assert not [p for p in props if p.endswith("sysid")], "keys are not for people"


def test_the_same_answer_for_not_yours_and_not_there(archive: Archive) -> None:
    lift = archive.first(Equipment.useorgsysid != archive.office.user("qiye").unit_id)
    foreign = archive.office.post("qiye", DETAIL, id=lift.id)
    nowhere = archive.office.post("qiye", DETAIL, id="0" * 32)
    assert foreign == nowhere
    assert (foreign["status"], foreign["errorCode"]) == (403, "NO_PERMISSION")


def test_a_record_reads_as_it_was_at_the_end_of_any_day(archive: Archive) -> None:
    start = datetime.combine(clock.today(), datetime.min.time(), clock.SHANGHAI) - timedelta(days=30)
    with clock.at(start + timedelta(hours=9)):
        lift = archive.added(model="一型", elefloornumber="18")
    with clock.at(start + timedelta(days=5, hours=23, minutes=59)):
        archive.office.good("dangan", EDIT, id=lift.id, version=1, model="二型", elefloornumber="19")
    with clock.at(start + timedelta(days=10, hours=8)):
        archive.office.good("dangan", EDIT, id=lift.id, version=2, useplace="新址 3 号")

    def on(days: int) -> tuple[object, ...]:
        day = (start + timedelta(days=days)).date().isoformat()
        data = archive.office.good("dangan", DETAIL, id=lift.id, asOf=day)
        assert data["asOf"] == day
        return tuple(shown(data, p) for p in ("model", "elefloornumber", "useplace"))

    assert on(0) == ("一型", 18, "鄞县大道 1 号")
    assert on(4) == ("一型", 18, "鄞县大道 1 号")
    assert on(5) == ("二型", 19, "鄞县大道 1 号")
    assert on(9) == ("二型", 19, "鄞县大道 1 号")
    assert on(10) == ("二型", 19, "新址 3 号")
    before = (start - timedelta(days=1)).date().isoformat()
    assert archive.office.refused("dangan", DETAIL, id=lift.id, asOf=before) == f"{before}时还没有这台设备的档案"


def test_the_head_of_a_past_day_states_the_dates_of_that_day(archive: Archive) -> None:
    start = clock.now() - timedelta(days=400)
    with clock.at(start):
        lift = archive.added()
        lift.ninspdate, lift.equstatus = start.date() + timedelta(days=30), "1"
        archive.db.commit()
    with clock.at(start + timedelta(days=40)):
        archive.one(lift.id).ninspdate = start.date() + timedelta(days=395)
        archive.db.commit()
    day = (start + timedelta(days=10)).date().isoformat()
    head = archive.office.good("dangan", DETAIL, id=lift.id, asOf=day)["head"]
    assert head["ninspdate"] == (start.date() + timedelta(days=30)).isoformat()
    assert (head["overdue"], head["days"]) == (False, 20)


@pytest.mark.parametrize("wrong", ["2026-02-30", "gestern", "2026-13-01", "1' or 1=1"])
def test_a_wrong_day_is_refused(archive: Archive, wrong: str) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    said = archive.office.post("dangan", DETAIL, id=lift.id, asOf=wrong)
    assert (said["status"], said["errorMsg"]) == (422, "日期应为yyyy-MM-dd")


def test_every_changed_field_is_in_the_history_with_label_words_and_person(archive: Archive) -> None:
    lift = archive.added()
    later = clock.now() + timedelta(minutes=1)
    with clock.at(later):
        form = {"model": "MAX-VII", "elefloornumber": "21", "controltype": "04", "remark": "改造后"}
        archive.office.good("dangan", EDIT, id=lift.id, version=lift.version, **form)
    newest, first = archive.history("dangan", "equipment", lift.id)[:2]
    assert (newest["action"], newest["userName"], len(newest["requestNo"])) == ("修改", "孙静", 32)
    assert newest["at"][:16].replace("T", " ") == later.strftime("%Y-%m-%d %H:%M")
    told = {f["prop"]: (f["label"], f["old"], f["new"]) for f in newest["fields"]}
    assert told["model"] == ("型号(规格)", "MAX-V", "MAX-VII")
    assert told["elefloornumber"] == ("层数", 18, 21)
    assert told["remark"] == ("备注", "", "改造后")
    assert told["controltype"][0] == "控制方式" and told["controltype"][2] != "04", "codes are shown as words"
    assert set(told) == set(form)
    assert first["action"] == "新增"
    assert {"equcode", "prono", "useorgname"} <= {f["prop"] for f in first["fields"]}


def test_a_history_tells_fields_in_the_order_of_the_form_and_names_instead_of_keys(archive: Archive) -> None:
    lift = archive.added()
    first = archive.history("dangan", "equipment", lift.id)[-1]
    props = [f["prop"] for f in first["fields"]]
    assert props.index("equname") < props.index("prono") < props.index("useorgname") < props.index("useplace")
    assert not [p for p in props if p.endswith("sysid") or p in ("equDel", "mergedtoid")]
    area = next(f["new"] for f in first["fields"] if f["prop"] == "areacode")
    assert area == next(
        f["shown"]
        for g in archive.office.good("dangan", DETAIL, id=lift.id)["groups"]
        for f in g["fields"]
        if f["prop"] == "areacode"
    )
    assert not area.isdigit()


def test_a_save_that_changes_nothing_leaves_no_trace(archive: Archive) -> None:
    lift = archive.added()
    before = archive.history("dangan", "equipment", lift.id)
    archive.office.good("dangan", EDIT, id=lift.id, version=lift.version, model=lift.model)
    assert archive.history("dangan", "equipment", lift.id) == before
    assert archive.one(lift.id).version == lift.version


def test_the_history_of_a_foreign_record_is_closed(archive: Archive) -> None:
    lift = archive.first(Equipment.useorgsysid != archive.office.user("qiye").unit_id)
    said = archive.office.post("qiye", "/api/common/history", entity="equipment", id=lift.id)
    assert said["status"] == 403
    said = archive.office.post("dangan", "/api/common/history", entity="sys_session", id=lift.id)
    assert (said["status"], said["errorMsg"]) == (422, "没有这类记录的变更历史")


def test_three_codes_tell_which_is_empty_and_which_another_device_has(archive: Archive) -> None:
    lift, other = archive.added(), archive.first(Equipment.equclacode == "3110")
    other.usecertno = lift.usecertno = "梯11浙B00777(24)"
    lift.equidentcode = ""
    rows = archive.office.good("dangan", "/api/common/getThreeCodeList", id=lift.id)["codes"]
    assert [(r["prop"], r["empty"], r["repeated"]) for r in rows] == [
        ("equcode", False, False),
        ("usecertno", False, True),
        ("equidentcode", True, False),
    ]
    other.equDel = 1
    rows = archive.office.good("dangan", "/api/common/getThreeCodeList", id=lift.id)["codes"]
    assert [r["repeated"] for r in rows] == [False, False, False]


def test_the_label_of_a_device_is_a_picture_of_its_public_address(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    made = archive.get("dangan", "/api/eqdbase/eqdBasic/qrcode", id=lift.id)
    assert made.headers["content-type"] == "image/png" and made.content.startswith(b"\x89PNG\r\n")


def test_a_device_with_open_business_is_not_removable(archive: Archive) -> None:
    items = archive.office.accepted()
    path = "/api/eqdbase/eqdBasic/checkEquChdIsNull"
    assert archive.office.refused("dangan", path, id=items[0].equdatasysid) == "该设备存在在办业务，不能操作"
    archive.office.good("dangan", path, id=archive.added().id)


def test_names_of_units_follow_a_renamed_unit(archive: Archive) -> None:
    lift = archive.first(Equipment.maiorgsysid != "", Equipment.equclass == "3000")
    for key, shown_name, login in (("useorgsysid", "useorgname", "yewu"), ("maiorgsysid", "maiorgname", "yewu")):
        unit = archive.unit(getattr(lift, key))
        form = {"name": f"{unit.name[:6]}更名有限公司", "version": unit.version}
        archive.office.good(login, "/api/unitbasic/save", id=unit.id, **form)
        lift = archive.one(lift.id)
        assert getattr(lift, shown_name) == form["name"]
        newest = archive.history("dangan", "equipment", lift.id)[0]
        assert {f["prop"]: f["new"] for f in newest["fields"]}[shown_name] == form["name"]
    assert isinstance(archive.unit(lift.useorgsysid), Unit)


def test_a_second_date_that_has_passed_is_late_too(archive: Archive) -> None:
    """An external inspection of a boiler counts beside its internal one; not of a boiler that stands still."""
    boiler = archive.first(Equipment.equclass == "1000", Equipment.equstatus == "1")
    today = clock.today()
    boiler.ninspdate, boiler.delaydate, boiler.ninspdate2 = today + timedelta(90), None, today - timedelta(1)
    archive.db.commit()

    def head() -> dict:
        return archive.office.good("dangan", "/api/eqd1000tpm/eqd1000tpm/getDetailBy1000", id=boiler.id)["head"]

    told = head()
    assert (told["second"], told["secondlate"], told["overdue"]) == ("下次外部检验", True, False)
    boiler.ninspdate2 = today
    archive.db.commit()
    assert not head()["secondlate"], "its last day"
    boiler.ninspdate2, boiler.equstatus = today - timedelta(1), "2"
    archive.db.commit()
    assert not head()["secondlate"], "a stopped device"
