"""The declaration list, step lists, desktops, prints, assessment and short messages."""

import time
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.desk import supervision
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import CustAssess, PrintLog
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.messages.models import Sms

from .conftest import Office
from .test_conclusions import device
from .test_piping_lines import PIPING


def text_of(content: bytes) -> str:
    """The letters of a PDF without the breaks that narrow cells put in."""
    found = "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    return "".join(c for c in found if not c.isspace() and c != "\u200b")


def printed(office: Office, login: str, kind: str, ids: list[str]) -> Any:
    office.call.user = office.user(login)
    office.db.commit()
    try:
        return office.call.client.post("/api/common/commonPrint", data={"printType": kind, "ids": ids})
    finally:
        office.call.user = None


def test_the_list_has_the_fields_of_the_contract(office: Office) -> None:
    main = office.declared()
    page = office.good("shouli", "/api/businesspro/appmain/findList", appno=main.appno)
    assert (page["pageNo"], page["pageSize"], page["count"], page["countCapped"]) == (1, 20, 1, False)
    row = page["list"][0]
    wanted = {"appmainsysid", "id", "taskId", "appno", "unitname", "appway", "backReason", "backDescription"}
    wanted |= {"backDutyTask", "INSCONTACTTEL", "isNinspdateOverdue", "equclacode"}
    assert wanted <= set(row)
    assert (row["appwayName"], row["statusName"], row["seisortName"]) == ("申报登记", "已申报", "定期检验")


def test_an_overdue_row_is_marked(office: Office) -> None:
    main = office.declared()
    main.ninspdate = clock.today() - timedelta(days=1)
    row = office.good("shouli", "/api/businesspro/appmain/findList", appno=main.appno)["list"][0]
    assert row["isNinspdateOverdue"] == "1"
    main.ninspdate = clock.today()
    row = office.good("shouli", "/api/businesspro/appmain/findList", appno=main.appno)["list"][0]
    assert row["isNinspdateOverdue"] == "0"


@pytest.mark.parametrize("field", ["equcode", "regcode", "usecertno", "prono", "equidentcode"])
def test_the_combined_search_finds_any_of_the_five_codes(office: Office, field: str) -> None:
    lift = office.lifts()[0]
    if field == "regcode":
        lift.regcode = "31103302032010080025"
    main = office.declared()
    value = getattr(lift, field)
    for fragment in (value, value[3:9], value[-4:].lower()):
        page = office.good("shouli", "/api/businesspro/appmain/findList", codes=fragment)
        assert main.appno in [r["appno"] for r in page["list"]], (field, fragment)


def test_search_by_item_number_unit_and_category(office: Office) -> None:
    item = office.accepted()[0]
    main = office.main(item.appmain_id)
    for form in (
        {"seisn": item.seisn},
        {"unitname": main.unitname[2:6]},
        {"equclacode": "311"},
        {"equclacode": "3000"[:1]},
    ):
        page = office.good("shouli", "/api/businesspro/appmain/findList", **form)
        assert main.appno in [r["appno"] for r in page["list"]], form
    assert office.good("shouli", "/api/businesspro/appmain/findList", equclacode="4")["count"] == 0


def test_another_institute_sees_nothing(office: Office) -> None:
    main = office.declared()
    stranger = office.user("shouli").__class__(**{**office.user("shouli").__dict__, "org_id": "x" * 32, "id": "y" * 32})
    office.actors.users["stranger"] = stranger
    assert office.good("stranger", "/api/businesspro/appmain/findList")["count"] == 0
    assert office.post("stranger", "/api/appmain/getDetailAppMain", id=main.id)["status"] == 403
    assert office.post("stranger", "/api/businesspro/common/getFlowLog", appno=main.appno)["status"] == 403


def test_step_lists_hold_what_waits_for_this_person(office: Office) -> None:
    item = office.arranged()[0]
    mine = office.good("jianyan1", "/api/appmain/appMainSheetList", stepcode="RWQR")
    assert [r["seisn"] for r in mine["list"]] == [item.seisn]
    assert office.good("jianyan2", "/api/appmain/appMainSheetList", stepcode="RWQR")["count"] == 0
    assert office.post("shouli", "/api/appmain/appMainSheetList", stepcode="RWQR")["status"] == 403
    assert office.refused("shouli", "/api/appmain/appMainSheetList", stepcode="XXXX") == "页面配置不存在"


def test_the_desktop_counts_what_waits(office: Office) -> None:
    office.accepted(2)
    todo = office.good("diaodu", "/api/home/todo")
    step = next(s for s in todo["steps"] if s["stepcode"] == "RWAP")
    assert (step["count"], step["route"]) == (2, "/businessPro/taskArrange")
    assert sum(step[k] for k in ("late", "today", "soon", "rest")) == step["count"]
    assert todo["total"] == sum(s["count"] for s in todo["steps"])


def test_the_desktop_names_what_is_most_urgent(office: Office) -> None:
    item = office.accepted(2)[1]
    item.limit_at = clock.now() - timedelta(days=3, minutes=1)
    office.db.commit()
    named = office.good("diaodu", "/api/home/todo")["first"]
    assert named[0] == {
        "stepcode": "RWAP",
        "label": "任务安排",
        "seisn": item.seisn,
        "unitname": item.unitname,
        "equname": item.equname,
        "limit": plain(item.limit_at.astimezone(clock.SHANGHAI)),
        "lateDays": 3,
        "late": True,
        "route": f"/businessPro/taskArrange/form?ids={item.id}",
    }


def test_the_desktop_names_declarations(office: Office) -> None:
    main = office.declared(3)
    main.limit_at = clock.now() - timedelta(days=2, minutes=1)
    office.db.commit()
    named = office.good("shouli", "/api/home/todo")["first"]
    assert (named[0]["seisn"], named[0]["equname"], named[0]["lateDays"]) == (main.appno, "3 台", 2)


def test_the_desktop_counts_what_falls_due_and_is_planned(office: Office) -> None:
    [item] = office.arranged()
    before = office.good("diaodu", "/api/home/todo")["due"]
    assert len(before) == 15 and before[0]["date"] > str(clock.today())
    device, taken = office.lifts()[0], {str(one.ninspdate) for one in office.lifts(9)}
    n = next(i for i, one in enumerate(before) if one["date"] not in taken)
    day = date.fromisoformat(before[n]["date"])
    device.ninspdate = item.plandate = day
    office.db.commit()
    after = office.good("diaodu", "/api/home/todo")["due"]
    assert (after[n]["due"], after[n]["planned"]) == (before[n]["due"] + 1, before[n]["planned"] + 1)
    assert after[n]["left"] == before[n]["left"] + (device.id != item.equdatasysid)  # the one under way is not left
    other = next(one for one in office.lifts(9) if one.id != item.equdatasysid)
    other.ninspdate = day
    office.db.commit()
    assert office.good("diaodu", "/api/home/todo")["due"][n]["left"] == after[n]["left"] + 1
    office.good("shouli", "/api/appmain/saveAppMain", **office.form([other]))
    assert office.good("diaodu", "/api/home/todo")["due"][n]["left"] == after[n]["left"]


def test_the_supervision_desktop_counts_devices_of_the_area(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "_counted", {})
    data = office.good("jianguan", "/api/home/supervision")
    devices = office.db.scalars(select(Equipment).where(Equipment.equstatus.in_(("1", "9")))).all()
    figures = {f["key"]: f["value"] for f in data["figures"]}
    today = clock.today()
    assert figures["total"] == len(devices) > 0
    assert figures["overdue"] == sum(1 for e in devices if e.ninspdate and e.ninspdate < today)
    assert sum(a["total"] for a in data["areas"]) == len(devices)
    devices[0].equstatus = "2"
    office.db.commit()
    again = office.good("jianguan", "/api/home/supervision")
    assert (again["figures"], again["countedAt"]) == (data["figures"], data["countedAt"])  # within the minute
    monkeypatch.setattr(supervision.time, "monotonic", lambda now=time.monotonic(): now + 61)
    later = office.good("jianguan", "/api/home/supervision")
    assert {f["key"]: f["value"] for f in later["figures"]}["total"] == len(devices) - 1


def test_prints_of_declarations(office: Office) -> None:
    main = office.declared()
    answer = printed(office, "shouli", "SBDDY", [main.id])
    assert answer.headers["content-type"] == "application/pdf"
    said = text_of(answer.content)
    assert main.appno in said
    assert office.lifts()[0].equcode in said
    receipt = text_of(printed(office, "shouli", "SBHZD", [main.id]).content)
    assert main.appno in receipt


def test_a_form_has_what_was_declared_and_a_receipt_when_the_report_comes(office: Office) -> None:
    crane = office.db.scalars(
        select(Equipment).where(Equipment.equclass == "4000", Equipment.equstatus == "1", Equipment.prono != "")
    ).first()
    assert crane is not None
    more = {"testsort": "0211", "taxno": "91330200TAXNO12345", "invoicetitle": "抬头单位甲", "invoiceemail": "fp@a.cn"}
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form([crane], **more))
    main = office.main(saved["main"]["id"])
    stored = {"name": "上次检验报告.pdf", "size": 3, "mime": "application/pdf", "key": "0" * 64}
    office.db.add(Attachment(attrefsysid=main.id, owner="application", **stored))
    office.db.add(Attachment(attrefsysid=main.id, owner="application", deleted=True, **stored | {"name": "作废件.pdf"}))
    office.db.commit()
    said = text_of(printed(office, "shouli", "SBDDY", [main.id]).content)
    for word in (crane.prono, "91330200TAXNO12345", "抬头单位甲", "fp@a.cn", "上次检验报告.pdf", "经办人：胡斌"):
        assert "".join(word.split()) in said, word
    assert "作废件" not in said and "管线明细" not in said
    main.status, main.backDescription = "13", "缺使用登记证"
    office.db.commit()
    receipt = text_of(printed(office, "shouli", "SBHZD", [main.id]).content)
    assert "现场检验结束后10个工作日内出具报告" in receipt
    assert "需要补充的资料" in receipt and "缺使用登记证" in receipt
    main.status, main.equclass = "10", "2000"
    office.db.commit()
    receipt = text_of(printed(office, "shouli", "SBHZD", [main.id]).content)
    assert "现场检验结束后30个工作日内出具报告" in receipt and "需要补充的资料" not in receipt


def test_the_forms_of_piping_name_the_picked_lines(office: Office) -> None:
    project = device(office, PIPING)
    for number in ("PL-0001", "PL-0002"):
        line = {"pipeno": number, "pipename": "蒸汽管", "pipelevel": "GC2", "linestatus": "1", "nominaldia": 80}
        office.db.add(Pipeline(equdatasysid=project.id, **line))
    office.db.commit()
    of_project = select(Pipeline).where(Pipeline.equdatasysid == project.id, Pipeline.pipeno == "PL-0001")
    first = office.db.scalars(of_project).one()
    form = office.form([project], testsort="0212")
    form["equipment"] = [{"equdatasysid": project.id, "lineids": [first.id]}]
    main = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]
    for kind in ("SBDDY", "SBHZD"):
        said = text_of(printed(office, "shouli", kind, [main["id"]]).content)
        assert "管线明细（共1条）" in said and "PL-0001" in said and "PL-0002" not in said
    form["equipment"] = [{"equdatasysid": project.id}]
    other = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]
    said = text_of(printed(office, "shouli", "SBDDY", [other["id"]]).content)
    assert "PL-0001" in said and "PL-0002" in said


def test_printing_nothing(office: Office) -> None:
    assert printed(office, "shouli", "SBDDY", []).json()["errorMsg"] == "未选择数据，无法进行正常操作"


def test_lifts_and_others_are_not_mixed_on_one_form(office: Office) -> None:
    main = office.declared()
    crane = office.db.scalars(select(Equipment).where(Equipment.equclass == "4000")).first()
    assert crane is not None
    other = office.good("shouli", "/api/appmain/saveAppMain", **office.form([crane]))["main"]
    said = printed(office, "shouli", "SBDDY", [main.id, other["id"]]).json()["errorMsg"]
    assert said == "选中数据中存在电梯与非电梯数据，申报单打印只能选中电梯或非电梯设备"
    assert printed(office, "shouli", "SBHZD", [main.id, other["id"]]).status_code == 200


def test_the_original_record_and_the_draft_print(office: Office) -> None:
    item = office.entered()
    record = text_of(printed(office, "jianyan1", "YSJL", [item.id]).content)
    assert "平衡系数" in record
    office.call.user = office.user("jiaohe")
    draft = office.call.client.get("/api/appbuss/reportDraft", params={"id": item.id})
    assert draft.content.startswith(b"%PDF-")
    assert item.reportno in text_of(draft.content)


def test_printing_a_report_counts_copies(office: Office) -> None:
    item = office.approved()
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=3, papernos="HG2600001")
    item = office.item(item.id)
    assert (item.step, item.printcount, item.papernos) == ("BGGD", 3, "HG2600001")
    log = office.db.scalars(select(PrintLog).where(PrintLog.subject_id == item.id)).one()
    assert (log.copies, log.by_name) == (3, "郑敏")
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1, reason="遗失")
    assert office.item(item.id).printcount == 4


def test_a_short_message_goes_to_the_number_of_the_record(office: Office) -> None:
    main = office.declared()
    path = "/api/smssend/smsSend/sendSmsByTemplate"
    office.good("shouli", path, sendType="SBDJ", recnumber="13900000000", datacode=main.appno)
    numbers = set(office.db.scalars(select(Sms.receiver).where(Sms.datacode == main.appno)))
    assert numbers == {"13805741234"}
    main.INSCONTACTTEL = ""
    said = office.refused("shouli", path, sendType="SBDJ", recnumber="13900000000", datacode=main.appno)
    assert said == "请填写短信服务号码,再进行发送！"


def test_short_messages_to_one_number_are_limited(office: Office) -> None:
    main = office.declared()
    path = "/api/smssend/smsSend/sendSmsByTemplate"
    for n in range(4):  # the submission itself sent the first
        office.good("shouli" if n % 2 else "yewu", path, sendType="SBDJ", datacode=main.appno, n=str(n))
    assert office.post("shouli", path, sendType="SBDJ", datacode=main.appno, n="9")["status"] == 429


@pytest.mark.parametrize("missing", ["inscontacttel", "assessstate", "assessusername", "assesstime"])
def test_an_assessment_needs_its_fields(office: Office, missing: str) -> None:
    main = office.declared()
    fresh = office.good("shouli", "/api/custassess/getDetailCustAssess", appno=main.appno, appMainId=main.id)
    assert (fresh["assesstime"], fresh["onlySee"]) == (clock.today().isoformat(), "2")
    form = {**fresh, "assessstate": "01", "describe": "01,03", missing: ""}
    said = office.refused("shouli", "/api/custassess/saveCustAssess", **form)
    assert said.endswith("：必填")
    assert office.db.scalars(select(CustAssess)).first() is None


def test_an_assessment_is_kept_once(office: Office) -> None:
    main = office.declared()
    fresh = office.good("shouli", "/api/custassess/getDetailCustAssess", appno=main.appno, appMainId=main.id)
    form = {**fresh, "assessstate": "02", "describe": "01,03", "unitname": "别人"}
    office.good("shouli", "/api/custassess/saveCustAssess", **form)
    row = office.db.scalars(select(CustAssess)).one()
    assert (row.assessstate, row.describe, row.unitname) == ("02", "01,03", main.unitname)
    again = office.good("shouli", "/api/custassess/getDetailCustAssess", appno=main.appno, appMainId=main.id)
    assert again["onlySee"] == "1"


@pytest.mark.parametrize(
    ("picked", "sentence"),
    [("none", "请选择"), ("two_units", "所选申报登记受检单位不同"), ("charged", "所选数据已进行过收费登记")],
)
def test_charge_checks_in_the_words_of_the_contract(office: Office, picked: str, sentence: str) -> None:
    main = office.declared()
    ids = [main.id]
    if picked == "none":
        ids = []
    if picked == "two_units":
        crane = office.db.scalars(
            select(Equipment).where(Equipment.equclass == "4000", Equipment.useorgsysid != main.unitsysid)
        ).first()
        assert crane is not None
        ids.append(office.good("shouli", "/api/appmain/saveAppMain", **office.form([crane]))["main"]["id"])
    if picked == "charged":
        main.chargestate = "1"
    assert office.refused("shouli", "/api/appmain/checkCharge", ids=ids) == sentence


def test_the_flow_log_tells_the_whole_way(office: Office) -> None:
    item = office.entered()
    log = office.good("jianyan1", "/api/businesspro/common/getFlowLog", appno=item.appno)
    assert (log["equclacode"], log["equdatasysid"], log["seisn"]) == ("3110", item.equdatasysid, item.seisn)
    labels = [r["moveLabel"] for r in log["rows"]]
    assert labels == ["申报登记", "提交申报", "受理生成", "受理", "任务安排", "任务确认", "报告生成", "提交报告"]


def test_export_is_the_list_with_words(office: Office) -> None:
    from python_calamine import CalamineWorkbook

    main = office.declared()
    office.call.user = office.user("shouli")
    answer = office.call.client.get(
        "/api/layout/export", params={"viewNo": "jy_appmain_sheet_list", "appno": main.appno}
    )
    rows = CalamineWorkbook.from_filelike(BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    head, row = rows[0], rows[1]
    assert head[0] == "申报单号"
    assert row[0] == main.appno
    assert row[head.index("状态")] == "已申报"


def test_items_of_the_table_are_the_43_of_the_rule(office: Office) -> None:
    item = office.built()
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert len(screen["items"]) == 43
    assert [i["item_no"] for i in screen["items"]][:3] == ["A1.1.4", "A1.2.1.1", "A1.2.2.1"]
    assert sum(1 for i in screen["items"] if i["key"]) == 25
    assert isinstance(office.item(item.id), AppBuss)


STEPS = "/api/appmain/appMainSheetList"


def test_a_step_list_counts_its_segments_as_they_open(office: Office) -> None:
    """Two items wait for their inspector: one is late and was sent back, the other is neither."""
    late, fresh = office.arranged(2)
    late.limit_at, late.backReason = clock.now() - timedelta(hours=1), "01"
    fresh.limit_at = clock.now() + timedelta(days=2)
    office.db.commit()
    page = office.good("jianyan1", STEPS, stepcode="RWQR")
    for code, wanted in (("mine", {late.id, fresh.id}), ("returned", {late.id}), ("late", {late.id})):
        found = office.good("jianyan1", STEPS, stepcode="RWQR", segment=code)
        assert wanted <= {row["id"] for row in found["list"]}
        assert found["count"] == page["segments"][code] == found["segments"][code]
        assert {late.id, fresh.id} & {row["id"] for row in found["list"]} == wanted
    one = office.good("jianyan1", STEPS, stepcode="RWQR", number=fresh.seisn)
    assert one["segments"] == {"mine": 1, "returned": 0, "late": 0}
    assert office.refused("jianyan1", STEPS, stepcode="RWQR", segment="theirs") == "没有这一部分数据"


def test_what_has_ended_has_no_deadline(office: Office) -> None:
    item = office.approved()
    item.limit_at, item.step = clock.now() - timedelta(days=9), "DONE"
    office.db.commit()
    (row,) = office.good("yewu", "/api/appbuss/findList", number=item.seisn)["list"]
    assert row["limit_at"] is None and row["late"] == "0"


def test_the_days_of_a_limit_are_found_in_the_months_of_the_index(office: Office) -> None:
    item = office.built()
    item.limit_at = datetime(2031, 3, 31, 23, 30, tzinfo=clock.SHANGHAI)
    office.db.commit()
    for first, end, count in (
        ("2031-03-31 23:00:00", "2031-04-01 00:00:00", 1),
        ("2031-03-31 23:30:00", "2031-03-31 23:31:00", 1),
        ("2031-03-31 23:31:00", "2031-04-30 00:00:00", 0),
        ("2031-03-01", "2031-03-31", 0),
        ("2031-03-31", "2031-04-01", 1),
    ):
        page = office.good("yewu", "/api/appbuss/findList", number=item.seisn, limit_atStart=first, limit_atEnd=end)
        assert page["count"] == count, (first, end)


def test_a_unit_opens_its_reports_where_it_looks_for_them(office: Office) -> None:
    def offered(login: str) -> set[str]:
        config = office.good(login, "/api/layout/findTableConfig", viewNo="jy_buss_all")
        return {a["code"] for a in config["actions"]}

    assert offered("qiye") == {"report", "flowLog", "supplement"}
    assert offered("yewu") >= {"view", "report", "flowLog"} and "supplement" not in offered("yewu")


@pytest.mark.parametrize(
    ("step", "login", "columns"),
    [("BGFF", "yewu", ["chargestate", "arrearsby"]), ("BGSP", "pizhun", ["conclusion"]), ("BGLR", "jianyan1", [])],
)
def test_what_a_step_is_decided_by_stands_behind_the_state(
    office: Office, step: str, login: str, columns: list[str]
) -> None:
    view = office.good(login, "/api/layout/findTableConfig", viewNo=f"jy_step_{step}")
    shown = [one["prop"] for one in view["columns"] if one["shown"]]
    place = shown.index("status") + 1
    assert shown[place : place + len(columns)] == columns
    assert shown[place + len(columns)] == "nextdate"


def test_a_way_is_found_by_the_word_that_its_column_shows(office: Office) -> None:
    """单位申报 is whatever is neither of the two others: what the province sent was shown so and found by no option."""
    keys = {}
    for way, lift in zip(("APPLY", "UNIT", "PLAT", "BATCH"), office.lifts(4), strict=True):
        key = office.good("shouli", "/api/appmain/saveAppMain", **office.form([lift]))["main"]["id"]
        office.main(key).appway = way
        keys[way] = key
    office.db.flush()

    def found(way: str) -> dict[str, str]:
        page = office.good("shouli", "/api/businesspro/appmain/findList", appway=way, pageNo="1", pageSize="50")
        return {row["id"]: row["appwayName"] for row in page["list"]}

    assert found("UNIT") == dict.fromkeys((keys["UNIT"], keys["PLAT"], keys["BATCH"]), "单位申报")
    assert found("APPLY") == {keys["APPLY"]: "申报登记"}
    assert found("PLAT") == {keys["PLAT"]: "单位申报"}


def test_the_desk_of_a_supervisor_begins_with_the_worst_of_all_dates(office: Office) -> None:
    """Twelve that are late by their first date stood before a tank truck 1,495 days late by its second."""
    today = clock.today()
    query = select(Equipment).where(Equipment.equstatus == "1", Equipment.inspecting.is_(False), Equipment.equDel == 0)
    devices = list(office.db.scalars(query.order_by(Equipment.id)))
    for one in devices[:20]:
        one.ninspdate = today - timedelta(days=172)
    worst = devices[20]
    worst.ninspdate, worst.ninspdate2 = today + timedelta(days=90), today - timedelta(days=1495)
    office.db.commit()
    supervision._counted.clear()  # what another test has counted within the minute
    desk = office.good("jianguan", "/api/home/supervision")
    assert (desk["overdue"][0]["id"], desk["overdue"][0]["days"]) == (worst.id, 1495)
    assert desk["worst"].endswith("已超 1495 日")
    assert len(desk["overdue"]) == 12
