"""An inspector declares at the machine, and what he may, he does at once; every refusal keeps nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.onsite import OnsitePlace
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.messages.models import Sms
from tests.flows import in_force
from tests.inspection.conftest import Office

FIND, DECLARE = "/api/onsite/find", "/api/onsite/declare"
ACCEPT, ARRANGE = "inspection:accept:handle", "inspection:arrange:handle"


def here(**more: Any) -> dict[str, Any]:
    """What a phone says that knows where it is."""
    place = {"latitude": 29.8683001, "longitude": 121.544, "accuracy": 11.4, "located": clock.now().isoformat()}
    return place | more


def form(lifts: list[Equipment], **more: Any) -> dict[str, Any]:
    own = {"unitsysid": lifts[0].useorgsysid, "devices": [one.id for one in lifts], "seisort": "02", "testsort": "0211"}
    return own | {"inscontactname": "值班胡师傅", "INSCONTACTTEL": "13805741234"} | here() | more


def free(office: Office, count: int = 1) -> list[Equipment]:
    """Lifts that stand where the phone is."""
    lifts = office.lifts(count)
    for one in lifts:
        one.latitude, one.longitude = 29.8683, 121.5444
    office.db.commit()
    return lifts


def allowed(office: Office, *codes: str) -> None:
    """The institute lets the inspector do more than inspect."""
    me = office.user("jianyan1")
    office.actors.users["jianyan1"] = replace(me, permissions=me.permissions | {*codes})


def kept(office: Office) -> tuple[int, ...]:
    """Declarations, places, items, lines of the flow log and short messages."""
    models = (AppMain, OnsitePlace, AppBuss, FlowLog, Sms)
    return tuple(office.db.scalar(select(func.count()).select_from(one)) or 0 for one in models)


def refused(office: Office, *, login: str = "jianyan1", **sent: Any) -> str:
    before = kept(office)
    said = office.refused(login, DECLARE, **sent)
    assert kept(office) == before
    return said


def sort_of(office: Office, code: str, testsort: str = "0211") -> dict[str, Any]:
    [found] = office.good("jianyan1", FIND, code=code)
    return next(one for one in found["sorts"] if one["testsort"] == testsort)


def begin(office: Office, **more: Any) -> dict[str, Any]:
    own = {"until": "begin", "coinspector": office.user("jianyan2").id, "boxno": "1 号"}
    return own | {"safetybriefed": "1", "confirmHoliday": "1"} | more


# -- the machine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["equcode", "usecertno", "equidentcode"])
def test_a_machine_is_found_by_its_numbers(office: Office, number: str) -> None:
    [lift] = free(office)
    lift.equidentcode = lift.equidentcode or "SB33020000001"
    office.db.commit()
    [found] = office.good("jianyan1", FIND, code=f" {getattr(lift, number).lower()} ")
    assert (found["id"], found["unitname"], found["owes"]) == (lift.id, lift.useorgname, "")


@pytest.mark.parametrize("code", ["123", "+"])
def test_too_little_of_a_number_is_no_number(office: Office, code: str) -> None:
    said = office.post("jianyan1", FIND, code=code)
    assert (said["status"], said["errorMsg"], said["field"]) == (422, "请输入完整的编码", "code")


def test_a_machine_without_a_number_is_found_by_the_key_on_its_label(office: Office) -> None:
    [lift] = free(office)
    assert [one["id"] for one in office.good("jianyan1", FIND, code=lift.id)] == [lift.id]


def test_the_picture_code_of_its_label_is_an_address(office: Office) -> None:
    [lift] = free(office)
    [found] = office.good("jianyan1", FIND, code=f"https://tejian.example/equipment-documents?code={lift.equcode}")
    assert found["id"] == lift.id


def test_what_may_be_declared_is_what_the_counter_says(office: Office) -> None:
    [lift] = free(office)
    one = sort_of(office, lift.equcode)
    assert (one["seisort"], one["why"], one["early"]) == ("02", "", "")
    assert (one["acceptwhy"], one["beginwhy"]) == ("您没有业务受理的权限，由受理人员受理",) * 2
    office.good("jianyan1", DECLARE, **form([lift]))
    main = office.db.scalars(select(AppMain)).one()
    assert sort_of(office, lift.equcode)["why"] == f"有在办业务（{main.appno}）"


def test_a_machine_out_of_scope_is_not_there(office: Office) -> None:
    [lift] = free(office)
    theirs = replace(office.user("jianyan1"), id="x" * 32, org_id="o" * 32, dept_id="d" * 32)
    office.actors.users["theirs"] = theirs
    assert office.refused("theirs", FIND, code=lift.equcode) == "没有您可见的这台设备，请核对编码"
    refused(office, login="theirs", **form([lift]))


@pytest.mark.parametrize("login", ["shouli", "yewu", "qiye", "diaodu"])
def test_only_inspectors_declare_on_site(office: Office, login: str) -> None:
    [lift] = free(office)
    refused(office, login=login, **form([lift]))
    assert office.post(login, FIND, code=lift.equcode)["status"] == 403


# -- the declaration ----------------------------------------------------------------------------------------------


def test_two_machines_are_declared_with_the_place(office: Office) -> None:
    lifts = free(office, 2)
    sent = form(lifts, remark="机房门已开")
    done = office.good("jianyan1", DECLARE, **sent)
    main = office.main(done["id"])
    assert (main.appway, main.step, main.equcount, main.appno) == ("XCAPP", "YWSL", 2, done["appno"])
    assert (main.inscontactname, main.INSCONTACTTEL, main.remark) == ("值班胡师傅", "13805741234", "机房门已开")
    assert (done["stepName"], done["items"], done["warning"]) == ("业务受理", [], "")
    assert main.chedept == office.user("jianyan1").dept_id
    place = office.db.scalars(select(OnsitePlace)).one()
    assert (str(place.latitude), str(place.longitude), place.accuracy) == ("29.868300", "121.544000", 12)
    assert (place.distance, place.appmain_id, place.located) == (39, main.id, datetime.fromisoformat(sent["located"]))
    page = office.good("shouli", "/api/appmain/getDetailAppMain", id=main.id)
    assert (page["place"]["latitude"], page["place"]["distance"]) == ("29.868300", 39)
    course = office.good("shouli", "/api/businesspro/common/getFlowLog", appno=main.appno)["rows"]
    assert [one["opinion"] for one in course if one["moveLabel"] == "提交申报"] == [
        "位置 纬度29.8683，经度121.544（精度12米），离档案位置39米"
    ]
    [row] = office.good("shouli", "/api/businesspro/appmain/findList", appno=main.appno)["list"]
    assert row["appwayName"] == "现场申报"


def test_who_gives_no_place_says_why(office: Office) -> None:
    [lift] = free(office)
    bare = {n: v for n, v in form([lift]).items() if n not in here()}
    assert refused(office, **bare) == "没有位置的须说明原因"
    done = office.good("jianyan1", DECLARE, **bare, noplace="1")
    place = office.good("shouli", "/api/appmain/getDetailAppMain", id=done["id"])["place"]
    assert (place["latitude"], place["distance"], place["noplace"]) == (None, None, "本人没有提供位置")
    log = select(FlowLog.opinion).where(FlowLog.move == "submit", FlowLog.subject_id == done["id"])
    assert office.db.scalars(log).one() == "本人没有提供位置"


def test_the_counter_keeps_no_place(office: Office) -> None:
    page = office.good("shouli", "/api/appmain/getDetailAppMain", id=office.declared().id)
    assert (page["main"]["appway"], page["place"]) == ("APPLY", None)


def test_the_counter_does_not_say_that_it_is_on_site(office: Office) -> None:
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(), appway="XCAPP"))
    assert office.main(saved["main"]["id"]).appway == "APPLY"


def test_a_declaration_that_came_back_stays_one_from_the_site(office: Office) -> None:
    [lift] = free(office)
    done = office.good("jianyan1", DECLARE, **form([lift]))
    back = {"reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "联系人请核对", "toStep": "YWSB"}
    office.good("shouli", "/api/appmain/sendBack", ids=done["id"], **back)
    main = office.main(done["id"])
    again = office.form([lift], id=main.id, version=main.version, inscontactname="李工")
    office.good("jianyan1", "/api/appmain/submitAppMain", **again)
    assert (office.main(main.id).appway, office.main(main.id).inscontactname) == ("XCAPP", "李工")


def test_a_place_far_from_the_archive_is_said_and_kept(office: Office) -> None:
    [lift] = free(office)
    done = office.good("jianyan1", DECLARE, **form([lift], latitude=29.9))
    sentence = f"手机位置离{lift.equcode}的档案位置3525米，超过500米，请核对设备和档案位置"
    assert done["warning"] == sentence
    assert office.db.scalars(select(OnsitePlace.warning)).one() == sentence


def test_how_far_it_is_is_said_before_and_nothing_is_kept(office: Office) -> None:
    [lift] = free(office)
    before = kept(office)
    near = office.good("jianyan1", "/api/onsite/way", devices=[lift.id], **here())
    assert near == {"distance": 39, "warning": ""}
    far = office.good("jianyan1", "/api/onsite/way", devices=[lift.id], **here(latitude=29.9))
    assert (far["distance"], far["warning"][-23:]) == (3525, "3525米，超过500米，请核对设备和档案位置")
    lift.latitude = lift.longitude = None
    office.db.commit()
    unknown = office.good("jianyan1", "/api/onsite/way", devices=[lift.id], **here())
    assert unknown == {"distance": None, "warning": ""}
    assert kept(office) == before


def test_what_the_phone_may_be_wrong_by_speaks_for_it(office: Office) -> None:
    [lift] = free(office)
    assert office.good("jianyan1", DECLARE, **form([lift], latitude=29.9, accuracy=3100))["warning"] == ""


PLACES: list[tuple[dict[str, Any], str]] = [
    ({"latitude": 90.0001}, "纬度"),
    ({"latitude": -91}, "纬度"),
    ({"longitude": 180.5}, "经度"),
    ({"longitude": -181}, "经度"),
    ({"latitude": "nan"}, "纬度"),
    ({"accuracy": -1}, "定位精度"),
    ({"located": "昨天"}, "定位时间"),
]


@pytest.mark.parametrize(("wrong", "label"), PLACES)
def test_no_such_place_is_on_the_earth(office: Office, wrong: dict[str, Any], label: str) -> None:
    assert refused(office, **form(free(office), **wrong)).startswith(label)


def test_half_a_place_is_none(office: Office) -> None:
    sent = form(free(office))
    del sent["longitude"]
    assert refused(office, **sent) == "经度与纬度须同时提供"
    sent = form(free(office))
    del sent["located"]
    assert refused(office, **sent) == "位置须带定位精度和定位时间"


@pytest.mark.parametrize("minutes", [-11, 11])
def test_a_place_of_another_time_is_none(office: Office, minutes: int) -> None:
    then = (clock.now() + timedelta(minutes=minutes)).isoformat()
    said = refused(office, **form(free(office), located=then))
    assert said == "定位时间与平台时间相差超过10分钟，请重新定位，或校准手机时间"


# -- what the counter refuses -------------------------------------------------------------------------------------


def stopped(lift: Equipment) -> None:
    lift.equstatus = "4"


def early(lift: Equipment) -> None:
    lift.ninspdate = clock.add_months(clock.today(), 8)


def another(lift: Equipment) -> None:
    lift.useorgsysid = "0" * 32


REFUSED: list[tuple[Callable[[Equipment], None], dict[str, Any], str]] = [
    (stopped, {}, "{code}：设备不在用，不能申报定期检验"),
    (early, {}, "{code}：{due}才到期，早于3个月，请填写提前申报原因"),
    (another, {}, "设备不属于受检单位，请从受检单位的设备中选择"),
    (lambda lift: None, {"testsort": "0401", "seisort": "04"}, ""),
    (lambda lift: None, {"devices": ""}, "设备：必填"),
]


@pytest.mark.parametrize(("change", "more", "sentence"), REFUSED)
def test_what_the_counter_refuses_is_refused(
    office: Office, change: Callable[[Equipment], None], more: dict[str, Any], sentence: str
) -> None:
    [lift] = free(office)
    sent = form([lift], **more)
    change(lift)
    office.db.commit()
    said = refused(office, **sent)
    assert said == sentence.format(code=lift.equcode, due=lift.ninspdate) or not sentence


def test_a_unit_without_a_telephone_is_asked_for_one(office: Office) -> None:
    [lift] = free(office)
    unit = office.db.scalars(select(Unit).where(Unit.id == lift.useorgsysid)).one()
    unit.mobile = unit.tel = ""
    office.db.commit()
    assert refused(office, **form([lift], INSCONTACTTEL="")).endswith("：联系人和联系电话必填")


def test_who_is_not_named_is_the_contact_of_the_archive(office: Office) -> None:
    [lift] = free(office)
    unit = office.db.scalars(select(Unit).where(Unit.id == lift.useorgsysid)).one()
    done = office.good("jianyan1", DECLARE, **form([lift], inscontactname="", INSCONTACTTEL=""))
    main = office.main(done["id"])
    assert (main.inscontactname, main.INSCONTACTTEL) == (unit.contact, unit.mobile or unit.tel)


# -- what follows at once -----------------------------------------------------------------------------------------


def test_who_may_accept_accepts_there_and_then(office: Office) -> None:
    [lift] = free(office)
    allowed(office, ACCEPT)
    one = sort_of(office, lift.equcode)
    assert (one["acceptwhy"], one["beginwhy"]) == ("", "您没有任务安排的权限，由任务调度员安排")
    done = office.good("jianyan1", DECLARE, **form([lift], until="accept"))
    main = office.main(done["id"])
    assert (main.step, main.acceptby, main.acceptdate) == ("RUN", office.user("jianyan1").name, clock.today())
    assert (done["stepName"], len(done["items"])) == ("任务安排", 1)


def test_an_inspector_accepts_nothing_without_the_right(office: Office) -> None:
    refused(office, **form(free(office), until="accept"))


def test_who_may_arrange_begins_at_once_and_enters_the_record_of_the_day(office: Office) -> None:
    [lift] = free(office)
    allowed(office, ACCEPT, ARRANGE)
    assert sort_of(office, lift.equcode)["beginwhy"] == ""
    ask = {"equdatasysid": lift.id, "seisort": "02", "testsort": "0211"}
    people = office.good("jianyan1", "/api/onsite/people", **ask)
    ids = {one["value"] for one in people}
    assert office.user("jianyan2").id in ids and office.user("jianyan1").id not in ids
    assert "1 号" in [one["value"] for one in office.good("jianyan1", "/api/onsite/boxes")]
    done = office.good("jianyan1", DECLARE, **form([lift], **begin(office)))
    item = office.item(done["items"][0]["id"])
    assert (item.step, item.scinspector, item.plandate) == ("BGSC", office.user("jianyan1").id, clock.today())
    assert (item.contacted, item.safetybriefed, item.confirmeddate) == ("值班胡师傅", True, clock.today())
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    saved = office.filled(office.item(item.id))
    sent = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **sent)
    item = office.item(item.id)
    assert (item.step, item.inspdate, office.main(done["id"]).appdate) == ("BGQR", clock.today(), clock.today())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"coinspector": ""}, "协检：请选择另一名检验人员"),
        ({"boxno": "没有"}, "仪器箱没有没有可用的仪器"),
        ({"safetybriefed": ""}, "安全交底"),
    ],
)
def test_what_cannot_begin_is_not_declared_either(office: Office, more: dict[str, Any], said: str) -> None:
    allowed(office, ACCEPT, ARRANGE)
    assert said in refused(office, **form(free(office), **begin(office, **more)))


def test_a_review_of_materials_stands_before_acceptance(office: Office) -> None:
    [lift] = free(office)
    allowed(office, ACCEPT)
    in_force(office.db, "CLFS", equclass="3000")
    said = "申报后须先资料审查，不能当场受理"
    assert sort_of(office, lift.equcode)["acceptwhy"] == said
    assert refused(office, **form([lift], until="accept")) == said
    assert office.good("jianyan1", DECLARE, **form([lift]))["stepName"] == "资料审查"


# -- the day of the inspection ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "days", "said"),
    [
        ("XCAPP", 1, ""),
        ("XCAPP", 2, "检验日期{day}不得早于申报日期{declared}"),
        ("APPLY", 1, "检验日期{day}不得早于受理日期{accepted}"),
    ],
)
def test_what_was_declared_on_site_may_be_accepted_later(office: Office, way: str, days: int, said: str) -> None:
    item = office.built()
    today = clock.today()
    main = office.main(item.appmain_id)
    main.appway, main.appdate = way, today - timedelta(days=1)
    office.db.commit()
    office.filled(item)
    day = today - timedelta(days=days)
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, inspdate=str(day))
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    spoken = [one["text"] for one in screen["findings"] if one.get("check") == "T03"]
    sentence = said.format(day=day, declared=main.appdate, accepted=today)
    assert spoken == ([sentence] if said else [])
    sent = {"id": item.id, "version": saved["version"], "conclusion": saved["proposal"]["code"]}
    answer = office.post("jianyan1", "/api/appbuss/submitRecord", **sent)
    if said:
        assert sentence in answer["errorMsg"] and office.item(item.id).step == "BGLR"
    else:
        assert "不得早于" not in (answer["errorMsg"] or "")
