"""一户一码箱: why each device is due and what is next, duties, visits to be signed, people, calendar and wall sheet."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.persons import Person, PersonCert, PersonDevice
from tejian.kit.ground import clock
from tejian.supervision.models.defects import MENDING, STOP, Defect
from tests.inspection import online
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of
from tests.supervision import duties

__all__ = ["office"]
BOX = "/api/my"
CALLS = ("devices", "mends", "duties", "persons", "unsigned", "calendar")


def row(office: Office, device: Equipment) -> dict[str, Any]:
    shown = office.good("qiye", f"{BOX}/devices")["rows"]
    return next((one for one in shown if one["id"] == device.id), {})


def lift(office: Office, **values: Any) -> Equipment:
    """A lift of the unit that is good until it says otherwise."""
    [one] = online.own(office, 1)
    far = clock.today() + timedelta(days=400)
    good: dict[str, Any] = {"ninspdate": far, "ninspdate2": None, "delaydate": None, "ndetdate": far, "unqualcode": ""}
    for name, value in (
        good | {"usecertno": "梯11浙B00001(26)", "equstatus": "1", "inspecting": False} | values
    ).items():
        setattr(one, name, value)
    for visit in office.db.scalars(select(Maintenance).where(Maintenance.equdatasysid == one.id)):
        visit.visitday, visit.signed = clock.today(), True
    office.db.commit()
    return one


def whys(office: Office, device: Equipment) -> list[tuple[str, str, str]]:
    return [(one["kind"], one["text"], one["tone"]) for one in row(office, device).get("whys", [])]


def test_a_device_without_a_reason_is_not_told(office: Office) -> None:
    one = lift(office)
    assert row(office, one) == {}
    shown = office.good("qiye", f"{BOX}/devices")
    mine = select(Equipment).where(Equipment.useorgsysid == office.user("qiye").unit_id, Equipment.equDel == 0)
    alive = [e for e in office.db.scalars(mine) if e.equstatus not in ("4", "5", "6", "7")]
    assert shown["total"] == len(alive) and shown["person"] == "胡斌"


def test_each_reason_is_said_with_its_day_and_leads_on(office: Office) -> None:
    today = clock.today()
    one = lift(office, ninspdate=today - timedelta(days=3))
    assert whys(office, one) == [("overdue", f"检验超期 3 天（{one.ninspdate}）", "no")]
    assert row(office, one)["next"] == {"label": "申报", "kind": "book", "route": ""}
    one = lift(office, ninspdate=today + timedelta(days=20))
    assert whys(office, one) == [("due", f"检验余 20 天（{one.ninspdate}）", "ca")]
    assert row(office, one)["tone"] == "ca"
    one = lift(office, ndetdate=today - timedelta(days=1))
    assert [kind for kind, _text, _tone in whys(office, one)] == ["detection"]
    one = lift(office, usecertno="")
    assert whys(office, one) == [("certificate", "没有使用登记证编号", "ca")]
    assert row(office, one)["next"]["label"] == "登记"
    one = lift(office, unqualcode="03")
    assert [kind for kind, _text, _tone in whys(office, one)] == ["unqualified"]


def test_a_stop_heads_the_box(office: Office) -> None:
    one = lift(office)
    values = {"unitsysid": one.useorgsysid, "unitname": one.useorgname, "equdatasysid": one.id, "defectno": "WT1"}
    due = clock.today() + timedelta(days=9)
    office.db.add(Defect(**values, content="门锁失效", handling=STOP, step=MENDING, deadline=due, level="4"))
    office.db.commit()
    first = office.good("qiye", f"{BOX}/devices")["rows"][0]
    assert (first["id"], first["tone"]) == (one.id, "no")
    assert [w["text"] for w in first["whys"]] == ["责令停止使用（WT1）", f"WT1整改中，{due}前"]
    assert (first["next"]["label"], first["next"]["kind"]) == ("反馈", "defect")
    [mend] = [m for m in office.good("qiye", f"{BOX}/mends") if m["number"] == "WT1"]
    assert (mend["stops"], mend["due"], mend["late"]) == (True, str(due), False)


def test_the_code_on_the_device_says_that_it_may_not_run(office: Office) -> None:
    one = lift(office)
    sent = {"code": one.equcode}
    assert office.post("qiye", "/api/public/equipment", **sent)["data"]["stopped"] == ""
    values = {"unitsysid": one.useorgsysid, "equdatasysid": one.id, "defectno": "WT2", "handling": STOP}
    office.db.add(Defect(**values, content="门锁失效", step=MENDING, level="4"))
    office.db.commit()
    shown = office.post("qiye", "/api/public/equipment", **sent)["data"]
    assert (shown["stopped"], shown["usecertno"]) == ("WT2", one.usecertno)
    assert not {"tel", "contact", "mobile", "legalman"} & shown.keys()


def test_what_is_declared_is_followed_and_not_declared_again(office: Office) -> None:
    one = lift(office, ninspdate=clock.today() + timedelta(days=20))
    sent = online.sent(office, [one])
    assert row(office, one)["next"] == {
        "label": "看进度",
        "kind": "route",
        "route": f"/businessPro/onlineApply?onlineno={sent.onlineno}",
    }


def test_nobody_without_a_box_reads_one(office: Office) -> None:
    for login in ("weibao", "shouli", "jianguan"):
        for call in CALLS:
            office.refused(login, f"{BOX}/{call}")


def test_duties_of_today_and_missing_days(office: Office) -> None:
    today = clock.today()
    duties.handed(office, firstday=str(today - timedelta(days=2)), latereason="安全员请假，次日补")
    shown = next(one for one in office.good("qiye", f"{BOX}/duties") if one["equclass"] == "3000")
    assert next((d["periodName"], d["stepName"]) for d in shown["duties"]) == ("日管控", "未填写")
    assert shown["missing"] == [str(today - timedelta(days=1))]
    made = duties.handed(office)
    shown = next(one for one in office.good("qiye", f"{BOX}/duties") if one["equclass"] == "3000")
    day = shown["duties"][0]
    assert (day["id"], day["handed"], day["wrong"]) == (made.id, True, made.wrong)


def visit(office: Office, one: Equipment) -> Maintenance:
    now = clock.now()
    words = {"equcode": one.equcode, "useplace": one.useplace, "maiorgsysid": one.maiorgsysid, "maitype": "01"}
    made = Maintenance(equdatasysid=one.id, **words, persons="张三、李四", starttime=now, endtime=now)
    made.visitday, made.maiorgname = clock.today(), one.maiorgname
    made.items = [{"no": "01-1", "item": "机房照明", "result": "×", "note": "灯坏已换"}]
    office.db.add(made)
    office.db.commit()
    return made


def test_a_visit_is_signed_once_by_the_unit_that_uses_the_lift(office: Office) -> None:
    one = lift(office)
    made = visit(office, one)
    [shown] = [v for v in office.good("qiye", f"{BOX}/unsigned") if v["id"] == made.id]
    assert (shown["persons"], shown["wrong"]) == ("张三、李四", ["机房照明：灯坏已换"])
    form = {"id": made.id, "version": shown["version"]}
    assert office.refused("qiye", f"{BOX}/sign", **form, score="101") == "评分：不得大于100"
    assert not made.signed
    office.refused("weibao", f"{BOX}/sign", **form)
    office.good("qiye", f"{BOX}/sign", **form, score="90")
    assert (made.signed, made.signedby, made.score) == (True, "胡斌", 90)
    again = office.refused("qiye", f"{BOX}/sign", id=made.id, version=made.version)
    assert again == f"{made.visitday}的维保记录已由胡斌签字"
    assert [v for v in office.good("qiye", f"{BOX}/unsigned") if v["id"] == made.id] == []


def test_a_visit_to_a_lift_of_another_unit_is_not_signed(office: Office) -> None:
    mine = office.user("qiye").unit_id
    foreign = office.db.scalars(
        select(Equipment).where(Equipment.equclass == "3000", Equipment.useorgsysid != mine).limit(1)
    ).one()
    made = visit(office, foreign)
    office.refused("qiye", f"{BOX}/sign", id=made.id, version=made.version)
    assert (made.signed, made.signedby) == (False, "")


def test_a_lift_that_is_only_maintained_is_not_signed_for(office: Office) -> None:
    mine = office.user("qiye").unit_id
    foreign = office.db.scalars(
        select(Equipment).where(Equipment.equclass == "3000", Equipment.useorgsysid != mine).limit(1)
    ).one()
    made = visit(office, foreign)
    made.maiorgsysid = mine  # the unit sees the visit, because it made it
    office.db.commit()
    said = office.refused("qiye", f"{BOX}/sign", id=made.id, version=made.version)
    assert said == "维保记录由电梯的使用单位签字"
    assert (made.signed, made.signedby) == (False, "")


def test_people_whose_certificates_end_and_devices_without_an_officer(office: Office) -> None:
    unit, today = office.user("qiye").unit_id, clock.today()
    before = office.good("qiye", f"{BOX}/persons")
    one = lift(office)
    for named in office.db.scalars(select(PersonDevice).where(PersonDevice.equdatasysid == one.id)):
        office.db.delete(named)
    person = Person(name="钱安", unit_id=unit, post="02", status="1")
    office.db.add(person)
    office.db.flush()
    office.db.add(PersonCert(person_id=person.id, certno="C-1", item="A", validto=today + timedelta(days=10)))
    office.db.add(PersonCert(person_id=person.id, certno="C-2", item="T", validto=today + timedelta(days=200)))
    office.db.commit()
    shown = office.good("qiye", f"{BOX}/persons")
    ends = [one for one in shown["ending"] if one["name"] == "钱安"]
    assert [(c["certno"], c["late"]) for c in ends] == [("C-1", False)]
    assert "钱安" in next(p["names"] for p in shown["posts"] if p["label"] == "安全员")
    assert shown["used"] >= before["used"]
    bare = shown["uncovered"]
    office.db.add(PersonDevice(person_id=person.id, equdatasysid=one.id, duty="S", since=today))
    office.db.commit()
    assert office.good("qiye", f"{BOX}/persons")["uncovered"] == bare - 1


def fetched(office: Office, path: str, **form: str) -> Any:
    office.call.user = office.user("qiye")
    answer = office.call.client.post(path, data=form)
    office.call.user = None
    return answer


def test_the_calendar_holds_each_date_of_the_unit(office: Office) -> None:
    due = clock.today() + timedelta(days=33)
    one = lift(office, ninspdate=due, useplace="一号楼, 东侧; 客梯")
    answer = fetched(office, f"{BOX}/calendar")
    assert answer.headers["content-type"].startswith("text/calendar")
    lines = answer.content.decode().replace("\r\n ", "").split("\r\n")
    at = lines.index(f"UID:{one.id}-0@tejian")
    event = lines[at : lines.index("END:VEVENT", at)]
    assert f"DTSTART;VALUE=DATE:{due:%Y%m%d}" in event and f"SUMMARY:{one.equname}下次检验日期" in event
    assert "LOCATION:一号楼\\, 东侧\\; 客梯" in event and "TRIGGER:-P30D" in event
    assert all(len(line.encode()) <= 75 for line in answer.content.decode().split("\r\n"))


def test_the_wall_sheet_is_of_the_own_unit(office: Office) -> None:
    one = lift(office)
    unit = office.user("qiye").unit_id
    answer = fetched(office, "/api/common/commonPrint", printType="SBQT", ids=unit)
    words = text_of(answer.content)
    assert "特种设备到期一览" in words and one.equcode in words and "96333" in words
    assert office.refused("shouli", "/api/common/commonPrint", printType="SBQT", ids=unit) != ""


def test_lines_are_folded_and_escaped() -> None:
    from tejian.kit.papers.ics import Event, calendar, escaped, folded

    assert escaped("a,b;c\\d\ne\x07") == "a\\,b\\;c\\\\d\\ne"
    line = "SUMMARY:" + "检" * 60
    parts = folded(line).split("\r\n")
    assert all(len(part.encode()) <= 75 for part in parts) and all(part[0] == " " for part in parts[1:])
    assert "".join(part if n == 0 else part[1:] for n, part in enumerate(parts)) == line
    made = datetime(2026, 11, 29, 12, 0, tzinfo=clock.SHANGHAI)
    content = calendar("我的设备", made, [Event("k", made.date(), "检验")]).decode()
    assert content.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") and content.endswith("END:VCALENDAR\r\n")
    assert "DTSTAMP:20261129T040000Z" in content and "DTEND;VALUE=DATE:20261130" in content
    assert "VALARM" not in content
