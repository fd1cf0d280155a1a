"""Stopped, in use again, written off, moved: rules, dates, proof, and who sees a moved device."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.changes import StateChange
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .conftest import Archive

CALL = "/api/eqdbase/eqdBasic/changeState"
DETAIL = "/api/eqd3000tpm/eqd3000tpm/getDetailBy3000"
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"


def ago(days: int) -> date:
    return clock.today() - timedelta(days=days)


def due_in(archive: Archive, days: int) -> Equipment:
    lift = archive.office.lifts()[0]
    lift.ninspdate, lift.ninspdate2, lift.delaydate, lift.unqualcode = ago(-days), None, None, ""
    archive.db.commit()
    return archive.one(lift.id)


def change(archive: Archive, login: str, act: str, ids: Any, proof: bool = False, **form: Any) -> Any:
    """The answer of the call, sent as the dialog sends it: with a file as multipart."""
    office = archive.office
    office.call.user = office.user(login)
    archive.db.commit()
    sent = {"act": act, "ids": ids} | {k: str(v) for k, v in form.items()}
    files = {"file": ("证明.pdf", PDF, "application/pdf")} if proof else None
    try:
        answer = office.call.client.post(CALL, data=sent, files=files)
    finally:
        office.call.user = None
        archive.db.expire_all()
    return answer.json() | {"status": answer.status_code}


def changes(archive: Archive) -> list[StateChange]:
    return list(archive.db.scalars(select(StateChange).order_by(StateChange.createtime)))


def test_a_stop_writes_state_day_and_trail_from_its_day(archive: Archive) -> None:
    lift = due_in(archive, 100)
    said = change(archive, "yewu", "stop", lift.id, day=ago(10), note="长期不用", until=ago(-400))
    assert said["isSuccess"], said["errorMsg"]
    assert said["data"]["reminder"].startswith("停用满12个月的设备，使用单位应在30天内书面告知登记机关")
    now = archive.one(lift.id)
    assert (now.equstatus, now.params["stopdate"]) == ("2", str(ago(10)))
    newest = archive.history("yewu", "equipment", lift.id)[0]
    assert newest["since"] == str(ago(10))
    assert {f["prop"] for f in newest["fields"]} == {"equstatus", "stopdate"}
    row = changes(archive)[0]
    assert (row.action, row.fromstatus, row.tostatus, row.day) == ("stop", "1", "2", ago(10))


def test_a_device_that_has_stood_for_a_year_says_so_on_its_page(archive: Archive) -> None:
    lift = due_in(archive, 100)
    assert change(archive, "yewu", "stop", lift.id, day=ago(370), note="停产")["isSuccess"]
    notes = archive.office.good("yewu", DETAIL, id=lift.id)["notes"]
    assert [n.startswith(f"{ago(370)}起停用。停用满12个月的设备") for n in notes] == [True]
    assert archive.office.good("yewu", DETAIL, id=lift.id, asOf=str(ago(0)))["notes"] == []


def test_a_short_stop_needs_no_reminder(archive: Archive) -> None:
    lift = due_in(archive, 100)
    assert change(archive, "yewu", "stop", lift.id, day=ago(1), note="检修")["data"]["reminder"] == ""


def test_a_restart_follows_and_an_overdue_device_is_inspected_first(archive: Archive) -> None:
    lift = due_in(archive, 100)
    assert change(archive, "yewu", "stop", lift.id, day=ago(10), note="检修")["isSuccess"]
    early = change(archive, "yewu", "restart", lift.id, day=ago(11))
    assert early["errorMsg"].endswith(f"启用日期不得早于上一次状态变更日期{ago(10)}")
    archive.one(lift.id).ninspdate = ago(2)
    archive.db.commit()
    late = change(archive, "yewu", "restart", lift.id, day=ago(1))
    assert late["errorMsg"].endswith(f"的下次检验日期{ago(2)}已过，请先申报检验，合格后启用")
    assert archive.one(lift.id).equstatus == "2"
    archive.one(lift.id).ninspdate = ago(-30)
    archive.db.commit()
    assert change(archive, "yewu", "restart", lift.id, day=ago(1))["isSuccess"]
    now = archive.one(lift.id)
    assert (now.equstatus, now.params["restartdate"]) == ("1", str(ago(1)))


def test_a_new_device_goes_into_use_unregistered(archive: Archive) -> None:
    lift = archive.added()
    assert change(archive, "yewu", "restart", lift.id, day=clock.today())["isSuccess"]
    assert archive.one(lift.id).equstatus == "9"


@pytest.mark.parametrize(("reason", "status"), [("01", "3"), ("02", "4"), ("03", "5"), ("06", "7")])
def test_writing_off_sets_the_state_of_its_reason(archive: Archive, reason: str, status: str) -> None:
    lift = due_in(archive, 100)
    assert change(archive, "yewu", "logout", lift.id, True, day=ago(1), reason=reason, type="99")["isSuccess"]
    now = archive.one(lift.id)
    assert (now.equstatus, now.regstatus, now.params["logoutdate"], now.params["logoutreason"]) == (
        status,
        "3",
        str(ago(1)),
        reason,
    )
    proof = archive.db.scalars(select(Attachment).where(Attachment.owner == "state")).one()
    assert (proof.attrefsysid, proof.name) == (changes(archive)[0].id, "证明.pdf")
    again = change(archive, "yewu", "restart", lift.id, day=clock.today())
    assert again["errorMsg"].endswith("，不能启用") and archive.one(lift.id).equstatus == status


@pytest.mark.parametrize(
    ("act", "form", "sentence"),
    [
        ("stop", {"note": "检修"}, "停用日期：必填"),
        ("stop", {"day": "2999-01-01", "note": "检修"}, "停用日期：不得晚于今天"),
        ("stop", {"day": "morgen", "note": "检修"}, "停用日期：日期应为yyyy-MM-dd"),
        ("stop", {"day": "1950-01-01", "note": "检修"}, "停用日期不得早于制造日期"),
        ("stop", {"day": "TODAY"}, "停用原因：必填"),
        ("stop", {"day": "TODAY", "note": "检修", "until": "2020-01-01"}, "预计停用至：应晚于停用日期"),
        ("restart", {"day": "TODAY"}, "的使用状态为在用，不能启用"),
        ("logout", {"day": "TODAY"}, "注销原因：请从选项中选择"),
        ("logout", {"day": "TODAY", "reason": "01"}, "注销须上传证明材料"),
        ("move", {"day": "TODAY", "note": "搬厂", "useplace": "新址"}, "迁入区划：请从选项中选择"),
        ("move", {"day": "TODAY", "note": "搬厂", "areacode": "330203"}, "新使用地点：必填，最多256个字"),
        ("fly", {"day": "TODAY"}, "变更类型不正确"),
    ],
)
def test_a_change_that_may_not_be_stores_nothing(
    archive: Archive, act: str, form: dict[str, str], sentence: str
) -> None:
    lift = due_in(archive, 100)
    sent = {k: str(clock.today()) if v == "TODAY" else v for k, v in form.items()}
    said = change(archive, "yewu", act, lift.id, **sent)
    assert not said["isSuccess"] and sentence in said["errorMsg"], said["errorMsg"]
    assert archive.one(lift.id).version == lift.version
    assert changes(archive) == []


def test_open_business_stops_writing_off_and_moving(archive: Archive) -> None:
    item = archive.office.accepted()[0]
    key = item.equdatasysid
    gone = change(archive, "yewu", "logout", key, True, day=ago(0), reason="01")
    moved = change(archive, "yewu", "move", key, day=ago(0), note="搬厂", areacode="330203", useplace="新址 1 号")
    assert {gone["errorMsg"], moved["errorMsg"]} == {"该设备存在在办业务，不能操作"}
    assert archive.one(key).equstatus == "1" and changes(archive) == []
    assert archive.db.scalars(select(Attachment).where(Attachment.owner == "state")).all() == []


def test_the_restart_of_an_overdue_device_names_the_inspection_it_waits_for(archive: Archive) -> None:
    item = archive.office.accepted()[0]
    lift = archive.one(item.equdatasysid)
    lift.equstatus, lift.ninspdate = "2", ago(3)
    archive.db.commit()
    said = change(archive, "yewu", "restart", lift.id, day=ago(0))
    assert said["errorMsg"].endswith(f"已过，在办检验{item.seisn}合格后才能启用")


def test_who_may_not_and_whose_it_is_not_is_refused_as_a_whole(archive: Archive) -> None:
    lift = due_in(archive, 100)
    form = {"day": ago(1), "note": "检修"}
    assert change(archive, "shouli", "stop", lift.id, **form)["status"] == 403
    assert change(archive, "yewu", "stop", [lift.id, "0" * 32], **form)["status"] == 403
    assert change(archive, "yewu", "stop", [], **form)["status"] == 422
    assert archive.one(lift.id).version == lift.version and changes(archive) == []


# -- moving ---------------------------------------------------------------------------------------------------------


def test_both_sides_of_a_move_find_the_device_until_the_time_is_over(archive: Archive) -> None:
    lift = due_in(archive, 100)
    other = Org(name="绍兴市特种设备检测院", code="330600-TJ", kind="institute", areacode="330600")
    archive.db.add(other)
    archive.db.commit()
    before = (lift.areacode, lift.useplace, lift.cheorgsysid)
    form = {"day": ago(2), "note": "搬迁", "areacode": "330203", "useplace": "海曙区新址 1 号", "cheorgsysid": other.id}
    said = change(archive, "yewu", "move", lift.id, **form)
    assert said["isSuccess"], said["errorMsg"]
    now = archive.one(lift.id)
    assert (now.areacode, now.useplace, now.cheorgsysname, now.longitude) == (
        "330203",
        "海曙区新址 1 号",
        other.name,
        None,
    )
    row = changes(archive)[0]
    assert (row.fromarea, row.fromplace, row.fromorg) == before
    assert row.shareduntil == ago(-90)
    assert archive.codes("yewu", codes=lift.equcode) == [], "the old institute's list holds it no more"
    listed = archive.get("yewu", "/api/eqdbase/eqdBasic/findStateList").json()["data"]["list"]
    assert [(r["equcode"], r["toplace"]) for r in listed] == [(lift.equcode, "海曙区新址 1 号")]
    assert archive.office.good("yewu", DETAIL, id=lift.id)["head"]["useplace"] == "海曙区新址 1 号"
    assert change(archive, "yewu", "stop", lift.id, day=ago(0), note="检修")["status"] == 403, "reading, not changing"
    with clock.at(clock.now() + timedelta(days=91)):
        assert archive.office.post("yewu", DETAIL, id=lift.id)["status"] == 403


def test_a_move_to_where_it_stands_is_none(archive: Archive) -> None:
    lift = due_in(archive, 100)
    form = {"day": ago(0), "note": "搬迁", "areacode": lift.areacode, "useplace": lift.useplace}
    assert change(archive, "yewu", "move", lift.id, **form)["errorMsg"].endswith("已在该地点，无须迁移")
    assert changes(archive) == []


def test_a_life_is_told_by_the_days_of_the_world(archive: Archive) -> None:
    lift = due_in(archive, 100)
    assert change(archive, "yewu", "stop", lift.id, day=ago(10), note="检修")["isSuccess"]
    page = archive.office.good("yewu", "/api/eqdbase/eqdBasic/life", id=lift.id)
    events = next(part["rows"] for part in page["parts"] if part["key"] == "timeline")
    stop = next(e for e in events if e["title"] == "停用")
    assert (stop["day"], stop["kind"], stop["who"]) == (str(ago(10)), "状态", archive.office.user("yewu").name)
    assert [e["day"] for e in events] == sorted((e["day"] for e in events), reverse=True)


def test_a_form_sets_no_state(archive: Archive) -> None:
    lift = archive.added()
    form = {"equstatus": "1", "regstatus": "1", "delaydate": "2030-01-01", "logoutdate": "2020-01-01"}
    archive.office.good("dangan", "/api/eqdbase/eqdBasic/editEqm", id=lift.id, version=lift.version, **form)
    now = archive.one(lift.id)
    assert (now.equstatus, now.regstatus, now.delaydate, now.params.get("logoutdate")) == ("0", "0", None, None)


# -- any day in the past --------------------------------------------------------------------------------------------


def test_a_stop_that_was_reported_late_reads_two_ways(archive: Archive) -> None:
    start = clock.now() - timedelta(days=60)
    with clock.at(start):
        lift = archive.added(prodate=str((start - timedelta(days=100)).date()))
        assert change(archive, "yewu", "restart", lift.id, day=start.date())["isSuccess"]
    with clock.at(start + timedelta(days=30)):
        late = start.date() + timedelta(days=20)
        assert change(archive, "yewu", "stop", lift.id, day=late, note="停产")["isSuccess"]

    def status(days: int, known: str) -> Any:
        day = (start + timedelta(days=days)).date().isoformat()
        return archive.office.good("yewu", DETAIL, id=lift.id, asOf=day, known=known)["head"]["equstatus"]

    assert [status(d, "1") for d in (10, 25, 31)] == ["9", "9", "2"]
    assert [status(d, "0") for d in (10, 25, 31)] == ["9", "2", "2"]
    before = (start - timedelta(days=50)).date().isoformat()
    data = archive.office.good("yewu", DETAIL, id=lift.id, asOf=before, known="0")
    assert data["asOfNote"] == f"档案建于{start.date()}，此前的情况按建档时登记的内容显示"
    assert archive.office.refused("yewu", DETAIL, id=lift.id, asOf=before).endswith("还没有这台设备的档案")
    unmade = (start - timedelta(days=101)).date().isoformat()
    said = archive.office.refused("yewu", DETAIL, id=lift.id, asOf=unmade, known="0")
    assert said == f"{unmade}时这台设备还没有制造"


def test_a_unit_reads_as_it_was_known(archive: Archive) -> None:
    start = clock.now() - timedelta(days=20)
    with clock.at(start):
        unit = archive.office.good("yewu", "/api/unitbasic/save", **archive.unit_form(contact="王芳"))
    with clock.at(start + timedelta(days=10)):
        form = {"id": unit["id"], "version": 1, "contact": "李强"}
        archive.office.good("yewu", "/api/unitbasic/save", **form)

    def contact(days: int) -> Any:
        day = (start + timedelta(days=days)).date().isoformat()
        said = archive.office.good("yewu", "/api/unitbasic/asOf", id=unit["id"], asOf=day)
        return next(f["shown"] for f in said["fields"] if f["prop"] == "contact")

    assert [contact(5), contact(11)] == ["王芳", "李强"]
    for days, name in ((5, "王芳"), (11, "李强")):
        day = (start + timedelta(days=days)).date().isoformat()
        for known in ("0", "1"):
            page = archive.office.good("yewu", "/api/unitbasic/record", id=unit["id"], asOf=day, known=known)
            assert (page["record"]["contact"], page["asOf"], page["facts"]) == (name, day, [])
    early = (start - timedelta(days=1)).date().isoformat()
    said = archive.office.refused("yewu", "/api/unitbasic/asOf", id=unit["id"], asOf=early)
    assert said == f"{early}时还没有这个单位的档案"
    assert archive.office.post("qiye", "/api/unitbasic/asOf", id=unit["id"], asOf=early)["status"] == 403
